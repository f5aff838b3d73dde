"""Finds what belongs to the asking user; what is another's looks like what doesn't exist."""

from __future__ import annotations

import json
from dataclasses import fields

from notebook_core.domain import Conversation, Notebook, Progress, Source
from notebook_core.errors import NotFound
from notebook_core.store.connection import Row, Transaction

NOTEBOOK_COLUMNS = "notebook.id, owner, notebook.title, strategy, notebook.created_at"
_PLAIN_FIELDS = [
    field.name for field in fields(Source) if field.name not in ("progress", "warnings")
]
SOURCE_COLUMNS = ", ".join(
    f"source.{name}" for name in ("stage", "done", "total", "warnings", *_PLAIN_FIELDS)
)
PASSAGE_COLUMNS = """passage.id, source_id, version, ordinal, start, "end", page, heading, terms"""
CONVERSATION_COLUMNS = """conversation.id, notebook_id, conversation.title,
    conversation.created_at, ticks"""


def own_notebook(transaction: Transaction, user: str, notebook_id: str) -> Notebook:
    """Raises NotFound."""
    row = transaction.row(
        f"SELECT {NOTEBOOK_COLUMNS} FROM notebook WHERE id = $notebook_id AND owner = $user",
        notebook_id=notebook_id,
        user=user,
    )
    if row is None:
        raise NotFound("There is no such notebook; it may have been deleted.")
    return notebook_from(row)


def own_source(
    transaction: Transaction, user: str, source_id: str, *, even_deleting: bool = False
) -> Source:
    """Raises NotFound, also for a source that is being deleted unless `even_deleting`."""
    row = transaction.row(
        f"""SELECT {SOURCE_COLUMNS} FROM source JOIN notebook ON notebook.id = notebook_id
        WHERE source.id = $source_id AND owner = $user""",
        source_id=source_id,
        user=user,
    )
    source = source_from(row) if row else None
    if source is None or (source.status == "deleting" and not even_deleting):
        raise NotFound("There is no such source; it may have been deleted.")
    return source


def own_conversation(transaction: Transaction, user: str, conversation_id: str) -> Conversation:
    """Raises NotFound."""
    row = transaction.row(
        f"""SELECT {CONVERSATION_COLUMNS}
        FROM conversation JOIN notebook ON notebook.id = notebook_id
        WHERE conversation.id = $conversation_id AND owner = $user""",
        conversation_id=conversation_id,
        user=user,
    )
    if row is None:
        raise NotFound("There is no such conversation; it may have been deleted.")
    return conversation_from(row)


def notebook_from(row: Row) -> Notebook:
    return Notebook(*row)


def source_from(row: Row) -> Source:
    stage, done, total, warnings, *values = row
    return Source(
        **dict(zip(_PLAIN_FIELDS, values, strict=True)),
        progress=Progress(stage, done, total),
        warnings=tuple(json.loads(warnings)),
    )


def conversation_from(row: Row) -> Conversation:
    identifier, notebook_id, title, created_at, ticks = row
    return Conversation(
        identifier, notebook_id, title, created_at, None if ticks is None else tuple(ticks)
    )
