"""Conversations keep what was asked and answered, and which quotes stood behind it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from notebook_core.domain import Citation, Conversation, Notebook
from notebook_core.errors import NotFound
from notebook_core.store.duckdb import DuckDBStore

CITATIONS = (
    Citation(1, "s1", 2, "A title", "lamp “oil”\n", 3, 14, 4, 5, "A › B", True, "hash"),
    Citation(2, "s2", 1, "Another", "not to be found", None, None, None, None, "", False),
    Citation(3, "s1", 2, "A title", "close by", 20, 28, 4, 4, "A", True, "hash", "closest"),
)


@pytest.fixture
def conversation(store: DuckDBStore, user: str, notebook: Notebook) -> Conversation:
    return store.conversations.create(user, notebook.id, "A talk")


def test_the_newest_conversation_comes_first(
    store: DuckDBStore, user: str, notebook: Notebook
) -> None:
    made = [store.conversations.create(user, notebook.id, f"C{n}") for n in range(8)]
    assert store.conversations.all(user, notebook.id) == tuple(reversed(made))


def test_ticks_are_kept(store: DuckDBStore, user: str, conversation: Conversation) -> None:
    """Never set is not the same as nothing ticked."""
    assert conversation.ticks is None
    for ticks in (("b", "a"), ()):
        store.conversations.set_ticks(user, conversation.id, ticks)
        assert store.conversations.get(user, conversation.id).ticks == ticks


def test_a_question_is_saved_with_an_answer_that_runs(
    store: DuckDBStore, user: str, conversation: Conversation
) -> None:
    question, answer = store.conversations.begin(user, conversation.id, "Why $5 & ’x’?\x00")
    assert (question.role, question.text, question.status) == (
        "question",
        "Why $5 & ’x’?\x00",
        "complete",
    )
    assert (answer.role, answer.text, answer.status) == ("answer", "", "running")
    assert store.conversations.messages(user, conversation.id) == (question, answer)


def test_messages_keep_their_order(
    store: DuckDBStore, user: str, conversation: Conversation
) -> None:
    """Also when they are changed later, and in any order."""
    begun = [store.conversations.begin(user, conversation.id, f"Q{n}") for n in range(10)]
    for _, answer in reversed(begun):
        store.conversations.finish(user, replace(answer, text="A", status="complete"))
    ids = [message.id for pair in begun for message in pair]
    assert [m.id for m in store.conversations.messages(user, conversation.id)] == ids


def test_an_answer_comes_back_with_everything_it_had(
    store: DuckDBStore, user: str, conversation: Conversation
) -> None:
    _, answer = store.conversations.begin(user, conversation.id, "Why?")
    finished = replace(
        answer,
        text="Because {{cite:1}} 灯塔.",
        status="complete",
        engine="extractive",
        mode="retrieval",
        citations=CITATIONS,
        evidence=({"source_id": "s1", "start": 3, "score": 0.031, "rank_text": None},),
        done={"abstained": False, "usage": {}, "receipt": {"ticked": ["s1"]}},
    )
    for _ in range(2):
        store.conversations.finish(user, finished)
        assert store.conversations.message(user, answer.id) == finished
        assert store.conversations.messages(user, conversation.id)[1] == finished
    assert store.conversations.citation(user, answer.id, 2) == CITATIONS[1]
    with pytest.raises(NotFound, match="citation"):
        store.conversations.citation(user, answer.id, 4)


def test_a_partial_answer_is_kept_until_it_has_ended(
    store: DuckDBStore, user: str, conversation: Conversation
) -> None:
    """A late save doesn't overwrite what was finished."""
    _, answer = store.conversations.begin(user, conversation.id, "Why?")
    store.conversations.save_partial(user, answer.id, "Beca")
    assert store.conversations.message(user, answer.id) == replace(answer, text="Beca")
    stopped = replace(answer, text="Because", status="stopped", error="Stopped.")
    store.conversations.finish(user, stopped)
    store.conversations.save_partial(user, answer.id, "Bec")
    assert store.conversations.message(user, answer.id) == stopped


def test_an_answer_can_not_be_finished_as_running_or_with_one_number_twice(
    store: DuckDBStore, user: str, conversation: Conversation
) -> None:
    _, answer = store.conversations.begin(user, conversation.id, "Why?")
    twice = replace(answer, status="complete", citations=(CITATIONS[0], CITATIONS[0]))
    for wrong in (answer, twice):
        with pytest.raises(ValueError, match="answer"):
            store.conversations.finish(user, wrong)
    assert store.conversations.message(user, answer.id) == answer


def test_deletion_takes_messages_and_citations_along(
    store: DuckDBStore, user: str, notebook: Notebook, conversation: Conversation
) -> None:
    _, answer = store.conversations.begin(user, conversation.id, "Why?")
    store.conversations.finish(user, replace(answer, status="complete", citations=CITATIONS))
    other = store.conversations.create(user, notebook.id, "Another")
    store.conversations.begin(user, other.id, "How?")
    store.conversations.delete(user, conversation.id)
    assert store.conversations.all(user, notebook.id) == (other,)
    assert len(store.conversations.messages(user, other.id)) == 2
    with pytest.raises(NotFound):
        store.conversations.message(user, answer.id)
    with pytest.raises(NotFound):
        store.conversations.finish(user, replace(answer, status="complete"))
    with store._database.reading() as transaction:
        assert not transaction.value(
            "SELECT count(*) FROM citation WHERE message_id = $id", id=answer.id
        )
