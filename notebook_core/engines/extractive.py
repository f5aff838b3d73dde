"""The engine without a writing model: it shows the sentences that answer, verbatim, cited."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from notebook_core.domain import Evidence
from notebook_core.engine_events import (
    AnswerRequest,
    Closest,
    EngineEvent,
    Finished,
    Status,
)
from notebook_core.engines.conflicts import conflicts
from notebook_core.engines.phrases import phrases_for
from notebook_core.engines.sentence import Sentence, candidate_sentences, is_fragment
from notebook_core.engines.writing import write, write_abstention, write_conflicts
from notebook_core.ports import Vector
from notebook_core.text.function_words import asked_in
from notebook_core.text.terms import terms
from notebook_core.wording import counted

MOST_SENTENCES_SCORED = 64
SENTENCES_CERTAIN_FOR_A_SOURCE = 3
MOST_SENTENCES_OF_A_SOURCE = 3
MOST_SENTENCES_SHOWN = 12
MOST_CLOSEST = 3

COVERAGE_WEIGHT = 0.6
PASSAGE_RANK_WEIGHT = 0.1
FRAGMENT_PENALTY = 0.25
SUPPORTING_SHARE = 0.8
OTHER_SOURCE_SHARE = 0.65
ANSWER_SCORE = 0.55
ANSWER_COVERAGE = 0.34
CONFIDENCE_SLOPE = 6.0
MOST_SURE_OF_NONE = 0.49
"""An abstention is never as sure as the least sure answer, whatever its best score."""


class ExtractiveEngine:
    """Chooses sentences by meaning, by the question's terms, and by their passage's rank."""

    name = "extractive"

    def __init__(self, embed: Callable[[Sequence[str]], Iterable[Vector]]) -> None:
        self._embed = embed

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        """One part per source that speaks, then the silent ones; or an abstention."""
        evidence = request.evidence
        yield Status(f"Reading {counted(len(evidence.candidates), 'passage')}")
        scored = self.score(evidence)
        if cancelled():
            return
        best = scored[0] if scored else None
        sources = evidence.scope.sources
        phrases = phrases_for(evidence.question, {source.language for source in sources})
        if best is None or not answers(best, evidence):
            yield write_abstention(len(sources), phrases)
            yield from abstention(scored)
            return
        parts = choose(scored)
        for event in write(parts, sources, phrases):
            if cancelled():
                return
            yield event
        found = conflicts([s for part in parts for s in part], evidence.question)
        yield from write_conflicts(found, phrases)
        yield Finished(confidence=confidence(best.score), conflicts=found)

    def score(self, evidence: Evidence) -> list[Sentence]:
        """The sentences of the candidates with their scores, best first."""
        covered = with_coverage(evidence)
        covered.sort(key=lambda s: (-s.coverage, s.rank, s.start))
        kept = fairly_cut(covered)
        cosines = self._cosines(kept, evidence.question_vector)
        scored = [
            replace(s, score=cosine + _score_without_meaning(s))
            for s, cosine in zip(kept, cosines, strict=True)
        ]
        scored.sort(key=lambda s: (-s.score, s.source_id, s.start))
        return list(without_repeats(scored))

    def _cosines(
        self, found: Sequence[Sentence], question: tuple[float, ...] | None
    ) -> list[float]:
        if question is None:
            return [0.0] * len(found)
        asked = np.asarray(question, dtype=np.float32)
        return [float(np.dot(asked, vector)) for vector in self._embed([s.text for s in found])]


def fairly_cut(covered: Sequence[Sentence]) -> list[Sentence]:
    """As many sentences as can be compared in time: the best of each source, then the second and
    the third of each, then whatever else covers most."""
    place: Counter[str] = Counter()
    turns: list[tuple[int, Sentence]] = []
    for sentence in covered:
        place[sentence.source_id] += 1
        turns.append((min(place[sentence.source_id], SENTENCES_CERTAIN_FOR_A_SOURCE + 1), sentence))
    turns.sort(key=lambda turn: turn[0])
    return [sentence for _, sentence in turns[:MOST_SENTENCES_SCORED]]


def without_repeats(scored: Sequence[Sentence]) -> Iterator[Sentence]:
    """Of the same words in the same source, only the place that scored best."""
    seen: set[tuple[str, str]] = set()
    for sentence in scored:
        words = (sentence.source_id, sentence.text)
        if words not in seen:
            seen.add(words)
            yield sentence


def with_coverage(evidence: Evidence) -> list[Sentence]:
    """The sentences of the candidates, each measured by the terms of its source's language.

    Terms that another language in scope stems otherwise can't be in them, and must not count.
    """
    languages = {source.id: source.language for source in evidence.scope.sources}
    weights: dict[str, dict[str, float]] = {}
    for language in set(languages.values()):
        asked = asked_in(evidence.question, language, set(languages.values()))
        weights[language] = {t: w for t, w in evidence.term_weights.items() if t in asked}
    covered = []
    for sentence in candidate_sentences(evidence.candidates):
        language = languages[sentence.source_id]
        share = coverage(sentence, weights[language], language)
        covered.append(replace(sentence, coverage=share))
    return covered


def coverage(sentence: Sentence, weights: Mapping[str, float], language: str) -> float:
    """How much of the question's weight the sentence's terms carry; its heading counts half."""
    total = math.fsum(weights.values())
    if total <= 0:
        return 0.0
    said = set(terms(sentence.text, language))
    context = f"{sentence.hit.title} {sentence.hit.passage.heading} {sentence.lead}"
    around = set(terms(context, language)) - said
    inside = math.fsum(weight for term, weight in weights.items() if term in said)
    nearby = math.fsum(weight for term, weight in weights.items() if term in around)
    return (inside + nearby / 2) / total


def _score_without_meaning(sentence: Sentence) -> float:
    score = COVERAGE_WEIGHT * sentence.coverage + PASSAGE_RANK_WEIGHT / (1 + sentence.rank)
    return score - FRAGMENT_PENALTY if is_fragment(sentence.text) else score


def answers(best: Sentence, evidence: Evidence) -> bool:
    """Whether the best sentence says enough about the question to be shown as an answer."""
    if evidence.question_vector is None:
        return best.coverage >= ANSWER_COVERAGE
    return best.score >= ANSWER_SCORE and best.coverage >= ANSWER_COVERAGE / 2


def confidence(score: float) -> float:
    """A score as a number from 0 to 1; one half is where answers begin."""
    return 1 / (1 + math.exp(-CONFIDENCE_SLOPE * (score - ANSWER_SCORE)))


def choose(scored: Sequence[Sentence]) -> list[list[Sentence]]:
    """The sentences to show, grouped by source, the best source first."""
    best = scored[0].score
    parts: dict[str, list[Sentence]] = {}
    shown = 0
    for sentence in scored:
        part = parts.get(sentence.source_id)
        if part is None:
            if sentence.score < OTHER_SOURCE_SHARE * best:
                continue
            parts[sentence.source_id] = [sentence]
        elif (
            len(part) < MOST_SENTENCES_OF_A_SOURCE
            and shown < MOST_SENTENCES_SHOWN
            and sentence.score >= SUPPORTING_SHARE * best
            and not is_fragment(sentence.text)
        ):
            part.append(sentence)
        else:
            continue
        shown += 1
    return list(parts.values())


def abstention(scored: Sequence[Sentence]) -> Iterator[EngineEvent]:
    """The nearest passages, offered as no more than that, and the end."""
    closest = scored[:MOST_CLOSEST]
    if closest:
        yield Closest(tuple(sentence.quote for sentence in closest))
    yield Finished(
        stop_reason="abstained",
        abstained=True,
        confidence=min(confidence(scored[0].score), MOST_SURE_OF_NONE) if scored else 0.0,
    )
