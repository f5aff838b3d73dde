"""Keeps sources: their texts and versions, and their way to ready or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notebook_core.domain import (
    DeletionReceipt,
    IndexedVersion,
    NewSource,
    Passage,
    Progress,
    Source,
    SourceStatus,
    SourceText,
)
from notebook_core.errors import Cancelled, Conflict, DeletionUnfinished, NotFound
from notebook_core.store.connection import Database, Row, Transaction
from notebook_core.store.deletion import delete_rows, keep_receipt, rows_left, was_deleted
from notebook_core.store.derived import Derived
from notebook_core.store.ownership import (
    PASSAGE_COLUMNS,
    SOURCE_COLUMNS,
    own_notebook,
    own_source,
    source_from,
)
from notebook_core.store.publishing import embedding_tables, publish
from notebook_core.store.texts import read_text
from notebook_core.wording import counted

if TYPE_CHECKING:
    from notebook_core.ports import Vector

_UNDER_WAY = ("queued", "extracting", "ocr", "indexing")
"""What `set_progress` may set and an ended process leaves; the others have methods of their own."""


class DuckDBSources:
    """`ports.SourceStore` on DuckDB."""

    def __init__(self, database: Database, derived: Derived) -> None:
        self._database = database
        self._derived = derived

    # --- finding -------------------------------------------------------------------------------

    def all(self, user: str, notebook_id: str) -> tuple[Source, ...]:
        with self._database.reading() as transaction:
            return _all(transaction, user, notebook_id)

    def get(self, user: str, source_id: str) -> Source:
        """Also a source that is `deleting`, so that its deletion can be finished."""
        with self._database.reading() as transaction:
            return own_source(transaction, user, source_id, even_deleting=True)

    def by_origin(self, user: str, notebook_id: str, origin: str) -> Source | None:
        """The first source that was added from there."""
        with self._database.reading() as transaction:
            return _first(transaction, user, notebook_id, "origin", origin)

    def by_content(self, user: str, notebook_id: str, content_hash: str) -> Source | None:
        """The first source that was added with these bytes."""
        with self._database.reading() as transaction:
            return _first(transaction, user, notebook_id, "content_hash", content_hash)

    def text(self, user: str, source_id: str, version: int | None = None) -> SourceText:
        with self._database.reading() as transaction:
            source = own_source(transaction, user, source_id)
            text = read_text(transaction, source.id, source.version if version is None else version)
        if text is None:
            raise NotFound("There is no such version of this source's text.")
        return text

    def passages(self, user: str, source_id: str) -> tuple[Passage, ...]:
        with self._database.reading() as transaction:
            own_source(transaction, user, source_id)
            rows = transaction.rows(
                f"SELECT {PASSAGE_COLUMNS} FROM passage WHERE source_id = $id ORDER BY ordinal",
                id=source_id,
            )
        return tuple(Passage(*row) for row in rows)

    def vectors(self, user: str, source_id: str) -> dict[str, Vector]:
        import numpy as np

        with self._database.reading() as transaction:
            own_source(transaction, user, source_id)
            rows = [
                row
                for table in embedding_tables(transaction)
                for row in transaction.rows(
                    f"SELECT passage_id, vector FROM {table} WHERE source_id = $id", id=source_id
                )
            ]
        return {passage_id: np.array(vector, dtype=np.float32) for passage_id, vector in rows}

    # --- on the way to ready -------------------------------------------------------------------

    def add(self, user: str, new: NewSource) -> tuple[Source, bool]:
        """A source of the same id is returned, too: a repeated step adds nothing."""
        with self._database.writing() as transaction:
            own_notebook(transaction, user, new.notebook_id)
            if (same := _same(transaction, new)) is not None:
                if same.notebook_id != new.notebook_id or same.status == "deleting":
                    raise Conflict(
                        f"“{new.title}” is being deleted at the moment; add it again once it is "
                        "gone."
                    )
                return same, False
            transaction.run(
                """INSERT INTO source
                    (id, notebook_id, kind, title, origin, content_hash, copy, status, position,
                    created_at)
                SELECT $id, $notebook_id, $kind, $title, $origin, $content_hash, $copy, 'queued',
                    coalesce(max(position), 0) + 1, now() FROM source""",
                **vars(new),
            )
            return own_source(transaction, user, new.id), True

    def rename(self, user: str, source_id: str, title: str) -> None:
        with self._database.writing() as transaction:
            own_source(transaction, user, source_id)
            transaction.run(
                "UPDATE source SET title = $title WHERE id = $id", title=title, id=source_id
            )

    def set_progress(
        self, user: str, source_id: str, status: SourceStatus, progress: Progress
    ) -> None:
        if status not in _UNDER_WAY:
            raise ValueError(f"{status} is no status under way")
        with self._database.writing() as transaction:
            source = _live(transaction, user, source_id)
            transaction.run(
                """UPDATE source SET status = $status, error = '', update_error = '',
                stage = $stage, done = $done, total = $total WHERE id = $id""",
                id=source_id,
                status="ready" if source.status == "ready" else status,
                **vars(progress),
            )

    def fail(self, user: str, source_id: str, reason: str) -> None:
        """A source that is being deleted, or that its user has deleted, stays as it is."""
        with self._database.writing() as transaction:
            try:
                _live(transaction, user, source_id)
            except Cancelled:
                return
            transaction.run(f"{_FAIL} WHERE id = $id", reason=reason, id=source_id)

    def publish(self, user: str, indexed: IndexedVersion) -> Source:
        """Raises Conflict, too, when another version was published meanwhile."""
        with self._database.writing() as transaction:
            publish(transaction, _live(transaction, user, indexed.source_id), indexed)
            return own_source(transaction, user, indexed.source_id)

    # --- on the way to gone --------------------------------------------------------------------

    def mark_deleting(self, user: str, source_id: str) -> None:
        with self._database.writing() as transaction:
            own_source(transaction, user, source_id, even_deleting=True)
            transaction.run(
                """UPDATE source SET status = 'deleting', deleted_at = now()
                WHERE id = $id AND status <> 'deleting'""",
                id=source_id,
            )

    def remove(self, user: str, source_id: str, files: int) -> DeletionReceipt:
        """What is derived in memory is probed as well. Raises Conflict unless it is `deleting`."""
        with self._database.reading() as transaction:
            _require_deleting(transaction, user, source_id)
        left_in_memory = self._derived.forget(source_id)
        with self._database.writing() as transaction:
            source = _require_deleting(transaction, user, source_id)
            delete_rows(transaction, source)
            left = rows_left(transaction, source_id) | left_in_memory
            receipt = DeletionReceipt(source_id, source.title, left, files)
            if not receipt.complete:
                raise DeletionUnfinished(
                    f"{counted(sum(left.values()), 'row')} and {counted(files, 'file')} are left."
                )
            keep_receipt(transaction, user, receipt)
        # A search that had begun before may have read its text since.
        self._derived.forget(source_id)
        return receipt

    def deleting(self) -> tuple[tuple[str, Source], ...]:
        with self._database.reading() as transaction:
            rows = transaction.rows(
                f"""SELECT owner, {SOURCE_COLUMNS}
                FROM source JOIN notebook ON notebook.id = notebook_id
                WHERE status = 'deleting' ORDER BY source.position"""
            )
        return tuple((row[0], source_from(row[1:])) for row in rows)

    def mark_interrupted(self, reason: str) -> int:
        with self._database.writing() as transaction:
            interrupted = transaction.rows(
                f"""{_FAIL} WHERE list_contains($under_way, status)
                OR (status = 'ready' AND stage <> '') RETURNING id""",
                reason=reason,
                under_way=list(_UNDER_WAY),
            )
            for table in ("message", "eval_run"):
                transaction.run(f"UPDATE {table} SET status = 'stopped' WHERE status = 'running'")
        return len(interrupted)


_FAIL = """UPDATE source SET
    error = if(status = 'ready', '', $reason),
    update_error = if(status = 'ready', $reason, ''),
    status = if(status = 'ready', 'ready', 'failed'),
    stage = '', done = 0, total = 0"""


def _all(transaction: Transaction, user: str, notebook_id: str) -> tuple[Source, ...]:
    own_notebook(transaction, user, notebook_id)
    rows = transaction.rows(
        f"""SELECT {SOURCE_COLUMNS} FROM source
        WHERE notebook_id = $id AND status <> 'deleting' ORDER BY position""",
        id=notebook_id,
    )
    return tuple(source_from(row) for row in rows)


def _first(
    transaction: Transaction, user: str, notebook_id: str, column: str, value: str
) -> Source | None:
    own_notebook(transaction, user, notebook_id)
    row: Row | None = transaction.row(
        f"""SELECT {SOURCE_COLUMNS} FROM source
        WHERE notebook_id = $id AND {column} = $value AND status <> 'deleting'
        ORDER BY position LIMIT 1""",
        id=notebook_id,
        value=value,
    )
    return source_from(row) if row else None


def _same(transaction: Transaction, new: NewSource) -> Source | None:
    """What already has the id, or the place in the notebook, that `new` asks for."""
    row = transaction.row(
        f"""SELECT {SOURCE_COLUMNS} FROM source
        WHERE id = $id
            OR (notebook_id = $notebook_id AND content_hash = $content_hash AND copy = $copy)
        ORDER BY id = $id DESC LIMIT 1""",
        id=new.id,
        notebook_id=new.notebook_id,
        content_hash=new.content_hash,
        copy=new.copy,
    )
    return source_from(row) if row else None


def _require_deleting(transaction: Transaction, user: str, source_id: str) -> Source:
    source = own_source(transaction, user, source_id, even_deleting=True)
    if source.status != "deleting":
        raise Conflict(f"“{source.title}” isn't marked for deletion; delete it first.")
    return source


def _live(transaction: Transaction, user: str, source_id: str) -> Source:
    """The source that an ingestion goes on with.

    Raises Cancelled when its user is deleting or has deleted it, NotFound when it isn't theirs.
    """
    try:
        source = own_source(transaction, user, source_id, even_deleting=True)
    except NotFound:
        if was_deleted(transaction, user, source_id):
            raise Cancelled("This source was deleted.") from None
        raise
    if source.status == "deleting":
        raise Cancelled("This source is being deleted.")
    return source
