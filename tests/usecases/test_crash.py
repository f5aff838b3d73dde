"""Killed at any moment: nothing ready is lost, nothing is half ready, the rest can be retried."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from notebook_core import bootstrap, ingest
from notebook_core.domain import LOCAL_USER, Source
from notebook_core.embedding import FastEmbedder
from notebook_core.ports import Core
from notebook_core.settings import settings_from
from notebook_core.store.duckdb import open_store

CHILD = Path(__file__).with_name("crash_child.py")
ROOT = Path(__file__).parents[2]
TWICE = (1, 2)


def kill_at(data: Path, moment: str) -> None:
    """Run the child until it stands still at `moment`, then end it as `kill -9` does."""
    with subprocess.Popen(
        [sys.executable, str(CHILD), str(data), moment],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        text=True,
    ) as child:
        assert child.stdout is not None
        said = child.stdout.readline().strip()
        child.kill()
    assert said == "HERE"


def found_status(data: Path) -> str:
    """The status that the killed process left in the store, before anything is put right."""
    store = open_store(data)
    try:
        return only_source(store_sources(store)).status
    finally:
        store.close()


def store_sources(store) -> tuple[Source, ...]:
    (notebook,) = store.notebooks.all(LOCAL_USER)
    return store.sources.all(LOCAL_USER, notebook.id)


def only_source(sources: tuple[Source, ...]) -> Source:
    (source,) = sources
    return source


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def restart(embedder: FastEmbedder, data: Path) -> Iterator[Core]:
    """The next start, once a test asks for it."""
    opened: list[Core] = []

    def start() -> Core:
        opened.append(bootstrap.build(replace(settings_from(), data=data), embedder=embedder))
        return opened[-1]

    yield start
    for core in opened:
        core.store.close()


@pytest.mark.parametrize("time", TWICE)
@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("queued", "queued"),
        ("extracting", "extracting"),
        ("indexing", "indexing"),
        ("committing", "indexing"),
    ],
)
def test_a_kill_before_ready_leaves_a_source_that_says_so_and_can_be_retried(
    data: Path, restart, moment: str, status: str, time: int
) -> None:
    kill_at(data, moment)
    assert found_status(data) == status
    core = restart()
    source = only_source(store_sources(core.store))
    assert (source.status, source.error) == ("failed", ingest.INTERRUPTED)
    assert core.store.sources.passages(LOCAL_USER, source.id) == ()
    assert core.store.search.scope(LOCAL_USER, source.notebook_id, None).sources == ()
    retried = ingest.process(core, LOCAL_USER, source.id)
    assert retried.status == "ready"
    assert retried.passage_count > 0


@pytest.mark.parametrize("time", TWICE)
def test_a_kill_right_after_the_commit_loses_nothing(data: Path, restart, time: int) -> None:
    kill_at(data, "ready")
    assert found_status(data) == "ready"
    core = restart()
    source = only_source(store_sources(core.store))
    assert source.status == "ready"
    passages = core.store.sources.passages(LOCAL_USER, source.id)
    assert len(passages) == source.passage_count > 0
    assert set(core.store.sources.vectors(LOCAL_USER, source.id)) == {p.id for p in passages}


@pytest.mark.parametrize("time", TWICE)
def test_a_kill_during_a_deletion_is_completed_at_the_next_start(
    data: Path, restart, time: int
) -> None:
    kill_at(data, "deleting")
    core = restart()
    assert store_sources(core.store) == ()
    assert core.store.sources.deleting() == ()
    assert not list((data / "files").iterdir())


def test_a_kill_while_answering_keeps_the_question_and_the_partial_answer(
    data: Path, restart
) -> None:
    kill_at(data, "answering")
    core = restart()
    (notebook,) = core.store.notebooks.all(LOCAL_USER)
    (conversation,) = core.store.conversations.all(LOCAL_USER, notebook.id)
    question, answer = core.store.conversations.messages(LOCAL_USER, conversation.id)
    assert question.text == "How long must the pump run dry?"
    assert (answer.status, answer.text) == ("stopped", "So far.")
