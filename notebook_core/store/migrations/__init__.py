"""Brings a database to the newest schema: numbered steps, each recorded with what it ran."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from notebook_core.errors import StoreError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_RECORDS = """
CREATE TABLE IF NOT EXISTS migration (
    number INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    checksum VARCHAR NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL
)
"""


@dataclass(frozen=True)
class Migration:
    """One step: the file `NNNN_name.sql` of this folder."""

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


def migrations() -> tuple[Migration, ...]:
    """All steps in order. To change the schema add a file; one that was released never changes."""
    files = sorted(Path(__file__).parent.glob("*.sql"))
    return tuple(
        Migration(int(file.stem[:4]), file.stem[5:], file.read_text("utf-8")) for file in files
    )


def migrate(
    connection: DuckDBPyConnection, steps: tuple[Migration, ...] | None = None
) -> tuple[int, ...]:
    """Run the steps that are missing, each in one transaction with its record; return those.

    Raises StoreError for a store that a newer or another version of the code wrote.
    """
    steps = migrations() if steps is None else steps
    connection.execute(_RECORDS)
    recorded = {
        number: (name, checksum)
        for number, name, checksum in connection.execute(
            "SELECT number, name, checksum FROM migration"
        ).fetchall()
    }
    _refuse_strangers(recorded, steps)
    missing = [step for step in steps if step.number not in recorded]
    for step in missing:
        _apply(connection, step)
    return tuple(step.number for step in missing)


def _refuse_strangers(recorded: dict[int, tuple[str, str]], steps: tuple[Migration, ...]) -> None:
    known = {step.number: (step.name, step.checksum) for step in steps}
    if recorded and max(recorded) > max(known):
        raise StoreError(
            f"This data folder was written by a newer version of Groundnote (its store is at step "
            f"{max(recorded)}, this version knows {max(known)}); update Groundnote to open it."
        )
    for number, record in recorded.items():
        if known.get(number) != record:
            raise StoreError(
                f"This data folder was written by another version of Groundnote (step {number}, "
                f"“{record[0]}”, differs from the one known here); open it with that version."
            )


def _apply(connection: DuckDBPyConnection, step: Migration) -> None:
    connection.execute("BEGIN TRANSACTION")
    try:
        connection.execute(step.sql)
        connection.execute(
            "INSERT INTO migration VALUES (?, ?, ?, now())", [step.number, step.name, step.checksum]
        )
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
