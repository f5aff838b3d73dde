"""Keeps conversations: questions, answers, and the citations saved with them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import fields

from notebook_core.domain import Citation, Conversation, ConversationPurpose, Message
from notebook_core.errors import NotFound
from notebook_core.store.connection import Database, Row, Transaction
from notebook_core.store.ownership import (
    CONVERSATION_COLUMNS,
    conversation_from,
    own_conversation,
    own_notebook,
)


class DuckDBConversations:
    """`ports.ConversationStore` on DuckDB."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self, user: str, notebook_id: str, title: str, purpose: ConversationPurpose = "chat"
    ) -> Conversation:
        conversation_id = secrets.token_hex(8)
        with self._database.writing() as transaction:
            own_notebook(transaction, user, notebook_id)
            transaction.run(
                """INSERT INTO conversation
                SELECT $id, $notebook_id, $title, NULL, coalesce(max(position), 0) + 1, now(),
                    $purpose
                FROM conversation""",
                id=conversation_id,
                notebook_id=notebook_id,
                title=title,
                purpose=purpose,
            )
            return own_conversation(transaction, user, conversation_id)

    def all(self, user: str, notebook_id: str) -> tuple[Conversation, ...]:
        with self._database.reading() as transaction:
            own_notebook(transaction, user, notebook_id)
            rows = transaction.rows(
                f"""SELECT {CONVERSATION_COLUMNS} FROM conversation
                WHERE notebook_id = $id AND purpose = 'chat' ORDER BY position DESC""",
                id=notebook_id,
            )
        return tuple(conversation_from(row) for row in rows)

    def get(self, user: str, conversation_id: str) -> Conversation:
        with self._database.reading() as transaction:
            return own_conversation(transaction, user, conversation_id)

    def set_ticks(self, user: str, conversation_id: str, ticks: Sequence[str]) -> None:
        with self._database.writing() as transaction:
            own_conversation(transaction, user, conversation_id)
            transaction.run(
                "UPDATE conversation SET ticks = $ticks::VARCHAR[] WHERE id = $id",
                ticks=list(ticks),
                id=conversation_id,
            )

    def delete(self, user: str, conversation_id: str) -> None:
        with self._database.writing() as transaction:
            own_conversation(transaction, user, conversation_id)
            for statement in _DELETE_CONVERSATION:
                transaction.run(statement, id=conversation_id)

    def begin(
        self,
        user: str,
        conversation_id: str,
        question: str,
        *,
        chosen: str = "",
        searched: str = "",
    ) -> tuple[Message, Message]:
        with self._database.writing() as transaction:
            own_conversation(transaction, user, conversation_id)
            return (
                _add(transaction, conversation_id, "question", question, "complete", chosen),
                _add(transaction, conversation_id, "answer", "", "running", searched),
            )

    def save_partial(self, user: str, message_id: str, text: str) -> None:
        """An answer that has ended keeps its text: a late call changes nothing."""
        with self._database.writing() as transaction:
            _own_message(transaction, user, message_id)
            transaction.run(
                "UPDATE message SET text = $text WHERE id = $id AND status = 'running'",
                text=text,
                id=message_id,
            )

    def finish(self, user: str, answer: Message) -> None:
        """Again with the same answer changes nothing."""
        if answer.status == "running":
            raise ValueError("an answer that is still running can't be finished")
        if len({citation.n for citation in answer.citations}) < len(answer.citations):
            raise ValueError("two citations of an answer have the same number")
        with self._database.writing() as transaction:
            _own_message(transaction, user, answer.id)
            transaction.run(
                """UPDATE message SET text = $text, status = $status, engine = $engine,
                mode = $mode, error = $error, evidence = $evidence, done = $done WHERE id = $id""",
                id=answer.id,
                text=answer.text,
                status=answer.status,
                engine=answer.engine,
                mode=answer.mode,
                error=answer.error,
                evidence=_json(answer.evidence),
                done=_json(answer.done),
            )
            transaction.run("DELETE FROM citation WHERE message_id = $id", id=answer.id)
            for citation in answer.citations:
                _add_citation(transaction, answer.id, citation)

    def messages(self, user: str, conversation_id: str) -> tuple[Message, ...]:
        with self._database.reading() as transaction:
            own_conversation(transaction, user, conversation_id)
            rows = transaction.rows(
                f"""SELECT {_MESSAGE_COLUMNS} FROM message
                WHERE conversation_id = $id ORDER BY position""",
                id=conversation_id,
            )
            citations = _citations(
                transaction,
                "IN (SELECT id FROM message WHERE conversation_id = $id)",
                conversation_id,
            )
        return tuple(_message_from(row, citations) for row in rows)

    def message(self, user: str, message_id: str) -> Message:
        with self._database.reading() as transaction:
            return _own_message(transaction, user, message_id)

    def citation(self, user: str, message_id: str, n: int) -> Citation:
        for citation in self.message(user, message_id).citations:
            if citation.n == n:
                return citation
        raise NotFound("There is no such citation in this answer.")


