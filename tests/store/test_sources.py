"""Sources on their way to ready, and the versions of their texts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from notebook_core.domain import (
    BlockSpan,
    Box,
    Heading,
    LineBox,
    Notebook,
    Progress,
    SourceStatus,
    SourceText,
)
from notebook_core.errors import Conflict, NotFound
from notebook_core.store.duckdb import DuckDBStore, open_store
from tests.store.builders import indexed, new_source
from tests.store.conftest import AddReady

RICH_TEXT = SourceText(
    text="Émile's café\n\nﾊﾟ 灯塔 👨‍👩‍👧 end",
    title="A title, as indexed",
    page_starts=(0, 14),
    page_labels=("iii", ""),
    headings=(Heading(0, 1, "Émile's café"),),
    blocks=(BlockSpan(0, 12, "heading"), BlockSpan(14, 30, "paragraph")),
    line_boxes=(
        LineBox(1, 0, 12, Box(1.5, 2.25, 300.125, 14.0)),
        LineBox(2, 14, 20, Box(0.1, 0.2, 0.3, 0.4), confidence=0.87),
        LineBox(2, 14, 30, Box(0.1, 0.2, 0.3, 0.4)),
    ),
)


# --- adding --------------------------------------------------------------------------------------


def test_a_new_source_is_queued_without_a_version(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    new = new_source(notebook, title="Tide table", kind="pdf")
    source, is_new = store.sources.add(user, new)
    assert is_new
    assert (source.id, source.notebook_id, source.title) == (new.id, notebook.id, "Tide table")
    assert (source.status, source.version, source.kind) == ("queued", 0, "pdf")
    assert store.sources.get(user, new.id) == source


def test_the_same_content_is_found_not_added(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    """Unless its user keeps a copy, or it is another notebook's."""
    first, _ = store.sources.add(user, new_source(notebook, content_hash="same"))
    again, is_new = store.sources.add(user, new_source(notebook, content_hash="same"))
    assert (again, is_new) == (first, False)
    _, is_new = store.sources.add(user, new_source(notebook, content_hash="same", copy=1))
    assert is_new
    other = store.notebooks.create(user, "Another", "structure")
    _, is_new = store.sources.add(user, new_source(other, content_hash="same"))
    assert is_new
    assert len(store.sources.all(user, notebook.id)) == 2


def test_the_same_id_is_found_not_added(store: DuckDBStore, user: str, notebook: Notebook) -> None:
    """A file of a folder has one id, whatever its content."""
    first, _ = store.sources.add(user, new_source(notebook, id="folder-file-1"))
    again, is_new = store.sources.add(user, new_source(notebook, id="folder-file-1"))
    assert (again, is_new) == (first, False)


def test_two_threads_that_add_the_same_content_add_it_once(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    def add(_: int) -> bool:
        return store.sources.add(user, new_source(notebook, content_hash="raced"))[1]

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(add, range(24))) == 1
    assert len(store.sources.all(user, notebook.id)) == 1


