"""Writes are all or nothing; threads never see each other's rows; a full disk is survived."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from notebook_core.domain import Notebook
from notebook_core.errors import InvalidInput, StoreError
from notebook_core.store.connection import Transaction
from notebook_core.store.duckdb import DuckDBStore, open_store
from tests.store.builders import indexed, new_source

ROOT = Path(__file__).parents[2]

needs_file_size_limits = pytest.mark.skipif(
    sys.platform == "win32", reason="the limit on file sizes that stands for a full disk is POSIX"
)


def run(script: str, *arguments: object) -> str:
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


# --- all or nothing ------------------------------------------------------------------------------


def test_a_block_that_raises_leaves_nothing_behind(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    """The error passes unchanged, and the next write isn't hindered."""

    def delete_all_and(fail: Callable[[Transaction], object]) -> None:
        with store._database.writing() as transaction:
            transaction.run("DELETE FROM notebook")
            fail(transaction)

    with pytest.raises(ZeroDivisionError):
        delete_all_and(lambda _: 1 / 0)
    with pytest.raises(StoreError, match="nothing was changed"):
        delete_all_and(lambda transaction: transaction.run("SELECT error('here')"))
    assert store.notebooks.all(user) == (notebook,)
    store.notebooks.rename(user, notebook.id, "Renamed")
    assert store.notebooks.get(user, notebook.id).title == "Renamed"


def test_an_error_that_is_caught_inside_the_block_does_not_commit_half_of_it(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    """After an error DuckDB would report success for a COMMIT and keep nothing."""

    def rename_and_swallow() -> None:
        with store._database.writing() as transaction:
            transaction.run("UPDATE notebook SET title = 'x' WHERE id = $id", id=notebook.id)
            with contextlib.suppress(duckdb.Error):
                transaction.run("SELECT error('in the middle')")

    with pytest.raises(StoreError):
        rename_and_swallow()
    assert store.notebooks.get(user, notebook.id).title == "A notebook"


def test_reading_can_not_write(store: DuckDBStore) -> None:
    with pytest.raises(StoreError), store._database.reading() as transaction:
        transaction.run("DELETE FROM notebook")


def test_operations_do_not_nest(store: DuckDBStore, user: str) -> None:
    """The inner one would wait for the outer one, or read past it."""
    with pytest.raises(RuntimeError, match="inside another"), store._database.reading():
        store.notebooks.all(user)
    assert store.notebooks.all(user) == ()


def test_half_a_surrogate_pair_is_refused_with_a_sentence(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    """File names that are no UTF-8 come with them."""
    for write in (
        lambda text: store.notebooks.rename(user, notebook.id, text),
        lambda text: store.conversations.create(user, notebook.id, text),
        lambda text: store.sources.get(user, text),
        lambda text: store.search.rank_by_terms(
            store.search.scope(user, notebook.id, None), [text], 5
        ),
    ):
        with pytest.raises(InvalidInput, match="can't be stored"):
            write("caf\udce9.txt")


# --- threads -------------------------------------------------------------------------------------


def test_32_threads_that_read_and_write_at_once_see_their_own_rows(store: DuckDBStore) -> None:
    start = threading.Barrier(32)

    def work(number: int) -> list[str]:
        user, word = f"thread-{number}", f"word{number}"
        vector = [float(number), 1.0]
        start.wait()
        notebook = store.notebooks.create(user, word, "structure")
        seen = []
        for turn in range(3):
            new = new_source(notebook, id=f"{word}-{turn}")
            store.sources.add(user, new)
            store.sources.publish(
                user, indexed(new.id, [f"{word} oil", word], vectors=[vector] * 2, model="m")
            )
            scope = store.search.scope(user, notebook.id, None)
            found = store.search.rank_by_terms(scope, [word, "oil"], 99)
            texts = store.search.passages(scope, [hit.passage_id for hit in found])
            seen += [text.split()[0] for _, text in texts.values()]
            assert len(found) == 2 * (turn + 1)
            conversation = store.conversations.create(user, notebook.id, word)
            store.conversations.begin(user, conversation.id, word)
            seen += [m.text for m in store.conversations.messages(user, conversation.id) if m.text]
            seen += [notebook.title for notebook in store.notebooks.all(user)]
            if turn == 1:
                store.sources.mark_deleting(user, new.id)
                assert not any(store.sources.remove(user, new.id, 0).rows.values())
                store.sources.add(user, new)
                store.sources.publish(
                    user, indexed(new.id, [f"{word} oil", word], vectors=[vector] * 2, model="m")
                )
        return seen

    with ThreadPoolExecutor(32) as pool:
        for number, seen in enumerate(pool.map(work, range(32))):
            assert set(seen) == {f"word{number}"}
            assert len(seen) == 18


def test_both_derived_indexes_bear_many_threads(store: DuckDBStore, user: str) -> None:
    """Each thread changes its own notebook between searches, so the indexes are always behind."""

    def work(number: int) -> None:
        notebook = store.notebooks.create(user, f"N{number}", "structure")
        for turn in range(3):
            new = new_source(notebook, id=f"derived-{number}-{turn}")
            store.sources.add(user, new)
            vectors = [[float(number), float(turn), float(n)] for n in range(6)]
            words = [f"lamp {'oil ' * n}" for n in range(6)]
            store.sources.publish(user, indexed(new.id, words, vectors=vectors, model="m"))
            scope = store.search.scope(user, notebook.id, None)
            vector = store.sources.vectors(user, new.id)[f"{new.id}-1-0003"]
            assert store.search.rank_by_terms(scope, ["oil"], 5, "fts") == (
                store.search.rank_by_terms(scope, ["oil"], 5, "postings")
            )
            assert store.search.rank_by_vector(scope, vector, "m", 5, "hnsw") == (
                store.search.rank_by_vector(scope, vector, "m", 5, "exact")
            )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))


