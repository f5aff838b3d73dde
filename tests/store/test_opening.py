"""One process owns a data folder; what can't be opened is refused, never emptied in silence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pytest

from notebook_core.errors import StoreError, StoreInUse
from notebook_core.settings import Settings
from notebook_core.store.duckdb import open_store
from notebook_core.store.migrations import Migration, migrate, migrations
from notebook_core.store.opening import DATABASE_NAME
from tests.store.builders import indexed, new_source

ROOT = Path(__file__).parents[2]

FILL_AND_VANISH = """
import os, sys
from pathlib import Path
from notebook_core.store.duckdb import open_store
from tests.store.builders import indexed, new_source
store = open_store(Path(sys.argv[1]))
notebook = store.notebooks.create("u", "N", "structure")
for number in range(int(sys.argv[2])):
    new = new_source(notebook)
    store.sources.add("u", new)
    store.sources.publish("u", indexed(new.id, ["lamp oil"], vectors=[[1.0, 0.0]], model="m"))
    scope = store.search.scope("u", notebook.id, None)
    vector = store.sources.vectors("u", new.id).popitem()[1]
    assert len(store.search.rank_by_vector(scope, vector, "m", 9, "hnsw")) == number + 1
    assert len(store.search.rank_by_terms(scope, ["lamp"], 9, "fts")) == number + 1
