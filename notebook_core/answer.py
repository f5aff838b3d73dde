"""Asks: a question over a scope is checked and saved, and an answer to it is begun."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from notebook_core import retrieval
from notebook_core.answer_events import Event, error_event
from notebook_core.answering import PreparedAnswer
from notebook_core.errors import EmptyQuestion, GroundnoteError, InvalidInput, NotFound, TooLarge
from notebook_core.follow_up import what_to_search
from notebook_core.ports import Core
from notebook_core.text.normalise import without_surrogates

DEFAULT_ENGINE = "extractive"
DEFAULT_MODE = "retrieval"
MODES = (DEFAULT_MODE,)
TITLE_CHARACTERS = 80


@dataclass(frozen=True)
class Ask:
    """What is asked of whom: the question, the ticked source ids (None: all), and how.

    `searched` is what to search instead of the question (None: what the conversation says).
    """

    question: str
    requested: Sequence[str] | None = None
    conversation_id: str | None = None
    engine: str = DEFAULT_ENGINE
    mode: str = DEFAULT_MODE
    searched: str | None = None


def prepare(core: Core, user: str, notebook_id: str, ask: Ask) -> PreparedAnswer:
    """Check the request, resolve its scope, and save the question before any work is done.

    Raises EmptyQuestion, TooLarge, InvalidInput (nothing may speak, unknown engine or mode) or
    NotFound, each before anything is saved.
    """
    question = _checked(core, ask.question, "question")
    chosen = _checked_search(core, ask.searched)
    if ask.engine not in core.engines:
        raise InvalidInput(f"There is no engine “{ask.engine}”; use {', '.join(core.engines)}.")
    if ask.mode not in MODES:
        raise InvalidInput(f"This engine answers in mode {', '.join(MODES)} only.")
    core.store.notebooks.get(user, notebook_id)
    scope = core.store.search.scope(user, notebook_id, ask.requested)
    if not scope.sources:
        raise InvalidInput(_why_nothing_may_speak(core, user, notebook_id))
    searched = chosen or question
    if ask.conversation_id:
        _check_conversation(core, user, notebook_id, ask.conversation_id)
        searched = chosen or what_to_search(core, user, ask.conversation_id, scope, question)
    conversation_id = ask.conversation_id or (
        core.store.conversations.create(user, notebook_id, question[:TITLE_CHARACTERS]).id
    )
    _, answer = core.store.conversations.begin(
        user, conversation_id, question, chosen=chosen, searched=searched
    )
    ticked = tuple(source.id for source in scope.sources)
    core.store.conversations.set_ticks(user, conversation_id, ticked)
    return PreparedAnswer(core, user, question, searched, ask.engine, ask.mode, scope, answer)


def _checked(core: Core, text: str, what: str) -> str:
    """The text as it can be kept and searched."""
    text = without_surrogates(text).strip()
    limit = core.settings.max_question_characters
    if len(text) > limit:
        raise TooLarge(
            f"The {what} has {len(text):,} characters and at most {limit:,} are taken "
            "(GROUNDNOTE_MAX_QUESTION_CHARACTERS); please shorten it."
        )
    retrieval.checked_question(text)
    return text


def _checked_search(core: Core, text: str | None) -> str:
    """What the asker wants to be searched; "" when that is left to us."""
    if text is None:
        return ""
    try:
        return _checked(core, text, "text to search for")
    except EmptyQuestion as error:
        raise EmptyQuestion("Please write at least one word to search for.") from error


def _check_conversation(core: Core, user: str, notebook_id: str, conversation_id: str) -> None:
    if core.store.conversations.get(user, conversation_id).notebook_id != notebook_id:
        raise NotFound("There is no such conversation in this notebook.")


def _why_nothing_may_speak(core: Core, user: str, notebook_id: str) -> str:
    sources = core.store.sources.all(user, notebook_id)
    if not sources:
        return "This notebook has no sources yet; add one, then ask."
    if not any(source.status == "ready" for source in sources):
        return "No source in this notebook is ready yet; wait for one or retry those that failed."
    return "No source is ticked; tick at least one that may speak, then ask."


def ask(
    core: Core,
    user: str,
    notebook_id: str,
    request: Ask,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Event]:
    """The events of design section 6, ending with exactly one `done` or `error`."""
    try:
        prepared = prepare(core, user, notebook_id, request)
    except GroundnoteError as error:
        yield error_event(error.code, str(error))
        return
    yield from prepared.events(cancelled)
