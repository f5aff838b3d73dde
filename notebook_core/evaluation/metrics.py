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
    """A share of `n` things, with its 95 % interval; None where there was nothing to score."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int


def figures(results: Sequence[EvaluationResult]) -> tuple[Figure, ...]:
    """The figures of a run; cases that could not be scored count in none of them.

    - citation support: of the citations, those whose quote stands where they point;
    - coverage: of the answerable cases, those whose first or second citation is a right one;
    - refused rightly: of the unanswerable cases, those that were refused;
    - refused wrongly: of the answerable cases, those that were refused;
    - scope violations: of all cases, those that named a source that wasn't ticked.
    """
    scored = [result for result in results if result.outcome != "unscored"]
    answerable = [result for result in scored if result.outcome in _ANSWERABLE]
    unanswerable = [result for result in scored if result.outcome in _UNANSWERABLE]
    return (
        _share(
            "citation support",
            sum(result.verified for result in scored),
            sum(result.citations for result in scored),
        ),
        _share("coverage", sum(r.outcome == "right" for r in answerable), len(answerable)),
        _share(
            "refused rightly",
            sum(r.outcome == "refused_rightly" for r in unanswerable),
            len(unanswerable),
        ),
        _share(
            "refused wrongly",
            sum(r.outcome == "refused_wrongly" for r in answerable),
            len(answerable),
        ),
        _share("scope violations", sum(r.scope_violations > 0 for r in scored), len(scored)),
    )


def _share(name: str, successes: int, n: int) -> Figure:
    if n == 0:
        return Figure(name, None, None, None, 0)
    low, high = wilson_interval(successes, n)
    return Figure(name, successes / n, low, high, n)


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
