"""Opens the database file: makes, migrates and configures it, and refuses what is damaged."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from notebook_core.errors import StoreError
from notebook_core.store.commit_count import CommitCount
from notebook_core.store.faults import opening_error
from notebook_core.store.migrations import migrate

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DATABASE_NAME = "groundnote.duckdb"
MEMORY = ":memory:"

log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """The connection, and a sentence about changes that were lost, or ""."""

    connection: DuckDBPyConnection
    notice: str


def open_database(folder: Path | None) -> Opened:
    """The database of `folder` at the newest schema, or a new one in memory for None.

    Raises StoreError, StoreInUse (a program that knows nothing of our lock file) or DiskFull.
    """
    if folder is None:
        connection = connect(MEMORY)
        migrate(connection)
        return Opened(connection, "")
    path = folder / DATABASE_NAME
    try:
        connection = _open_file(path)
    except StoreError:
        raise
    except Exception as error:
        raise opening_error(path, error) from error
    return Opened(connection, _losses(connection, CommitCount(folder)))


def _open_file(path: Path) -> DuckDBPyConnection:
    if not path.exists():
        _refuse_to_begin_anew(path)
        _create(path)
    connection = connect(str(path))
    try:
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_to_begin_anew(path: Path) -> None:
    """DuckDB would begin an empty database, and delete the log that belonged to the lost one."""
    traces = (path.with_name(path.name + ".wal"), CommitCount(path.parent).path)
    if names := [trace.name for trace in traces if trace.exists()]:
        raise StoreError(
            f"The database file {path} is missing, though this folder held one. Restore it "
            f"from a backup, or delete {' and '.join(names)} to start empty."
        )


def _losses(connection: DuckDBPyConnection, noted: CommitCount) -> str:
    kept = connection.execute("SELECT count FROM commits").fetchall()[0][0]
    lost = noted.read() - kept
    noted.write(kept)
    if lost <= 0:
        return ""
    what = "The last change is" if lost == 1 else f"The last {lost} changes are"
    notice = (
        f"{what} missing, because the log of changes was cut or lost; restore a backup if you "
        "have one."
    )
    log.warning(notice)
    return notice


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
