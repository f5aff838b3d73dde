"""The sentences of the evidence, each with what stands around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from notebook_core.domain import Hit
from notebook_core.engine_events import Quote
from notebook_core.text.sentences import is_row, sentences
from notebook_core.text.spans import slice_text, trim
from notebook_core.text.tables import header, labelled

LONGEST_FRAGMENT = 40


@dataclass(frozen=True)
class Sentence:
    """A sentence of a hit's passage; `start` counts in its source's text.

    `rank` is its passage's place among the candidates, from 0. `before` is the sentence that it
    follows in the passage, `lead` the heading-like piece it stands under. A row of a table follows
    nothing and stands under its `header`, unless it is that itself (`is_header`) and so no answer.
    `coverage` is the share of the question's term weights that it holds, from 0 to 1; `score` is
    what it is chosen by, made of its `features`. `called` is what its source is called by beside
    its title.
    """

    hit: Hit
    start: int
    text: str
    rank: int = 0
    before: str = ""
    lead: str = ""
    is_header: bool = False
    coverage: float = 0.0
    score: float = 0.0
    features: Mapping[str, float] = field(default_factory=dict)
    header: Quote | None = None
    called: str = ""

    @property
    def source_id(self) -> str:
        return self.hit.passage.source_id

    @property
    def quote(self) -> Quote:
        return Quote(self.source_id, self.hit.passage.version, self.text, self.start)

    @property
    def spoken(self) -> str:
        """The text as it is read: that of a row with the names of its columns."""
        cells = labelled(self.header.text, self.text) if self.header else []
        return "; ".join(f"{name}: {cell}" for name, cell in cells if cell) or self.text


def candidate_sentences(
    hits: Sequence[Hit], called: Mapping[str, str] | None = None
) -> Iterator[Sentence]:
    """Each sentence of the hits once, in their order; `called` has the other names of sources."""
    seen: set[tuple[str, int]] = set()
    for rank, hit in enumerate(hits):
        before, lead = "", ""
        for start, text in _pieces(hit.text):
            place = (hit.passage.source_id, hit.passage.start + start)
            if place not in seen:
                seen.add(place)
                other_name = called.get(place[0], "") if called else ""
                found = Sentence(hit, place[1], text, rank, before, lead, called=other_name)
                yield _under_its_header(found) if is_row(text) else found
            before, lead = text, text if is_fragment(text) else lead


@lru_cache(maxsize=4_096)
def _pieces(text: str) -> tuple[tuple[int, str], ...]:
    """The sentences of a passage that say something, and where they start. Question after question
    goes to the same passages, and cutting them took a third of an answer's own time."""
    spans = (trim(text, start, end) for start, end in sentences(text))
    pieces = ((start, slice_text(text, start, end)) for start, end in spans)
    return tuple((start, piece) for start, piece in pieces if any(map(str.isalnum, piece)))


def _under_its_header(row: Sentence) -> Sentence:
    text, begin = text_around(row.hit)
    found = header(text, row.start - begin)
    if found is None:
        return row
    first, last = trim(text, *found)
    if first == row.start - begin:
        return replace(row, is_header=True)
    names = slice_text(text, first, last)
    quote = Quote(row.source_id, row.hit.passage.version, names, begin + first)
    return replace(row, header=quote, before="", lead=f"{row.lead} {names}".strip())


def text_around(hit: Hit) -> tuple[str, int]:
    """The passage with what stands around it, from a line's start, and where that is."""
    before = hit.before
    if len(before) < hit.passage.start:
        before = before[before.find("\n") + 1 :]
    return before + hit.text + hit.after, hit.passage.start - len(before)


def is_fragment(text: str) -> bool:
    """Whether this looks like a heading or a label rather than a statement or a row."""
    is_short = len(text) < LONGEST_FRAGMENT
    is_label = is_short and text.isascii() and text[-1:].isalnum() and not is_row(text)
    return text.startswith("#") or is_label
