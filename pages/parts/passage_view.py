"""Shows a passage: its source, its place, and the text around it with the quote highlighted."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from notebook_core.domain import SourceText
from notebook_core.text.spans import heading_path, page_at, pages_of
from notebook_core.viewing import OpenedCitation
from pages.parts.components import component
from pages.parts.segments import WINDOW, Segments, segments
from pages.parts.wording import citation_place, place

_mount = component("passage_view", '<div class="passage"></div>')
_REMOVED = "Source removed. Only the quote was kept with the answer."
_UNVERIFIED = "The exact text was not found in the source, so nothing is highlighted."
_CHANGED = (
    "The source has changed since: this is version {}, the one that the answer was given from."
)


@dataclass(frozen=True)
class Passage:
    """What the pane shows: the text, or the quote where that is all there is, or both where the
    quote isn't in the text."""

    title: str
    place: str
    text: Segments | None
    quote: str = ""
    notices: tuple[str, ...] = ()


def passage_view(
    passage: Passage,
    *,
    key: str,
    opened: str,
    position: int = 0,
    count: int = 0,
    tall: bool = False,
) -> int:
    """Draw a passage; returns the step, -1 or 1, to the citation that the reader asked for, or 0.

    The highlight is scrolled to and focused whenever `opened` changes, so name in it what was
    opened and how often. `position` of `count` (from 1) stands between the arrows, if there are
    several.
    """
    data = asdict(passage) | {
        "opened": opened,
        "tall": tall,
        "steps": {"position": position, "count": count} if count > 1 else None,
    }
    return int(_mount(key=key, data=data, on_step_change=lambda: None).step or 0)


def cited_passage(opened: OpenedCitation, window: int | None = WINDOW) -> Passage:
    """A citation as it can be shown now: highlighted, or with a notice on why it can't be."""
    citation, text = opened.citation, opened.text
    if text is None:
        return Passage(citation.title, citation_place(citation), None, citation.quote, (_REMOVED,))
    if opened.state == "unverified" or citation.start is None or citation.end is None:
        return Passage(
            citation.title, "", segments(text.text, 0, 0, window), citation.quote, (_UNVERIFIED,)
        )
    return Passage(
        title=citation.title,
        place=citation_place(citation, _printed(text, citation.start)),
        text=segments(text.text, citation.start, citation.end, window),
        notices=(_CHANGED.format(citation.version),) if opened.state == "changed" else (),
    )


def span_passage(
    title: str, text: SourceText, start: int, end: int, window: int | None = WINDOW
) -> Passage:
    """A stretch of a source that was found or linked to."""
    first, last = pages_of(text, start, end)
    where = place(first, last, heading_path(text.headings, start), _printed(text, start))
    return Passage(title, where, segments(text.text, start, end, window))


def _printed(text: SourceText, start: int) -> str:
    """What is printed on the page that holds `start`, as far as that is known."""
    page = page_at(text.page_starts, start)
    return text.page_labels[page - 1] if page and page <= len(text.page_labels) else ""
