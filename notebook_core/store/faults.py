"""Turns what DuckDB raises into the store's errors, each with a sentence that says what to do."""

from __future__ import annotations

import re
from pathlib import Path

from notebook_core.errors import DiskFull, StoreError
from notebook_core.store.owner_lock import in_use

_NO_ROOM = re.compile(
    "No space left|File too large|Disk quota exceeded|not enough space|out of disk space", re.I
)
_HOLDER = re.compile(r"Conflicting lock is held.*?\(PID (\d+)\)", re.S)
_DAMAGED = re.compile("Could not read|checksum|corrupt|Serialization Error", re.I)
_ENDS_THE_DATABASE = re.compile("database has been invalidated|FATAL Error|INTERNAL Error")


def is_fatal(error: Exception) -> bool:
    """Whether DuckDB refuses everything until the database is opened again."""
    import duckdb

    return isinstance(error, duckdb.FatalException | duckdb.InternalException) or bool(
        _ENDS_THE_DATABASE.search(str(error))
    )


def operation_error(error: Exception) -> StoreError:
    """The error for an operation that failed; nothing of its transaction was kept."""
    if _NO_ROOM.search(str(error)):
        return DiskFull(
            "There is no room left on the disk that holds the data folder, so this was not kept. "
            "Free some space and try again."
        )
    if _DAMAGED.search(str(error)):
        return StoreError(
            "The database file is damaged. Close Groundnote, keep a copy of the data folder, then "
            f"restore it from a backup ({_first(error)})."
        )
    if is_fatal(error):
        return StoreError(
            f"The database stopped and was opened again; please try once more ({_first(error)})."
        )
    return StoreError(f"The store couldn't do this, and nothing was changed: {_first(error)}")


def opening_error(path: Path, error: Exception) -> StoreError:
    """The error for a database file that doesn't open."""
    message = str(error)
    if holder := _HOLDER.search(message):
        return in_use(path.parent, holder[1])
    if _NO_ROOM.search(message):
        return DiskFull(
            f"There is no room left on the disk that holds {path.parent}, so the store can't "
            "open; free some space and start again."
        )
    if "WAL" in message:
        return StoreError(
            f"The log of the last changes, {path.name}.wal, is damaged. Keep a copy of "
            f"{path.parent}, then restore it from a backup, or move {path.name}.wal out of it to "
            f"start without those changes ({_first(error)})."
        )
    return StoreError(
        f"The database file {path} is damaged or can't be read. Keep a copy of it, then restore "
        f"it from a backup, or move it out of its folder to start empty ({_first(error)})."
    )


def _first(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
