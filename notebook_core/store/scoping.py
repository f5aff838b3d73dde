"""Resolves which sources may speak; the only place in the project that makes a `Scope`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from notebook_core.domain import Scope, ScopedSource
from notebook_core.store.connection import Transaction
from notebook_core.store.ownership import own_notebook

# Search joins with this, so that a scope taken before a deletion finds nothing deleted.
LIVE = """live AS (
    SELECT source.id, passage_count, term_count, edition, embedding_model
    FROM source JOIN notebook ON notebook.id = notebook_id
    JOIN (SELECT unnest($ids::VARCHAR[]) AS id, unnest($versions::INTEGER[]) AS version) AS scoped
        ON scoped.id = source.id AND scoped.version = source.version
    WHERE notebook_id = $notebook_id AND owner = $user AND status = 'ready'
)"""


def resolve_scope(
    transaction: Transaction, user: str, notebook_id: str, requested: Sequence[str] | None
) -> Scope:
    """The user's ready sources of this notebook that are asked for; all of them for None.

    Raises NotFound for a notebook that isn't the user's.
    """
    own_notebook(transaction, user, notebook_id)
    ready = [
        ScopedSource(*row)
        for row in transaction.rows(
            """SELECT id, version, title, kind, language, token_count, embedding_model,
                content_hash, dated, origin
            FROM source WHERE notebook_id = $id AND status = 'ready' ORDER BY position""",
            id=notebook_id,
        )
    ]
    known = {source.id for source in ready}
    asked = known if requested is None else dict.fromkeys(requested)
    return Scope(
        user=user,
        notebook_id=notebook_id,
        sources=tuple(source for source in ready if source.id in asked),
        dropped=tuple(identifier for identifier in asked if identifier not in known),
    )


def scope_parameters(scope: Scope) -> dict[str, object]:
    """What `LIVE` takes."""
    return {
        "user": scope.user,
        "notebook_id": scope.notebook_id,
        "ids": [source.id for source in scope.sources],
        "versions": [source.version for source in scope.sources],
    }


@dataclass(frozen=True)
class LiveSource:
    """A source in scope that is still there; its edition counts its publications."""

    id: str
    passages: int
    edition: int
    embedding_model: str


def live_sources(transaction: Transaction, scope: Scope) -> list[LiveSource]:
    """The sources in scope that are still there, by id."""
    rows = transaction.rows(
        f"""WITH {LIVE} SELECT id, passage_count, edition, embedding_model FROM live ORDER BY id""",
        **scope_parameters(scope),
    )
    return [LiveSource(*row) for row in rows]