_JSON_FIELDS = ("evidence", "done")
_PLAIN_FIELDS = [
    field.name for field in fields(Message) if field.name not in (*_JSON_FIELDS, "citations")
]
_MESSAGE_COLUMNS = ", ".join(f"message.{name}" for name in (*_JSON_FIELDS, *_PLAIN_FIELDS))
_CITATION_FIELDS = [field.name for field in fields(Citation)]
_CITATION_COLUMNS = ", ".join(f'"{name}"' for name in _CITATION_FIELDS)
_DELETE_CONVERSATION = (
    """DELETE FROM citation WHERE message_id IN
    (SELECT id FROM message WHERE conversation_id = $id)""",
    "DELETE FROM message WHERE conversation_id = $id",
    "DELETE FROM conversation WHERE id = $id",
)


def _add(
    transaction: Transaction,
    conversation_id: str,
    role: str,
    text: str,
    status: str,
    searched: str,
) -> Message:
    message_id = secrets.token_hex(8)
    transaction.run(
        """INSERT INTO message
            (id, conversation_id, role, text, status, searched, position, created_at)
        SELECT $id, $conversation_id, $role, $text, $status, $searched,
            coalesce(max(position), 0) + 1, now()
        FROM message""",
        id=message_id,
        conversation_id=conversation_id,
        role=role,
        text=text,
        status=status,
        searched=searched,
    )
    row = transaction.row(f"SELECT {_MESSAGE_COLUMNS} FROM message WHERE id = $id", id=message_id)
    if row is None:
        raise LookupError(message_id)
    return _message_from(row, {})


def _own_message(transaction: Transaction, user: str, message_id: str) -> Message:
    """The message with its citations. Raises NotFound."""
    row = transaction.row(
        f"""SELECT {_MESSAGE_COLUMNS} FROM message
        JOIN conversation ON conversation.id = conversation_id
        JOIN notebook ON notebook.id = notebook_id
        WHERE message.id = $message_id AND owner = $user""",
        message_id=message_id,
        user=user,
    )
    if row is None:
        raise NotFound("There is no such message; its conversation may have been deleted.")
    return _message_from(row, _citations(transaction, "= $id", message_id))


def _add_citation(transaction: Transaction, message_id: str, citation: Citation) -> None:
    marks = ", ".join(f"${name}" for name in _CITATION_FIELDS)
    transaction.run(
        f"INSERT INTO citation (message_id, {_CITATION_COLUMNS}) VALUES ($message_id, {marks})",
        message_id=message_id,
        **{name: getattr(citation, name) for name in _CITATION_FIELDS},
    )


def _citations(
    transaction: Transaction, of_messages: str, identifier: str
) -> dict[str, tuple[Citation, ...]]:
    """The citations of some messages, by message and number."""
    found: dict[str, tuple[Citation, ...]] = {}
    for message_id, *values in transaction.rows(
        f"""SELECT message_id, {_CITATION_COLUMNS} FROM citation
        WHERE message_id {of_messages} ORDER BY message_id, n""",
        id=identifier,
    ):
        found[message_id] = (*found.get(message_id, ()), Citation(*values))
    return found


def _message_from(row: Row, citations: dict[str, tuple[Citation, ...]]) -> Message:
    evidence, done, *values = row
    return Message(
        **dict(zip(_PLAIN_FIELDS, values, strict=True)),
        citations=citations.get(values[0], ()),
        evidence=tuple(json.loads(evidence)),
        done=json.loads(done),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
