"""A scope holds the user's own ready sources of one notebook, and is made in one place only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from notebook_core.domain import Notebook, Progress
from notebook_core.errors import NotFound
from notebook_core.store.duckdb import DuckDBStore
from tests.store.builders import indexed, new_source
from tests.store.conftest import AddReady

ROOT = Path(__file__).parents[2]


def test_all_ready_sources_speak_when_none_is_asked_for(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    ready = [add_ready(notebook, ["lamp"], model="m").id for _ in range(3)]
    store.sources.add(user, new_source(notebook))
    scope = store.search.scope(user, notebook.id, None)
    assert [source.id for source in scope.sources] == ready, "in the order they were added"
    assert (scope.user, scope.notebook_id, scope.dropped) == (user, notebook.id, ())
    first = scope.sources[0]
    assert (first.version, first.kind, first.language) == (1, "text", "en")
    assert (first.token_count, first.embedding_model) == (1, "m")


def test_what_may_not_speak_is_dropped(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    """Unknown, of another notebook, queued, failed, being deleted, and nonsense."""
    ready = add_ready(notebook, ["lamp"])
    elsewhere = add_ready(store.notebooks.create(user, "Another", "structure"), ["lamp"])
    queued, _ = store.sources.add(user, new_source(notebook))
    failed, _ = store.sources.add(user, new_source(notebook))
    store.sources.set_progress(user, failed.id, "extracting", Progress())
    store.sources.fail(user, failed.id, "broken")
    deleting = add_ready(notebook, ["lamp"])
    store.sources.mark_deleting(user, deleting.id)
    barred = [elsewhere.id, queued.id, failed.id, deleting.id, "' OR 1=1 --", "\udce9", ""]
    scope = store.search.scope(user, notebook.id, [*barred, ready.id, ready.id, *barred])
    assert [source.id for source in scope.sources] == [ready.id]
    assert scope.dropped == tuple(barred)


def test_nothing_ticked_is_an_empty_scope(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    add_ready(notebook, ["lamp"])
    assert store.search.scope(user, notebook.id, []).sources == ()


def test_the_order_of_the_request_does_not_matter(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    ids = [add_ready(notebook, ["lamp"]).id for _ in range(4)]
    assert store.search.scope(user, notebook.id, ids) == (
        store.search.scope(user, notebook.id, list(reversed(ids)))
    )


def test_a_foreign_notebook_has_no_scope(store: DuckDBStore, notebook: Notebook) -> None:
    with pytest.raises(NotFound):
        store.search.scope("a stranger", notebook.id, None)


def test_passages_come_with_their_text_in_the_order_asked(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    words = ["灯塔 👩‍🚀 eins", "zwei é", "drei"]
    source = add_ready(notebook, words)
    other = add_ready(notebook, ["vier"])
    scope = store.search.scope(user, notebook.id, [source.id])
    ids = [f"{source.id}-1-{n:04}" for n in (2, 0, 1)]
    found = store.search.passages(scope, [*ids, f"{other.id}-1-0000", "unknown", ids[0]])
    assert list(found) == ids
    assert [text for _, text in found.values()] == [words[2], words[0], words[1]]
    assert found[ids[1]][0] == store.sources.passages(user, source.id)[0]


def test_what_stands_around_a_passage_is_cut_to_size_and_ends_with_the_text(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    source = add_ready(notebook, ["灯塔 👩‍🚀 eins", "zwei é", "drei"])
    scope = store.search.scope(user, notebook.id, None)
    passages = store.sources.passages(user, source.id)
    around = store.search.around(scope, passages, before=6, after=3)
    assert list(around.values()) == [("", "\nzw"), (" eins\n", "\ndr"), ("wei é\n", "")]
    store.sources.publish(user, indexed(source.id, ["lamp"], version=2))
    assert store.search.around(scope, passages, 6, 3) == {}, "another version is in its place"


def test_a_scope_is_made_in_one_place() -> None:
    """Whoever has a Scope has had it from the store: nobody else calls the class."""

    def makes_one(path: Path) -> bool:
        return any(
            isinstance(node, ast.Call)
            and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Scope"
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
        )

    files = [ROOT / "app.py", *ROOT.glob("notebook_core/**/*.py"), *ROOT.glob("pages/**/*.py")]
    assert len(files) > 20
    assert [path.name for path in files if makes_one(path)] == ["scoping.py"]


def test_the_text_cache_holds_what_fits_and_forgets_what_is_deleted() -> None:
    from notebook_core.store.texts import TextCache

    cache = TextCache(characters=10)
    reads: list[str] = []

    def get(source_id: str, text: str, version: int = 1) -> str:
        return cache.get((source_id, version), lambda: reads.append(source_id) or text)  # type: ignore[func-returns-value]

    assert [get("a", "12345"), get("a", "12345"), get("b", "123")] == ["12345", "12345", "123"]
    assert reads == ["a", "b"]
    get("a", "12345")
    get("c", "1234")
    assert reads == ["a", "b", "c"]
    get("a", "12345")
    assert reads == ["a", "b", "c"], "the one used last stays"
    get("b", "123")
    assert reads == ["a", "b", "c", "b"], "the one not used for longest went"
    get("d", "more than fits at all")
    get("d", "more than fits at all")
    assert reads[-2:] == ["d", "d"]
    get("a", "12345", version=2)
    assert cache.forget("a") == 0

    def read_while_it_is_deleted() -> str:
        cache.forget("e")
        return "text"

    assert cache.get(("e", 1), read_while_it_is_deleted) == "text"
    get("e", "x")
    assert reads[-1] == "e", "what was read before a deletion isn't kept after it"


def test_publishing_a_new_version_never_serves_the_old_text(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    source = add_ready(notebook, ["lamp"])
    for version, word in ((2, "rope"), (3, "sail")):
        store.sources.publish(user, indexed(source.id, [word], version=version))
        scope = store.search.scope(user, notebook.id, None)
        found = store.search.passages(scope, [f"{source.id}-{version}-0000"])
        assert [text for _, text in found.values()] == [word]