def test_sources_are_found_by_origin_and_by_content(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    source, _ = store.sources.add(user, new_source(notebook, origin="a.md", content_hash="h"))
    other = store.notebooks.create(user, "Another", "structure")
    assert store.sources.by_origin(user, notebook.id, "a.md") == source
    assert store.sources.by_content(user, notebook.id, "h") == source
    assert store.sources.by_origin(user, other.id, "a.md") is None
    assert store.sources.by_content(user, other.id, "h") is None
    store.sources.mark_deleting(user, source.id)
    assert store.sources.by_origin(user, notebook.id, "a.md") is None
    assert store.sources.by_content(user, notebook.id, "h") is None


# --- on the way ----------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["queued", "extracting", "ocr", "indexing"])
def test_progress_is_kept(
    store: DuckDBStore, user: str, notebook: Notebook, status: SourceStatus
) -> None:
    source, _ = store.sources.add(user, new_source(notebook))
    store.sources.set_progress(user, source.id, status, Progress("Reading", 3, 12))
    found = store.sources.get(user, source.id)
    assert (found.status, found.progress) == (status, Progress("Reading", 3, 12))


@pytest.mark.parametrize("status", ["ready", "failed", "deleting"])
def test_progress_can_not_set_the_other_statuses(
    store: DuckDBStore, user: str, notebook: Notebook, status: SourceStatus
) -> None:
    source, _ = store.sources.add(user, new_source(notebook))
    with pytest.raises(ValueError, match=status):
        store.sources.set_progress(user, source.id, status, Progress())


def test_a_failure_has_a_reason_until_it_is_tried_again(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    source, _ = store.sources.add(user, new_source(notebook))
    store.sources.set_progress(user, source.id, "extracting", Progress("Reading", 3, 12))
    store.sources.fail(user, source.id, "The file is encrypted.")
    failed = store.sources.get(user, source.id)
    assert (failed.status, failed.error) == ("failed", "The file is encrypted.")
    assert failed.progress == Progress()
    store.sources.set_progress(user, source.id, "queued", Progress())
    assert store.sources.get(user, source.id) == source


def test_a_refresh_leaves_the_source_ready_on_its_old_version(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    source = add_ready(notebook, ["lamp oil"])
    store.sources.set_progress(user, source.id, "extracting", Progress("Reading", 1, 2))
    during = store.sources.get(user, source.id)
    assert (during.status, during.version) == ("ready", 1)
    assert during.progress == Progress("Reading", 1, 2)
    scope = store.search.scope(user, notebook.id, None)
    assert len(store.search.rank_by_terms(scope, ["lamp"], 5)) == 1
    store.sources.fail(user, source.id, "The page is gone.")
    after = store.sources.get(user, source.id)
    assert (after.status, after.error, after.update_error) == ("ready", "", "The page is gone.")
    assert store.sources.text(user, source.id).text == "lamp oil"
    published = store.sources.publish(user, indexed(source.id, ["whale oil"], version=2))
    assert (published.status, published.version, published.update_error) == ("ready", 2, "")


def test_a_start_fails_what_an_ended_process_left() -> None:
    store = open_store(None)
    notebook = store.notebooks.create("u", "N", "structure")
    under_way: tuple[SourceStatus, ...] = ("queued", "extracting", "ocr", "indexing")
    sources = [store.sources.add("u", new_source(notebook))[0] for _ in under_way]
    for source, status in zip(sources, under_way, strict=True):
        store.sources.set_progress("u", source.id, status, Progress(status, 1, 2))
    ready, refreshing, gone = (store.sources.add("u", new_source(notebook))[0] for _ in range(3))
    for source in (ready, refreshing, gone):
        store.sources.publish("u", indexed(source.id, ["lamp"]))
    store.sources.set_progress("u", refreshing.id, "extracting", Progress("Reading", 1, 2))
    store.sources.mark_deleting("u", gone.id)
    conversation = store.conversations.create("u", notebook.id, "A talk")
    _, answer = store.conversations.begin("u", conversation.id, "Why?")
    store.conversations.save_partial("u", answer.id, "Because")

    assert store.sources.mark_interrupted("It was interrupted; try again.") == 5
    for source in sources:
        found = store.sources.get("u", source.id)
        assert (found.status, found.error) == ("failed", "It was interrupted; try again.")
    found = store.sources.get("u", refreshing.id)
    assert (found.status, found.update_error) == ("ready", "It was interrupted; try again.")
    assert found.progress == Progress()
    assert store.sources.get("u", ready.id).update_error == ""
    assert [(user, source.id) for user, source in store.sources.deleting()] == [("u", gone.id)]
    kept = store.conversations.messages("u", conversation.id)
    assert [(m.text, m.status) for m in kept] == [("Why?", "complete"), ("Because", "stopped")]
    assert store.sources.mark_interrupted("again") == 0
    store.close()


# --- ready ---------------------------------------------------------------------------------------


def test_publishing_makes_the_source_ready_with_all_that_belongs_to_it(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    source, _ = store.sources.add(user, new_source(notebook))
    version = replace(
        indexed(
            source.id, ["lamp oil", "rope"], text=RICH_TEXT, vectors=[[1, 0], [0, 1]], model="m"
        ),
        warnings=("Page 2 has no text.",),
        kind="pdf",
    )
    published = store.sources.publish(user, version)
    assert published == store.sources.get(user, source.id)
    assert published.status == "ready"
    assert (published.version, published.page_count, published.passage_count) == (1, 2, 2)
    assert (published.embedding_model, published.language, published.method) == ("m", "en", "plain")
    assert (published.token_count, published.content_hash) == (3, version.content_hash)
    assert (published.warnings, published.kind) == (("Page 2 has no text.",), "pdf")
    assert store.sources.passages(user, source.id) == tuple(p.passage for p in version.passages)
    assert sorted(store.sources.vectors(user, source.id)) == [
        p.passage.id for p in version.passages
    ]


def test_a_text_comes_back_as_it_was(store: DuckDBStore, user: str, notebook: Notebook) -> None:
    """Every code point, heading, block and box of it."""
    source, _ = store.sources.add(user, new_source(notebook))
    store.sources.publish(user, indexed(source.id, [], text=RICH_TEXT))
    assert store.sources.text(user, source.id) == RICH_TEXT


def test_old_versions_stay_readable_and_leave_search(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    source = add_ready(notebook, ["lamp oil", "lamp rope"], vectors=[[1, 0], [0, 1]], model="m")
    old_scope = store.search.scope(user, notebook.id, None)
    second = indexed(source.id, ["whale"], version=2, vectors=[[1, 1, 1]], model="m3")
    store.sources.publish(user, second)
    assert store.sources.text(user, source.id).text == "whale"
    assert store.sources.text(user, source.id, 1).text == "lamp oil\nlamp rope"
    assert [p.version for p in store.sources.passages(user, source.id)] == [2]
    assert list(store.sources.vectors(user, source.id)) == [f"{source.id}-2-0000"]
    scope = store.search.scope(user, notebook.id, None)
    assert store.search.rank_by_terms(scope, ["lamp"], 5) == ()
    assert len(store.search.rank_by_terms(scope, ["whale"], 5)) == 1
    assert store.search.rank_by_terms(old_scope, ["lamp", "whale"], 5) == ()
    with pytest.raises(NotFound, match="version"):
        store.sources.text(user, source.id, 3)


def test_the_same_version_again_replaces_its_passages(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    """Such as vectors of another model; the text is the same, so every citation still holds."""
    source = add_ready(notebook, ["lamp oil"], vectors=[[1, 0]], model="m")
    again = indexed(source.id, ["lamp oil"], vectors=[[1, 0, 0]], model="m3")
    for _ in range(2):
        published = store.sources.publish(user, again)
        assert (published.version, published.embedding_model) == (1, "m3")
        assert [len(v) for v in store.sources.vectors(user, source.id).values()] == [3]
        assert len(store.sources.passages(user, source.id)) == 1
    scope = store.search.scope(user, notebook.id, None)
    assert len(store.search.rank_by_terms(scope, ["lamp"], 5)) == 1


def test_a_text_never_changes_once_it_was_published(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    """Two refreshes at once make the same number; the second one is refused."""
    source = add_ready(notebook, ["lamp oil"])
    store.sources.publish(user, indexed(source.id, ["whale oil"], version=2))
    for version in (2, 1):
        with pytest.raises(Conflict, match="updated by someone else"):
            store.sources.publish(user, indexed(source.id, ["rope"], version=version))
    assert store.sources.text(user, source.id).text == "whale oil"
    assert store.sources.text(user, source.id, 1).text == "lamp oil"


def test_a_new_version_may_come_to_equal_another_source(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    """It is kept as a copy of it."""
    add_ready(notebook, ["lamp"], content_hash="lamp")
    other = add_ready(notebook, ["rope"], content_hash="rope")
    store.sources.publish(user, indexed(other.id, ["lamp"], version=2, content_hash="lamp"))
    assert store.sources.get(user, other.id).content_hash == "lamp"
    _, is_new = store.sources.add(user, new_source(notebook, content_hash="rope"))
    assert is_new
    _, is_new = store.sources.add(user, new_source(notebook, content_hash="lamp", copy=1))
    assert not is_new


def test_what_does_not_belong_together_is_not_published(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    source = add_ready(notebook, ["lamp oil", "rope"])
    right = indexed(source.id, ["lamp oil", "rope"])
    one, two = right.passages
    for wrong in (
        (one, replace(two, passage=replace(two.passage, id=one.passage.id))),
        (one, replace(two, passage=replace(two.passage, version=2))),
        (one, replace(two, passage=replace(two.passage, source_id="another"))),
    ):
        with pytest.raises(ValueError, match="passage"):
            store.sources.publish(user, replace(right, passages=wrong))
    assert len(store.sources.passages(user, source.id)) == 2


def test_a_rename_changes_the_title_and_nothing_that_was_indexed(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    source = add_ready(notebook, ["lamp"])
    indexed_title = store.sources.text(user, source.id).title
    store.sources.rename(user, source.id, "Another title")
    assert store.sources.get(user, source.id).title == "Another title"
    assert store.search.scope(user, notebook.id, None).sources[0].title == "Another title"
    assert store.sources.text(user, source.id).title == indexed_title


def test_sources_are_listed_in_the_order_they_were_added(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    """Whatever happens to them later."""
    added = [store.sources.add(user, new_source(notebook))[0].id for _ in range(10)]
    for source_id in reversed(added):
        store.sources.publish(user, indexed(source_id, ["lamp"]))
    assert [source.id for source in store.sources.all(user, notebook.id)] == added
