"""Jobs outlive whoever watches them: answers and ingestions run, stop and end by themselves."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from notebook_core import accept
from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER, Notebook, Progress, Source
from notebook_core.engine_events import AnswerRequest, Delta, EngineEvent, Finished
from notebook_core.errors import Conflict, InvalidInput, ModelUnavailable, NotFound
from notebook_core.jobs import Jobs
from notebook_core.ports import Core, Embedder, Vector

AddText = Callable[..., Source]
PUMP = "The pump must run dry for two minutes."
LONG = 30.0
LOOKS = 6_000


class HeldEngine:
    """Says something, then waits until the test lets it go on."""

    name = "held"

    def __init__(self) -> None:
        self.said = threading.Event()
        self.go_on = threading.Event()

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        yield Delta("First. ")
        self.said.set()
        while not self.go_on.wait(0.01):
            if cancelled():
                return
        yield Delta("Second.")
        yield Finished()


@pytest.fixture
def engine() -> HeldEngine:
    return HeldEngine()


@pytest.fixture
def jobs(core: Core, engine: HeldEngine) -> Iterator[Jobs]:
    running = Jobs(replace(core, engines={"held": engine}))
    yield running
    engine.go_on.set()
    running.close()


def started(jobs: Jobs, notebook: Notebook, engine: HeldEngine, conversation: str | None = None):
    ask = Ask("Must it run dry?", conversation_id=conversation, engine="held")
    job = jobs.start_answer(LOCAL_USER, notebook.id, ask)
    assert engine.said.wait(LONG)
    return job


def wait_until_processed(jobs: Jobs, source_id: str) -> None:
    for _ in range(LOOKS):
        if not jobs.ingesting(LOCAL_USER, source_id):
            return
        threading.Event().wait(0.01)
    pytest.fail("the source was still being processed")


def test_an_answer_can_be_watched_while_it_is_written_and_is_kept_when_it_ends(
    core: Core, notebook: Notebook, add_text: AddText, jobs: Jobs, engine: HeldEngine
) -> None:
    add_text(PUMP)
    job = started(jobs, notebook, engine)
    assert jobs.answer(LOCAL_USER, job.conversation_id) is job
    assert job.snapshot()["text"].startswith("First.")
    engine.go_on.set()
    assert job.done.wait(LONG)
    assert jobs.answer(LOCAL_USER, job.conversation_id) is None
    kept = core.store.conversations.message(LOCAL_USER, job.message_id)
    assert (kept.status, kept.text) == ("complete", "First. Second.")


def test_stop_keeps_what_was_written(
    core: Core, notebook: Notebook, add_text: AddText, jobs: Jobs, engine: HeldEngine
) -> None:
    add_text(PUMP)
    job = started(jobs, notebook, engine)
    job.stop()
    assert job.done.wait(LONG)
    kept = core.store.conversations.message(LOCAL_USER, job.message_id)
    assert (kept.status, kept.text) == ("stopped", "First. ")


def test_a_second_question_waits_for_the_first_answer(
    core: Core, notebook: Notebook, add_text: AddText, jobs: Jobs, engine: HeldEngine
) -> None:
    add_text(PUMP)
    job = started(jobs, notebook, engine)
    with pytest.raises(Conflict):
        started(jobs, notebook, engine, job.conversation_id)


def test_a_stranger_learns_nothing_of_what_runs_and_stops_none_of_it(
    core: Core, notebook: Notebook, add_text: AddText, jobs: Jobs, engine: HeldEngine
) -> None:
    add_text(PUMP)
    job = started(jobs, notebook, engine)
    assert jobs.answer("stranger", job.conversation_id) is None
    ask = Ask("Must it?", conversation_id=job.conversation_id, engine="held")
    with pytest.raises(NotFound):
        jobs.start_answer("stranger", notebook.id, ask)
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, b"A note on pumps.", "a.txt")
    jobs.ingest("stranger", taken.source.id)
    jobs.ingest(LOCAL_USER, taken.source.id)
    assert not jobs.ingesting("another", taken.source.id)
    jobs.cancel_ingestion("stranger", taken.source.id)
    wait_until_processed(jobs, taken.source.id)
    assert core.store.sources.get(LOCAL_USER, taken.source.id).status == "ready"


def test_a_refused_question_starts_nothing(notebook: Notebook, jobs: Jobs) -> None:
    with pytest.raises(InvalidInput):
        jobs.start_answer(LOCAL_USER, notebook.id, Ask("Anything?", engine="held"))


def test_clearing_the_conversation_under_an_answer_breaks_nothing(
    core: Core, notebook: Notebook, add_text: AddText, jobs: Jobs, engine: HeldEngine
) -> None:
    add_text(PUMP)
    job = started(jobs, notebook, engine)
    core.store.conversations.delete(LOCAL_USER, job.conversation_id)
    engine.go_on.set()
    assert job.done.wait(LONG)
    assert job.error == ""


def test_closing_stops_answers_and_keeps_them(
    core: Core, notebook: Notebook, add_text: AddText, jobs: Jobs, engine: HeldEngine
) -> None:
    add_text(PUMP)
    job = started(jobs, notebook, engine)
    jobs.close()
    assert job.done.is_set()
    assert core.store.conversations.message(LOCAL_USER, job.message_id).status == "stopped"


def test_nothing_is_asked_any_more_once_it_closes(
    core: Core, notebook: Notebook, add_text: AddText, jobs: Jobs
) -> None:
    add_text(PUMP)
    jobs.close()
    with pytest.raises(Conflict):
        jobs.start_answer(LOCAL_USER, notebook.id, Ask("Must it run dry?", engine="held"))
    assert core.store.conversations.all(LOCAL_USER, notebook.id) == ()


def test_a_source_is_processed_in_the_background_once(
    core: Core, notebook: Notebook, jobs: Jobs
) -> None:
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, PUMP.encode(), "pump.txt")
    jobs.ingest(LOCAL_USER, taken.source.id)
    jobs.ingest(LOCAL_USER, taken.source.id)
    wait_until_processed(jobs, taken.source.id)
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
    jobs = Jobs(replace(core, embedder=LateEmbedder(core.embedder)))
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, PUMP.encode(), "pump.txt")
    jobs.ingest(LOCAL_USER, taken.source.id)
    wait_until_processed(jobs, taken.source.id)
    assert core.store.sources.vectors(LOCAL_USER, taken.source.id) == {}
    assert core.store.search.scope(LOCAL_USER, notebook.id, None).sources
    jobs.prepare_model()
    while not core.store.sources.vectors(LOCAL_USER, taken.source.id):
        threading.Event().wait(0.01)
    wait_until_processed(jobs, taken.source.id)
    jobs.close()


def test_a_cancelled_ingestion_says_so(core: Core, notebook: Notebook, jobs: Jobs) -> None:
    first = accept.accept_file(core, LOCAL_USER, notebook.id, b"One note on pumps.", "a.txt")
    second = accept.accept_file(core, LOCAL_USER, notebook.id, b"Two notes on pumps.", "b.txt")
    jobs.ingest(LOCAL_USER, first.source.id)
    jobs.ingest(LOCAL_USER, second.source.id)
    jobs.cancel_ingestion(LOCAL_USER, second.source.id)
    wait_until_processed(jobs, second.source.id)
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
    jobs = Jobs(replace(core, embedder=embedder))
    jobs.reindex(LOCAL_USER, before.id)
    wait_until_processed(jobs, before.id)
    failed = core.store.sources.get(LOCAL_USER, before.id)
    assert (failed.status, failed.progress) == ("ready", Progress())
    assert failed.update_error == "The embedding model failed on a text."
    embedder.fails = False
    jobs.retry(LOCAL_USER, before.id)
    wait_until_processed(jobs, before.id)
    assert core.store.sources.get(LOCAL_USER, before.id) == before
    jobs.close()


def test_a_retry_reads_again_what_could_not_be_read(
    core: Core, notebook: Notebook, jobs: Jobs
) -> None:
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, PUMP.encode(), "pump.txt")
    core.store.sources.fail(LOCAL_USER, taken.source.id, "Something was in the way.")
    jobs.retry(LOCAL_USER, taken.source.id)
    wait_until_processed(jobs, taken.source.id)
    source = core.store.sources.get(LOCAL_USER, taken.source.id)
    assert (source.status, source.version, source.error) == ("ready", 1, "")
