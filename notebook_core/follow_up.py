"""What is searched for a question in its conversation: a follow-up leans on what came before."""

from __future__ import annotations

from collections.abc import Sequence

from notebook_core.domain import Message, Scope
from notebook_core.errors import NotFound
from notebook_core.ports import Core
from notebook_core.text.search_text import EarlierQuestion, search_text


def what_to_search(core: Core, user: str, conversation_id: str, scope: Scope, question: str) -> str:
    """The question itself, or, when it leans on those before it, with what those were about.

    Raises NotFound for a conversation that isn't the user's.
    """
    messages = core.store.conversations.messages(user, conversation_id)
    return search_text(question, earlier_questions(messages, scope))


def what_to_search_again(messages: Sequence[Message], answer: Message, scope: Scope) -> str:
    """What to search once more for an answer of these messages, with what may speak now.

    Raises NotFound for what is no answer to a question.
    """
    place = next((n for n, message in enumerate(messages) if message.id == answer.id), 0)
    if place == 0 or answer.role != "answer":
        raise NotFound("There is no such answer in this notebook.")
    question = messages[place - 1]
    if question.searched:
        return question.searched
    return search_text(question.text, earlier_questions(messages[: place - 1], scope))


def earlier_questions(messages: Sequence[Message], scope: Scope) -> list[EarlierQuestion]:
    """The questions of a conversation, the newest first, each with the quotes of its answer that
    stand in a source version of the scope: what isn't ticked now has no say in what is searched."""
    may_speak = {(source.id, source.version, source.content_hash) for source in scope.sources}
    earlier: list[EarlierQuestion] = []
    quotes: tuple[str, ...] = ()
    for message in reversed(messages):
        if message.role == "answer":
            quotes = tuple(
                citation.quote
                for citation in message.citations
                if citation.role == "cited"
                and citation.verified
                and (citation.source_id, citation.version, citation.content_hash) in may_speak
            )
        else:
            earlier.append(EarlierQuestion(message.text, message.searched, quotes))
            quotes = ()
    return earlier
