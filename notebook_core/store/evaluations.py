"""Keeps runs of evaluations and the result of each case."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import fields, replace

from notebook_core.domain import EvaluationResult, EvaluationRun, MessageStatus
from notebook_core.errors import NotFound
from notebook_core.store.connection import Database, Row, Transaction
from notebook_core.store.ownership import own_conversation, own_notebook

_RESULT_COLUMNS = ", ".join(field.name for field in fields(EvaluationResult))
_RUNS = """SELECT eval_run.id, eval_run.notebook_id, conversation_id, eval_run.created_at, status,
    (SELECT count(*) FROM eval_result WHERE run_id = eval_run.id), fingerprint
    FROM eval_run JOIN notebook ON notebook.id = eval_run.notebook_id"""


class DuckDBEvaluations:
    """`ports.EvaluationStore` on DuckDB."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(
        self, user: str, notebook_id: str, conversation_id: str, fingerprint: Mapping[str, str]
    ) -> EvaluationRun:
        run_id = secrets.token_hex(8)
        with self._database.writing() as transaction:
            own_notebook(transaction, user, notebook_id)
            own_conversation(transaction, user, conversation_id)
            transaction.run(
                """INSERT INTO eval_run
                SELECT $id, $notebook_id, $conversation_id, 'running', $fingerprint,
                    coalesce(max(position), 0) + 1, now() FROM eval_run""",
                id=run_id,
                notebook_id=notebook_id,
                conversation_id=conversation_id,
                fingerprint=json.dumps(dict(fingerprint)),
            )
            return _own_run(transaction, user, run_id)

    def add(self, user: str, run_id: str, result: EvaluationResult) -> None:
        with self._database.writing() as transaction:
            _own_run(transaction, user, run_id)
            values = vars(result)
            transaction.run(
                f"""INSERT INTO eval_result (run_id, position, {_RESULT_COLUMNS})
                SELECT $run_id, count(*) + 1, {", ".join(f"${name}" for name in values)}
                FROM eval_result WHERE run_id = $run_id""",
                run_id=run_id,
                **values,
            )

    def finish(self, user: str, run_id: str, status: MessageStatus) -> EvaluationRun:
        with self._database.writing() as transaction:
            _own_run(transaction, user, run_id)
            transaction.run(
                "UPDATE eval_run SET status = $status WHERE id = $id", status=status, id=run_id
            )
            return _own_run(transaction, user, run_id)

    def runs(self, user: str, notebook_id: str) -> tuple[EvaluationRun, ...]:
        with self._database.reading() as transaction:
            own_notebook(transaction, user, notebook_id)
            rows = transaction.rows(
                f"{_RUNS} WHERE eval_run.notebook_id = $id ORDER BY eval_run.position",
                id=notebook_id,
            )
        return tuple(_run_from(row) for row in rows)

    def results(self, user: str, run_id: str) -> tuple[EvaluationResult, ...]:
        with self._database.reading() as transaction:
            _own_run(transaction, user, run_id)
            rows = transaction.rows(
                f"SELECT {_RESULT_COLUMNS} FROM eval_result WHERE run_id = $id ORDER BY position",
                id=run_id,
            )
        return tuple(EvaluationResult(*row) for row in rows)


def _own_run(transaction: Transaction, user: str, run_id: str) -> EvaluationRun:
    """Raises NotFound."""
    row = transaction.row(
        f"{_RUNS} WHERE eval_run.id = $id AND owner = $user", id=run_id, user=user
    )
    if row is None:
        raise NotFound("There is no such evaluation; it may have been deleted.")
    return _run_from(row)


def _run_from(row: Row) -> EvaluationRun:
    return replace(EvaluationRun(*row), fingerprint=json.loads(row[-1]))
