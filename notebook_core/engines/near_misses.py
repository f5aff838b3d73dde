"""Tells near misses: sentences about the right thing that still don't answer the question.

On questions whose answers are known the rules together refuse several times as many of those that
have none as of the others. The rules on a date and on another subject gain nothing there by
themselves; they are for people and dates that a notebook names without saying what is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from notebook_core.engines.sentence import Sentence
from notebook_core.text.asked import Asked
from notebook_core.text.kinds import GIVES, LACKS, Kind, names_a_day_or_hour

SENTENCES_LOOKED_AT = 3
MOST_LOG_ODDS_BEHIND = 4.0
MOST_NAMES_ELSEWHERE = 0.5
MOST_UNSAID = 0.5
FEWEST_NEAR = 0.15
_MEASURED = frozenset({Kind.NUMBER, Kind.DURATION, Kind.TIME})


def is_near_miss(scored: Sequence[Sentence], asked: Asked) -> bool:
    """Whether the best sentence misses what was asked for; `scored` are in order, and `asked` is
    the question as it was looked for in the best one's source."""
    return (
        _is_of_another_year(scored[0])
        or _lacks_an_identifier(scored[0])
        or _is_about_another_name(scored[0])
        or _is_about_something_else(scored[0])
        or _lacks_a_figure(scored[0], asked)
        or _lacks_a_date(scored, asked)
    )


def _is_of_another_year(best: Sentence) -> bool:
    return best.features["other_year"] > 0 or best.features["years_missing"] > 0


def _lacks_an_identifier(best: Sentence) -> bool:
    """ "ERR-4013" is asked for, and only "ERR-4012" occurs."""
    return best.features["identifiers_missing"] > 0


def _is_about_another_name(best: Sentence) -> bool:
    """Another name stands in the place of the one asked about, or begins the sentence while those
    asked about stand in other sentences of the passage: it has its own to say on each."""
    features = best.features
    speaks_of_both = features["names_missing"] == 0
    elsewhere = features["names_far"] >= MOST_NAMES_ELSEWHERE and speaks_of_both
    return features["other_name"] > 0 or (elsewhere and features["other_subject"] > 0)


def _is_about_something_else(best: Sentence) -> bool:
    """A name that was asked about isn't near, nor is much else of the question."""
    shares = ("named", "said_other", "alike", "said_before", "said_around")
    near = sum(best.features[share] for share in shares)
    return best.features["names_far"] > 0 and near < FEWEST_NEAR


def _lacks_a_figure(best: Sentence, asked: Asked) -> bool:
    """A figure is asked for, the sentence has none, and half of the question isn't near it."""
    features = best.features
    is_far = features["unsaid"] + features["in_passage"] > MOST_UNSAID
    has_none = features["fits"] == LACKS and not _names_a_day_or_hour(best, asked)
    return asked.kind in _MEASURED and has_none and is_far


def _lacks_a_date(scored: Sequence[Sentence], asked: Asked) -> bool:
    """A date, a day or an hour is asked for, and none of those that may be the answer gives one."""
    least = scored[0].score - MOST_LOG_ODDS_BEHIND
    best = [sentence for sentence in scored[:SENTENCES_LOOKED_AT] if sentence.score >= least]
    none_gives_one = not any(
        sentence.features["fits"] >= GIVES or _names_a_day_or_hour(sentence, asked)
        for sentence in best
    )
    return asked.wants_a_date and asked.kind is Kind.TIME and none_gives_one


def _names_a_day_or_hour(sentence: Sentence, asked: Asked) -> bool:
    return asked.kind is Kind.TIME and names_a_day_or_hour(sentence.spoken, asked.language)
