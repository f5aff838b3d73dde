"""Widens what was chosen to wholes: a list for the sentence that introduces it, the right rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from notebook_core.domain import Evidence
from notebook_core.engine_events import Quote
from notebook_core.engines.sentence import Sentence, text_around
from notebook_core.text.announced import with_announced
from notebook_core.text.lists import whole
from notebook_core.text.several import asks_for_several, asks_how_many
from notebook_core.text.spans import HEADING_SEPARATOR, slice_text
from notebook_core.text.terms import terms
from notebook_core.text.titles import plain_title


def as_wholes(parts: Sequence[Sequence[Sentence]], evidence: Evidence) -> list[list[Sentence]]:
    """The parts of an answer, each sentence that belongs to a list widened to all of it.

    An item leads to its list only where the question asks for several things, and a sentence to
    those that it counts only where it doesn't ask how many they are. What stands in a whole isn't
    shown again beside it; a whole takes the place of its first sentence. Of the rows of a table
    those stay whose cells say most of what is asked; a heading stays only where it stands alone.
    """
    languages = {source.id: source.language for source in evidence.scope.sources}
    widened = []
    for part in parts:
        language = languages[part[0].source_id]
        rows = _right_rows(part, evidence, language)
        wholes = _merged([_whole(one, evidence, language) for one in rows])
        widened.append([one for one in wholes if not _is_heading(one)] or wholes)
    return widened


def _right_rows(part: Sequence[Sentence], evidence: Evidence, language: str) -> list[Sentence]:
    """The part without rows of which another row of the same table says more of the question."""
    asked = evidence.term_weights.keys()
    said = [len(asked & set(terms(one.text, language))) if one.header else 0 for one in part]
    most: Counter[Quote | None] = Counter()
    for one, number in zip(part, said, strict=True):
        most[one.header] = max(most[one.header], number)
    return [one for one, number in zip(part, said, strict=True) if number == most[one.header]]


def _is_heading(sentence: Sentence) -> bool:
    """Whether this is the title of a section that its passage stands under."""
    path = sentence.hit.passage.heading.split(HEADING_SEPARATOR)
    return plain_title(sentence.text) in path


def _whole(sentence: Sentence, evidence: Evidence, language: str) -> Sentence:
    text, begin = text_around(sentence.hit)
    start = sentence.start - begin
    end = start + len(sentence.text)
    question = evidence.question
    span = whole(text, start, end, of_item=asks_for_several(question))
    if span == (start, end) and not asks_how_many(question):
        span = with_announced(text, start, end, language, evidence.term_weights)
    return replace(sentence, start=begin + span[0], text=slice_text(text, *span))


def _merged(part: Sequence[Sentence]) -> list[Sentence]:
    kept: list[Sentence] = []
    for sentence in part:
        at = next((n for n, other in enumerate(kept) if _overlap(sentence, other)), None)
        if at is None:
            kept.append(sentence)
        elif len(sentence.text) > len(kept[at].text):
            kept[at] = sentence
    return kept


def _overlap(one: Sentence, other: Sentence) -> bool:
    return one.start < other.start + len(other.text) and other.start < one.start + len(one.text)
