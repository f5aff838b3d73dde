"""How a place in a source is put into words."""

from __future__ import annotations

from notebook_core.domain import Citation
from notebook_core.wording import counted


def page_range(
    page: int | None, page_end: int | None = None, one: str = "p.", several: str = "pp."
) -> str:
    """Pages in words; "" for sources without pages.

    >>> page_range(4), page_range(4, 5), page_range(4, one="page")
    ('p. 4', 'pp. 4–5', 'page 4')
    """
    if page is None:
        return ""
    if page_end is None or page_end <= page:
        return f"{one} {page}"
    return f"{several} {page}–{page_end}"


def place(page: int | None, page_end: int | None, heading: str, printed: str = "") -> str:
    """Where a passage stands: its pages, what is `printed` on the first, then its heading.

    >>> place(4, 4, "Support", "iv")
    'p. 4 (printed iv) · Support'
    """
    pages = page_range(page, page_end)
    if pages and printed and printed != str(page):
        pages += f" (printed {printed})"
    return " · ".join(part for part in (pages, heading) if part)


def citation_place(citation: Citation, printed: str = "") -> str:
    """Where a citation stands."""
    return place(citation.page, citation.page_end, citation.heading, printed)


def invitation(ticked: int, ready: int, reading: int) -> str:
    """What the question box says: how many sources may speak, and how many are still read.

    >>> invitation(3, 3, 2), invitation(3, 5, 0)
    ('Ask your 3 ready sources, 2 still reading', 'Ask 3 of your 5 ready sources')
    """
    still = f", {reading} still reading" if reading else ""
    if not ready:
        return f"No source is ready yet{still}" if reading else "Add a source, then ask"
    if not ticked:
        return f"Tick a source, then ask{still}"
    if ticked == ready:
        return f"Ask your {counted(ready, 'ready source')}{still}"
    return f"Ask {ticked} of your {counted(ready, 'ready source')}{still}"
