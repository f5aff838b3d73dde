"""What both rankings share: which passages of all that were scored are handed on, and in order."""

from __future__ import annotations

from collections.abc import Iterable

from notebook_core.domain import Ranked
from notebook_core.fair_share import FAIR_SHARE

# Takes `scored(source_id, passage_id, score)`, to be MATERIALIZED, and $limit. Two windows over
# all that was scored would take a third longer.
BEST_AND_FAIR = f"""best AS (
    SELECT source_id, passage_id, score FROM scored ORDER BY score DESC, passage_id LIMIT $limit
), fair AS (
    SELECT source_id, unnest(min({{'behind': -score, 'id': passage_id}}, {FAIR_SHARE})) AS pick
    FROM scored GROUP BY source_id
)
SELECT source_id, passage_id, score FROM best
UNION SELECT source_id, pick.id, -pick.behind FROM fair
ORDER BY score DESC, passage_id"""

Scored = tuple[str, str, float]
"""Source id, passage id, score."""


def best_and_fair(scored: Iterable[Scored], limit: int) -> list[Scored]:
    """`BEST_AND_FAIR` for rows that are in Python already.

    >>> best_and_fair([("s", "a", 0.1), ("s", "b", 0.9), ("t", "c", 0.0)], limit=1)
    [('s', 'b', 0.9), ('s', 'a', 0.1), ('t', 'c', 0.0)]
    """
    share: dict[str, int] = {}
    kept = []
    for place, row in enumerate(sorted(set(scored), key=lambda row: (-row[2], row[1]))):
        share[row[0]] = share.get(row[0], 0) + 1
        if place < limit or share[row[0]] <= FAIR_SHARE:
            kept.append(row)
    return kept


def ranked(rows: Iterable[Scored]) -> tuple[Ranked, ...]:
    """Rows that are in order, with their places."""
    return tuple(
        Ranked(passage_id, score, rank) for rank, (_, passage_id, score) in enumerate(rows, start=1)
    )
