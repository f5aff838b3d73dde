"""Exact cosine inside the scope, and the HNSW index that has to agree with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from notebook_core.domain import Notebook, VectorSearch
from notebook_core.ports import Vector
from notebook_core.store.duckdb import DuckDBStore, open_store
from tests.store.builders import indexed, new_source
from tests.store.conftest import AddReady

WAYS: tuple[VectorSearch, ...] = ("exact", "hnsw")
DIMENSIONS = 16


def vectors(seed: int, count: int) -> list[list[float]]:
    found = np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float32)
    return [[float(number) for number in row] for row in found]


def question(seed: int = 99) -> Vector:
    return np.array(vectors(seed, 1)[0], dtype=np.float32)


@pytest.fixture
def filled(notebook: Notebook, add_ready: AddReady) -> dict[str, list[float]]:
    """Three sources of 60 vectors each; every passage's vector by its id."""
    found = {}
    for seed in range(3):
        rows = vectors(seed, 60)
        source = add_ready(notebook, [f"p{n}" for n in range(60)], vectors=rows, model="m")
        found |= {f"{source.id}-1-{n:04}": row for n, row in enumerate(rows)}
    return found


def cosine(one: list[float], other: Vector) -> float:
    a = np.array(one, dtype=np.float64)
    b = other.astype(np.float64)
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


@pytest.mark.parametrize("way", WAYS)
def test_ranks_by_cosine(
    store: DuckDBStore,
    user: str,
    notebook: Notebook,
    filled: dict[str, list[float]],
    way: VectorSearch,
) -> None:
    scope = store.search.scope(user, notebook.id, None)
    found = store.search.rank_by_vector(scope, question(), "m", 180, way)
    expected = {passage_id: cosine(row, question()) for passage_id, row in filled.items()}
    assert {hit.passage_id: hit.score for hit in found} == pytest.approx(expected, abs=1e-6)
    assert [hit.rank for hit in found] == list(range(1, 181))
    assert list(found) == sorted(found, key=lambda hit: (-hit.score, hit.passage_id))


@pytest.mark.parametrize("limit", [1, 5, 40, 500])
def test_index_and_scan_agree_byte_for_byte(
    store: DuckDBStore, user: str, notebook: Notebook, filled: dict[str, list[float]], limit: int
) -> None:
    """Whatever is ticked: also one source of three, where most of the index is out of scope."""
    sources = [source.id for source in store.sources.all(user, notebook.id)]
    for requested in (None, sources[:2], sources[2:], []):
        scope = store.search.scope(user, notebook.id, requested)
        exact, by_index = (
            store.search.rank_by_vector(scope, question(), "m", limit, way) for way in WAYS
        )
        assert exact == by_index
        assert {hit.passage_id[:13] for hit in exact} == {source.id for source in scope.sources}


def test_the_plan_shows_an_index_scan(
    store: DuckDBStore, user: str, notebook: Notebook, filled: dict[str, list[float]]
) -> None:
    scope = store.search.scope(user, notebook.id, None)
    assert "HNSW_INDEX_SCAN" in store.search.vector_plan(scope, question(), "m")


@pytest.mark.parametrize("way", WAYS)
def test_each_source_keeps_its_best_three_beyond_the_limit(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady, way: VectorSearch
) -> None:
    near = [[1.0, n / 1000] for n in range(20)]
    far = [[-1.0, n / 1000] for n in range(20)]
    loud = add_ready(notebook, ["x"] * 20, vectors=near, model="m")
    quiet = add_ready(notebook, ["x"] * 20, vectors=far, model="m")
    scope = store.search.scope(user, notebook.id, None)
    found = store.search.rank_by_vector(scope, np.array([1, 0], np.float32), "m", 5, way)
    assert Counter(hit.passage_id.rsplit("-", 2)[0] for hit in found) == {loud.id: 5, quiet.id: 3}


@pytest.mark.parametrize("way", WAYS)
def test_only_vectors_of_the_asked_model_take_part(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady, way: VectorSearch
) -> None:
    one = add_ready(notebook, ["x"], vectors=[[1.0, 0.0]], model="m")
    add_ready(notebook, ["x"], vectors=[[1.0, 0.0]], model="another of the same size")
    add_ready(notebook, ["x"], vectors=[[1.0, 0.0, 0.0]], model="m3")
    add_ready(notebook, ["no vector at all"])
    scope = store.search.scope(user, notebook.id, None)
    found = store.search.rank_by_vector(scope, np.array([1, 0], np.float32), "m", 9, way)
    assert [hit.passage_id for hit in found] == [f"{one.id}-1-0000"]
    unheard = np.ones(7, np.float32)
    assert store.search.rank_by_vector(scope, unheard, "of unheard size", 9, way) == ()


@pytest.mark.parametrize("way", WAYS)
def test_equal_cosines_go_by_passage_id_and_odd_vectors_harm_nothing(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady, way: VectorSearch
) -> None:
    rows = [[1.0, 1.0], [2.0, 2.0], [0.0, 0.0], [1.0, 1.0]]
    source = add_ready(notebook, ["x"] * 4, vectors=rows, model="m")
    scope = store.search.scope(user, notebook.id, None)
    found = store.search.rank_by_vector(scope, np.array([1, 1], np.float32), "m", 9, way)
    order = [hit.passage_id.removeprefix(f"{source.id}-1-") for hit in found]
    assert order[:3] == ["0000", "0001", "0003"]
    nothing = store.search.rank_by_vector(scope, np.zeros(2, np.float32), "m", 9, way)
    assert all(np.isfinite(hit.score) for hit in (*found, *nothing))


