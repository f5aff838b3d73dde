"""Keeps notebooks and who owns them."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from notebook_core.domain import Notebook, PassageStrategy
from notebook_core.errors import Conflict
from notebook_core.store.connection import Database
from notebook_core.store.ownership import NOTEBOOK_COLUMNS, notebook_from, own_notebook


class DuckDBNotebooks:
    """`ports.NotebookStore` on DuckDB."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, user: str, title: str, strategy: PassageStrategy) -> Notebook:
        notebook_id = secrets.token_hex(8)
        with self._database.writing() as transaction:
            transaction.run(
                """INSERT INTO notebook (id, owner, title, strategy, position, created_at)
                SELECT $id, $user, $title, $strategy, coalesce(max(position), 0) + 1, now()
                FROM notebook""",
                id=notebook_id,
                user=user,
                title=title,
                strategy=strategy,
            )
            return own_notebook(transaction, user, notebook_id)

    def all(self, user: str) -> tuple[Notebook, ...]:
        with self._database.reading() as transaction:
            rows = transaction.rows(
                f"SELECT {NOTEBOOK_COLUMNS} FROM notebook WHERE owner = $user ORDER BY position",
                user=user,
            )
        return tuple(notebook_from(row) for row in rows)

    def get(self, user: str, notebook_id: str) -> Notebook:
        with self._database.reading() as transaction:
            return own_notebook(transaction, user, notebook_id)

    def rename(self, user: str, notebook_id: str, title: str) -> None:
        with self._database.writing() as transaction:
            own_notebook(transaction, user, notebook_id)
            transaction.run(
                "UPDATE notebook SET title = $title WHERE id = $id", title=title, id=notebook_id
            )

    def unticked(self, user: str, notebook_id: str) -> frozenset[str]:
        with self._database.reading() as transaction:
            own_notebook(transaction, user, notebook_id)
            return frozenset(
                transaction.value("SELECT unticked FROM notebook WHERE id = $id", id=notebook_id)
            )

    def set_unticked(self, user: str, notebook_id: str, source_ids: Collection[str]) -> None:
        with self._database.writing() as transaction:
            own_notebook(transaction, user, notebook_id)
            transaction.run(
                "UPDATE notebook SET unticked = $unticked::VARCHAR[] WHERE id = $id",
                unticked=sorted(set(source_ids)),
                id=notebook_id,
            )

    def delete(self, user: str, notebook_id: str) -> None:
        """Raises Conflict while the notebook still has sources, also such as are being deleted."""
        with self._database.writing() as transaction:
            own_notebook(transaction, user, notebook_id)
            if transaction.value(
                "SELECT count(*) FROM source WHERE notebook_id = $id", id=notebook_id
            ):
                raise Conflict("This notebook still has sources; delete those first.")
            for statement in _DELETE_NOTEBOOK:
                transaction.run(statement, id=notebook_id)


_CONVERSATIONS = "SELECT id FROM conversation WHERE notebook_id = $id"
_DELETE_NOTEBOOK = (
    f"""DELETE FROM citation WHERE message_id IN
    (SELECT id FROM message WHERE conversation_id IN ({_CONVERSATIONS}))""",
    f"DELETE FROM message WHERE conversation_id IN ({_CONVERSATIONS})",
    "DELETE FROM conversation WHERE notebook_id = $id",
    """DELETE FROM eval_result WHERE run_id IN
    (SELECT id FROM eval_run WHERE notebook_id = $id)""",
    "DELETE FROM eval_run WHERE notebook_id = $id",
    "DELETE FROM notebook WHERE id = $id",
)
