"""Opens the store: the groups of `ports.Store` over one DuckDB database."""

from __future__ import annotations

import secrets
from pathlib import Path

from notebook_core.domain import KeywordSearch, VectorSearch
from notebook_core.errors import GroundnoteError
from notebook_core.store.connection import Database
from notebook_core.store.conversations import DuckDBConversations
from notebook_core.store.derived import Derived
from notebook_core.store.evaluations import DuckDBEvaluations
from notebook_core.store.extensions import Extension, load_extension
from notebook_core.store.notebooks import DuckDBNotebooks
from notebook_core.store.search import HNSW_FROM_PASSAGES, DuckDBSearch
from notebook_core.store.sources import DuckDBSources


def open_store(
    data_folder: Path | None,
    *,
    vector_search: VectorSearch = "auto",
    keyword_search: KeywordSearch = "postings",
    hnsw_from_passages: int = HNSW_FROM_PASSAGES,
) -> DuckDBStore:
    """Open the store of `data_folder`, making or migrating it; None: one in memory.

    `vector_search` and `keyword_search` are the ways used where a search names none, and `auto`
    uses the vector index from `hnsw_from_passages` passages in scope. Raises
    StoreInUse when another process has the folder open, DiskFull, or StoreError for a folder
    that can't be written and for a database that is damaged or from a newer version.
    """
    database = Database(data_folder)
    derived = Derived(database)
    search = DuckDBSearch(
        database,
        derived,
        vector_search=vector_search,
        keyword_search=keyword_search,
        hnsw_from_passages=hnsw_from_passages,
    )
    return DuckDBStore(database, derived, search)


class DuckDBStore:
    """`ports.Store` on DuckDB. Any number of threads may use it; one process owns it."""

    def __init__(self, database: Database, derived: Derived, search: DuckDBSearch) -> None:
        self._database = database
        self._derived = derived
        self.notebooks = DuckDBNotebooks(database)
        self.sources = DuckDBSources(database, derived)
        self.search = search
        self.conversations = DuckDBConversations(database)
        self.evaluations = DuckDBEvaluations(database)

    @property
    def notice(self) -> str:
        return self._database.notice

    def health(self) -> dict[str, str]:
        return {
            "store": self._try_store(),
            "fts": self._try_extension("fts"),
            "vss": self._try_extension("vss"),
        }

    def close(self) -> None:
        self._derived.close()
        self._database.close()

    def _try_store(self) -> str:
        """Write and read back, through the same way that every change takes."""
        token = secrets.token_hex(8)
        try:
            with self._database.writing() as transaction:
                transaction.run("CREATE TEMP TABLE scratch (token VARCHAR)")
                transaction.run("INSERT INTO scratch VALUES ($token)", token=token)
                read = transaction.value("SELECT token FROM scratch")
                transaction.run("DROP TABLE scratch")
        except GroundnoteError as error:
            return str(error)
        if read != token:
            return "The store doesn't give back what was written; restore it from a backup."
        return self._database.notice or "ok"

    def _try_extension(self, name: Extension) -> str:
        try:
            with self._database.aside() as cursor:
                return load_extension(cursor, name) or "ok"
        except GroundnoteError as error:
            return str(error)
