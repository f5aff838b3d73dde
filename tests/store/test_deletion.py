"""A deletion is immediate, then complete, however often and from how many threads it is asked."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from notebook_core.domain import Citation, Notebook, Progress, Source
from notebook_core.errors import Cancelled, Conflict, DeletionUnfinished, GroundnoteError, NotFound
from notebook_core.store import sources
from notebook_core.store.deletion import source_tables
from notebook_core.store.duckdb import DuckDBStore, open_store
from tests.store.builders import indexed, new_source
from tests.store.conftest import AddReady


@pytest.fixture
def source(notebook: Notebook, add_ready: AddReady) -> Source:
    return add_ready(notebook, ["lamp oil", "rope"], vectors=[[1, 0], [0, 1]], model="m")


def test_marking_takes_it_out_of_sight_at_once(
    store: DuckDBStore, user: str, notebook: Notebook, source: Source
) -> None:
    store.sources.mark_deleting(user, source.id)
    assert store.sources.all(user, notebook.id) == ()
    assert store.search.scope(user, notebook.id, None).sources == ()
    assert store.search.scope(user, notebook.id, [source.id]).dropped == (source.id,)
    assert store.sources.get(user, source.id).status == "deleting"
    for look in (store.sources.text, store.sources.passages, store.sources.vectors):
        with pytest.raises(NotFound):
            look(user, source.id)
    with pytest.raises(NotFound):
        store.sources.rename(user, source.id, "x")


def test_removal_leaves_no_row_in_any_table_and_nothing_in_memory(
    store: DuckDBStore, user: str, notebook: Notebook, source: Source
) -> None:
    """Both versions, vectors of every size, and whatever searches keep."""
    store.sources.publish(
        user, indexed(source.id, ["lamp"], version=2, vectors=[[1, 0, 0]], model="m")
    )
    scope = store.search.scope(user, notebook.id, None)
    vector = np.array([1, 0, 0], np.float32)
    found = store.search.rank_by_vector(scope, vector, "m", 5, "hnsw")
    assert store.search.rank_by_terms(scope, ["lamp"], 5, "fts")[0].passage_id == (
        found[0].passage_id
    )
    assert store.search.passages(scope, [found[0].passage_id])
    store.sources.mark_deleting(user, source.id)
    left = store.sources.remove(user, source.id, 0).rows
    assert {"source", "source_text", "passage", "posting", "line_box"} < set(left)
    assert {"embedding_2", "embedding_3", "vector indexes", "full-text index"} < set(left)
    assert not any(left.values())
    with store._database.reading() as transaction:
        for table in source_tables(transaction):
            assert not transaction.value(
                f"SELECT count(*) FROM {table} WHERE source_id = $id", id=source.id
            )
    with pytest.raises(NotFound):
        store.sources.get(user, source.id)


def test_every_table_that_names_a_source_is_probed_or_known_to_stay() -> None:
    """A table that is added later has to call its column `source_id`, or to be named here."""
    store = open_store(None)
    with store._database.reading() as transaction:
        probed = set(source_tables(transaction))
        tables = {
            name
            for (name,) in transaction.rows(
                "SELECT table_name FROM duckdb_tables() WHERE database_name = current_database()"
            )
        }
    store.close()
    holds_no_source = {"notebook", "conversation", "message", "commits", "migration"}
    holds_no_source |= {"eval_run", "eval_result"}
    stays_on_purpose = {"citation", "receipt"}
    assert tables == probed | {"source"} | holds_no_source | stays_on_purpose


def test_removing_what_was_not_marked_is_refused(
    store: DuckDBStore, user: str, source: Source
) -> None:
    with pytest.raises(Conflict, match="isn't marked for deletion"):
        store.sources.remove(user, source.id, 0)
    assert len(store.sources.passages(user, source.id)) == 2


def test_a_second_deletion_finds_nothing_and_breaks_nothing(
    store: DuckDBStore, user: str, notebook: Notebook, source: Source
) -> None:
    store.sources.mark_deleting(user, source.id)
    store.sources.mark_deleting(user, source.id)
    store.sources.remove(user, source.id, 0)
    with pytest.raises(NotFound):
        store.sources.mark_deleting(user, source.id)
    with pytest.raises(NotFound):
        store.sources.remove(user, source.id, 0)
    assert store.notebooks.get(user, notebook.id) == notebook


def test_deletions_from_many_threads_while_it_is_published_and_searched(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    """Each thread gets through or is told so; nothing is left, and others stay searchable."""
    kept = add_ready(notebook, ["lamp oil"])
    source = add_ready(notebook, ["lamp"] * 50)
    scope = store.search.scope(user, notebook.id, None)
    start = threading.Barrier(12)

    def work(number: int) -> set[str]:
        start.wait()
        told = set()
        for _ in range(6):
            try:
                if number < 4:
                    store.sources.mark_deleting(user, source.id)
                    store.sources.remove(user, source.id, 0)
                elif number < 8:
                    store.sources.publish(user, indexed(source.id, ["lamp"] * 50))
                    store.sources.set_progress(user, source.id, "extracting", Progress())
                else:
                    assert store.search.rank_by_terms(scope, ["oil"], 5)
            except GroundnoteError as error:
                told.add(type(error).__name__)
        return told

    with ThreadPoolExecutor(12) as pool:
        told = list(pool.map(work, range(12)))
    assert set().union(*told[:4]) <= {"NotFound", "Conflict"}
    assert set().union(*told[4:8]) <= {"Cancelled"}
    assert set().union(*told[8:]) == set()
    assert [found.id for found in store.sources.all(user, notebook.id)] == [kept.id]
    with store._database.reading() as transaction:
        for table in source_tables(transaction):
            assert not transaction.value(
                f"SELECT count(*) FROM {table} WHERE source_id = $id", id=source.id
            )


def test_an_ingestion_whose_source_is_deleted_is_cancelled(
    store: DuckDBStore, user: str, source: Source
) -> None:
    """While it is being deleted, and once it is gone; a failure is noted nowhere then."""
    version = indexed(source.id, ["lamp oil", "rope"])
    for step in (
        lambda: store.sources.mark_deleting(user, source.id),
        lambda: store.sources.remove(user, source.id, 0),
    ):
        step()
        with pytest.raises(Cancelled):
            store.sources.publish(user, version)
        with pytest.raises(Cancelled):
            store.sources.set_progress(user, source.id, "indexing", Progress())
        store.sources.fail(user, source.id, "too late")
    with pytest.raises(NotFound):
        store.sources.get(user, source.id)


def test_it_can_be_added_again_once_it_is_gone(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    """Under the same id, as a file of a folder is; not while it is on its way out."""
    new = new_source(notebook)
    for _ in range(3):
        store.sources.add(user, new)
        store.sources.publish(user, indexed(new.id, ["lamp"], content_hash=new.content_hash))
        scope = store.search.scope(user, notebook.id, None)
        found = store.search.rank_by_terms(scope, ["lamp"], 5, "fts")
        assert list(store.search.passages(scope, [found[0].passage_id]))
        store.sources.mark_deleting(user, new.id)
        with pytest.raises(Conflict, match="is being deleted"):
            store.sources.add(user, new)
        with pytest.raises(Conflict, match="is being deleted"):
            store.sources.add(user, replace(new, id="another id"))
        assert not any(store.sources.remove(user, new.id, 0).rows.values())


def test_old_answers_and_their_citations_stay(
    store: DuckDBStore, user: str, notebook: Notebook, source: Source
) -> None:
    conversation = store.conversations.create(user, notebook.id, "A talk")
    _, answer = store.conversations.begin(user, conversation.id, "Why?")
    citation = Citation(
        1, source.id, 1, "Title", "lamp oil", 0, 8, None, None, "", True, content_hash="h"
    )
    finished = replace(answer, text="So. {{cite:1}}", status="complete", citations=(citation,))
    store.conversations.finish(user, finished)
    store.conversations.set_ticks(user, conversation.id, [source.id, "another"])
    store.notebooks.set_unticked(user, notebook.id, [source.id, "another"])
    store.sources.mark_deleting(user, source.id)
    store.sources.remove(user, source.id, 0)
    assert store.conversations.message(user, answer.id) == finished
    assert store.conversations.citation(user, answer.id, 1) == citation
    assert store.conversations.get(user, conversation.id).ticks == ("another",)
    assert store.notebooks.unticked(user, notebook.id) == {"another"}


def receipts(store: DuckDBStore, source_id: str) -> list[tuple]:
    with store._database.reading() as transaction:
        return transaction.rows(
            """SELECT owner, title, "rows", files FROM receipt WHERE source_id = $id""",
            id=source_id,
        )


def test_the_receipt_is_kept_with_the_deletion_itself(
    store: DuckDBStore, user: str, source: Source
) -> None:
    store.sources.mark_deleting(user, source.id)
    assert receipts(store, source.id) == []
    receipt = store.sources.remove(user, source.id, 0)
    assert receipt.complete
    assert receipts(store, source.id) == [(user, source.title, json.dumps(receipt.rows), 0)]


@pytest.mark.parametrize("fault", ["a file", "a row", "something in memory"])
def test_what_leaves_anything_behind_is_no_deletion(
    store: DuckDBStore, user: str, source: Source, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays `deleting`, with all its rows, and the next try finds nothing in its way."""
    store.sources.mark_deleting(user, source.id)
    with monkeypatch.context() as broken:
        if fault == "a row":
            broken.setattr(sources, "rows_left", lambda *_: {"passage": 2})
        if fault == "something in memory":
            broken.setattr(store.sources._derived, "forget", lambda _: {"texts in memory": 1})
        with pytest.raises(DeletionUnfinished, match="are left"):
            store.sources.remove(user, source.id, int(fault == "a file"))
    assert store.sources.get(user, source.id).status == "deleting"
    assert receipts(store, source.id) == []
    with store._database.reading() as transaction:
        assert transaction.value("SELECT count(*) FROM passage WHERE source_id = $id", id=source.id)
    assert store.sources.remove(user, source.id, 0).complete


def test_an_unfinished_deletion_is_found_at_the_next_start(
    store: DuckDBStore, user: str, source: Source
) -> None:
    store.sources.mark_deleting(user, source.id)
    assert [found.id for owner, found in store.sources.deleting() if owner == user] == [source.id]
    store.sources.remove(user, source.id, 0)
    assert [found for owner, found in store.sources.deleting() if owner == user] == []
