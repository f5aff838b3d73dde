"""Asking: ticks, questions, answers that survive, and conversations."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from notebook_core import bootstrap
from notebook_core.domain import LOCAL_USER, Message, Notebook, Source
from notebook_core.engine_events import AnswerRequest, Cite, Delta, EngineEvent, Finished, Quote
from notebook_core.errors import EngineError
from notebook_core.jobs import Jobs
from notebook_core.ports import Core
from pages.parts.escaping import literal
from pages.parts.opened_passage import OpenedPassage

Open = Callable[..., Any]
AddText = Callable[..., Source]
Eventually = Callable[[Callable[[], bool]], None]
FACT = "The weekly report is due on Friday at noon."


def conversation_messages(core: Core, notebook: Notebook) -> tuple[Message, ...]:
    (conversation,) = core.store.conversations.all(LOCAL_USER, notebook.id)
    return core.store.conversations.messages(LOCAL_USER, conversation.id)


def test_a_question_is_answered_from_the_ticked_sources(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    source = add_text(FACT)
    page = open_page("chat.py")
    assert page.test.chat_input[0].placeholder == "Ask your 1 ready source"
    page.ask("When is the weekly report due?")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "complete")
    answer = conversation_messages(core, notebook)[-1]
    assert answer.citations[0].quote == FACT
    assert answer.done["receipt"]["ticked"] == [source.id]
    page = open_page("chat.py")
    assert [message.name for message in page.test.chat_message] == ["user", "assistant"]
    assert "Ticked and searched" in page.said()
    assert FACT in page.test.code[0].value.replace("\\", ""), "copied with its footnotes"


def test_an_untick_is_kept_and_new_sources_are_ticked(
    open_page: Open, notebook: Notebook, add_text: AddText
) -> None:
    add_text(FACT, "a.txt")
    page = open_page("chat.py")
    page.test.checkbox[0].uncheck().run()
    assert page.test.chat_input[0].placeholder == "Tick a source, then ask"
    add_text("Another fact stands here, on its own.", "b.txt")
    page = open_page("chat.py")
    assert [box.value for box in page.test.checkbox] == [False, True]
    page.click("All")
    assert [box.value for box in page.test.checkbox] == [True, True]
    page.click("None")
    assert [box.value for box in open_page("chat.py").test.checkbox] == [False, False]


def test_a_question_that_can_not_be_asked_is_given_back_with_the_reason(
    open_page: Open, notebook: Notebook, add_text: AddText, core: Core
) -> None:
    add_text(FACT)
    page = open_page("chat.py")
    page.ask("?!…")
    assert literal("Please write a question with at least one word.") in page.said()
    assert page.test.code[0].value == "?!…"
    assert core.store.conversations.all(LOCAL_USER, notebook.id) == ()


def test_without_sources_the_page_says_what_to_do(open_page: Open, notebook: Notebook) -> None:
    page = open_page("chat.py")
    assert page.test.chat_input[0].placeholder == "Add a source, then ask"
    page.ask("When is it due?")
    assert literal("add one, then ask") in page.said()


def test_with_nothing_ticked_the_page_says_what_to_do(
    open_page: Open, notebook: Notebook, add_text: AddText
) -> None:
    add_text(FACT)
    open_page("chat.py").test.checkbox[0].uncheck().run()
    page = open_page("chat.py")
    page.ask("When is it due?")
    assert "tick at least one" in page.said()


def test_an_answer_whose_end_was_not_kept_says_so_and_can_be_asked_again(
    open_page: Open, notebook: Notebook, add_text: AddText, core: Core
) -> None:
    add_text(FACT)
    conversation = core.store.conversations.create(LOCAL_USER, notebook.id, "The report")
    core.store.conversations.begin(LOCAL_USER, conversation.id, "When is it due?")
    page = open_page("chat.py")
    assert "Interrupted" in page.said()
    assert "Ask again" in page.labels()


class GatedEngine:
    """Writes one cited sentence, then waits at a gate: for looking at an answer half-way."""

    name = "extractive"

    def __init__(self, fails: bool = False) -> None:
        self.reached = threading.Event()
        self.gate = threading.Event()
        self.fails = fails

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        hit = request.evidence.hits[0].passage
        yield Delta("The first half.")
        yield Cite((Quote(hit.source_id, hit.version, FACT, hit.start),))
        self.reached.set()
        while not self.gate.wait(0.02):
            if cancelled():
                return
        if self.fails:
            raise EngineError("The engine lost its thread; ask again.")
        yield Delta(" The second half.")
        yield Finished()


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> GatedEngine:
    return GatedEngine(fails=getattr(request, "param", False))


@pytest.fixture
def gated(core: Core, jobs: Jobs, engine: GatedEngine) -> Iterator[Jobs]:
    """The core with an engine that waits; its jobs end before the store closes."""
    with bootstrap.using(replace(core, engines={"extractive": engine})) as running:
        yield running


def test_an_answer_survives_a_reload_and_a_second_tab_and_can_be_stopped_there(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    gated: Jobs,
    engine: GatedEngine,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    open_page("chat.py").ask("When is the weekly report due?")
    eventually(engine.reached.is_set)
    for _ in range(2):
        page = open_page("chat.py")
        assert "Stop" in page.labels()
        assert page.test.chat_input[0].disabled
    page.click("Stop")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "stopped")
    question, answer = conversation_messages(core, notebook)
    assert question.text == "When is the weekly report due?"
    assert answer.text.startswith("The first half.")
    page = open_page("chat.py")
    assert "Stopped: this answer is not complete." in page.said()
    assert "Ask again" in page.labels()
    assert not page.test.chat_input[0].disabled


@pytest.mark.parametrize("engine", [True], indirect=True)
def test_a_failed_answer_says_why_and_shows_what_was_found(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    gated: Jobs,
    engine: GatedEngine,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    engine.gate.set()
    open_page("chat.py").ask("When is the weekly report due?")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "failed")
    page = open_page("chat.py")
    assert literal("The engine lost its thread; ask again.") in page.said()
    assert "Passages found before it failed:" in page.said()
    engine.fails = False
    page.click("Ask again")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "complete")
    assert len(conversation_messages(core, notebook)) == 4


def test_a_conversation_is_cleared_after_a_question(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    open_page("chat.py").ask("When is the weekly report due?")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "complete")
    page = open_page("chat.py")
    assert "Clear" not in page.labels(), "only the answer to the question clears"
    page.click("Clear for good")
    assert core.store.conversations.all(LOCAL_USER, notebook.id) == ()


def test_a_new_conversation_begins_empty_and_the_earlier_one_stays(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    open_page("chat.py").ask("When is the weekly report due?")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "complete")
    page = open_page("chat.py")
    answer = conversation_messages(core, notebook)[-1]
    page.test.session_state["opened"] = OpenedPassage(message_id=answer.id, n=1)
    page.click("New conversation")
    assert not page.test.chat_message
    assert not page.test.error, "the passage that was open stays"
    page.click(literal("When is the weekly report due?"))
    assert len(page.test.chat_message) == 2


def test_a_long_conversation_shows_its_end_and_earlier_messages_on_demand(
    open_page: Open, notebook: Notebook, core: Core
) -> None:
    conversation = core.store.conversations.create(LOCAL_USER, notebook.id, "Long")
    for n in range(30):
        _, answer = core.store.conversations.begin(LOCAL_USER, conversation.id, f"Question {n}?")
        core.store.conversations.finish(LOCAL_USER, replace(answer, text="x", status="complete"))
    page = open_page("chat.py")
    assert len(page.test.chat_message) == 20
    page.click("Show earlier")
    assert len(page.test.chat_message) == 40