def test_the_index_follows_what_is_added_refreshed_and_deleted(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    def agree(expected: int) -> None:
        scope = store.search.scope(user, notebook.id, None)
        exact, by_index = (
            store.search.rank_by_vector(scope, question(), "m", 500, way) for way in WAYS
        )
        assert exact == by_index
        assert len(exact) == expected

    first = add_ready(notebook, ["x"] * 30, vectors=vectors(1, 30), model="m")
    agree(30)
    second = add_ready(notebook, ["x"] * 20, vectors=vectors(2, 20), model="m")
    agree(50)
    store.sources.publish(
        user, indexed(second.id, ["y"] * 25, version=2, vectors=vectors(3, 25), model="m")
    )
    agree(55)
    again = indexed(first.id, ["x"] * 30, vectors=vectors(4, 30), model="m")
    store.sources.publish(user, again)
    agree(55)
    store.sources.mark_deleting(user, first.id)
    agree(25)
    assert not any(store.sources.remove(user, first.id, 0).rows.values())
    agree(25)


def test_a_scope_taken_before_a_deletion_finds_nothing_of_the_source(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    kept = add_ready(notebook, ["lamp"], vectors=[[1.0, 0.0]], model="m")
    gone = add_ready(notebook, ["lamp"], vectors=[[1.0, 0.1]], model="m")
    scope = store.search.scope(user, notebook.id, None)
    ids = [f"{gone.id}-1-0000", f"{kept.id}-1-0000"]
    ask = np.array([1, 0], np.float32)
    for way in WAYS:
        assert len(store.search.rank_by_vector(scope, ask, "m", 9, way)) == 2
    assert len(store.search.rank_by_terms(scope, ["lamp"], 9, "fts")) == 2
    store.sources.mark_deleting(user, gone.id)
    for step in ("marked", "removed"):
        if step == "removed":
            store.sources.remove(user, gone.id, 0)
        for way in WAYS:
            found = store.search.rank_by_vector(scope, ask, "m", 9, way)
            assert [hit.passage_id for hit in found] == ids[1:]
        for keyword_way in ("postings", "fts"):
            by_terms = store.search.rank_by_terms(scope, ["lamp"], 9, keyword_way)
            assert [hit.passage_id for hit in by_terms] == ids[1:]
        assert list(store.search.passages(scope, ids)) == ids[1:]
        assert store.search.document_frequencies(scope, ["lamp"]) == (1, {"lamp": 1})


@pytest.fixture
def small_threshold() -> Iterator[DuckDBStore]:
    """A store whose `auto` uses the index from 100 passages."""
    store = open_store(None, vector_search="auto", hnsw_from_passages=100)
    yield store
    store.close()


def test_auto_scans_until_the_index_is_ready_and_answers_the_same(
    small_threshold: DuckDBStore,
) -> None:
    store = small_threshold
    notebook = store.notebooks.create("u", "N", "structure")
    for seed in range(2):
        new = new_source(notebook)
        store.sources.add("u", new)
        rows = vectors(seed, 80)
        store.sources.publish("u", indexed(new.id, ["x"] * 80, vectors=rows, model="m"))
    scope = store.search.scope("u", notebook.id, None)
    index = store._derived.vectors.get((notebook.id, "m", DIMENSIONS))
    answers = {store.search.rank_by_vector(scope, question(), "m", 10)}
    background = store._derived.vectors._background
    assert background is not None
    background.join()
    assert set(index.held) == {source.id for source in scope.sources}
    answers.add(store.search.rank_by_vector(scope, question(), "m", 10))
    assert len(answers) == 1
    few = store.search.scope("u", notebook.id, [scope.sources[0].id])
    assert len(store.search.rank_by_vector(few, question(), "m", 10)) == 10


def test_a_deletion_ends_a_fill_that_is_under_way(store: DuckDBStore, user: str) -> None:
    """A fill that had listed the source doesn't bring it back."""
    notebook = store.notebooks.create(user, "N", "structure")
    new = new_source(notebook)
    store.sources.add(user, new)
    rows = vectors(0, 1200)
    store.sources.publish(user, indexed(new.id, ["x"] * 1200, vectors=rows, model="m"))
    index = store._derived.vectors.get((notebook.id, "m", DIMENSIONS))
    store._derived.vectors.fill_in_background(index)
    store.sources.mark_deleting(user, new.id)
    left = store.sources.remove(user, new.id, 0)
    assert left.rows["vector indexes"] == 0
    background = store._derived.vectors._background
    assert background is not None
    background.join()
    assert store._derived.vectors.forget(new.id) == 0


@pytest.mark.parametrize("way", ["exact", "hnsw", "auto"])
def test_a_scope_in_another_name_finds_nothing(
    store: DuckDBStore,
    user: str,
    notebook: Notebook,
    filled: dict[str, list[float]],
    way: VectorSearch,
) -> None:
    scope = replace(store.search.scope(user, notebook.id, None), user="somebody else")
    assert store.search.rank_by_vector(scope, question(), "m", 5, way) == ()


def test_the_vectors_that_were_stored_come_back_bit_for_bit(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    rows = vectors(5, 10)
    source = add_ready(notebook, ["x"] * 10, vectors=rows, model="m")
    found = store.sources.vectors(user, source.id)
    assert sorted(found) == [f"{source.id}-1-{n:04}" for n in range(10)]
    assert [found[passage_id].tolist() for passage_id in sorted(found)] == rows
    assert found[f"{source.id}-1-0000"].dtype == np.float32
