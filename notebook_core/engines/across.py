"""Answers to comparisons and surveys: what each source says about what is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from notebook_core.domain import Evidence, ScopedSource
from notebook_core.engines.choosing import FAR_LOG_ODDS, MOST_SENTENCES_SHOWN, NEAR_LOG_ODDS
from notebook_core.engines.selection import Selection
from notebook_core.engines.sentence import Sentence, is_fragment
from notebook_core.engines.side_by_side import rows
from notebook_core.text.across import what_is_compared
from notebook_core.text.asked import NOUNS_ARE_CAPITALISED
from notebook_core.text.terms import question_terms, terms

MOST_SENTENCES_OF_A_SOURCE = 3
SHARE_OF_THE_RAREST = 0.5
SHARE_OF_A_NAME = 0.25
LEAST_HELD = 0.3
SHARE_OF_THE_BEST = 0.3
SHARE_OF_THE_SOURCES_BEST = 0.7
FARTHEST_LOG_ODDS = 2 * FAR_LOG_ODDS

_NAME = regex.compile(r"(?<=\S\s)\p{Lu}[\p{Ll}\p{M}]+")


def about_the_subject(evidence: Evidence) -> Evidence:
    """The evidence as it bears on what is compared, without the words that only compare.

    What all sources speak of is rare in none, but it is what they are compared in: no term counts
    less than half of what another does. Only the names of those that are compared count little: a
    source needn't name itself, nor the others. Names are the words of titles, and words in
    capitals in the middle of the question; where it holds nothing else, they are its subject.
    """
    sources = evidence.scope.sources
    languages = {source.language for source in sources}
    names = {term for source in sources for term in terms(source.title, source.language)}
    if not languages & NOUNS_ARE_CAPITALISED:
        names.update(question_terms(" ".join(_NAME.findall(evidence.question)), languages))
    subject = what_is_compared(evidence.question, languages)
    least = SHARE_OF_THE_RAREST * max(evidence.term_weights.values(), default=0.0)
    weights = {term: max(weight, least) for term, weight in evidence.term_weights.items()}
    if weights.keys() <= names:
        return replace(evidence, question=subject, term_weights=weights)
    return replace(
        evidence,
        question=subject.lower(),  # in small letters none is taken for what an answer must name
        term_weights={t: w * (SHARE_OF_A_NAME if t in names else 1) for t, w in weights.items()},
    )


def compared(scored: Sequence[Sentence], evidence: Evidence) -> Selection:
    """What each source in scope says, in their order, out of the sentences of all of them, which
    stand best first.

    It is at most a screenful, but one sentence of each source that speaks. Each part begins with
    the sentence that gives its source's value, if there is a table, else with its best. A source
    whose words are far from the best still speaks if it gives a value for the same thing.
    """
    statements = [sentence for sentence in scored if _is_statement(sentence)]
    able = _able_to_speak(statements, evidence.scope.sources)
    table = rows(able, evidence.question)
    giving = {id(row.sentence) for row in table}
    speaking = [
        sorted(found, key=lambda sentence: id(sentence) not in giving)
        for found in able
        if found[0].score >= statements[0].score - FAR_LOG_ODDS
        or any(id(sentence) in giving for sentence in found)
    ]
    room = MOST_SENTENCES_SHOWN // max(1, len(speaking))
    most = max(1, min(MOST_SENTENCES_OF_A_SOURCE, room))
    parts = [found[:most] for found in speaking]
    return Selection(parts, [part[0] for part in parts], table)


def _able_to_speak(
    statements: Sequence[Sentence], sources: Sequence[ScopedSource]
) -> list[list[Sentence]]:
    """What each source has to say, best first, if one of its sentences holds enough of what is
    compared: by itself, and beside what the best sentence of all holds."""
    most = max(map(_held, statements), default=0.0)
    needed = max(LEAST_HELD, SHARE_OF_THE_BEST * most)
    lowest = max((sentence.score for sentence in statements), default=0.0) - FARTHEST_LOG_ODDS
    enough = [s for s in statements if _held(s) >= needed and s.score >= lowest]
    of_each = ([s for s in enough if s.source_id == source.id] for source in sources)
    return [_best_of(found) for found in of_each if found]


def _best_of(found: Sequence[Sentence]) -> list[Sentence]:
    """The best sentence of a source, then those that say about as much as well."""
    best = found[0]
    least = SHARE_OF_THE_SOURCES_BEST * _held(best)
    lowest = best.score - NEAR_LOG_ODDS
    return [sentence for sentence in found if _held(sentence) >= least and sentence.score >= lowest]


def _held(sentence: Sentence) -> float:
    """The share of what is compared that a sentence holds, in other forms of the words too."""
    return sentence.coverage + sentence.features.get("alike", 0.0)


def _is_statement(sentence: Sentence) -> bool:
    """Whether this says something: no heading, and no question."""
    return not is_fragment(sentence.text) and not sentence.text.endswith(("?", "？"))
