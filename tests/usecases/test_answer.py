"""Asking: the stream of events, the scope it may speak from, and what is kept of it."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from notebook_core.answer import Ask, ask
from notebook_core.answering import INTERNAL_FAULT
from notebook_core.domain import LOCAL_USER, Message, Notebook, Source
from notebook_core.engine_events import AnswerRequest, Cite, Delta, EngineEvent, Finished, Quote
from notebook_core.errors import EngineError
from notebook_core.ports import Core
from notebook_core.retrieval import FUNCTION_WORDS

AddText = Callable[..., Source]
PUMP = "The pump must run dry for two minutes. It is then stored upright in the hall."
VALVE = "The valve closes at four bar. It opens again at three bar after an hour."


class ScriptedEngine:
    """Plays a script: the engine's judgement is what can't run here."""

    name = "scripted"

    def __init__(self, script: Callable[[AnswerRequest], Iterator[EngineEvent]]) -> None:
        self._script = script

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        return self._script(request)


def with_script(core: Core, script: Callable[[AnswerRequest], Iterator[EngineEvent]]) -> Core:
    return replace(core, engines={"scripted": ScriptedEngine(script)})


def kept_answer(core: Core, events: list[dict[str, object]], notebook: Notebook) -> Message:
    conversation = core.store.conversations.all(LOCAL_USER, notebook.id)[0]
    return core.store.conversations.messages(LOCAL_USER, conversation.id)[-1]


def events_of(core: Core, notebook: Notebook, question: str, **how: object) -> list[dict]:
    return list(ask(core, LOCAL_USER, notebook.id, Ask(question, **how)))


def test_an_answer_streams_evidence_before_text_and_ends_once(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)
    kinds = [e["type"] for e in events_of(core, notebook, "How long must the pump run dry?")]
    assert kinds.index("evidence") < kinds.index("delta")
    assert kinds.index("source") < kinds.index("cite")
    assert [kind for kind in kinds if kind in ("done", "error")] == ["done"]
    assert kinds[-1] == "done"


def test_every_cited_span_slices_to_its_quote(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)
    events = events_of(core, notebook, "How long must the pump run dry?")
    sources = [event for event in events if event["type"] == "source"]
    assert sources[0]["quote"] == "The pump must run dry for two minutes."
    for event in sources:
        text = core.store.sources.text(LOCAL_USER, event["source_id"], event["version"]).text
        assert text[event["start"] : event["end"]] == event["quote"]


def test_the_kept_answer_equals_what_was_streamed(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)
    events = events_of(core, notebook, "How long must the pump run dry?")
    streamed = "".join(
        event["text"]
        if event["type"] == "delta"
        else "".join(f"{{{{cite:{n}}}}}" for n in event["refs"])
        for event in events
        if event["type"] in ("delta", "cite")
    )
    answer = kept_answer(core, events, notebook)
    assert answer.text == streamed
    assert answer.status == "complete"
    assert answer.done == events[-1]
    assert [c.quote for c in answer.citations] == [
        event["quote"] for event in events if event["type"] == "source"
    ]


def test_a_kept_citation_names_the_content_that_it_was_taken_from(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    source = add_text(PUMP)
    events = events_of(core, notebook, "How long must the pump run dry?")
    citations = kept_answer(core, events, notebook).citations
    digest = hashlib.sha256(PUMP.encode()).hexdigest()
    assert {(c.source_id, c.content_hash) for c in citations} == {(source.id, digest)}


def test_with_one_source_ticked_no_event_names_another(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    pump = add_text(PUMP, "pump.txt")
    valve = add_text(VALVE, "valve.txt")
    question = "At what pressure does the valve close?"
    said = json.dumps(events_of(core, notebook, question, requested=[pump.id]))
    assert valve.id not in said
    assert "valve.txt" not in said
    assert "four bar" not in said


def test_ids_that_are_not_the_users_to_use_are_dropped_and_said(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    pump = add_text(PUMP)
    done = events_of(core, notebook, "Must the pump run dry?", requested=[pump.id, "nobody"])[-1]
    assert done["receipt"]["ticked"] == [pump.id]
    assert done["receipt"]["dropped"] == ["nobody"]


def test_sources_that_are_not_quoted_are_named_and_not_called_silent(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    pump, valve = add_text(PUMP, "pump.txt"), add_text(VALVE, "valve.txt")
    events = events_of(core, notebook, "How long must the pump run dry?")
    assert events[-1]["receipt"]["cited"] == [pump.id]
    assert events[-1]["receipt"]["silent"] == [valve.id]
    text = "".join(event["text"] for event in events if event["type"] == "delta")
    assert "Nothing is quoted here from\\: valve" in text


def test_what_the_sources_do_not_cover_is_said_and_the_closest_is_no_answer(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)
    events = events_of(core, notebook, "Who won the chess championship of 1972?")
    assert events[-1]["abstained"] is True
    assert events[-1]["confidence"] < 0.5
    assert events[-1]["receipt"]["cited"] == []
    roles = {event.get("role") for event in events if event["type"] == "source"}
    assert roles == {"closest"}
    assert not [event for event in events if event["type"] == "cite"]


@pytest.mark.parametrize(
    "question", ["Wie oft werden die Pumpen geprüft?", "Who possesses the keys to the archives?"]
)
def test_sources_in_other_languages_take_no_answer_away(
    core: Core, notebook: Notebook, add_text: AddText, question: str
) -> None:
    spoken = [
        "Der Betrieb der Pumpen wird jede Woche durch den Hausmeister geprüft. Er führt ein Buch.",
        "The archive is in the cellar of the old clinic, and only the archivist has a key to it.",
        "La clinique possède deux centres. Le responsable vérifie les pompes chaque semaine.",
        "Ο φύλακας του παλιού φάρου κοιμάται κάθε βράδυ δίπλα στο κίτρινο φως του λιμανιού.",
    ]
    sources = [add_text(text, f"{place}.txt") for place, text in enumerate(spoken)]
    assert {source.language for source in sources} == {"de", "en", "fr", "el"}
    own = sources[0 if question.startswith("Wie") else 1].id
    alone = events_of(core, notebook, question, requested=[own])
    together = events_of(core, notebook, question)
    for events in (alone, together):
        assert not events[-1]["abstained"]
        first = next(event for event in events if event["type"] == "source")
        assert first["source_id"] == own


@pytest.mark.parametrize(
    ("question", "code"),
    [("", "empty_question"), ("?!…", "empty_question"), ("\u200b", "empty_question")],
)
def test_a_question_without_a_word_gets_one_sentence(
    core: Core, notebook: Notebook, add_text: AddText, question: str, code: str
) -> None:
    add_text(PUMP)
    events = events_of(core, notebook, question)
    assert [event["type"] for event in events] == ["error"]
    assert events[0]["code"] == code


def test_a_question_over_the_limit_names_the_limit_and_its_setting(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)
    events = events_of(core, notebook, "pump " * 2000)
    assert events[0]["code"] == "too_large"
    assert "GROUNDNOTE_MAX_QUESTION_CHARACTERS" in events[0]["message"]


def test_no_sources_and_nothing_ticked_are_told_apart(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    assert "no sources yet" in events_of(core, notebook, "Anything?")[0]["message"]
    add_text(PUMP)
    assert "ticked" in events_of(core, notebook, "Anything?", requested=[])[0]["message"]


def test_a_question_of_stop_words_alone_breaks_nothing_and_is_said(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)
    assert events_of(core, notebook, "who is it?")[-1]["notices"] == [FUNCTION_WORDS]


def test_a_failing_engine_keeps_the_question_the_text_so_far_and_the_evidence(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)

    def script(request: AnswerRequest) -> Iterator[EngineEvent]:
        yield Delta("So far")
        raise EngineError("The model is overloaded; try again in a minute.")

    scripted = with_script(core, script)
    events = events_of(scripted, notebook, "Must the pump run dry?", engine="scripted")
    assert events[-1] == {
        "type": "error",
        "code": "engine",
        "message": "The model is overloaded; try again in a minute.",
    }
    answer = kept_answer(core, events, notebook)
    assert (answer.status, answer.text) == ("failed", "So far")
    assert answer.evidence


def test_an_unexpected_fault_shows_one_plain_sentence(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)

    def script(request: AnswerRequest) -> Iterator[EngineEvent]:
        yield Delta("So far")
        raise KeyError("secret detail")

    scripted = with_script(core, script)
    events = events_of(scripted, notebook, "Must the pump run dry?", engine="scripted")
    assert events[-1]["message"] == INTERNAL_FAULT


def test_a_citation_outside_the_scope_is_dropped_and_an_inexact_one_gets_no_place(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    pump, valve = add_text(PUMP, "pump.txt"), add_text(VALVE, "valve.txt")

    def script(request: AnswerRequest) -> Iterator[EngineEvent]:
        yield Delta("Claim")
        yield Cite(
            (
                Quote(valve.id, 1, "The valve closes at four bar.", 0),
                Quote(pump.id, 1, "The pump may run dry for two minutes.", 0),
            )
        )
        yield Finished()

    scripted = with_script(core, script)
    events = events_of(
        scripted, notebook, "Must it run dry?", engine="scripted", requested=[pump.id]
    )
    sources = [event for event in events if event["type"] == "source"]
    assert [event["source_id"] for event in sources] == [pump.id]
    assert sources[0]["verified"] is False
    assert (sources[0]["start"], sources[0]["end"], sources[0]["page"]) == (None, None, None)


def test_stopping_keeps_the_partial_answer_labelled(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)
    stop = []

    def script(request: AnswerRequest) -> Iterator[EngineEvent]:
        yield Delta("First. ")
        stop.append(True)
        yield Delta("Never shown.")

    scripted = with_script(core, script)
    events = list(
        ask(scripted, LOCAL_USER, notebook.id, Ask("Dry?", engine="scripted"), lambda: bool(stop))
    )
    assert events[-1]["stop_reason"] == "stopped"
    answer = kept_answer(core, events, notebook)
    assert (answer.status, answer.text) == ("stopped", "First. ")


def test_a_reader_who_walks_away_leaves_the_partial_answer_kept(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP)

    def script(request: AnswerRequest) -> Iterator[EngineEvent]:
        yield Delta("First. ")
        yield Delta("Second.")

    stream = ask(with_script(core, script), LOCAL_USER, notebook.id, Ask("Dry?", engine="scripted"))
    next(event for event in stream if event["type"] == "delta")
    stream.close()
    answer = kept_answer(core, [], notebook)
    assert (answer.status, answer.text) == ("stopped", "First. ")


def test_where_sources_differ_both_values_are_set_side_by_side_and_cited(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    draft = add_text("The notice period of the contract is 30 days.", "draft.txt")
    tender = add_text("The contract has a notice period of 45 days.", "tender.txt")
    events = events_of(core, notebook, "How long is the notice period of the contract?")
    (conflict,) = events[-1]["conflicts"]
    sources = {event["n"]: event["source_id"] for event in events if event["type"] == "source"}
    found = {value["value"]: {sources[n] for n in value["refs"]} for value in conflict["values"]}
    assert found == {"30 days": {draft.id}, "45 days": {tender.id}}


def test_sources_that_agree_are_not_said_to_differ(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text("The notice period of the contract is 30 days.", "draft.txt")
    add_text("The contract has a notice period of 30 days.", "tender.txt")
    events = events_of(core, notebook, "How long is the notice period of the contract?")
    assert events[-1]["conflicts"] == []
