"""BM25 over the postings, with DuckDB's own full-text index as the oracle."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from notebook_core.domain import KeywordSearch, Notebook, Scope
from notebook_core.store.duckdb import DuckDBStore, open_store
from tests.store.builders import indexed, new_source
from tests.store.conftest import AddReady

WAYS: tuple[KeywordSearch, ...] = ("postings", "fts")
VOCABULARY = [f"word{number}" for number in range(60)] + ["灯塔", "φάρου", "المنارة", "31-b", "x'y"]


def random_passages(seed: int, count: int = 25) -> list[str]:
    chance = random.Random(seed)
    weights = [1 / place for place in range(1, len(VOCABULARY) + 1)]
    return [
        " ".join(chance.choices(VOCABULARY, weights, k=chance.randint(0, 30))) for _ in range(count)
    ]


def bm25(corpus: dict[str, str], terms: list[str]) -> dict[str, float]:
    """The formula, written out: log10((N - df + 0.5) / (df + 0.5) + 1), k1 = 1.2, b = 0.75."""
    bags = {passage_id: Counter(words.split()) for passage_id, words in corpus.items()}
    average = sum(bag.total() for bag in bags.values()) / len(bags)
    scores: dict[str, float] = {}
    for term in set(terms):
        frequency = sum(term in bag for bag in bags.values())
        idf = math.log10((len(bags) - frequency + 0.5) / (frequency + 0.5) + 1)
        for passage_id, bag in bags.items():
            if bag[term]:
                norm = 1.2 * (1 - 0.75 + 0.75 * bag.total() / average)
                share = idf * bag[term] * 2.2 / (bag[term] + norm)
                scores[passage_id] = scores.get(passage_id, 0.0) + share
    return scores


@pytest.fixture
def corpus(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> dict[str, str]:
    """Four sources of random words; the words of each passage by its id."""
    words: dict[str, str] = {}
    for seed in range(4):
        passages = random_passages(seed)
        source = add_ready(notebook, passages)
        words |= {f"{source.id}-1-{n:04}": passage for n, passage in enumerate(passages)}
    return words


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(5))
def test_scores_are_those_of_the_formula(
    store: DuckDBStore,
    user: str,
    notebook: Notebook,
    corpus: dict[str, str],
    way: KeywordSearch,
    seed: int,
) -> None:
    terms = random.Random(seed).sample(VOCABULARY, 5)
    scope = store.search.scope(user, notebook.id, None)
    found = store.search.rank_by_terms(scope, terms, 1_000, way)
    expected = bm25(corpus, terms)
    assert {hit.passage_id: hit.score for hit in found} == pytest.approx(expected, abs=1e-8)
    assert [hit.rank for hit in found] == list(range(1, len(expected) + 1))
    assert list(found) == sorted(found, key=lambda hit: (-hit.score, hit.passage_id))


@pytest.mark.parametrize("seed", range(5))
def test_postings_and_full_text_index_rank_alike(
    store: DuckDBStore, user: str, notebook: Notebook, corpus: dict[str, str], seed: int
) -> None:
    """Same passages, same scores, same order, also when some sources are unticked."""
    terms = random.Random(seed).sample(VOCABULARY, 4)
    sources = [source.id for source in store.sources.all(user, notebook.id)]
    for requested in (None, sources[:2], sources[3:]):
        scope = store.search.scope(user, notebook.id, requested)
        one, other = (store.search.rank_by_terms(scope, terms, 7, way) for way in WAYS)
        assert one == other


@pytest.mark.parametrize("way", WAYS)
def test_what_is_not_in_scope_has_no_influence_on_any_score(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady, way: KeywordSearch
) -> None:
    ticked = add_ready(notebook, ["pump valve", "valve bar bar", "pump"])
    before = store.search.rank_by_terms(
        store.search.scope(user, notebook.id, [ticked.id]), ["pump", "bar"], 10, way
    )
    add_ready(notebook, ["pump " * 9, "bar"])
    other = store.notebooks.create(user, "Another", "structure")
    add_ready(other, ["pump bar"] * 5)
    after = store.search.rank_by_terms(
        store.search.scope(user, notebook.id, [ticked.id]), ["pump", "bar"], 10, way
    )
    assert after == before
    assert len(before) == 3


@pytest.mark.parametrize("way", WAYS)
def test_equal_scores_go_by_passage_id(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady, way: KeywordSearch
) -> None:
    for _ in range(3):
        add_ready(notebook, ["lamp oil", "lamp oil", "oil lamp"])
    scope = store.search.scope(user, notebook.id, None)
    found = store.search.rank_by_terms(scope, ["lamp"], 4, way)
    assert len({hit.score for hit in found}) == 1
    assert [hit.passage_id for hit in found] == sorted(hit.passage_id for hit in found)


@pytest.mark.parametrize("way", WAYS)
def test_each_source_keeps_its_best_three_beyond_the_limit(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady, way: KeywordSearch
) -> None:
    loud = add_ready(notebook, ["lamp " * n for n in range(8, 20)])
    quiet = add_ready(notebook, [f"lamp {'rope ' * n}" for n in range(50, 55)])
    scope = store.search.scope(user, notebook.id, None)
    found = store.search.rank_by_terms(scope, ["lamp"], 5, way)
    by_source = Counter(hit.passage_id.rsplit("-", 2)[0] for hit in found)
    assert by_source == {loud.id: 5, quiet.id: 3}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "terms",
    [
        [],
        [""],
        ["nowhere"],
        ["'; DROP TABLE passage; --"],
        ["$terms", "(", '"', "*", "\\", "%", "_"],
        ["NEAR(a b)", "title:lock", "-lock", "\x00"],
        ["lock\u200b", "🔥"],
    ],
)
def test_any_terms_are_safe(
    store: DuckDBStore,
    user: str,
    notebook: Notebook,
    add_ready: AddReady,
    way: KeywordSearch,
    terms: list[str],
) -> None:
    """They only ever match themselves, beside a term that does occur."""
    source = add_ready(notebook, ["lock gate", "gate"])
    scope = store.search.scope(user, notebook.id, None)
    assert store.search.rank_by_terms(scope, terms, 5, way) == ()
    found = store.search.rank_by_terms(scope, [*terms, "lock"], 5, way)
    assert [hit.passage_id for hit in found] == [f"{source.id}-1-0000"]
    assert len(store.sources.passages(user, source.id)) == 2


@pytest.mark.parametrize("way", WAYS)
def test_nothing_to_search_gives_nothing(way: KeywordSearch) -> None:
    """No source yet, none ticked, none with a term, and after the last one has gone."""
    store = open_store(None)
    notebook = store.notebooks.create("u", "N", "structure")

    def search(requested: list[str] | None = None) -> int:
        scope = store.search.scope("u", notebook.id, requested)
        return len(store.search.rank_by_terms(scope, ["lamp"], 5, way))

    assert search() == 0
    mute, spoken = (store.sources.add("u", new_source(notebook))[0] for _ in range(2))
    store.sources.publish("u", indexed(mute.id, ["", ""]))
    assert search() == 0
    store.sources.publish("u", indexed(spoken.id, ["lamp"]))
    assert search([]) == 0
    assert search() == 1
    for source in (spoken, mute):
        store.sources.mark_deleting("u", source.id)
        assert search() == 0
        store.sources.remove("u", source.id, 0)
        assert search() == 0
    scope = store.search.scope("u", notebook.id, None)
    assert store.search.document_frequencies(scope, ["lamp"]) == (0, {"lamp": 0})
    store.close()


def test_a_term_asked_twice_counts_once(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    add_ready(notebook, ["lamp oil", "oil"])
    scope = store.search.scope(user, notebook.id, None)
    for way in WAYS:
        once, twice = (
            store.search.rank_by_terms(scope, terms, 5, way) for terms in (["oil"], ["oil", "oil"])
        )
        assert once == twice


@pytest.mark.parametrize("way", WAYS)
def test_a_new_source_is_found_as_soon_as_it_is_ready(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady, way: KeywordSearch
) -> None:
    add_ready(notebook, ["lamp oil"])
    first = store.search.scope(user, notebook.id, None)
    assert store.search.rank_by_terms(first, ["xylograph"], 5, way) == ()
    source = add_ready(notebook, ["a xylograph"])
    second = store.search.scope(user, notebook.id, None)
    found = store.search.rank_by_terms(second, ["xylograph"], 5, way)
    assert [hit.passage_id for hit in found] == [f"{source.id}-1-0000"]


@pytest.mark.parametrize("way", WAYS)
def test_the_same_version_published_again_is_searched_as_it_is_now(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady, way: KeywordSearch
) -> None:
    source = add_ready(notebook, ["lamp oil"])
    scope = store.search.scope(user, notebook.id, None)
    assert len(store.search.rank_by_terms(scope, ["lamp"], 5, way)) == 1
    again = indexed(source.id, ["lamp oil"])
    (only,) = again.passages
    store.sources.publish(user, replace(again, passages=(replace(only, term_counts={"fire": 2}),)))
    assert store.search.rank_by_terms(scope, ["lamp"], 5, way) == ()
    assert len(store.search.rank_by_terms(scope, ["fire"], 5, way)) == 1


def test_frequencies_count_passages_in_scope(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    one = add_ready(notebook, ["lamp oil", "oil oil", "rope"])
    add_ready(notebook, ["lamp", "lamp"])
    scope = store.search.scope(user, notebook.id, [one.id])
    assert store.search.document_frequencies(scope, ["lamp", "oil", "sail"]) == (
        3,
        {"lamp": 1, "oil": 2, "sail": 0},
    )


def test_a_scope_in_another_name_finds_nothing(
    store: DuckDBStore, user: str, notebook: Notebook, add_ready: AddReady
) -> None:
    """The store checks the owner again, whatever the scope says."""
    add_ready(notebook, ["lamp oil"])
    scope = store.search.scope(user, notebook.id, None)
    stranger: Scope = replace(scope, user="somebody else")
    for way in WAYS:
        assert store.search.rank_by_terms(stranger, ["lamp"], 5, way) == ()
    assert store.search.document_frequencies(stranger, ["lamp"]) == (0, {"lamp": 0})


RANK_IN_A_PROCESS = """
import random, sys
from notebook_core.store.duckdb import open_store
from tests.store.builders import indexed, new_source
from tests.store.test_keyword_search import VOCABULARY, random_passages
store = open_store(None)
for title in sys.argv[1].split(","):
    notebook = store.notebooks.create("u", title, "structure")
    for seed in range(3):
        new = new_source(notebook, id=f"{title}-{seed}")
        store.sources.add("u", new)
        store.sources.publish("u", indexed(new.id, random_passages(seed, 200)))
notebook = next(n for n in store.notebooks.all("u") if n.title == "searched")
scope = store.search.scope("u", notebook.id, None)
for _ in range(3):
    print(store.search.rank_by_terms(scope, VOCABULARY[5:25], 40))
"""


def test_fresh_processes_and_other_notebooks_give_the_same_bytes() -> None:
    outputs = {
        line
        for titles in ("searched", "other,searched,third")
        for line in subprocess.run(
            [sys.executable, "-c", RANK_IN_A_PROCESS, titles],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
    }
    assert len(outputs) == 1
    assert "rank=40" in outputs.pop()
