"""Sources are processed in the background, once each, and a failure is said whatever happens."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from notebook_core import accept
from notebook_core.domain import LOCAL_USER, Notebook, Progress, Source
from notebook_core.errors import DiskFull, ModelUnavailable
from notebook_core.ingestions import Ingestions
from notebook_core.ports import Core, Embedder, Vector

AddText = Callable[..., Source]
PUMP = "The pump must run dry for two minutes."
LOOKS = 6_000


@pytest.fixture
def ingestions(core: Core) -> Iterator[Ingestions]:
    running = Ingestions(core)
    yield running
    close(running)


def close(ingestions: Ingestions) -> None:
    ingestions.stop()
    ingestions.join(30)


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(LOOKS):
        if is_so():
            return
        threading.Event().wait(0.01)
    pytest.fail("it did not come about")


def wait_until_processed(ingestions: Ingestions, source_id: str) -> None:
    wait_until(lambda: not ingestions.is_at_work(LOCAL_USER, source_id))


def test_a_source_is_processed_in_the_background_once(
    core: Core, notebook: Notebook, ingestions: Ingestions
) -> None:
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, PUMP.encode(), "pump.txt")
    ingestions.ingest(LOCAL_USER, taken.source.id)
    ingestions.ingest(LOCAL_USER, taken.source.id)
    wait_until_processed(ingestions, taken.source.id)
    source = core.store.sources.get(LOCAL_USER, taken.source.id)
    assert (source.status, source.version) == ("ready", 1)


class LateEmbedder:
    """The real embedder, which isn't ready until it is prepared."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.unavailable = "The model is being built."

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def prepare(self) -> None:
        self.unavailable = ""


def test_a_source_that_came_before_the_model_gets_its_vectors_once_it_is_there(
    core: Core, notebook: Notebook
) -> None:
    ingestions = Ingestions(replace(core, embedder=LateEmbedder(core.embedder)))
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, PUMP.encode(), "pump.txt")
    ingestions.ingest(LOCAL_USER, taken.source.id)
    wait_until_processed(ingestions, taken.source.id)
    assert core.store.sources.vectors(LOCAL_USER, taken.source.id) == {}
    assert core.store.search.scope(LOCAL_USER, notebook.id, None).sources
    ingestions.prepare_model()
    while not core.store.sources.vectors(LOCAL_USER, taken.source.id):
        threading.Event().wait(0.01)
    wait_until_processed(ingestions, taken.source.id)
    close(ingestions)


def test_a_cancelled_ingestion_says_so(
    core: Core, notebook: Notebook, ingestions: Ingestions
) -> None:
    first = accept.accept_file(core, LOCAL_USER, notebook.id, b"One note on pumps.", "a.txt")
    second = accept.accept_file(core, LOCAL_USER, notebook.id, b"Two notes on pumps.", "b.txt")
    ingestions.ingest(LOCAL_USER, first.source.id)
    ingestions.ingest(LOCAL_USER, second.source.id)
    ingestions.cancel(LOCAL_USER, second.source.id)
    wait_until_processed(ingestions, second.source.id)
    source = core.store.sources.get(LOCAL_USER, second.source.id)
    assert (source.status, "Cancelled" in source.error) == ("failed", True)


class FailingEmbedder:
    """The real embedder, which fails on passages for as long as it is told to."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.fails = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def embed_passages(self, texts: Sequence[str]) -> Iterator[Vector]:
        if self.fails:
            raise ModelUnavailable("The embedding model failed on a text.")
        return self._inner.embed_passages(texts)


def test_indexing_again_that_fails_says_so_and_a_retry_indexes_again(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    before = add_text(PUMP)
    embedder = FailingEmbedder(core.embedder)
    ingestions = Ingestions(replace(core, embedder=embedder))
    ingestions.reindex(LOCAL_USER, before.id)
    wait_until_processed(ingestions, before.id)
    failed = core.store.sources.get(LOCAL_USER, before.id)
    assert (failed.status, failed.progress) == ("ready", Progress())
    assert failed.update_error == "The embedding model failed on a text."
    embedder.fails = False
    ingestions.retry(LOCAL_USER, before.id)
    wait_until_processed(ingestions, before.id)
    assert core.store.sources.get(LOCAL_USER, before.id) == before
    close(ingestions)


def test_a_retry_reads_again_what_could_not_be_read(
    core: Core, notebook: Notebook, ingestions: Ingestions
) -> None:
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, PUMP.encode(), "pump.txt")
    core.store.sources.fail(LOCAL_USER, taken.source.id, "Something was in the way.")
    ingestions.retry(LOCAL_USER, taken.source.id)
    wait_until_processed(ingestions, taken.source.id)
    source = core.store.sources.get(LOCAL_USER, taken.source.id)
    assert (source.status, source.version, source.error) == ("ready", 1, "")


def test_a_stranger_sees_and_stops_no_ingestion(
    core: Core, notebook: Notebook, ingestions: Ingestions
) -> None:
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, b"A note on pumps.", "a.txt")
    ingestions.ingest("stranger", taken.source.id)
    ingestions.ingest(LOCAL_USER, taken.source.id)
    assert not ingestions.is_at_work("another", taken.source.id)
    ingestions.cancel("stranger", taken.source.id)
    wait_until_processed(ingestions, taken.source.id)
    assert core.store.sources.get(LOCAL_USER, taken.source.id).status == "ready"


class FullSources:
    """The real sources, in which no failure can be kept for as long as the disk is full."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.is_full = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def fail(self, user: str, source_id: str, reason: str) -> None:
        if self.is_full:
            raise DiskFull("There is no room left.")
        self._inner.fail(user, source_id, reason)