def test_closing_waits_for_what_is_running() -> None:
    store = open_store(None)
    inside, go_on = threading.Event(), threading.Event()
    seen: list[int] = []

    def read() -> None:
        with store._database.reading() as transaction:
            inside.set()
            go_on.wait()
            seen.append(transaction.value("SELECT 42"))

    reader = threading.Thread(target=read)
    reader.start()
    inside.wait()
    closer = threading.Thread(target=store.close)
    closer.start()
    go_on.set()
    closer.join()
    reader.join()
    assert seen == [42]


# --- a full disk, and a database that stopped ----------------------------------------------------

FILL_UP = """
import resource, sys
from pathlib import Path
from notebook_core.errors import DiskFull
from notebook_core.store.connection import Transaction
from notebook_core.store.duckdb import open_store
from tests.store.builders import indexed, new_source
store = open_store(Path(sys.argv[1]))
notebook = store.notebooks.create("u", "N", "structure")
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (6_000_000, hard))
kept = 0
try:
    for number in range(1000):
        new = new_source(notebook, id=f"source-{number:04}")
        store.sources.add("u", new)
        vectors = [[number + n / 7 + k for k in range(384)] for n in range(100)]
        store.sources.publish("u", indexed(new.id, ["lamp"] * 100, vectors=vectors, model="m"))
        kept += 1
except DiskFull as error:
    print("full:", error)
scope = store.search.scope("u", notebook.id, None)
print(len(scope.sources) == kept > 0, len(store.search.rank_by_terms(scope, ["lamp"], 1)) > 0)
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
store.notebooks.create("u", "After some space was freed", "structure")
store.close()
store = open_store(Path(sys.argv[1]))
print(store.health()["store"], len(store.search.scope("u", notebook.id, None).sources) == kept)
print([notebook.title for notebook in store.notebooks.all("u")])
"""


@needs_file_size_limits
def test_a_full_disk_fails_one_write_and_keeps_the_rest(tmp_path: Path) -> None:
    full, whole, after, titles = run(FILL_UP, tmp_path).splitlines()
    assert "no room left on the disk" in full
    assert "Free some space" in full
    assert whole == "True True"
    assert after == "ok True"
    assert "After some space was freed" in titles


STOP_AT_A_CHECKPOINT = """
import resource, sys, threading
from pathlib import Path
from notebook_core.errors import DiskFull, StoreError
from notebook_core.store.duckdb import open_store
from tests.store.builders import indexed, new_source
folder = Path(sys.argv[1])
store = open_store(folder)
notebook = store.notebooks.create("u", "N", "structure")
for number in range(2):
    new = new_source(notebook, id=f"source-{number:04}")
    store.sources.add("u", new)
    vectors = [[number + n / 7 + k for k in range(384)] for n in range(400)]
    store.sources.publish("u", indexed(new.id, ["lamp"] * 400, vectors=vectors, model="m"))
scope = store.search.scope("u", notebook.id, None)
vector = store.sources.vectors("u", new.id).popitem()[1]
def search():
    return (
        store.search.rank_by_terms(scope, ["lamp"], 9),
        store.search.rank_by_terms(scope, ["lamp"], 9, "fts"),
        store.search.rank_by_vector(scope, vector, "m", 5, "hnsw"),
    )
before = search()
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
size = (folder / "groundnote.duckdb").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 300_000, hard))
inside, go_on, refused = threading.Event(), threading.Event(), []
def read_through_it():
    try:
        with store._database.reading() as transaction:
            inside.set()
            go_on.wait()
            transaction.value("SELECT count(*) FROM passage")
    except StoreError as error:
        refused.append(str(error))
reader = threading.Thread(target=read_through_it)
reader.start()
inside.wait()
try:
    with store._database.aside() as cursor:
        cursor.execute("CHECKPOINT")
except DiskFull as error:
    print("full:", error)
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
go_on.set()
print("search:", search() == before)
reader.join()
print("readers that it cost an error:", len(refused))
print("openings:", store._database.openings)
store.sources.mark_deleting("u", new.id)
print("left:", sum(store.sources.remove("u", new.id, 0).rows.values()))
print("health:", store.health()["store"])
store.close()
"""


@needs_file_size_limits
def test_after_a_failed_checkpoint_the_database_is_opened_again(tmp_path: Path) -> None:
    """What was derived in memory went with the old one and is made anew."""
    full, *rest = run(STOP_AT_A_CHECKPOINT, tmp_path).splitlines()
    assert "no room left on the disk" in full
    assert rest == [
        "search: True",
        "readers that it cost an error: 1",
        "openings: 2",
        "left: 0",
        "health: ok",
    ]
