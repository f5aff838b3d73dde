"""Owns the database: one connection, a cursor for each operation, and one way to write."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from notebook_core.errors import InvalidInput, StoreError
from notebook_core.store.commit_count import CommitCount
from notebook_core.store.faults import is_fatal, operation_error
from notebook_core.store.opening import open_database
from notebook_core.store.owner_lock import OwnerLock

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

Row = tuple[Any, ...]

log = logging.getLogger(__name__)


class Transaction:
    """What an operation runs its SQL through: a cursor of its own, inside one transaction."""

    def __init__(self, cursor: DuckDBPyConnection) -> None:
        self.cursor = cursor

    def run(self, sql: str, **parameters: object) -> None:
        """Run a statement; parameters are always bound (`$name`), never part of the text."""
        self.cursor.execute(sql, _storable(parameters))

    def rows(self, sql: str, **parameters: object) -> list[Row]:
        return self.cursor.execute(sql, _storable(parameters)).fetchall()

    def row(self, sql: str, **parameters: object) -> Row | None:
        return self.cursor.execute(sql, _storable(parameters)).fetchone()

    def value(self, sql: str, **parameters: object) -> Any:
        """The one value of the one row that the query always has."""
        row = self.row(sql, **parameters)
        if row is None:
            raise LookupError(sql)
        return row[0]

    @contextlib.contextmanager
    def table(self, name: str, rows: pa.Table) -> Iterator[None]:
        """Let SQL read Arrow rows as `name`: much faster than binding them one by one."""
        self.cursor.register(name, rows)
        try:
            yield
        finally:
            self.cursor.unregister(name)


class Database:
    """The open database of a data folder, or one in memory for `folder=None`.

    A connection that threads share returns wrong rows without an error, so every operation has a
    cursor of its own. Operations don't nest. After an error that ends the database, such as a
    checkpoint on a full disk, the next operation opens it again once the others have left.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._owner = OwnerLock(folder) if folder else None
        self._count = CommitCount(folder) if folder else None
        self._write_lock = threading.Lock()
        self._gate = threading.Condition()
        self._mine = threading.local()
        self._active = 0
        self._broken = self._closed = False
        self.notice = ""
        """A sentence about changes that a damaged log has lost, or ""."""
        self.openings = 0
        """Counts how often the database was opened: what was derived in memory goes with it."""
        if self._owner:
            self._owner.acquire()
        try:
            self._connection = self._open()
        except BaseException:
            self._release()
            raise

    @contextlib.contextmanager
    def reading(self) -> Iterator[Transaction]:
        """One read-only operation, which sees one state of the database throughout."""
        with self._operation() as cursor:
            cursor.execute("BEGIN TRANSACTION READ ONLY")
            yield Transaction(cursor)

    @contextlib.contextmanager
    def writing(self) -> Iterator[Transaction]:
        """One write: all of it is kept when the block ends, nothing of it when it raises."""
        with self._write_lock, self._operation() as cursor:
            cursor.execute("BEGIN TRANSACTION")
            try:
                yield Transaction(cursor)
                count = cursor.execute(
                    "UPDATE commits SET count = count + 1 RETURNING count"
                ).fetchall()[0][0]
            except BaseException:
                # A COMMIT after an error would report success and keep nothing.
                _roll_back(cursor)
                raise
            cursor.execute("COMMIT")
            if self._count:
                self._count.write(count)

    @contextlib.contextmanager
    def aside(self) -> Iterator[DuckDBPyConnection]:
        """A bare cursor for what is derived and kept in attached in-memory databases."""
        with self._operation() as cursor:
            yield cursor

    def close(self) -> None:
        """Wait for running operations, then close the database and let others own the folder."""
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._gate.wait_for(lambda: self._active == 0)
            self._connection.close()
        self._release()

    @contextlib.contextmanager
    def _operation(self) -> Iterator[DuckDBPyConnection]:
        import duckdb

        if getattr(self._mine, "busy", False):
            raise RuntimeError("A store operation began inside another one of the same thread.")
        cursor = self._enter()
        self._mine.busy = True
        try:
            yield cursor
        except duckdb.Error as error:
            self._broken = self._broken or is_fatal(error)
            raise operation_error(error) from error
        finally:
            self._mine.busy = False
            self._leave(cursor)

    def _enter(self) -> DuckDBPyConnection:
        with self._gate:
            self._gate.wait_for(lambda: not self._broken or self._active == 0)
            if self._closed:
                raise StoreError("The store is closed; start Groundnote again.")
            if self._broken:
                self._reopen()
            cursor = self._connection.cursor()
            self._active += 1
            return cursor

    def _leave(self, cursor: DuckDBPyConnection) -> None:
        with self._gate:
            cursor.close()
            self._active -= 1
            self._gate.notify_all()

    def _reopen(self) -> None:
        log.warning("opening the database again after a fatal error")
        self._connection.close()
        self._connection = self._open()
        self._broken = False

    def _release(self) -> None:
        if self._owner:
            self._owner.release()

    def _open(self) -> DuckDBPyConnection:
        self.openings += 1
        opened = open_database(self._folder)
        self.notice = opened.notice
        return opened.connection


def _roll_back(cursor: DuckDBPyConnection) -> None:
    import duckdb

    # DuckDB has rolled back by itself when the error came from COMMIT or ended the database.
    with contextlib.suppress(duckdb.Error):
        cursor.execute("ROLLBACK")


def _storable(parameters: Mapping[str, object]) -> dict[str, object]:
    """Refuse half a surrogate pair, which has no UTF-8 form and which DuckDB can't take."""
    for value in parameters.values():
        for text in value if isinstance(value, list) else (value,):
            if isinstance(text, str):
                try:
                    text.encode()
                except UnicodeEncodeError as error:
                    raise InvalidInput(
                        "A name or text holds a character that can't be stored; type it anew."
                    ) from error
    return dict(parameters)
