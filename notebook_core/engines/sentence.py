"""The sentences of the evidence, each with what stands around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from notebook_core.domain import Hit
from notebook_core.engine_events import Quote
from notebook_core.text.sentences import sentences
from notebook_core.text.spans import slice_text, trim

LONGEST_FRAGMENT = 40


@dataclass(frozen=True)
class Sentence:
    """A sentence of a hit's passage; `start` counts in its source's text.

    `rank` is its passage's place among the candidates, from 0. `before` is the sentence that it
    follows in the passage, `lead` the heading-like piece it stands under. `coverage` is the share
    of the question's term weights that it holds, from 0 to 1; `score` is what it is chosen by.
    """

    hit: Hit
    start: int
    text: str
    rank: int = 0
    before: str = ""
    lead: str = ""
    coverage: float = 0.0
    score: float = 0.0

    @property
    def source_id(self) -> str:
        return self.hit.passage.source_id

    @property
    def quote(self) -> Quote:
        return Quote(self.source_id, self.hit.passage.version, self.text, self.start)


def candidate_sentences(hits: Sequence[Hit]) -> Iterator[Sentence]:
    """Each sentence of the hits once, in their order."""
    seen: set[tuple[str, int]] = set()
    for rank, hit in enumerate(hits):
        before, lead = "", ""
        for piece_start, piece_end in sentences(hit.text):
            start, end = trim(hit.text, piece_start, piece_end)
            text = slice_text(hit.text, start, end)
            if not any(character.isalnum() for character in text):
                continue
            place = (hit.passage.source_id, hit.passage.start + start)
            if place not in seen:
                seen.add(place)
                yield Sentence(hit, place[1], text, rank, before, lead)
            before, lead = text, text if is_fragment(text) else lead


def is_fragment(text: str) -> bool:
    """Whether this looks like a heading or a label rather than a statement."""
    is_short = len(text) < LONGEST_FRAGMENT
    return text.startswith("#") or (is_short and text.isascii() and text[-1:].isalnum())
