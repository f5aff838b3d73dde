"""Vector search: the cosine of every vector in scope, or of those that an index proposes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from notebook_core.domain import Scope
from notebook_core.fair_share import FAIR_SHARE
from notebook_core.store.connection import Transaction
from notebook_core.store.hnsw import Index
from notebook_core.store.publishing import embedding_table, embedding_tables
from notebook_core.store.ranking import BEST_AND_FAIR, Scored, best_and_fair
from notebook_core.store.scoping import LIVE, live_sources, scope_parameters

if TYPE_CHECKING:
    from notebook_core.ports import Vector


OVERFETCH = 4
"""The index is asked for this many times what is wanted, and for more if much isn't in scope."""

MOST_FETCHED = 2_000


def vector_text(vector: Vector) -> str:
    """The vector as SQL casts it back, exactly; binding its numbers would take 40 ms and more."""
    return str(vector.tolist())


def cosine(dimensions: int) -> str:
    """The similarity of a row's vector to `$vector`."""
    return f"array_cosine_similarity(vector, $vector::VARCHAR::FLOAT[{dimensions}])"


def rank_exactly(
    transaction: Transaction, scope: Scope, vector: Vector, model: str, limit: int
) -> list[Scored]:
    """The best, and each source's best, in order."""
    table = embedding_table(len(vector))
    if table not in embedding_tables(transaction):
        return []
    return transaction.rows(
        f"""WITH {LIVE}, scored AS MATERIALIZED (
            SELECT source_id, passage_id, {cosine(len(vector))} AS score FROM {table}
            WHERE source_id IN (SELECT id FROM live) AND model = $model
        ), {BEST_AND_FAIR}""",
        vector=vector_text(vector),
        model=model,
        limit=limit,
        **scope_parameters(scope),
    )


def rank_by_index(
    transaction: Transaction, index: Index, scope: Scope, vector: Vector, limit: int
) -> list[Scored] | None:
    """The same as an exact search, as far as the index finds what is nearest; None when it is
    behind the scope.

    Sources of which it found fewer than their fair share are scanned, and all of them are when
    too few of the index's nearest are in scope.
    """
    model = index.key[1]
    sources = [s for s in live_sources(transaction, scope) if s.embedding_model == model]
    held = {source.id: index.held.get(source.id) for source in sources}
    if any((h := held[s.id]) is None or h.edition != s.edition for s in sources):
        return None
    in_scope = {source_id: h.vectors for source_id, h in held.items() if h}
    found = _nearest(transaction, index, vector, in_scope, limit)
    if len(found) < min(limit, sum(in_scope.values())):
        return rank_exactly(transaction, scope, vector, model, limit)
    share = Counter(source_id for source_id, _, _ in found)
    short = {s for s, vectors in in_scope.items() if share[s] < min(FAIR_SHARE, vectors)}
    if short:
        rest = replace(scope, sources=tuple(s for s in scope.sources if s.id in short))
        found += rank_exactly(transaction, rest, vector, model, limit)
    return best_and_fair(found, limit)


def near_query(index: Index, count: int) -> str:
    """The statement that the vss extension turns into an index scan; takes $vector."""
    return f"""SELECT passage_id FROM {index.table}
        ORDER BY array_cosine_distance(vector, $vector::VARCHAR::FLOAT[{index.key[2]}])
        LIMIT {int(count)}"""


def _nearest(
    transaction: Transaction, index: Index, vector: Vector, in_scope: dict[str, int], limit: int
) -> list[Scored]:
    """The index's nearest that are in scope, scored from the stored vectors."""
    if not in_scope:
        return []
    everything = sum(held.vectors for held in index.held.values())
    wanted = OVERFETCH * max(limit, FAIR_SHARE)
    count = min(MOST_FETCHED, everything, wanted * everything // max(1, sum(in_scope.values())))
    transaction.run(f"SET hnsw_ef_search = {max(1, count)}")
    _, model, dimensions = index.key
    return transaction.rows(
        f"""WITH near AS ({near_query(index, max(1, count))})
        SELECT source_id, passage_id, {cosine(dimensions)} FROM {embedding_table(dimensions)}
        WHERE passage_id IN (SELECT passage_id FROM near) AND model = $model
            AND source_id IN (SELECT unnest($source_ids::VARCHAR[]))""",
        vector=vector_text(vector),
        model=model,
        source_ids=list(in_scope),
    )
