"""Meaning: a section's sentences grouped where neighbouring ones are least alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from notebook_core.ports import TokenCounter, Vector
from notebook_core.text.pieces import counted, cut
from notebook_core.text.sections import KEPT_WHOLE, Draft, Room, Unit, packed
from notebook_core.text.spans import slice_text

Embed = Callable[[Sequence[str]], Sequence[Vector]]
"""Texts to unit vectors, one each."""


def by_meaning(
    text: str,
    sections: Sequence[Sequence[Unit]],
    room: Room,
    count_tokens: TokenCounter,
    embed: Embed,
) -> list[Draft]:
    """Drafts that end where a section turns to something else, or where they are full.

    The cosine of each sentence with the next is compared with the mean of the section: one that
    lies a standard deviation below it ends a draft.
    """
    drafts: list[Draft] = []
    for section in sections:
        most = room.of(section)
        parts = list(_sentences(text, section, most, count_tokens))
        for group in _groups(text, parts, embed):
            drafts.extend(packed(group, most))
    return drafts


def _sentences(
    text: str, section: Sequence[Unit], most: int, count_tokens: TokenCounter
) -> Iterator[Draft]:
    """Sentences, and code or tables whole where they fit; headings with what follows them."""
    spans = [(unit.body, unit.end) for unit in section]
    for unit, body in zip(section, counted(text, spans, most, count_tokens), strict=True):
        if unit.kind in KEPT_WHOLE and body.tokens <= most:
            bodies = [body]
        else:
            bodies = cut(text, body, most, count_tokens, by_line=unit.kind == "code")
        drafts = [Draft(piece, unit.body_path) for piece in bodies]
        if unit.start < unit.body:
            (head,) = counted(text, [(unit.start, unit.body)], most, count_tokens)
            first = packed([Draft(head, unit.path), *drafts[:1]], most)
            drafts = [*first, *drafts[1:]]
        yield from drafts


def _groups(text: str, parts: Sequence[Draft], embed: Embed) -> Iterator[Sequence[Draft]]:
    if len(parts) < 3:  # two neighbours are as alike as their mean
        yield parts
        return
    vectors = np.array([*embed([slice_text(text, p.piece.start, p.piece.end) for p in parts])])
    likeness = np.sum(vectors[1:] * vectors[:-1], axis=1)
    lowest = float(likeness.mean() - likeness.std())
    begin = 0
    for at in range(1, len(parts)):
        if likeness[at - 1] < lowest:
            yield parts[begin:at]
            begin = at
    yield parts[begin:]
