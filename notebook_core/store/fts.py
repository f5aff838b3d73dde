"""The other way of keyword search: DuckDB's own full-text index, over exactly the scope.

`create_fts_index` doesn't follow changes and counts words over everything it holds, so an index
is made for one scope, kept in a database in memory, and made anew when scope or content changed.
It agrees with the postings and is slower; it is here to be compared with.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from notebook_core.domain import Scope
from notebook_core.errors import StoreError
from notebook_core.store.connection import Database, Transaction
from notebook_core.store.extensions import load_extension
from notebook_core.store.faults import operation_error
from notebook_core.store.keyword import K1, STEPS, B
from notebook_core.store.opening import MEMORY, connect
from notebook_core.store.ranking import BEST_AND_FAIR, Scored
from notebook_core.store.scoping import LIVE, live_sources, scope_parameters

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

Contents = tuple[tuple[str, int], ...]
"""Source ids and their editions: what an index was made of."""

# Terms are stemmed already and stand here as hexadecimal numbers, so nothing may be changed.
_INDEX = r"""PRAGMA create_fts_index('document', 'passage_id', 'terms', stemmer = 'none',
    stopwords = 'none', ignore = '[^\x00-\x{10FFFF}]', strip_accents = 0, lower = 0,
    overwrite = 1)"""

_DOCUMENTS = f"""WITH {LIVE}, words AS (
    SELECT passage_id, string_agg(rtrim(repeat(hex(term) || ' ', tf)), ' ') AS spelled
    FROM posting WHERE source_id IN (SELECT id FROM live) GROUP BY passage_id
)
SELECT source_id, passage.id AS passage_id, coalesce(spelled, '') AS terms
FROM passage LEFT JOIN words ON passage_id = passage.id
WHERE source_id IN (SELECT id FROM live)"""

_RANK = f"""WITH matched AS (
    SELECT source_id, passage_id,
        fts_main_document.match_bm25(passage_id, $query, k := {K1}, b := {B}) AS found
    FROM document
), scored AS MATERIALIZED (
    SELECT source_id, passage_id, round(found * {STEPS})::BIGINT AS score
    FROM matched WHERE found IS NOT NULL
), {BEST_AND_FAIR}"""


class FullTextIndex:
    """The full-text index of the scope that was searched last."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._memory: DuckDBPyConnection | None = None
        self._contents: Contents | None = None

    def unavailable(self) -> str:
        """ "" when there is fts, else a sentence on why there isn't."""
        try:
            with self._lock, _faults():
                self._open()
        except StoreError as error:
            return str(error)
        return ""

    def rank(self, scope: Scope, terms: Sequence[str], limit: int) -> list[Scored]:
        """The best, and each source's best, in order. Raises StoreError when there is no fts."""
        with self._lock, _faults():
            memory = self._open()
            with self._database.reading() as transaction:
                contents = _contents(transaction, scope)
                query = _query(transaction, terms)
                stale = contents != self._contents
                documents = _documents(transaction, scope) if stale else None
            if documents is not None:
                self._build(memory, documents, contents)
            rows = memory.execute(_RANK, {"query": query, "limit": limit}).fetchall()
        return [(source, passage, steps / STEPS) for source, passage, steps in rows]

    def forget(self, source_id: str) -> int:
        """Drop the index if it was made of this source, too; return the passages left in it."""
        with self._lock:
            if any(held == source_id for held, _ in self._contents or ()):
                self._drop()
            if self._memory is None or self._contents is None:
                return 0
            return int(
                self._memory.execute(
                    "SELECT count(*) FROM document WHERE source_id = ?", [source_id]
                ).fetchall()[0][0]
            )

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _open(self) -> DuckDBPyConnection:
        if self._memory is None:
            memory = connect(MEMORY)
            if reason := load_extension(memory, "fts"):
                memory.close()
                raise StoreError(reason)
            self._memory = memory
        return self._memory

    def _build(self, memory: DuckDBPyConnection, documents: pa.Table, contents: Contents) -> None:
        self._contents = None
        memory.register("new_documents", documents)
        memory.execute("CREATE OR REPLACE TABLE document AS SELECT * FROM new_documents")
        memory.unregister("new_documents")
        memory.execute(_INDEX)
        self._contents = contents

    def _drop(self) -> None:
        if self._memory is not None:
            self._memory.close()
        self._memory, self._contents = None, None


def _contents(transaction: Transaction, scope: Scope) -> Contents:
    return tuple((source.id, source.edition) for source in live_sources(transaction, scope))


def _query(transaction: Transaction, terms: Sequence[str]) -> str:
    return str(
        transaction.value(
            """SELECT coalesce(string_agg(hex(term_key(term)), ' '), '')
            FROM (SELECT unnest($terms::VARCHAR[]) AS term)""",
            terms=list(terms),
        )
    )


def _documents(transaction: Transaction, scope: Scope) -> pa.Table:
    transaction.run(_DOCUMENTS, **scope_parameters(scope))
    return transaction.cursor.to_arrow_table()


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise operation_error(error) from error
