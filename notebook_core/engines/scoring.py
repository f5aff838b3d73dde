"""Scores the sentences of the evidence as answers, and how likely it is that one of them is one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from notebook_core.domain import Evidence, Hit
from notebook_core.engines.features import features_of, names_of, surroundings
from notebook_core.engines.fitted import Coefficients, Fitted, weighed
from notebook_core.engines.sentence import Sentence, candidate_sentences, is_fragment
from notebook_core.ports import Vector
from notebook_core.text.asked import Asked, asked_about
from notebook_core.text.function_words import asked_in

Embed = Callable[[Sequence[str]], Iterable[Vector]]

MOST_SENTENCES_SCORED = 64
SENTENCES_BY_COVERAGE_ALONE = 40
FIRST_PASSAGE_BONUS = 0.3
FRAGMENT_PENALTY = 0.25
BORROWED = 1 / 3
"""What a term counts that was taken over from the question before."""
FRAGMENT_LOG_ODDS = 3.0
"""How much less likely a heading or a label is an answer; the fitted material is prose alone."""


def scored_sentences(
    evidence: Evidence,
    asked: Mapping[str, Asked],
    embed: Embed,
    fitted: Coefficients,
    *,
    each_source: bool = False,
) -> list[Sentence]:
    """The sentences of the candidates with their features and scores, best first.

    `asked` is the question as it is looked for in each source (`asked_by_source`); `each_source`
    says that each is asked what it says.
    """
    called = {source.id: source.called for source in evidence.scope.sources}
    covered = [
        replace(sentence, coverage=coverage(sentence, asked[sentence.source_id]))
        for sentence in candidate_sentences(evidence.candidates, called)
        if not sentence.is_header
    ]
    kept = most_promising(covered, 0 if each_source else SENTENCES_BY_COVERAGE_ALONE)
    meanings = _meanings([sentence.spoken for sentence in kept], evidence.question_vector, embed)
    names = names_by_source(evidence.candidates, asked, {one.source_id for one in kept})
    measured = [
        replace(one, features=features_of(asked[one.source_id], one, meaning, names[one.source_id]))
        for one, meaning in zip(kept, meanings, strict=True)
    ]
    return in_order(measured, _coefficients(evidence, fitted).ranking)


def in_order(measured: Sequence[Sentence], ranking: Mapping[str, float]) -> list[Sentence]:
    """Sentences with features, scored and best first."""
    scored = []
    for sentence in measured:
        score = weighed(ranking, sentence.features)
        score -= FRAGMENT_LOG_ODDS if is_fragment(sentence.text) else 0.0
        scored.append(replace(sentence, score=score))
    return sorted(scored, key=lambda s: (-s.score, s.source_id, s.start))


def confidence(
    scored: Sequence[Sentence], evidence: Evidence, embed: Embed, fitted: Coefficients
) -> float:
    """How sure it is, from 0 to 1, that the best sentence answers; from one half on it is shown."""
    if not scored:
        return 0.0
    chosen_by = _coefficients(evidence, fitted)
    features = confidence_features(scored, evidence, embed)
    log_odds = chosen_by.intercept + weighed(chosen_by.confidence, features)
    return 1 / (1 + math.exp(-log_odds))


def confidence_features(
    scored: Sequence[Sentence], evidence: Evidence, embed: Embed
) -> dict[str, float]:
    """What the best sentence and the others tell about whether the sources answer at all.

    `together` is the meaning of the best sentence read with the one before it, which says what its
    pronouns point to; a row of a table is read with its header instead.
    """
    best = scored[0]
    together = best.spoken if best.header else f"{best.before} {best.text}".strip()
    return dict(best.features) | {
        "together": _meanings([together], evidence.question_vector, embed)[0],
        "most_said": max(map(_said, scored)),
        "least_unsaid": min(sentence.features["unsaid"] for sentence in scored),
    }


def names_by_source(
    hits: Sequence[Hit], asked: Mapping[str, Asked], source_ids: Collection[str]
) -> dict[str, frozenset[str]]:
    """The names in the candidates of each of these sources."""
    names = dict.fromkeys(source_ids, frozenset[str]())
    for hit in hits:
        source_id = hit.passage.source_id
        if source_id in names:
            names[source_id] |= names_of(hit.text, asked[source_id].language)
    return names


def asked_by_source(evidence: Evidence, own_question: str = "") -> dict[str, Asked]:
    """The question as it can be looked for in each source.

    `own_question` is what was asked where more than that was searched: of a question that leans on
    the one before, its own words count most.

    Terms that another language in scope stems otherwise can't be in a source, and must not count.
    """
    languages = {source.id: source.language for source in evidence.scope.sources}
    asked = {}
    for language in set(languages.values()):
        own = asked_in(evidence.question, language, set(languages.values()))
        first = asked_in(own_question, language, {language}) & own
        weights = {
            term: weight if term in first or not first else weight * BORROWED
            for term, weight in evidence.term_weights.items()
            if term in own
        }
        asked[language] = asked_about(evidence.question, weights, language, own_question)
    return {source_id: asked[language] for source_id, language in languages.items()}


def coverage(sentence: Sentence, asked: Asked) -> float:
    """The share of the question's weight that the sentence's terms carry; what stands around it
    counts half."""
    near = surroundings(sentence, asked.language)
    inside = math.fsum(weight for term, weight in asked.weights.items() if term in near.said)
    nearby = math.fsum(
        weight
        for term, weight in asked.weights.items()
        if term not in near.said and (term in near.around or term in near.before)
    )
    return (inside + nearby / 2) / asked.total


def most_promising(
    covered: Sequence[Sentence], by_coverage_alone: int = SENTENCES_BY_COVERAGE_ALONE
) -> list[Sentence]:
    """As many sentences as can be compared in time: some that promise most, and the best of each
    source, then the second of each, in turns. Of the same words in a source only one is kept."""
    order = list(_once_each(sorted(covered, key=_promise)))
    first = order[:by_coverage_alone]
    place: Counter[str] = Counter()
    turns = []
    for sentence in order:
        place[sentence.source_id] += 1
        turns.append((place[sentence.source_id], sentence))
    kept = {id(sentence) for sentence in first}
    in_turns = sorted(
        ((turn, sentence) for turn, sentence in turns if id(sentence) not in kept),
        key=lambda pair: pair[0],
    )
    room = MOST_SENTENCES_SCORED - len(first)
    return first + [sentence for _, sentence in in_turns[:room]]


def _promise(sentence: Sentence) -> tuple[float, int, str, int]:
    promise = sentence.coverage + FIRST_PASSAGE_BONUS / (1 + sentence.rank)
    promise -= FRAGMENT_PENALTY if is_fragment(sentence.text) else 0.0
    return -promise, sentence.rank, sentence.source_id, sentence.start


def _once_each(ordered: Iterable[Sentence]) -> Iterator[Sentence]:
    seen: set[tuple[str, str]] = set()
    for sentence in ordered:
        words = (sentence.source_id, sentence.text)
        if words not in seen:
            seen.add(words)
            yield sentence


def _said(sentence: Sentence) -> float:
    features = sentence.features
    return features["named"] + features["said_other"] + features["alike"]


def _meanings(
    texts: Sequence[str], question: tuple[float, ...] | None, embed: Embed
) -> list[float]:
    """The cosine of each text and the question; 0 where nothing can be compared by meaning."""
    if question is None:
        return [0.0] * len(texts)
    asked = np.asarray(question, dtype=np.float32)
    return [float(np.dot(asked, vector)) for vector in embed(texts)]


def _coefficients(evidence: Evidence, fitted: Coefficients) -> Fitted:
    return fitted.words_alone if evidence.question_vector is None else fitted.with_meaning
