"""Fuses rankings: reciprocal rank fusion, over ids alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence


def fuse(
    rankings: Sequence[Sequence[str]], k: int = 10, weights: Sequence[float] | None = None
) -> list[tuple[str, float]]:
    """Every id that a ranking holds, with its fused score, best first; ties go by id.

    An id scores weight / (k + rank) in each ranking that holds it, ranks counted from 1 (Cormack,
    Clarke and Büttcher, 2009, "Reciprocal rank fusion outperforms Condorcet and individual rank
    learning methods", https://doi.org/10.1145/1571941.1572114). A small k trusts the first ranks
    more. Without `weights` the rankings count the same.

    >>> fuse([["a", "b"], ["b", "c"]], k=1)
    [('b', 0.8333333333333333), ('a', 0.5), ('c', 0.3333333333333333)]
    """
    weights = [1.0] * len(rankings) if weights is None else weights
    if len(weights) != len(rankings):
        raise ValueError(f"{len(rankings)} rankings need as many weights, not {len(weights)}")
    scores: defaultdict[str, float] = defaultdict(float)
    for ranking, weight in zip(rankings, weights, strict=True):
        for rank, identifier in enumerate(ranking, start=1):
            scores[identifier] += weight / (k + rank)
    return sorted(scores.items(), key=lambda scored: (-scored[1], scored[0]))
