"""Follow-ups: what is searched for a question in its conversation, and who has a say in it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from notebook_core import accept, further, ingest, removal, retrieval
from notebook_core.answer import Ask, ask
from notebook_core.domain import LOCAL_USER, Evidence, Message, Notebook, Scope, Source
from notebook_core.engine_events import AnswerRequest, Cite, Delta, EngineEvent, Finished, Quote
from notebook_core.errors import EngineError
from notebook_core.evaluation.cases import Case
from notebook_core.evaluation.run import begin
from notebook_core.ports import Core

AddText = Callable[..., Source]
NORHAVEN = "The Norhaven contract has a notice period of 30 days. Its fee is 900 euros a month."
QUILLMERE = "The Quillmere contract has a notice period of 45 days. Its fee is 700 euros a month."
TENDER = "The tender for the hospital was written by Brimstow Partners in spring."
BRIMSTOW = "Brimstow Partners was founded in 1987 by two engineers."
OTHER = "Castlemere Holdings was founded in 1954 by a bank."
NOTICE = "What is the notice period of the Norhaven contract?"


class Conversation:
    """Asks one question after the other in one conversation."""

    def __init__(self, core: Core, notebook: Notebook) -> None:
        self.core = core
        self.notebook = notebook
        self.id: str | None = None

    def ask(self, question: str, **how: Any) -> list[dict[str, Any]]:
        asked = Ask(question, conversation_id=self.id, **how)
        events = list(ask(self.core, LOCAL_USER, self.notebook.id, asked))
        self.id = events[-1].get("conversation_id", self.id)
        return events

    def searched(self, question: str, **how: Any) -> str:
        """What was searched, which every place that says it agrees on."""
        events = self.ask(question, **how)
        said = [event["searched"] for event in events if event["type"] in ("evidence", "done")]
        assert said == [self.messages()[-1].searched] * 2
        return str(said[0])

    def messages(self) -> tuple[Message, ...]:
        assert self.id is not None
        return self.core.store.conversations.messages(LOCAL_USER, self.id)


@pytest.fixture
def conversation(core: Core, notebook: Notebook) -> Conversation:
    return Conversation(core, notebook)


def cited(events: list[dict[str, Any]]) -> list[str]:
    """The quotes that an answer cites."""
    return [event["quote"] for event in events if event["type"] == "source" and "role" not in event]


def test_a_follow_up_finds_what_the_question_before_it_was_about(
    conversation: Conversation, add_text: AddText
) -> None:
    add_text(NORHAVEN, "norhaven.txt")
    quillmere = add_text(QUILLMERE, "quillmere.txt")
    add_text("The cafeteria opens at noon and closes at three.", "cafeteria.txt")
    conversation.ask(NOTICE)
    events = conversation.ask("And Quillmere?")
    evidence = next(event for event in events if event["type"] == "evidence")
    assert evidence["hits"][0]["source_id"] == quillmere.id
    assert cited(events)[0] == "The Quillmere contract has a notice period of 45 days."
    assert evidence["searched"] == "And Quillmere? (notice period contract)"


def test_the_question_itself_is_what_is_kept(conversation: Conversation, add_text: AddText) -> None:
    add_text(NORHAVEN)
    conversation.ask(NOTICE)
    conversation.ask("why?")
    question, answer = conversation.messages()[-2:]
    assert (question.text, question.searched) == ("why?", "")
    assert answer.searched == "why? (notice period Norhaven contract)"


def test_a_question_that_stands_by_itself_is_searched_as_it_is_in_a_long_conversation(
    conversation: Conversation, add_text: AddText
) -> None:
    add_text(NORHAVEN)
    for _ in range(3):
        conversation.ask(NOTICE)
        conversation.ask("And the fee?")
    assert conversation.searched("Why did the audit fail?") == "Why did the audit fail?"


def test_the_first_question_of_a_conversation_leans_on_nothing(
    conversation: Conversation, add_text: AddText
) -> None:
    add_text(NORHAVEN)
    assert conversation.searched("why?") == "why?"


def test_a_pronoun_is_searched_with_the_name_that_the_answer_cited(
    conversation: Conversation, add_text: AddText
) -> None:
    add_text(TENDER, "tender.txt")
    brimstow = add_text(BRIMSTOW, "brimstow.txt")
    add_text(OTHER, "castlemere.txt")
    assert cited(conversation.ask("Who wrote the tender for the hospital?"))[0] == TENDER
    events = conversation.ask("When was it founded?")
    assert cited(events)[0] == BRIMSTOW
    assert brimstow.id == events[-1]["receipt"]["cited"][0]
    assert events[-1]["searched"] == "When was it founded? (Brimstow Partners)"


def test_words_of_a_source_that_is_unticked_now_steer_nothing(
    conversation: Conversation, add_text: AddText
) -> None:
    add_text(TENDER, "tender.txt")
    brimstow = add_text(BRIMSTOW, "brimstow.txt")
    conversation.ask("Who wrote the tender for the hospital?")
    searched = conversation.searched("When was it founded?", requested=[brimstow.id])
    assert searched == "When was it founded? (wrote tender hospital)"


def test_words_of_a_source_that_was_deleted_steer_nothing(
    conversation: Conversation, add_text: AddText, core: Core
) -> None:
    tender = add_text(TENDER, "tender.txt")
    add_text(BRIMSTOW, "brimstow.txt")
    conversation.ask("Who wrote the tender for the hospital?")
    removal.delete_source(core, LOCAL_USER, tender.id)
    searched = conversation.searched("When was it founded?")
    assert searched == "When was it founded? (wrote tender hospital)"


def test_words_of_an_older_version_steer_nothing(
    conversation: Conversation, core: Core, notebook: Notebook, tmp_path: Any
) -> None:
    path = tmp_path / "tender.txt"
    path.write_text(TENDER)
    added = next(iter(accept.accept_folder(core, LOCAL_USER, notebook.id, tmp_path)))
    assert isinstance(added, accept.Accepted)
    ingest.process(core, LOCAL_USER, added.source.id)
    conversation.ask("Who wrote the tender for the hospital?")
    path.write_text(TENDER.replace("Brimstow Partners", "Castlemere Holdings"))
    next(iter(accept.accept_folder(core, LOCAL_USER, notebook.id, tmp_path)))
    ingest.process(core, LOCAL_USER, added.source.id)
    assert "Brimstow" not in conversation.searched("When was it founded?")


def test_quotes_that_were_only_offered_or_not_verified_steer_nothing(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    source = add_text(TENDER)

    class Inventive:
        name = "inventive"

        def stream(
            self, request: AnswerRequest, cancelled: Callable[[], bool]
        ) -> Iterator[EngineEvent]:
            yield Delta("Somebody {{cite:9}} Vandermeer.")
            yield Cite(
                (Quote(source.id, source.version, "Vandermeer wrote it, says Ostrander.", 0),)
            )
            yield Finished()

    conversation = Conversation(replace(core, engines={"inventive": Inventive()}), notebook)
    conversation.ask("Who wrote the tender?", engine="inventive")
    searched = conversation.searched("When was it founded?", engine="inventive")
    assert searched == "When was it founded? (wrote tender)"


def test_the_same_conversation_searches_the_same(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(TENDER, "tender.txt")
    add_text(BRIMSTOW, "brimstow.txt")
    asked = [
        "Who wrote the tender for the hospital?",
        "When was it founded?",
        "Why?",
        "And by whom?",
    ]
    runs = [[Conversation(core, notebook)] * len(asked) for _ in range(2)]
    first, second = (
        [conversation.searched(question) for conversation, question in zip(run, asked, strict=True)]
        for run in runs
    )
    assert first == second


def test_what_the_asker_wants_to_be_searched_is_searched_instead(
    conversation: Conversation, add_text: AddText
) -> None:
    add_text(NORHAVEN, "norhaven.txt")
    add_text(QUILLMERE, "quillmere.txt")
    conversation.ask(NOTICE)
    events = conversation.ask("why?", searched="fee of the Quillmere contract")
    assert events[-1]["searched"] == "fee of the Quillmere contract"
    assert "Its fee is 700 euros a month." in cited(events)
    question = conversation.messages()[-2]
    assert (question.text, question.searched) == ("why?", "fee of the Quillmere contract")
    assert conversation.searched("Since when?") == "Since when? (fee Quillmere contract)"


def test_a_follow_up_can_be_searched_as_it_is(
    conversation: Conversation, add_text: AddText
) -> None:
    add_text(NORHAVEN)
    conversation.ask(NOTICE)
    assert conversation.searched("why?", searched="why?") == "why?"


@pytest.mark.parametrize(
    ("searched", "code", "words"),
    [
        ("", "empty_question", "at least one word to search for"),
        (" ?! ", "empty_question", "at least one word to search for"),
        ("pump " * 2000, "too_large", "The text to search for has 9,999 characters"),
    ],
)
def test_what_can_not_be_searched_is_refused_before_anything_is_kept(
    conversation: Conversation, add_text: AddText, searched: str, code: str, words: str
) -> None:
    add_text(NORHAVEN)
    conversation.ask(NOTICE)
    kept = conversation.messages()
    (error,) = conversation.ask("why?", searched=searched)
    assert (error["type"], error["code"]) == ("error", code)
    assert words in error["message"]
    assert conversation.messages() == kept


@pytest.mark.parametrize("searched", [None, "fee"])
def test_a_conversation_of_another_notebook_is_not_found(
    conversation: Conversation, core: Core, add_text: AddText, searched: str | None
) -> None:
    add_text(NORHAVEN)
    elsewhere = core.store.notebooks.create(LOCAL_USER, "Another", "structure")
    other = core.store.conversations.create(LOCAL_USER, elsewhere.id, "Elsewhere")
    conversation.id = other.id
    (error,) = conversation.ask("why?", searched=searched)
    assert error["code"] == "not_found"


def test_an_engine_gets_the_question_as_it_was_asked_and_the_evidence_of_the_search(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(NORHAVEN)
    requests: list[AnswerRequest] = []

    class Listening:
        name = "listening"

        def stream(
            self, request: AnswerRequest, cancelled: Callable[[], bool]
        ) -> Iterator[EngineEvent]:
            requests.append(request)
            raise EngineError("The engine lost its thread; ask again.")
            yield

    conversation = Conversation(replace(core, engines={"listening": Listening()}), notebook)
    first = core.store.conversations.create(LOCAL_USER, notebook.id, "Notice")
    conversation.id = first.id
    conversation.ask(NOTICE, engine="listening")
    conversation.ask("Why?", engine="listening")
    assert requests[-1].question == "Why?"
    assert requests[-1].evidence.question == "Why? (notice period Norhaven contract)"
    failed = conversation.messages()[-1]
    assert (failed.status, failed.searched) == ("failed", requests[-1].evidence.question)


def test_a_case_of_an_evaluation_does_not_lean_on_the_one_before(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(NORHAVEN)
    cases = [Case("a", NOTICE, "", ()), Case("b", "How much does it cost?", "", ())]
    *_, last = begin(core, LOCAL_USER, notebook.id, cases, "extractive").results()
    answer = core.store.conversations.message(LOCAL_USER, last.message_id)
    assert answer.searched == "How much does it cost?"


@pytest.mark.parametrize(
    "question", ["why \ud83d" + "?" * 3, "w" * 90 + " \ud83d why", "\ud83d\ude00 why"]
)
def test_half_a_character_in_a_question_leaves_no_conversation_without_it(
    core: Core, notebook: Notebook, add_text: AddText, question: str
) -> None:
    add_text(NORHAVEN)
    conversation = Conversation(core, notebook)
    assert conversation.ask(question)[-1]["type"] == "done"
    (kept,) = core.store.conversations.all(LOCAL_USER, notebook.id)
    asked, _ = core.store.conversations.messages(LOCAL_USER, kept.id)
    expected = question.replace("\ud83d\ude00", "😀").replace("\ud83d", "\ufffd")
    assert asked.text == expected
    assert expected.startswith(kept.title)


def test_more_of_a_source_is_searched_without_the_words_of_one_that_was_deleted_since(
    conversation: Conversation, add_text: AddText, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    tender = add_text(TENDER, "tender.txt")
    brimstow = add_text(BRIMSTOW, "brimstow.txt")
    conversation.ask("Who wrote the tender for the hospital?")
    answer = conversation.ask("When was it founded?")[-1]["message_id"]
    searches: list[str] = []
    search = retrieval.search

    def listening(core: Core, scope: Scope, question: str) -> Evidence:
        searches.append(question)
        return search(core, scope, question)

    monkeypatch.setattr(further.retrieval, "search", listening)
    further.more(core, LOCAL_USER, answer, brimstow.id)
    removal.delete_source(core, LOCAL_USER, tender.id)
    further.more(core, LOCAL_USER, answer, brimstow.id)
    assert searches == [
        "When was it founded? (Brimstow Partners)",
        "When was it founded? (wrote tender hospital)",
    ]
