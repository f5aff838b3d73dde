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
from notebook_core.store.faults import is_fatal, opening_error, operation_error
from notebook_core.store.migrations import migrate
from notebook_core.store.owner_lock import OwnerLock

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

DATABASE_NAME = "groundnote.duckdb"
MEMORY = ":memory:"

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
        self._path = folder / DATABASE_NAME if folder else None
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
            self._active += 1
            return self._connection.cursor()

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
        if self._path is None:
            connection = connect(MEMORY)
            migrate(connection)
            return connection
        try:
            connection = self._open_file(self._path)
        except StoreError:
            raise
        except Exception as error:
            raise opening_error(self._path, error) from error
        self._look_for_losses(connection)
        return connection

    def _open_file(self, path: Path) -> DuckDBPyConnection:
        self._refuse_a_missing_database(path)
        if not path.exists():
            _create(path)
        connection = connect(str(path))
        try:
            migrate(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _refuse_a_missing_database(self, path: Path) -> None:
        """DuckDB would begin an empty database and delete the log that belonged to the lost one."""
        left = [path.with_name(path.name + ".wal"), *([self._count.path] if self._count else [])]
        names = [file.name for file in left if file.exists()]
        if names and not path.exists():
            raise StoreError(
                f"The database file {path} is missing, though this folder held one. Restore it "
                f"from a backup, or delete {' and '.join(names)} to start empty."
            )

    def _look_for_losses(self, connection: DuckDBPyConnection) -> None:
        if self._count is None:
            return
        kept = connection.execute("SELECT count FROM commits").fetchall()[0][0]
        lost = self._count.read() - kept
        if lost > 0:
            self.notice = (
                f"The last {lost} changes are missing, because the log of changes was cut or "
                "lost; restore a backup if you have one."
            )
            log.warning(self.notice)
        self._count.write(kept)


def connect(path: str) -> DuckDBPyConnection:
    """A connection with the configuration that all of them have."""
    import duckdb

    connection = duckdb.connect(
        path,
        config={
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            # A table name that doesn't exist must not resolve to a Python variable.
            "python_enable_replacements": False,
            # Without a file beside which to spill, spilling would write into the current folder.
            **({"temp_directory": ""} if path == MEMORY else {}),
        },
    )
    # These two have no effect inside `config`, and without GLOBAL other cursors don't see them.
    # Compressed vectors are two to three times slower to scan.
    connection.execute("SET GLOBAL disabled_compression_methods = 'alp,alprd'")
    connection.execute("SET GLOBAL TimeZone = 'UTC'")
    return connection


def _create(path: Path) -> None:
    """Make a new database whole before it gets its name, so that an empty file is never ours."""
    fresh = path.with_suffix(".new")
    for left in (fresh, fresh.with_name(fresh.name + ".wal")):
        left.unlink(missing_ok=True)
    connection = connect(str(fresh))
    try:
        migrate(connection)
        connection.execute("CHECKPOINT")
    finally:
        connection.close()
    fresh.replace(path)


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