os._exit(9)
"""

HOLD = """
import sys
from pathlib import Path
from notebook_core.store.duckdb import open_store
store = open_store(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def run_and_vanish(folder: Path, sources: int) -> None:
    """A process that adds sources and ends without closing anything."""
    ended = subprocess.run(
        [sys.executable, "-c", FILL_AND_VANISH, str(folder), str(sources)], cwd=ROOT, check=False
    )
    assert ended.returncode == 9


def ready_sources(folder: Path) -> int:
    """How many sources a store opens with, each of them whole."""
    store = open_store(folder)
    try:
        found = 0
        for notebook in store.notebooks.all("u"):
            for source in store.sources.all("u", notebook.id):
                if source.status != "ready":
                    continue
                assert store.sources.text("u", source.id).text == "lamp oil"
                assert len(store.sources.passages("u", source.id)) == 1
                assert len(store.sources.vectors("u", source.id)) == 1
                scope = store.search.scope("u", notebook.id, [source.id])
                assert len(store.search.rank_by_terms(scope, ["lamp"], 5)) == 1
                found += 1
        return found
    finally:
        store.close()


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose process ended with six sources ready and nothing closed."""
    folder = tmp_path_factory.mktemp("crashed")
    run_and_vanish(folder, 6)
    return folder


@pytest.fixture
def copy(crashed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(crashed, tmp_path / "data"))


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the folder open."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    yield process
    process.kill()
    process.communicate()


# --- who may open it -----------------------------------------------------------------------------


def test_a_second_process_is_told_who_holds_the_folder(
    tmp_path: Path, holder: subprocess.Popen[str]
) -> None:
    with pytest.raises(StoreInUse, match=f"in use by process {holder.pid};") as refused:
        open_store(tmp_path)
    assert refused.value.code == "store_in_use"
    assert "\n" not in str(refused.value)


def test_a_killed_process_gives_the_folder_back(
    tmp_path: Path, holder: subprocess.Popen[str]
) -> None:
    holder.kill()
    holder.wait()
    open_store(tmp_path).close()


def test_the_same_process_can_not_open_a_folder_twice(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with pytest.raises(StoreInUse, match="open in this process already"):
        open_store(tmp_path)
    store.close()
    open_store(tmp_path).close()


def test_a_program_that_holds_the_bare_file_is_named(tmp_path: Path) -> None:
    """Such as DuckDB's own shell, which knows nothing of our lock file."""
    open_store(tmp_path).close()
    hold = f"import duckdb,sys; c=duckdb.connect({str(tmp_path / DATABASE_NAME)!r}); print(1,flush=True); sys.stdin.read()"  # noqa: E501
    process = subprocess.Popen(
        [sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    try:
        with pytest.raises(StoreInUse, match=f"process {process.pid}"):
            open_store(tmp_path)
    finally:
        process.kill()
        process.communicate()
    open_store(tmp_path).close()


def test_a_folder_that_can_not_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    with pytest.raises(StoreError, match=r"can't be written .*; allow it, or choose another"):
        open_store(tmp_path / "taken")


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.notebooks.all("u")


def test_the_database_stands_where_the_settings_say(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    assert Settings(data=tmp_path).database.is_file()


# --- after a crash -------------------------------------------------------------------------------


def test_everything_that_was_ready_survives_a_crash(copy: Path) -> None:
    """Though both derived indexes were in use when it happened."""
    assert ready_sources(copy) == 6
    store = open_store(copy)
    assert store.health()["store"] == "ok"
    store.close()


def test_a_crashed_store_opens_without_the_extensions_it_had(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of them is in the file or its log."""
    monkeypatch.setattr("notebook_core.store.extensions.extension_file", lambda _: None)
    assert ready_sources(copy) == 6


def test_a_cut_log_keeps_whole_changes_and_the_loss_is_said(copy: Path, tmp_path: Path) -> None:
    """However much of it is left: what was made ready before is there, whole, and never fewer
    sources with more of the log."""
    log = DATABASE_NAME + ".wal"
    size = (copy / log).stat().st_size
    found = []
    for cut in [*range(0, size, size // 7), size]:
        folder = Path(shutil.copytree(copy, tmp_path / f"cut-{cut}"))
        os.truncate(folder / log, cut)
        store = open_store(folder)
        state = store.health()["store"]
        store.close()
        assert (state == "ok") == (cut == size), cut
        assert state == "ok" or "missing, because the log" in state
        found.append(ready_sources(folder))
    assert found == sorted(found)
    assert found[0] == 0
    assert found[-1] == 6


def test_a_log_that_is_gone_is_said(copy: Path) -> None:
    (copy / (DATABASE_NAME + ".wal")).unlink()
    store = open_store(copy)
    assert "changes are missing" in store.health()["store"]
    store.close()


def test_a_garbled_log_is_refused_with_a_way_out(copy: Path) -> None:
    log = copy / (DATABASE_NAME + ".wal")
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 0xFF
    log.write_bytes(content)
    with pytest.raises(StoreError, match=r"is damaged.*backup.*move groundnote.duckdb.wal out"):
        open_store(copy)
    assert log.read_bytes() == content
    log.rename(copy.parent / "aside.wal")
    store = open_store(copy)
    assert "changes are missing" in store.health()["store"]
    store.close()


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9])
def test_a_cut_database_is_refused_and_left_as_it_is(copy: Path, share: float) -> None:
    """At the latest when what is missing is read."""
    assert ready_sources(copy) == 6
    database = copy / DATABASE_NAME
    cut = int(database.stat().st_size * share)
    os.truncate(database, cut)
    with pytest.raises(StoreError, match=r"is damaged.*backup"):
        ready_sources(copy)
    assert database.stat().st_size == cut


def test_a_file_of_another_kind_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / DATABASE_NAME
    database.write_text("This is a letter, not a database. " * 1000)
    with pytest.raises(StoreError, match="is damaged or can't be read"):
        open_store(tmp_path)
    assert database.read_text().startswith("This is a letter")


def test_a_missing_database_is_not_begun_anew_in_silence(copy: Path) -> None:
    database = copy / DATABASE_NAME
    database.rename(copy.parent / "aside.duckdb")
    with pytest.raises(StoreError, match=r"is missing.*groundnote.duckdb.wal and groundnote.comm"):
        open_store(copy)
    (copy.parent / "aside.duckdb").rename(database)
    assert ready_sources(copy) == 6


def test_a_crash_while_the_database_was_first_made_leaves_nothing_in_the_way(
    tmp_path: Path,
) -> None:
    (tmp_path / "groundnote.new").write_bytes(b"half a database")
    (tmp_path / "groundnote.new.wal").write_bytes(b"half a log")
    open_store(tmp_path).close()
    assert {path.name for path in tmp_path.iterdir()} == {
        DATABASE_NAME,
        "groundnote.lock",
        "groundnote.commits",
    }


# --- migrations ----------------------------------------------------------------------------------


def test_the_steps_are_numbered_from_one_without_a_gap() -> None:
    assert [step.number for step in migrations()] == list(range(1, len(migrations()) + 1))


def test_a_step_runs_once_and_is_recorded() -> None:
    with duckdb.connect(":memory:") as connection:
        assert migrate(connection) == tuple(step.number for step in migrations())
        assert migrate(connection) == ()
        recorded = connection.execute("SELECT number, name, checksum FROM migration").fetchall()
    assert recorded == [(step.number, step.name, step.checksum) for step in migrations()]


def test_a_step_that_fails_leaves_nothing_of_itself() -> None:
    broken = Migration(len(migrations()) + 1, "broken", "CREATE TABLE half (a INT); SELECT 1 / x;")
    with duckdb.connect(":memory:") as connection:
        with pytest.raises(duckdb.Error):
            migrate(connection, (*migrations(), broken))
        assert migrate(connection) == ()
        tables = [name for (name,) in connection.execute("SHOW TABLES").fetchall()]
    assert "half" not in tables
    assert "source" in tables


def test_an_older_store_is_brought_up_to_date_with_its_content(tmp_path: Path) -> None:
    added = Migration(len(migrations()) + 1, "later", "ALTER TABLE notebook ADD COLUMN note TEXT;")
    store = open_store(tmp_path)
    store.notebooks.create("u", "Kept", "structure")
    store.close()
    with duckdb.connect(str(tmp_path / DATABASE_NAME)) as connection:
        assert migrate(connection, (*migrations(), added)) == (added.number,)
        rows = connection.execute("SELECT title, note FROM notebook").fetchall()
    assert rows == [("Kept", None)]


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    later = Migration(len(migrations()) + 1, "later", "CREATE TABLE later (a INT);")
    open_store(tmp_path).close()
    with duckdb.connect(str(tmp_path / DATABASE_NAME)) as connection:
        migrate(connection, (*migrations(), later))
    with pytest.raises(StoreError, match=r"newer version of Groundnote.*update Groundnote"):
        open_store(tmp_path)


def test_a_store_whose_steps_differ_is_refused(tmp_path: Path) -> None:
    first, *rest = migrations()
    changed = replace(first, sql=first.sql + "\n-- changed after it was released")
    with duckdb.connect(str(tmp_path / DATABASE_NAME)) as connection:
        migrate(connection, (changed, *rest))
    with pytest.raises(StoreError, match=r"another version of Groundnote .step 1,"):
        open_store(tmp_path)


# --- configuration -------------------------------------------------------------------------------


def test_every_cursor_has_the_configuration() -> None:
    store = open_store(None)
    with store._database.reading() as transaction:
        settings = transaction.row(
            """SELECT current_setting('TimeZone'), current_setting('disabled_compression_methods'),
            current_setting('autoload_known_extensions'),
            current_setting('autoinstall_known_extensions')"""
        )
        assert settings == ("UTC", "ALP,ALPRD", False, False)
    store.close()


def test_a_python_variable_never_stands_in_for_a_table() -> None:
    store = open_store(None)
    never_a_table = duckdb.sql("SELECT 1 AS a").to_arrow_table()
    assert never_a_table.num_rows == 1
    with (
        pytest.raises(StoreError, match="never_a_table"),
        store._database.reading() as transaction,
    ):
        transaction.rows("SELECT * FROM never_a_table")
    store.close()


def test_vectors_are_stored_uncompressed(tmp_path: Path) -> None:
    """Compressed ones take two to three times as long to scan; every opening has to see to it."""
    for opening in range(2):
        store = open_store(tmp_path)
        notebook = store.notebooks.create("u", "N", "structure")
        new = new_source(notebook, id=f"source-{opening}")
        store.sources.add("u", new)
        rows = np.random.default_rng(opening).random((3000, 64), np.float32).tolist()
        store.sources.publish("u", indexed(new.id, ["x"] * 3000, vectors=rows, model="m"))
        store.close()
    with duckdb.connect(str(tmp_path / DATABASE_NAME)) as connection:
        methods = connection.execute(
            """SELECT DISTINCT compression FROM pragma_storage_info('embedding_64')
            WHERE segment_type = 'FLOAT'"""
        ).fetchall()
    assert methods == [("Uncompressed",)]


def test_health_names_what_can_not_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """And search goes on without it, with the same results."""
    store = open_store(None)
    assert store.health() == {"store": "ok", "fts": "ok", "vss": "ok"}
    store.close()
    monkeypatch.setattr("notebook_core.store.extensions.extension_file", lambda _: None)
    store = open_store(None)
    health = store.health()
    assert health["store"] == "ok"
    assert "extension fts isn't installed" in health["fts"]
    assert "extension vss isn't installed" in health["vss"]
    notebook = store.notebooks.create("u", "N", "structure")
    new = new_source(notebook)
    store.sources.add("u", new)
    store.sources.publish("u", indexed(new.id, ["lamp"], vectors=[[1.0, 0.0]], model="m"))
    scope = store.search.scope("u", notebook.id, None)
    told: list[str] = []
    assert len(store.search.rank_by_terms(scope, ["lamp"], 5, "fts", told.append)) == 1
    vector = next(iter(store.sources.vectors("u", new.id).values()))
    assert len(store.search.rank_by_vector(scope, vector, "m", 5, "hnsw", told.append)) == 1
    by_words, by_meaning = told
    assert by_words.startswith("Words were searched by postings and not by fts. The DuckDB")
    assert by_meaning.startswith("Vectors were compared one by one and not by hnsw. The DuckDB")
    assert "There is no index" in store.search.vector_plan(scope, vector, "m")
    store.close()
