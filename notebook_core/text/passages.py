"""Passages: the stretches of a text that are embedded, searched and found as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from notebook_core.domain import PassageStrategy, SourceText
from notebook_core.ports import TokenCounter
from notebook_core.text.context import embedding_text
from notebook_core.text.meaning import Embed, by_meaning
from notebook_core.text.pieces import Piece, count, trimmed
from notebook_core.text.sections import (
    SPECIAL_TOKENS,
    Draft,
    Room,
    by_structure,
    sections_of,
    without_scraps,
)
from notebook_core.text.spans import join_headings, slice_text
from notebook_core.text.windows import by_windows


@dataclass(frozen=True)
class PassageSpan:
    """A passage to be: where it stands, and the heading path that holds for all of it."""

    start: int
    end: int
    heading: str


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
    cuts windows that overlap, without regard to structure. Raises ValueError when the limit leaves
    no room for a single character beside the context.
    """
    text = source_text.text
    room = Room(source_text.title, count_tokens, token_limit)
    if strategy == "fixed":
        drafts = by_windows(text, room, count_tokens)
    else:
        sections = sections_of(source_text)
        room.learn(unit.body_path for section in sections for unit in section)
        if strategy == "semantic" and embed is not None:
            drafts = by_meaning(text, sections, room, count_tokens, embed)
        else:
            drafts = by_structure(text, sections, room, count_tokens)
        drafts = without_scraps(drafts, room)
    return _fitting(source_text, drafts, count_tokens, token_limit)


def _fitting(
    source_text: SourceText,
    drafts: Iterable[Draft],
    count_tokens: TokenCounter,
    token_limit: int,
) -> list[PassageSpan]:
    """The drafts as passages. Counts don't always add up where a text was cut, so each is counted
    once more as the embedder will see it, and cut in two until it fits."""
    found: list[PassageSpan] = []
    pending = [
        PassageSpan(piece.start, piece.end, join_headings(draft.path))
        for draft in drafts
        for piece in trimmed(source_text.text, [draft.piece])
    ]
    while pending:
        halved: list[PassageSpan] = []
        for span, tokens in zip(pending, _shown(source_text, pending, count_tokens), strict=True):
            if tokens + SPECIAL_TOKENS <= token_limit:
                found.append(span)
            else:
                halved.extend(_halves(source_text.text, span))
        pending = halved
    return sorted(found, key=lambda span: (span.start, span.end))


def _shown(
    source_text: SourceText, spans: Sequence[PassageSpan], count_tokens: TokenCounter
) -> list[int]:
    shown = [
        embedding_text(
            source_text.title, span.heading, slice_text(source_text.text, span.start, span.end)
        )
        for span in spans
    ]
    return count(shown, count_tokens)


def _halves(text: str, span: PassageSpan) -> list[PassageSpan]:
    if span.end - span.start == 1:
        raise ValueError("the token limit leaves no room for a passage beside its context")
    middle = (span.start + span.end) // 2
    blank = text.rfind(" ", span.start + 1, middle)
    at = blank if blank > span.start else middle
    halves = trimmed(text, [Piece(span.start, at, 0), Piece(at, span.end, 0)])
    return [PassageSpan(half.start, half.end, span.heading) for half in halves]
