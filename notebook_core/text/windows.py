"""Windows: drafts of a fixed number of tokens, which overlap, without regard to structure."""

from __future__ import annotations

from collections.abc import Sequence

from notebook_core.ports import TokenCounter
from notebook_core.text.pieces import Piece, words
from notebook_core.text.sections import Draft, Room

OVERLAP = 0.15
"""How much of a window the next one repeats, in tokens."""


def by_windows(text: str, room: Room, count_tokens: TokenCounter) -> list[Draft]:
    """As many words as fit, again and again; they start one after the other, never at one place."""
    most = room.under(())
    pieces = words(text, Piece(0, len(text), 0), most, count_tokens)
    drafts: list[Draft] = []
    first = 0
    while first < len(pieces):
        last, tokens = first + 1, pieces[first].tokens
        while last < len(pieces) and tokens + pieces[last].tokens <= most:
            tokens += pieces[last].tokens
            last += 1
        drafts.append(Draft(Piece(pieces[first].start, pieces[last - 1].end, tokens), ()))
        if last == len(pieces):
            break
        first = _next_start(pieces, first, last, most)
    return drafts


def _next_start(pieces: Sequence[Piece], first: int, last: int, most: int) -> int:
    """Some words back from the end of the window, but further on than its start."""
    start, repeated = last, 0
    while start - 1 > first and repeated + pieces[start - 1].tokens <= OVERLAP * most:
        start -= 1
        repeated += pieces[start].tokens
    return start
