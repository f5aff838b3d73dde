"""Chooses the sentences to show for a lookup: the one that answers, then what supports it."""

from __future__ import annotations

from collections.abc import Sequence

from notebook_core.engines.sentence import Sentence, is_fragment

MOST_SENTENCES_SHOWN = 12
SENTENCES_THAT_MAY_BE_FAR = 3
FAR_LOG_ODDS = 5.0
NEAR_LOG_ODDS = 2.5


def choose(scored: Sequence[Sentence]) -> list[Sentence]:
    """The sentences to show, best first.

    The second and the third may be far less likely than the best: they are often the answer where
    that isn't. After them each further source that is about as sure has its best one shown.
    """
    best = scored[0]
    chosen = [best]
    for sentence in scored[1:]:
        behind = best.score - sentence.score
        if len(chosen) == MOST_SENTENCES_SHOWN or behind > FAR_LOG_ODDS:
            break
        if is_fragment(sentence.text):
            continue
        if len(chosen) >= SENTENCES_THAT_MAY_BE_FAR and not _speaks_for_another_source(
            sentence, chosen
        ):
            continue
        chosen.append(sentence)
    return chosen


def _speaks_for_another_source(sentence: Sentence, chosen: Sequence[Sentence]) -> bool:
    is_new = all(other.source_id != sentence.source_id for other in chosen)
    return is_new and chosen[0].score - sentence.score <= NEAR_LOG_ODDS
