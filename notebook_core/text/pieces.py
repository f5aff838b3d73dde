"""Cuts a stretch of text to pieces of so many tokens: at sentences, then words, then anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from notebook_core.ports import TokenCounter
from notebook_core.text.sentences import sentences
from notebook_core.text.spans import slice_text, trim

_WORD = regex.compile(r"\S+\s*|\s+")
_LINE = regex.compile(r"[^\n]*\n|[^\n]+")
CHARACTERS_A_PIECE = 32


@dataclass(frozen=True)
class Piece:
    """A stretch `start:end` of the text and the tokens that it counts."""

    start: int
    end: int
    tokens: int


def counted(text: str, spans: Sequence[tuple[int, int]], count_tokens: TokenCounter) -> list[Piece]:
    """The spans with their tokens, counted in one call."""
    counts = count_tokens([slice_text(text, start, end) for start, end in spans])
    return [Piece(start, end, count) for (start, end), count in zip(spans, counts, strict=True)]


def cut(
    text: str, piece: Piece, most: int, count_tokens: TokenCounter, by_line: bool
) -> list[Piece]:
    """`piece` in parts of at most `most` tokens, which tile it: at line ends or sentences first,
    then at words, then anywhere. Neighbours are packed together while they fit."""
    if piece.tokens <= most:
        return [piece]
    split = _lines if by_line else _sentences
    parts: list[Piece] = []
    for part in counted(text, split(text, piece), count_tokens):
        parts.extend([part] if part.tokens <= most else _cut_words(text, part, most, count_tokens))
    return pack(parts, most)


def words(text: str, piece: Piece, most: int, count_tokens: TokenCounter) -> list[Piece]:
    """The words of a piece; one that alone has more than `most` tokens comes in parts."""
    spans = [
        (piece.start + found.start(), piece.start + found.end())
        for found in _WORD.finditer(slice_text(text, piece.start, piece.end))
    ]
    parts: list[Piece] = []
    for word in counted(text, spans, count_tokens):
        parts.extend(
            [word] if word.tokens <= most else _cut_characters(text, word, most, count_tokens)
        )
    return parts


def pack(pieces: Iterable[Piece], most: int) -> list[Piece]:
    """Neighbouring pieces joined while they have at most `most` tokens together."""
    packed: list[Piece] = []
    for piece in pieces:
        if packed and packed[-1].tokens + piece.tokens <= most:
            last = packed.pop()
            piece = Piece(last.start, piece.end, last.tokens + piece.tokens)
        packed.append(piece)
    return packed


def trimmed(text: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces without blanks at their ends; those of blanks alone are left out."""
    for piece in pieces:
        start, end = trim(text, piece.start, piece.end)
        if start < end:
            yield Piece(start, end, piece.tokens)


def _cut_words(text: str, piece: Piece, most: int, count_tokens: TokenCounter) -> list[Piece]:
    return pack(words(text, piece, most, count_tokens), most)


def _cut_characters(text: str, piece: Piece, most: int, count_tokens: TokenCounter) -> list[Piece]:
    """Short runs of characters, short enough for any tokenizer that has a token per character."""
    step = max(1, min(CHARACTERS_A_PIECE, most))
    spans = [(start, min(start + step, piece.end)) for start in range(piece.start, piece.end, step)]
    return pack(counted(text, spans, count_tokens), most)


def _sentences(text: str, piece: Piece) -> list[tuple[int, int]]:
    return [
        (piece.start + start, piece.start + end)
        for start, end in sentences(slice_text(text, piece.start, piece.end))
    ]


def _lines(text: str, piece: Piece) -> list[tuple[int, int]]:
    return [
        (piece.start + found.start(), piece.start + found.end())
        for found in _LINE.finditer(slice_text(text, piece.start, piece.end))
    ]
