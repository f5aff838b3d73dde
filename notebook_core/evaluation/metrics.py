"""What results add up to: each figure with how many cases it rests on, and its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from notebook_core.domain import EvaluationResult, Outcome

RANKS_THAT_COUNT = 2
Z_95 = 1.959964

_ANSWERABLE: frozenset[Outcome] = frozenset({"right", "elsewhere", "refused_wrongly"})
_UNANSWERABLE: frozenset[Outcome] = frozenset({"refused_rightly", "answered_wrongly"})


@dataclass(frozen=True)
class Figure:
    """A share of `n` things, with its 95 % interval; None where there was nothing to score.
    `meaning` says for readers of the figure what is counted, and which end is good."""

    name: str
    meaning: str
    value: float | None
    low: float | None
    high: float | None
    n: int


def figures(results: Sequence[EvaluationResult]) -> tuple[Figure, ...]:
    """The figures of a run; cases that could not be scored count in none of them."""
    scored = [result for result in results if result.outcome != "unscored"]
    answerable = [result for result in scored if result.outcome in _ANSWERABLE]
    unanswerable = [result for result in scored if result.outcome in _UNANSWERABLE]
    return (
        _share(
            "citation support",
            "Of all citations, those whose quote stands word for word where they point. 1 is best.",
            sum(result.verified for result in scored),
            sum(result.citations for result in scored),
        ),
        _share(
            "coverage",
            "Of the questions that the sources answer, those whose first or second citation is "
            "a right one. 1 is best.",
            sum(result.outcome == "right" for result in answerable),
            len(answerable),
        ),
        _share(
            "refused rightly",
            "Of the questions that the sources don't answer, those that were refused. 1 is best.",
            sum(result.outcome == "refused_rightly" for result in unanswerable),
            len(unanswerable),
        ),
        _share(
            "refused wrongly",
            "Of the questions that the sources answer, those that were refused. 0 is best.",
            sum(result.outcome == "refused_wrongly" for result in answerable),
            len(answerable),
        ),
        _share(
            "scope violations",
            "Of all questions, those whose answer named a source that wasn't ticked. 0 is best.",
            sum(result.scope_violations > 0 for result in scored),
            len(scored),
        ),
    )


def _share(name: str, meaning: str, successes: int, n: int) -> Figure:
    if n == 0:
        return Figure(name, meaning, None, None, None, 0)
    low, high = wilson_interval(successes, n)
    return Figure(name, meaning, successes / n, low, high, n)


def wilson_interval(successes: int, n: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson, 1927, "Probable Inference, the Law of
    Succession, and Statistical Inference"), which holds for few cases and for shares near 0 or 1.

    >>> [round(bound, 3) for bound in wilson_interval(9, 10)]
    [0.596, 0.982]
    """
    share = successes / n
    middle = share + Z_95**2 / (2 * n)
    spread = Z_95 * math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n**2))
    scale = 1 + Z_95**2 / n
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
