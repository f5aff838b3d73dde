"""Spans: slicing a text, and saying on which page and under which heading an offset stands.

Offsets count code points, 0-based and half-open.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from notebook_core.domain import Heading, SourceText

HEADING_SEPARATOR = " › "


def slice_text(text: str, start: int, end: int) -> str:
    """The characters `start:end`; the one function that slices source text.

    Raises ValueError unless 0 <= start <= end <= len(text), where Python's own slices would
    count from the end or fall short without a word.
    """
    if not 0 <= start <= end <= len(text):
        raise ValueError(f"{start}:{end} is no span of a text of {len(text)} characters")
    return text[start:end]


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without blanks at its ends; a span of blanks alone shrinks to its start."""
    piece = slice_text(text, start, end)
    kept = piece.strip()
    if not kept:
        return start, start
    start += len(piece) - len(piece.lstrip())
    return start, start + len(kept)


def page_at(page_starts: Sequence[int], offset: int) -> int | None:
    """The page, counted from 1, that holds `offset`; None for a source without pages.

    Where pages without text begin at the same place, it is the last of them.
    """
    if not page_starts:
        return None
    return max(1, bisect_right(page_starts, offset))


def pages_of(source_text: SourceText, start: int, end: int) -> tuple[int | None, int | None]:
    """The first and the last page that hold characters of `start:end`, or (None, None)."""
    last = max(start, end - 1)
    return page_at(source_text.page_starts, start), page_at(source_text.page_starts, last)


def heading_path(headings: Sequence[Heading], offset: int) -> str:
    """The titles of the headings that `offset` stands under, outermost first, or "".

    A heading applies from its own start until the next one of its level or a higher one.
    """
    path: list[Heading] = []
    for heading in reversed(headings[: bisect_right(headings, offset, key=_start)]):
        if not path or heading.level < path[-1].level:
            path.append(heading)
        if heading.level == 1:
            break
    return join_headings([heading.title for heading in reversed(path)])


def join_headings(titles: Sequence[str]) -> str:
    """A heading path as it is stored and shown."""
    return HEADING_SEPARATOR.join(titles)


def _start(heading: Heading) -> int:
    return heading.start