class FullStore:
    """The real store with such sources."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.sources = FullSources(inner.sources)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


@pytest.fixture
def full(core: Core) -> FullStore:
    return FullStore(core.store)


def test_a_failure_that_a_full_disk_does_not_keep_is_told_at_once_and_kept_once_there_is_room(
    core: Core, notebook: Notebook, full: FullStore
) -> None:
    ingestions = Ingestions(replace(core, store=full), seconds_between_notes=0.01)
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, b"%PDF-1.7 and no more", "a.pdf")
    ingestions.ingest(LOCAL_USER, taken.source.id)
    wait_until_processed(ingestions, taken.source.id)
    kept = core.store.sources.get(LOCAL_USER, taken.source.id)
    assert kept.status == "extracting"
    seen = ingestions.as_it_stands(LOCAL_USER, kept)
    assert (seen.status, seen.error, seen.progress) == (
        "failed",
        "There is no room left.",
        Progress(),
    )
    assert ingestions.as_it_stands("stranger", kept) == kept
    full.sources.is_full = False
    wait_until(lambda: core.store.sources.get(LOCAL_USER, taken.source.id).status == "failed")
    close(ingestions)
    kept = core.store.sources.get(LOCAL_USER, taken.source.id)
    assert ingestions.as_it_stands(LOCAL_USER, kept) == kept


def test_a_failure_that_was_not_kept_is_kept_when_all_closes(
    core: Core, notebook: Notebook, full: FullStore
) -> None:
    ingestions = Ingestions(replace(core, store=full))
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, b"%PDF-1.7 and no more", "a.pdf")
    ingestions.ingest(LOCAL_USER, taken.source.id)
    wait_until_processed(ingestions, taken.source.id)
    full.sources.is_full = False
    close(ingestions)
    assert core.store.sources.get(LOCAL_USER, taken.source.id).status == "failed"


def test_a_retry_of_what_failed_on_a_full_disk_starts_clean(
    core: Core, notebook: Notebook, full: FullStore
) -> None:
    embedder = FailingEmbedder(core.embedder)
    ingestions = Ingestions(replace(core, store=full, embedder=embedder))
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, PUMP.encode(), "a.txt")
    ingestions.ingest(LOCAL_USER, taken.source.id)
    wait_until_processed(ingestions, taken.source.id)
    kept = core.store.sources.get(LOCAL_USER, taken.source.id)
    assert kept.status == "indexing"
    assert ingestions.as_it_stands(LOCAL_USER, kept).status == "failed"
    embedder.fails = False
    ingestions.retry(LOCAL_USER, taken.source.id)
    wait_until_processed(ingestions, taken.source.id)
    source = core.store.sources.get(LOCAL_USER, taken.source.id)
    assert source.status == "ready"
    assert ingestions.as_it_stands(LOCAL_USER, source) == source
    close(ingestions)


def test_an_update_that_failed_on_a_full_disk_leaves_the_source_ready(
    core: Core, add_text: AddText, full: FullStore
) -> None:
    source = add_text(PUMP)
    failing = replace(core, store=full, embedder=FailingEmbedder(core.embedder))
    ingestions = Ingestions(failing)
    ingestions.reindex(LOCAL_USER, source.id)
    wait_until_processed(ingestions, source.id)
    seen = ingestions.as_it_stands(LOCAL_USER, core.store.sources.get(LOCAL_USER, source.id))
    assert (seen.status, seen.progress) == ("ready", Progress())
    assert seen.update_error == "The embedding model failed on a text."
    close(ingestions)
