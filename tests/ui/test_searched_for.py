"""What was searched for a follow-up is said, and can be changed and asked again."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from notebook_core import bootstrap
from notebook_core.domain import LOCAL_USER, Message, Notebook, Source
from notebook_core.engine_events import AnswerRequest, Delta, EngineEvent, Finished
from notebook_core.jobs import Jobs
from notebook_core.ports import Core
from pages.parts.escaping import literal

Open = Callable[..., Any]
AddText = Callable[..., Source]
Eventually = Callable[[Callable[[], bool]], None]
REPORT = "The weekly report is due on Friday at noon. It is written by the archivist."
QUESTION = "When is the weekly report due?"
ASK_AGAIN = "Ask with this search"


class Chat:
    """Asks on the page as a reader does, and waits for the answer."""

    def __init__(self, core: Core, notebook: Notebook, open_page: Open, wait: Eventually) -> None:
        self.core = core
        self.notebook = notebook
        self.open = lambda: open_page("chat.py")
        self.wait = wait

    def messages(self) -> tuple[Message, ...]:
        conversations = self.core.store.conversations.all(LOCAL_USER, self.notebook.id)
        if not conversations:
            return ()
        return self.core.store.conversations.messages(LOCAL_USER, conversations[0].id)

    def ended(self, count: int) -> None:
        """Wait until there are so many messages and the last one has ended."""
        self.wait(lambda: len(self.messages()) == count and self.messages()[-1].status != "running")

    def ask(self, *questions: str) -> Any:
        """Ask one after the other; the page as it is after a reload."""
        for question in questions:
            before = len(self.messages())
            self.open().ask(question)
            self.ended(before + 2)
        return self.open()


@pytest.fixture
def chat(core: Core, notebook: Notebook, open_page: Open, eventually: Eventually) -> Chat:
    return Chat(core, notebook, open_page, eventually)


def test_a_question_that_stands_by_itself_needs_no_word_on_what_was_searched(
    chat: Chat, add_text: AddText
) -> None:
    add_text(REPORT)
    page = chat.ask(QUESTION, "Who writes the weekly report?")
    assert "Searched for" not in page.said()
    assert ASK_AGAIN not in page.labels()


def test_what_was_searched_for_a_follow_up_stands_with_its_answer_after_a_reload(
    chat: Chat, add_text: AddText
) -> None:
    add_text(REPORT)
    page = chat.ask(QUESTION, "and why?")
    assert literal("Searched for: and why? (weekly report due)") in page.said()
    assert [field.value for field in page.test.text_input] == ["and why? (weekly report due)"]


def test_the_same_question_is_asked_again_with_what_the_reader_wants_to_be_searched(
    chat: Chat, add_text: AddText
) -> None:
    add_text(REPORT)
    page = chat.ask(QUESTION, "and why?")
    page.test.text_input[0].set_value("who writes the report")
    page.click(ASK_AGAIN)
    chat.ended(6)
    question, answer = chat.messages()[-2:]
    assert question.text == "and why?"
    assert answer.searched == "who writes the report"
    assert literal("Searched for: who writes the report") in chat.open().said()


def test_a_search_without_a_word_is_refused_with_the_reason(chat: Chat, add_text: AddText) -> None:
    add_text(REPORT)
    page = chat.ask(QUESTION, "and why?")
    page.test.text_input[0].set_value("?!")
    page.click(ASK_AGAIN)
    assert literal("Please write at least one word to search for.") in page.said()
    assert len(chat.messages()) == 4


def test_what_was_searched_is_shown_as_it_is(chat: Chat, add_text: AddText) -> None:
    add_text(REPORT)
    nasty = "Is it :red[*due*] for $5 or $7 <b>?"
    page = chat.ask(QUESTION, nasty)
    searched = chat.messages()[-1].searched
    assert searched.startswith(nasty)
    assert len(searched) > len(nasty)
    assert literal(f"Searched for: {searched}") in page.said()


class HeldEngine:
    """Writes half of an answer, then waits, to look at it half-way; after that it fails."""

    name = "extractive"

    def __init__(self) -> None:
        self.is_held = False
        self.reached = threading.Event()
        self.go_on = threading.Event()

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        yield Delta("Half of it.")
        if self.is_held:
            self.reached.set()
            while not self.go_on.wait(0.02):
                if cancelled():
                    return
            raise RuntimeError("it broke")
        yield Finished()


@pytest.fixture
def engine(core: Core, jobs: Jobs) -> Iterator[HeldEngine]:
    engine = HeldEngine()
    with bootstrap.using(replace(core, engines={"extractive": engine})):
        yield engine
        engine.go_on.set()


def test_it_stands_there_while_the_answer_is_written_and_when_it_fails(
    engine: HeldEngine, chat: Chat, add_text: AddText
) -> None:
    add_text(REPORT)
    chat.ask(QUESTION)
    engine.is_held = True
    chat.open().ask("and why?")
    chat.wait(engine.reached.is_set)
    searched = literal("Searched for: and why? (weekly report due)")
    page = chat.open()
    assert "Stop" in page.labels()
    assert searched in page.said()
    engine.go_on.set()
    chat.ended(4)
    page = chat.open()
    assert "Ask again" in page.labels()
    assert searched in page.said()


def test_a_failed_answer_is_asked_again_with_the_search_that_was_chosen(
    engine: HeldEngine, chat: Chat, add_text: AddText
) -> None:
    add_text(REPORT)
    page = chat.ask(QUESTION, "and why?")
    engine.is_held = True
    engine.go_on.set()
    page.test.text_input[0].set_value("who writes the report")
    page.click(ASK_AGAIN)
    chat.ended(6)
    page = chat.open()
    page.click("Ask again")
    chat.ended(8)
    assert chat.messages()[-1].searched == "who writes the report"
