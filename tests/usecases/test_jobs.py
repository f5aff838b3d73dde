"""Jobs outlive whoever watches them: answers run, stop and end by themselves."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.engine_events import AnswerRequest, Delta, EngineEvent, Finished
from notebook_core.errors import Conflict, InvalidInput, NotFound
from notebook_core.jobs import Jobs
from notebook_core.ports import Core

AddText = Callable[..., Source]
PUMP = "The pump must run dry for two minutes."
LONG = 30.0


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
