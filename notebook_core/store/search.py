"""Resolves scopes and ranks inside them; nothing outside a scope has any influence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from notebook_core.domain import KeywordSearch, Passage, Ranked, Scope, VectorSearch
from notebook_core.ports import Tell, tell_nobody
from notebook_core.store import keyword
from notebook_core.store.connection import Database, Transaction
from notebook_core.store.derived import Derived
from notebook_core.store.keyword import rank_by_postings
from notebook_core.store.ownership import PASSAGE_COLUMNS
from notebook_core.store.ranking import Scored, ranked
from notebook_core.store.scoping import LIVE, live_sources, resolve_scope, scope_parameters
from notebook_core.store.vector import near_query, rank_by_index, rank_exactly, vector_text
from notebook_core.text.spans import slice_text

if TYPE_CHECKING:
    from notebook_core.ports import Vector

HNSW_FROM_PASSAGES = 100_000
"""`auto` uses the index from this many passages in scope.

A scan of so many takes 0.1 s on two cores. At 20,000 passages of 8 sources the index took half
the processor time of a scan (16 against 33 ms), but 1.3 ms and 5 kB for each passage to build; and
with many sources most are scanned anyway for their fair share.
"""


class DuckDBSearch:
    """`ports.SearchStore` on DuckDB."""

    def __init__(
        self,
        database: Database,
        derived: Derived,
        *,
        vector_search: VectorSearch,
        keyword_search: KeywordSearch,
        hnsw_from_passages: int = HNSW_FROM_PASSAGES,
    ) -> None:
        self._database = database
        self._derived = derived
        self._vector_search = vector_search
        self._keyword_search = keyword_search
        self._hnsw_from = hnsw_from_passages

    def scope(self, user: str, notebook_id: str, requested: Sequence[str] | None) -> Scope:
        with self._database.reading() as transaction:
            return resolve_scope(transaction, user, notebook_id, requested)

    def rank_by_terms(
        self,
        scope: Scope,
        terms: Sequence[str],
        limit: int,
        way: KeywordSearch | None = None,
        tell: Tell = tell_nobody,
    ) -> tuple[Ranked, ...]:
        """The same term twice counts once. Without the fts extension `fts` is `postings`."""
        if (way or self._keyword_search) == "fts":
            reason = self._derived.full_text.unavailable()
            if not reason:
                return ranked(self._derived.full_text.rank(scope, terms, limit))
            tell(f"Words were searched by postings and not by fts. {reason}")
        with self._database.reading() as transaction:
            return ranked(rank_by_postings(transaction, scope, terms, limit))

    def document_frequencies(
        self, scope: Scope, terms: Sequence[str]
    ) -> tuple[int, dict[str, int]]:
        with self._database.reading() as transaction:
            return keyword.document_frequencies(transaction, scope, terms)

    def rank_by_vector(
        self,
        scope: Scope,
        vector: Vector,
        model: str,
        limit: int,
        way: VectorSearch | None = None,
        tell: Tell = tell_nobody,
    ) -> tuple[Ranked, ...]:
        """The score is the cosine. `hnsw` first brings the index up to date, `auto` leaves that
        to a thread and scans meanwhile; without the vss extension both are `exact`."""
        way = way or self._vector_search
        rows: list[Scored] | None = None
        if way == "hnsw" or (way == "auto" and self._is_large(scope)):
            rows = self._rank_by_index(scope, vector, model, limit, tell if way == "hnsw" else None)
        if rows is None:
            with self._database.reading() as transaction:
                rows = rank_exactly(transaction, scope, vector, model, limit)
        return ranked(rows)

    def vector_plan(self, scope: Scope, vector: Vector, model: str) -> str:
        index = self._derived.vectors.get((scope.notebook_id, model, len(vector)))
        with index.lock:
            if self._derived.vectors.fill(index):
                return "There is no index at the moment; vectors are scanned."
            with self._database.reading() as transaction:
                rows = transaction.rows(
                    f"EXPLAIN {near_query(index, 1)}", vector=vector_text(vector)
                )
        return "\n".join(str(row[-1]) for row in rows)

    def passages(self, scope: Scope, passage_ids: Sequence[str]) -> dict[str, tuple[Passage, str]]:
        """In the order of `passage_ids`; what isn't in scope is left out."""
        with self._database.reading() as transaction:
            rows = transaction.rows(
                f"""WITH {LIVE} SELECT {PASSAGE_COLUMNS} FROM passage
                WHERE source_id IN (SELECT id FROM live)
                    AND id IN (SELECT unnest($passage_ids::VARCHAR[]))""",
                passage_ids=list(passage_ids),
                **scope_parameters(scope),
            )
            found = {row[0]: Passage(*row) for row in rows}
            return {
                identifier: (found[identifier], self._slice(transaction, found[identifier]))
                for identifier in passage_ids
                if identifier in found
            }

    def around(
        self, scope: Scope, passages: Sequence[Passage], before: int, after: int
    ) -> dict[str, tuple[str, str]]:
        """What isn't in scope is left out."""
        found = {}
        with self._database.reading() as transaction:
            live = {source.id for source in live_sources(transaction, scope)}
            versions = {source.id: source.version for source in scope.sources if source.id in live}
            for passage in sorted(passages, key=lambda one: one.source_id):
                if versions.get(passage.source_id) == passage.version:
                    text = self._text(transaction, passage)
                    first, last = (
                        max(0, passage.start - before),
                        min(len(text), passage.end + after),
                    )
                    found[passage.id] = (
                        slice_text(text, first, passage.start),
                        slice_text(text, passage.end, last),
                    )
        return found

    def _slice(self, transaction: Transaction, passage: Passage) -> str:
        return slice_text(self._text(transaction, passage), passage.start, passage.end)

    def _text(self, transaction: Transaction, passage: Passage) -> str:
        """The whole text of the version that a passage is of."""
        return self._derived.texts.get(
            (passage.source_id, passage.version),
            lambda: transaction.value(
                "SELECT text FROM source_text WHERE source_id = $source_id AND version = $version",
                source_id=passage.source_id,
                version=passage.version,
            ),
        )

    def _is_large(self, scope: Scope) -> bool:
        with self._database.reading() as transaction:
            live = live_sources(transaction, scope)
        return sum(source.passages for source in live) >= self._hnsw_from

    def _rank_by_index(
        self, scope: Scope, vector: Vector, model: str, limit: int, tell: Tell | None
    ) -> list[Scored] | None:
        """None when the index can't be used now. Who is told that waits for it to be filled."""
        indexes = self._derived.vectors
        index = indexes.get((scope.notebook_id, model, len(vector)))
        if not index.lock.acquire(blocking=tell is not None):
            return None
        try:
            if tell and (reason := indexes.fill(index)):
                tell(f"Vectors were compared one by one and not by hnsw. {reason}")
                return None
            with self._database.reading() as transaction:
                rows = rank_by_index(transaction, index, scope, vector, limit)
        finally:
            index.lock.release()
        if rows is None:
            indexes.fill_in_background(index)
        return rows
