"""Deletes every row of a source, probes that none is left, and keeps the receipt."""

from __future__ import annotations

import json

from notebook_core.domain import DeletionReceipt, Source
from notebook_core.store.connection import Transaction

_KEPT = ("citation", "receipt")
"""Tables that go on naming a deleted source: old answers stay, and so does the receipt."""


def delete_rows(transaction: Transaction, source: Source) -> None:
    """Delete whatever any table holds of the source."""
    for table in source_tables(transaction):
        transaction.run(f"DELETE FROM {table} WHERE source_id = $id", id=source.id)
    transaction.run("DELETE FROM source WHERE id = $id", id=source.id)
    for table, column in (("conversation", "ticks"), ("notebook", "unticked")):
        transaction.run(
            f"""UPDATE {table} SET {column} = list_filter({column}, lambda tick: tick <> $id)
            WHERE list_contains({column}, $id)""",
            id=source.id,
        )


def rows_left(transaction: Transaction, source_id: str) -> dict[str, int]:
    """How many rows each table still holds of the source, by looking."""
    left = {"source": transaction.value("SELECT count(*) FROM source WHERE id = $id", id=source_id)}
    for table in source_tables(transaction):
        left[table] = transaction.value(
            f"SELECT count(*) FROM {table} WHERE source_id = $id", id=source_id
        )
    return left


def source_tables(transaction: Transaction) -> list[str]:
    """Every table with a column `source_id`, so that one added later can't be forgotten here."""
    rows = transaction.rows(
        """SELECT table_name FROM duckdb_columns()
        WHERE database_name = current_database() AND column_name = 'source_id'"""
    )
    return sorted(name for (name,) in rows if name not in _KEPT)


def was_deleted(transaction: Transaction, user: str, source_id: str) -> bool:
    """Whether this user once had, and deleted, a source of this id."""
    return bool(
        transaction.value(
            "SELECT count(*) FROM receipt WHERE source_id = $id AND owner = $user",
            id=source_id,
            user=user,
        )
    )


def keep_receipt(transaction: Transaction, user: str, receipt: DeletionReceipt) -> None:
    """Keep what the deletion probed, written once and whole: no `rows` or `files` are NULL."""
    transaction.run(
        "INSERT INTO receipt VALUES ($id, $user, $title, $rows, $files, now())",
        id=receipt.source_id,
        user=user,
        title=receipt.title,
        rows=json.dumps(receipt.rows),
        files=receipt.files,
    )
