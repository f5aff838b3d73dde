"""The other way of vector search: an HNSW index of the vss extension, derived and never trusted.

It lives in an in-memory database attached to the store's: persisted, such an index is
experimental and can keep a file from opening. It holds a notebook's vectors of one model, and
follows additions by appending and everything else by being dropped. What it finds is only a
proposal, which is filtered by scope and scored exactly.
"""

from __future__ import annotations

import itertools
import logging
import threading
from dataclasses import dataclass, field
from typing import NamedTuple

from notebook_core.errors import StoreError
from notebook_core.store.connection import Database, Transaction
from notebook_core.store.extensions import load_extension
from notebook_core.store.publishing import embedding_table

BATCH = 500
"""Vectors appended at a time: building can't be interrupted inside a batch."""


log = logging.getLogger(__name__)

Key = tuple[str, str, int]
"""Notebook id, model and dimensions."""


class Held(NamedTuple):
    """What an index holds of a source: which edition, and how many vectors."""

    edition: int
    vectors: int


@dataclass
class Index:
    """One attached database, and the sources that are in it whole."""

    key: Key
    database: str
    opening: int
    held: dict[str, Held] = field(default_factory=dict)
    stops: int = 0
    """How many ask a fill to end."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held while the index is filled, searched or dropped."""

    @property
    def table(self) -> str:
        return f"{self.database}.main.vectors"


class VectorIndexes:
    """The indexes of this process, made when they are first asked for."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._indexes: dict[Key, Index] = {}
        self._numbers = itertools.count(1)
        self._background: threading.Thread | None = None
        self._closing = False
        self._reported = ""

    def get(self, key: Key) -> Index:
        """The index of `key`, which may be empty or behind; the caller takes its lock."""
        with self._lock:
            index = self._indexes.get(key)
            if index is None or index.opening != self._database.openings:
                name = f"hnsw_{next(self._numbers)}"
                index = self._indexes[key] = Index(key, name, self._database.openings)
            return index

    def fill(self, index: Index) -> str:
        """Bring the index up to date, holding its lock; a sentence when that can't be done now."""
        try:
            wanted = self._wanted(index)
            if any(wanted.get(source) != held.edition for source, held in index.held.items()):
                self._drop(index)
            for source_id, edition in wanted.items():
                if source_id not in index.held and not self._append(index, source_id, edition):
                    return "Their index is being changed; ask again in a moment."
        except StoreError as error:
            if str(error) != self._reported:
                self._reported = str(error)
                log.warning("vectors are scanned, since there is no index: %s", error)
            return str(error)
        return ""

    def fill_in_background(self, index: Index) -> None:
        """The same in a thread of its own, one index at a time."""
        with self._lock:
            if self._closing or (self._background and self._background.is_alive()):
                return
            self._background = threading.Thread(
                target=self._fill_alone, args=(index,), name="vector index", daemon=True
            )
            self._background.start()

    def forget(self, source_id: str) -> int:
        """Drop every index that holds something of the source; return the vectors left in any."""
        left = 0
        for index in self._all():
            # A fill may have listed the source before it was deleted: end it at its next batch.
            self._stop(index, +1)
            with index.lock:
                if self._count(index, source_id):
                    self._drop(index)
                left += self._count(index, source_id)
            self._stop(index, -1)
        return left

    def close(self) -> None:
        """End a fill that is under way."""
        with self._lock:
            self._closing = True
            background = self._background
        for index in self._all():
            self._stop(index, +1)
        if background:
            background.join()

    def _stop(self, index: Index, change: int) -> None:
        with self._lock:
            index.stops += change

    def _all(self) -> list[Index]:
        with self._lock:
            current = self._database.openings
            return [index for index in self._indexes.values() if index.opening == current]

    def _fill_alone(self, index: Index) -> None:
        with index.lock:
            if not self._closing:
                self.fill(index)

    def _wanted(self, index: Index) -> dict[str, int]:
        """The notebook's ready sources of the index's model, with their editions."""
        notebook_id, model, _ = index.key
        with self._database.reading() as transaction:
            rows = transaction.rows(
                """SELECT id, edition FROM source WHERE notebook_id = $notebook_id
                AND status = 'ready' AND embedding_model = $model ORDER BY position""",
                notebook_id=notebook_id,
                model=model,
            )
        return dict(rows)

    def _append(self, index: Index, source_id: str, edition: int) -> bool:
        """Copy a source's vectors, batch by batch. False when it was told to stop."""
        self._create(index)
        offset = 0
        while not (index.stops or self._closing):
            copied = self._copy_batch(index, source_id, edition, offset)
            offset += copied
            if copied < BATCH:
                index.held[source_id] = Held(edition, offset)
                return True
        if offset:
            self._drop(index)
        return False

    def _copy_batch(self, index: Index, source_id: str, edition: int, offset: int) -> int:
        with self._database.aside() as cursor:
            count = cursor.execute(
                f"""INSERT INTO {index.table} SELECT passage_id, source_id, vector
                FROM {embedding_table(index.key[2])} JOIN source ON source.id = source_id
                WHERE source_id = $source_id AND model = $model AND edition = $edition
                    AND status = 'ready'
                ORDER BY passage_id LIMIT {BATCH} OFFSET {offset}""",
                {"source_id": source_id, "model": index.key[1], "edition": edition},
            ).fetchone()
        return int(count[0]) if count else 0

    def _create(self, index: Index) -> None:
        with self._database.aside() as cursor:
            if _is_attached(Transaction(cursor), index):
                return
            if reason := load_extension(cursor, "vss"):
                raise StoreError(reason)
            if index.opening != self._database.openings:
                raise StoreError("The database was opened again; the index begins anew.")
            cursor.execute(f"ATTACH ':memory:' AS {index.database}")
            cursor.execute(
                f"""CREATE TABLE {index.table}
                (passage_id VARCHAR, source_id VARCHAR, vector FLOAT[{index.key[2]}])"""
            )
            cursor.execute(
                f"""CREATE INDEX nearest ON {index.table}
                USING HNSW (vector) WITH (metric = 'cosine')"""
            )

    def _count(self, index: Index, source_id: str) -> int:
        with self._database.reading() as transaction:
            if not _is_attached(transaction, index):
                return 0
            return int(
                transaction.value(
                    f"SELECT count(*) FROM {index.table} WHERE source_id = $id", id=source_id
                )
            )

    def _drop(self, index: Index) -> None:
        index.held.clear()
        with self._database.aside() as cursor:
            cursor.execute(f"DETACH DATABASE IF EXISTS {index.database}")


def _is_attached(transaction: Transaction, index: Index) -> bool:
    return bool(
        transaction.value(
            "SELECT count(*) FROM duckdb_databases() WHERE database_name = $name",
            name=index.database,
        )
    )
