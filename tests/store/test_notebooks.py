"""Notebooks belong to one user each."""

from __future__ import annotations

import pytest

from notebook_core.domain import Notebook
from notebook_core.errors import Conflict, NotFound
from notebook_core.store.duckdb import DuckDBStore
from tests.store.builders import new_source
from tests.store.conftest import AddReady


def test_they_are_listed_in_the_order_they_were_made(store: DuckDBStore, user: str) -> None:
    made = tuple(store.notebooks.create(user, f"N{n}", "structure") for n in range(12))
    assert store.notebooks.all(user) == made
    assert store.notebooks.get(user, made[3].id) == made[3]
    assert store.notebooks.all("nobody") == ()


def test_created_at_knows_its_zone(notebook: Notebook) -> None:
    offset = notebook.created_at.utcoffset()
    assert offset is not None
    assert offset.total_seconds() == 0


def test_a_title_can_be_changed_and_nothing_else_does(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    store.notebooks.rename(user, notebook.id, "'; DROP TABLE notebook; -- “Ž\x00”")
    changed = store.notebooks.get(user, notebook.id)
    assert changed.title == "'; DROP TABLE notebook; -- “Ž\x00”"
    assert changed.strategy == notebook.strategy
    assert changed.created_at == notebook.created_at


def test_unticked_sources_are_kept_and_replaced(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    assert store.notebooks.unticked(user, notebook.id) == frozenset()
    store.notebooks.set_unticked(user, notebook.id, ["b", "a", "b"])
    assert store.notebooks.unticked(user, notebook.id) == {"a", "b"}
    store.notebooks.set_unticked(user, notebook.id, ())
    assert store.notebooks.unticked(user, notebook.id) == frozenset()


def test_deletion_takes_the_conversations_along(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    conversation = store.conversations.create(user, notebook.id, "A talk")
    _, answer = store.conversations.begin(user, conversation.id, "Why?")
    kept = store.notebooks.create(user, "Kept", "structure")
    store.notebooks.delete(user, notebook.id)
    assert store.notebooks.all(user) == (kept,)
    for gone in (
        lambda: store.notebooks.get(user, notebook.id),
        lambda: store.conversations.get(user, conversation.id),
        lambda: store.conversations.message(user, answer.id),
        lambda: store.notebooks.delete(user, notebook.id),
    ):
        with pytest.raises(NotFound):
            gone()


def test_a_notebook_with_sources_is_not_deleted(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    """Not even while the last one is on its way out: its rows would have no owner."""
    source = add_ready(notebook, ["lamp"])
    with pytest.raises(Conflict, match="still has sources"):
        store.notebooks.delete(user, notebook.id)
    store.sources.mark_deleting(user, source.id)
    with pytest.raises(Conflict):
        store.notebooks.delete(user, notebook.id)
    store.sources.remove(user, source.id, 0)
    store.notebooks.delete(user, notebook.id)


def test_nothing_is_added_to_a_notebook_that_is_gone(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    store.notebooks.delete(user, notebook.id)
    with pytest.raises(NotFound):
        store.sources.add(user, new_source(notebook))
    with pytest.raises(NotFound):
        store.conversations.create(user, notebook.id, "A talk")
