"""Cuts a source's text into what stands before, in and after a highlighted stretch."""

from __future__ import annotations

from dataclasses import dataclass

from notebook_core.text.spans import slice_text

WINDOW = 2_000
_REACH = 80


@dataclass(frozen=True)
class Segments:
    """Three pieces that join to a stretch of the text; `cut_…` says that more was left out."""

    before: str
    marked: str
    after: str
    cut_before: bool
    cut_after: bool


def segments(text: str, start: int, end: int, window: int | None = WINDOW) -> Segments:
    """The stretch `start:end` of a normalised text, with some `window` characters on each side.

    Everything is cut here, at code points: a browser counts UTF-16 units. The window ends at
    white space where there is some nearby; None shows the whole text.

    >>> segments("one two three", 4, 7, window=None).marked
    'two'
    """
    first = 0 if window is None else _window_start(text, max(0, start - window), start)
    last = len(text) if window is None else _window_end(text, min(len(text), end + window), end)
    return Segments(
        before=slice_text(text, first, start),
        marked=slice_text(text, start, end),
        after=slice_text(text, end, last),
        cut_before=first > 0,
        cut_after=last < len(text),
    )


def _window_start(text: str, first: int, start: int) -> int:
    if first == 0:
        return 0
    for place in range(first, min(first + _REACH, start)):
        if text[place - 1].isspace():
            return place
    return first


def _window_end(text: str, last: int, end: int) -> int:
    if last == len(text):
        return last
    for place in range(last, max(last - _REACH, end), -1):
        if text[place].isspace():
            return place
    return last
