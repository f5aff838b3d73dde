"""Cuts a stretch of text to pieces of so many tokens: at sentences, then words, then anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from notebook_core.ports import TokenCounter
from notebook_core.text.sentences import sentences
from notebook_core.text.spans import slice_text, trim

CHARACTERS_A_TOKEN = 16
"""A token counts for at most so many characters: a tokenizer that makes one token of a word it
doesn't know would let a passage of any length pass."""

_BATCH = 500
_RUN = 32
_WORD = regex.compile(r"\S+\s*|\s+")
_LINE = regex.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch `start:end` of the text and the tokens that it counts."""

    start: int
    end: int
    tokens: int


def count(texts: Sequence[str], count_tokens: TokenCounter) -> list[int]:
    """The tokens of each text, a batch at a time, so that memory doesn't grow with their number."""
    batches = (texts[first : first + _BATCH] for first in range(0, len(texts), _BATCH))
    return [tokens for batch in batches for tokens in count_tokens(batch)]


def counted(
    text: str, spans: Sequence[tuple[int, int]], most: int, count_tokens: TokenCounter
) -> list[Piece]:
    """The spans with their tokens; those too long to have `most` are not handed to the counter."""
    lengths = [-(-(end - start) // CHARACTERS_A_TOKEN) for start, end in spans]
    short = [at for at, length in enumerate(lengths) if length <= most]
    counts = count([slice_text(text, *spans[at]) for at in short], count_tokens)
    for at, tokens in zip(short, counts, strict=True):
        lengths[at] = max(lengths[at], tokens)
    return [Piece(start, end, tokens) for (start, end), tokens in zip(spans, lengths, strict=True)]


def cut(
    text: str, piece: Piece, most: int, count_tokens: TokenCounter, *, by_line: bool = False
) -> list[Piece]:
    """The sentences of a piece, or its lines; those of more than `most` tokens come in parts, cut
    between words or, where a word alone is too long, anywhere. The parts tile the piece."""
    split = _lines if by_line else _sentences
    parts: list[Piece] = []
    for part in counted(text, split(text, piece), most, count_tokens):
        if part.tokens <= most:
            parts.append(part)
        else:
            parts.extend(pack(words(text, part, most, count_tokens), most))
    return parts


def words(text: str, piece: Piece, most: int, count_tokens: TokenCounter) -> list[Piece]:
    """The words of a piece; one that alone has more than `most` tokens comes in parts."""
    spans = [
        (piece.start + found.start(), piece.start + found.end())
        for found in _WORD.finditer(slice_text(text, piece.start, piece.end))
    ]
    parts: list[Piece] = []
    for word in counted(text, spans, most, count_tokens):
        if word.tokens <= most:
            parts.append(word)
        else:
            parts.extend(_characters(text, word, most, count_tokens))
    return parts


def pack(pieces: Iterable[Piece], most: int) -> list[Piece]:
    """Neighbouring pieces joined while they have at most `most` tokens together."""
    packed: list[Piece] = []
    for piece in pieces:
        if packed and packed[-1].tokens + piece.tokens <= most:
            packed[-1] = joined(packed[-1], piece)
        else:
            packed.append(piece)
    return packed


def joined(first: Piece, second: Piece) -> Piece:
    return Piece(first.start, second.end, first.tokens + second.tokens)


def trimmed(text: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces without blanks at their ends; those of blanks alone are left out."""
    for piece in pieces:
        start, end = trim(text, piece.start, piece.end)
        if start < end:
            yield Piece(start, end, piece.tokens)


def _characters(text: str, piece: Piece, most: int, count_tokens: TokenCounter) -> list[Piece]:
    """Runs of characters, short enough for any tokenizer that makes a token of each."""
    step = max(1, min(_RUN, most))
    spans = [(start, min(start + step, piece.end)) for start in range(piece.start, piece.end, step)]
    return pack(counted(text, spans, most, count_tokens), most)


def _sentences(text: str, piece: Piece) -> list[tuple[int, int]]:
    inside = slice_text(text, piece.start, piece.end)
    return [(piece.start + start, piece.start + end) for start, end in sentences(inside)]


def _lines(text: str, piece: Piece) -> list[tuple[int, int]]:
    inside = slice_text(text, piece.start, piece.end)
    return [
        (piece.start + found.start(), piece.start + found.end()) for found in _LINE.finditer(inside)
    ]
