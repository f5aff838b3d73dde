"""Cuts a source's text into passages: stretches that are embedded, searched and found as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import regex

from notebook_core.domain import BlockSpan, PassageStrategy, SourceText
from notebook_core.ports import TokenCounter, Vector
from notebook_core.text.pieces import Piece, counted, cut, pack, trimmed, words
from notebook_core.text.sentences import sentences
from notebook_core.text.spans import HEADING_SEPARATOR, heading_path, join_headings, slice_text

SPECIAL_TOKENS = 2
FEWEST_TOKENS = 40
FIXED_OVERLAP = 0.15
CONTEXT_COST = 64.0
COST_OF_SPACED = 1 / 3
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]")

Embed = Callable[[Sequence[str]], Sequence[Vector]]


@dataclass(frozen=True)
class PassageSpan:
    """A passage to be: where it stands, and the heading path that holds for all of it."""

    start: int
    end: int
    heading: str


@dataclass(frozen=True)
class _Section:
    """Neighbouring blocks under one heading path, and the tokens that a passage of it may have."""

    heading: str
    blocks: tuple[BlockSpan, ...]
    most: int


@dataclass(frozen=True)
class _Draft:
    """A passage being made, with its tokens."""

    piece: Piece
    heading: str


# --- what the embedder sees ----------------------------------------------------------------


def embedding_context(title: str, heading: str) -> str:
    """Title and heading path as they go before a passage, the inmost headings kept if it is long.

    >>> embedding_context("Manual", "Manual › Pump › Storage")
    'Manual › Pump › Storage'
    """
    path = [part for part in heading.split(HEADING_SEPARATOR) if part]
    if title and (not path or path[0] != title):
        path.insert(0, title)
    budget = CONTEXT_COST
    kept: list[str] = []
    for part in reversed(path):
        shortened = _shortened(part, budget)
        if not shortened:
            break
        kept.insert(0, shortened)
        budget -= _cost(shortened)
    return join_headings(kept)


def embedding_text(title: str, heading: str, text: str) -> str:
    """What the embedder sees of a passage; it is never part of the normalised text."""
    context = embedding_context(title, heading)
    return f"{context}\n{text}" if context else text


def _cost(text: str) -> float:
    """About how many tokens: a token a character in scripts without spaces, else one in three."""
    unspaced = len(_UNSPACED.findall(text))
    return unspaced + (len(text) - unspaced) * COST_OF_SPACED


def _shortened(text: str, budget: float) -> str:
    if _cost(text) <= budget:
        return text
    spent = 0.0
    for at, character in enumerate(text):
        spent += _cost(character)
        if spent > budget:
            return text[:at].rstrip()
    return text


# --- splitting -----------------------------------------------------------------------------


def split_passages(
    source_text: SourceText,
    strategy: PassageStrategy,
    count_tokens: TokenCounter,
    token_limit: int,
    embed: Embed | None = None,
) -> list[PassageSpan]:
    """The passages of a text, in order, without blanks at their ends.

    For each of them, what the embedder sees has at most `token_limit` tokens, its special ones
    included. `structure` packs whole blocks inside a section; `semantic` begins a passage where
    neighbouring sentences are least alike (`structure` stands in for it without `embed`); `fixed`
    cuts windows that overlap, without regard to structure.
    """
    sections = _sections(source_text, count_tokens, token_limit)
    text = source_text.text
    match strategy:
        case "fixed":
            drafts = _fixed(source_text, count_tokens, token_limit)
        case "semantic" if embed is not None:
            drafts = [
                _Draft(piece, section.heading)
                for section in sections
                for piece in _by_meaning(text, section, count_tokens, embed)
            ]
        case _:
            drafts = _joined_with_neighbours(
                [
                    _Draft(piece, section.heading)
                    for section in sections
                    for piece in _by_structure(text, section, count_tokens)
                ],
                source_text.title,
                count_tokens,
                token_limit,
            )
    return _fitting(source_text, drafts, count_tokens, token_limit)


def _room(title: str, heading: str, count_tokens: TokenCounter, token_limit: int) -> int:
    context = count_tokens([embedding_context(title, heading)])[0]
    return max(1, token_limit - SPECIAL_TOKENS - context)


def _sections(
    source_text: SourceText, count_tokens: TokenCounter, token_limit: int
) -> list[_Section]:
    blocks = source_text.blocks or (BlockSpan(0, len(source_text.text), "paragraph"),)
    grouped: list[tuple[str, list[BlockSpan]]] = []
    for block in blocks:
        heading = heading_path(source_text.headings, block.start)
        if grouped and block.kind != "heading" and grouped[-1][0] == heading:
            grouped[-1][1].append(block)
        else:
            grouped.append((heading, [block]))
    return [
        _Section(
            heading, tuple(found), _room(source_text.title, heading, count_tokens, token_limit)
        )
        for heading, found in grouped
    ]


def _by_structure(text: str, section: _Section, count_tokens: TokenCounter) -> list[Piece]:
    spans = [(block.start, block.end) for block in section.blocks]
    parts: list[Piece] = []
    for block, piece in zip(section.blocks, counted(text, spans, count_tokens), strict=True):
        parts.extend(cut(text, piece, section.most, count_tokens, by_line=block.kind == "code"))
    return pack(parts, section.most)


def _joined_with_neighbours(
    drafts: Sequence[_Draft], title: str, count_tokens: TokenCounter, token_limit: int
) -> list[_Draft]:
    """A draft below the minimum joins the one after it, or before it, where the two fit."""
    joined: list[_Draft] = []
    for draft in drafts:
        last = joined[-1] if joined else None
        if last and min(last.piece.tokens, draft.piece.tokens) < FEWEST_TOKENS:
            heading = _common(last.heading, draft.heading)
            together = last.piece.tokens + draft.piece.tokens
            if together <= _room(title, heading, count_tokens, token_limit):
                joined[-1] = _Draft(Piece(last.piece.start, draft.piece.end, together), heading)
                continue
        joined.append(draft)
    return joined


def _common(first: str, second: str) -> str:
    path: list[str] = []
    for one, other in zip(
        first.split(HEADING_SEPARATOR), second.split(HEADING_SEPARATOR), strict=False
    ):
        if one != other:
            break
        path.append(one)
    return join_headings(path)


def _by_meaning(
    text: str, section: _Section, count_tokens: TokenCounter, embed: Embed
) -> list[Piece]:
    """Sentences grouped; a group ends where the likeness to the next sentence is unusually low
    (a standard deviation below the section's mean), or where it is full."""
    pieces = [
        part
        for block in section.blocks
        for piece in counted(text, _sentences_of(text, block), count_tokens)
        for part in cut(text, piece, section.most, count_tokens, by_line=False)
    ]
    vectors = np.array([*embed([slice_text(text, p.start, p.end) for p in pieces])])
    likeness = np.sum(vectors[1:] * vectors[:-1], axis=1)
    lowest = float(likeness.mean() - likeness.std()) if len(likeness) else 0.0
    groups: list[list[Piece]] = [[]]
    for at, piece in enumerate(pieces):
        if at and likeness[at - 1] < lowest:
            groups.append([])
        groups[-1].append(piece)
    return [packed for group in groups for packed in pack(group, section.most)]


def _sentences_of(text: str, block: BlockSpan) -> list[tuple[int, int]]:
    if block.kind == "code":
        return [(block.start, block.end)]
    inside = slice_text(text, block.start, block.end)
    return [(block.start + start, block.start + end) for start, end in sentences(inside)]


def _fixed(source_text: SourceText, count_tokens: TokenCounter, token_limit: int) -> list[_Draft]:
    text = source_text.text
    most = _room(source_text.title, "", count_tokens, token_limit)
    pieces = words(text, Piece(0, len(text), 0), most, count_tokens)
    drafts: list[_Draft] = []
    first = 0
    while first < len(pieces):
        last, tokens = first, 0
        while last < len(pieces) and tokens + pieces[last].tokens <= most:
            tokens += pieces[last].tokens
            last += 1
        drafts.append(_Draft(Piece(pieces[first].start, pieces[last - 1].end, tokens), ""))
        if last == len(pieces):
            break
        first = _window_start(pieces, first, last, most)
    return drafts


def _window_start(pieces: Sequence[Piece], first: int, last: int, most: int) -> int:
    """Where the next window begins: some words back, but always further on than the last one."""
    overlap = 0
    start = last
    while start - 1 > first and overlap + pieces[start - 1].tokens <= FIXED_OVERLAP * most:
        start -= 1
        overlap += pieces[start].tokens
    return start


def _fitting(
    source_text: SourceText,
    drafts: Sequence[_Draft],
    count_tokens: TokenCounter,
    token_limit: int,
) -> list[PassageSpan]:
    """The drafts as passages. Counts don't always add up where a text was cut, so each is counted
    once more as the embedder will see it, and cut in two until it fits."""
    title, text = source_text.title, source_text.text
    found: list[PassageSpan] = []
    pending = [
        PassageSpan(piece.start, piece.end, draft.heading)
        for draft in drafts
        for piece in trimmed(text, [draft.piece])
    ]
    while pending:
        shown = [
            embedding_text(title, span.heading, slice_text(text, span.start, span.end))
            for span in pending
        ]
        counts = count_tokens(shown)
        split: list[PassageSpan] = []
        for span, count in zip(pending, counts, strict=True):
            if count + SPECIAL_TOKENS <= token_limit or span.end - span.start == 1:
                found.append(span)
            else:
                split.extend(_halves(text, span))
        pending = split
    return sorted(found, key=lambda span: (span.start, span.end))


def _halves(text: str, span: PassageSpan) -> list[PassageSpan]:
    middle = (span.start + span.end) // 2
    blank = text.rfind(" ", span.start + 1, middle)
    at = blank if blank > span.start else middle
    halves = trimmed(text, [Piece(span.start, at, 0), Piece(at, span.end, 0)])
    return [PassageSpan(half.start, half.end, span.heading) for half in halves]
