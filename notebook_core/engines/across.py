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
SHARE_OF_A_NAME = 0.25
LEAST_HELD = 0.34
SHARE_OF_THE_BEST = 0.45
SHARE_OF_THE_SOURCES_BEST = 0.7

_NAME = regex.compile(r"(?<=\S\s)\p{Lu}[\p{Ll}\p{M}]+")


def about_the_subject(evidence: Evidence) -> Evidence:
    """The evidence as it bears on what is compared, without the words that only compare.

    The names of those that are compared count little: a source needn't name itself, nor the
    others. Names are the words of titles, and words in capitals in the middle of the question;
    where a question holds nothing else, they are its subject.
    """
    sources = evidence.scope.sources
    languages = {source.language for source in sources}
    names = {term for source in sources for term in terms(source.title, source.language)}
    if not languages & NOUNS_ARE_CAPITALISED:
        names.update(question_terms(" ".join(_NAME.findall(evidence.question)), languages))
    subject = what_is_compared(evidence.question, languages)
    if evidence.term_weights.keys() <= names:
        return replace(evidence, question=subject)
    return replace(
        evidence,
        question=subject.lower(),  # in small letters none is taken for what an answer must name
        term_weights={
            term: weight * (SHARE_OF_A_NAME if term in names else 1)
            for term, weight in evidence.term_weights.items()
        },
    )


def compared(scored: Sequence[Sentence], evidence: Evidence) -> Selection:
    """What each source in scope says, in their order, out of the sentences of all of them, which
    stand best first.

    It is at most a screenful, but one sentence of each source that speaks. Each part begins with
    the sentence that gives its source's value, if there is a table, else with its best.
    """
    speaking = _speaking(scored, evidence.scope.sources)
    table = rows(speaking, evidence.question)
    giving = {id(row.sentence) for row in table}
    room = MOST_SENTENCES_SHOWN // max(1, len(speaking))
    most = max(1, min(MOST_SENTENCES_OF_A_SOURCE, room))
    parts = [sorted(found, key=lambda s: id(s) not in giving)[:most] for found in speaking]
    return Selection(parts, [part[0] for part in parts], table)


def _speaking(scored: Sequence[Sentence], sources: Sequence[ScopedSource]) -> list[list[Sentence]]:
    """What each source has to say, best first, if it has something.

    One of its sentences must hold enough of what is compared: by itself, and beside what the best
    sentence of all holds.
    """
    statements = [sentence for sentence in scored if _is_statement(sentence)]
    if not statements:
        return []
    needed = max(LEAST_HELD, SHARE_OF_THE_BEST * max(map(_held, statements)))
    lowest = statements[0].score - FAR_LOG_ODDS
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
