"""Gives every source its share of what was found: a long one can't crowd out a short one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from notebook_core.domain import Hit

FAIR_SHARE = 3
"""The best passages of each source that stay among the candidates, whatever else is found."""


def in_order(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Best first; ties go by passage id."""
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.passage.id)))


def once_each(hits: Sequence[Hit], *, in_each_source: bool = False) -> tuple[Hit, ...]:
    """Without those whose text is the same as that of one before, or of one of the same source."""

    def words(hit: Hit) -> tuple[str, str]:
        return hit.text, hit.passage.source_id if in_each_source else ""

    first = {words(hit): hit for hit in reversed(hits)}
    return tuple(hit for hit in hits if first[words(hit)] is hit)


def candidates(hits: Sequence[Hit], most: int) -> tuple[Hit, ...]:
    """The first `most` of the hits, and the best three of each source."""
    taken: Counter[str] = Counter()
    chosen = []
    for place, hit in enumerate(hits):
        taken[hit.passage.source_id] += 1
        if place < most or taken[hit.passage.source_id] <= FAIR_SHARE:
            chosen.append(hit)
    return tuple(chosen)


def read_in_time(hits: Sequence[Hit], most: int) -> tuple[Hit, ...]:
    """At most `most` of the hits, in their order: the best of each source, then the second of each,
    so that with many sources every one of them is read before any is read twice."""
    taken: Counter[str] = Counter()
    turns = []
    for place, hit in enumerate(hits):
        taken[hit.passage.source_id] += 1
        turns.append((taken[hit.passage.source_id], place))
    return tuple(hits[place] for place in sorted(place for _, place in sorted(turns)[:most]))


def shared_hits(hits: Sequence[Hit], k: int, sources_in_scope: int) -> tuple[Hit, ...]:
    """The `k` best; with at most `k` sources in scope, the best one of every source is among them.

    A source that would be left out takes the place of the last hit of the source that has most.
    """
    chosen = list(hits[:k])
    if sources_in_scope > k:
        return tuple(chosen)
    for best in _best_of_each(hits):
        if any(hit.passage.source_id == best.passage.source_id for hit in chosen):
            continue
        if len(chosen) == k:
            chosen.remove(_last_of_the_largest(chosen))
        chosen.append(best)
    return in_order(chosen)


def _best_of_each(hits: Sequence[Hit]) -> list[Hit]:
    best: dict[str, Hit] = {}
    for hit in hits:
        best.setdefault(hit.passage.source_id, hit)
    return list(best.values())


def _last_of_the_largest(hits: Sequence[Hit]) -> Hit:
    by_source: defaultdict[str, list[Hit]] = defaultdict(list)
    for hit in in_order(hits):
        by_source[hit.passage.source_id].append(hit)
    largest = max(len(found) for found in by_source.values())
    last = [found[-1] for found in by_source.values() if len(found) == largest]
    return in_order(last)[-1]
