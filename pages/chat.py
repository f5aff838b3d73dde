"""Ask: tick sources, ask them, and check each claim in the passage beside it."""

from collections.abc import Sequence

import streamlit as st

from notebook_core import sample
from notebook_core.answer import Ask
from notebook_core.domain import Citation, Conversation
from notebook_core.errors import GroundnoteError
from pages.parts.adding import Adding
from pages.parts.conversation_list import chosen_conversation, conversation_menu, show_conversation
from pages.parts.escaping import literal
from pages.parts.live_answer import live_answer, live_citations
from pages.parts.messages import Drawing, answer_message, question_message, states_of
from pages.parts.model_banner import model_banner
from pages.parts.notices import draw_kept, errors_shown
from pages.parts.opened_passage import close_passage, passage_pane
from pages.parts.opening import choose_notebook, chosen_notebook, opened
from pages.parts.reading_progress import being_read, reading_progress
from pages.parts.ticks import tick_list, ticked_sources
from pages.parts.user import require_user
from pages.parts.wording import invitation

MESSAGES_SHOWN = 20

user = require_user()
core, jobs = opened()
notebook = chosen_notebook(core, user)
conversation = chosen_conversation(core, user, notebook.id)
job = jobs.answer(user, conversation.id) if conversation else None
messages = core.store.conversations.messages(user, conversation.id) if conversation else ()
reading = being_read(core, jobs, user, notebook.id)
sources = core.store.sources.all(user, notebook.id)
ticked = ticked_sources(core, user, notebook.id, sources)


def ask(question: str, searched: str | None = None) -> None:
    """Start to answer; what can't be asked is said, and the question is given back."""
    request = Ask(
        question,
        [source.id for source in ticked],
        conversation.id if conversation else None,
        searched=searched,
    )
    try:
        started = jobs.start_answer(user, notebook.id, request)
    except GroundnoteError as error:
        st.session_state["refused"] = (str(error), question)
    else:
        st.session_state.pop("refused", None)
        show_conversation(started.conversation_id)
    st.rerun()


def clear(cleared: Conversation) -> None:
    with errors_shown():
        if running := jobs.answer(user, cleared.id):
            running.stop()
        core.store.conversations.delete(user, cleared.id)
        close_passage()
        st.rerun()


def citations_of(message_id: str) -> Sequence[Citation]:
    """The citations of an answer, also of the one being written and of another conversation: a
    passage stays open when the conversation changes."""
    if job and job.message_id == message_id:
        return live_citations(job)
    own = next((message for message in messages if message.id == message_id), None)
    return (own or core.store.conversations.message(user, message_id)).citations


def draw_sources() -> None:
    titles = {one.id: one.title for one in reversed(core.store.notebooks.all(user))}
    choice = st.selectbox(
        "Notebook",
        list(titles),
        index=list(titles).index(notebook.id),
        format_func=lambda one: titles[one],
        label_visibility="collapsed",
    )
    if choice != notebook.id:
        choose_notebook(choice)
        st.query_params.from_dict({"notebook": choice})
        st.rerun()
    if any(source.status == "ready" for source in sources):
        tick_list(core, user, notebook.id, sources)
    reading_progress(core, jobs, user, notebook.id, reading)
    failed = sum(source.status == "failed" for source in sources)
    if failed:
        st.caption(f"{failed} could not be read; the sources page says why.")
    st.page_link("sources.py", label="Add a source", icon=":material/add:")


def draw_conversation() -> None:
    conversations = core.store.conversations.all(user, notebook.id)
    if conversation_menu(conversations, conversation) and conversation:
        clear(conversation)
    shown = st.session_state.get("messages_shown", MESSAGES_SHOWN)
    if len(messages) > shown and st.button("Show earlier"):
        st.session_state["messages_shown"] = shown + MESSAGES_SHOWN
        st.rerun()
    titles = {source.id: source.title for source in sources}
    may_speak = {source.id: source.title for source in ticked}
    drawing = Drawing(core, user, titles, may_speak, can_ask=job is None)
    visible = [m for m in messages[-shown:] if not (job and m.id == job.message_id)]
    states = states_of(drawing, visible)
    question, chosen = "", None
    for message in visible:
        if message.role == "question":
            question, chosen = message.text, message.searched or None
            question_message(message)
        else:
            newest = message.id == messages[-1].id
            changed = answer_message(drawing, message, states[message.id], question, newest)
            if changed is not None:
                ask(question, searched=changed)
    if job:
        live_answer(job)
    elif messages and messages[-1].status != "complete" and st.button("Ask again"):
        ask(question, searched=chosen)


def draw_suggestions() -> None:
    """What could be asked: of the sample its questions."""
    if messages or notebook.title != sample.TITLE:
        return
    st.caption("Questions to try:")
    for question in sample.questions():
        if st.button(literal(question), key=f"suggested_{question}", disabled=not ticked):
            ask(question)


def draw_refusal() -> None:
    refused = st.session_state.get("refused")
    if refused:
        sentence, question = refused
        st.error(literal(sentence))
        st.code(question, language=None, wrap_lines=True)


def draw_question_box() -> None:
    ready = sum(source.status == "ready" for source in sources)
    sent = st.chat_input(
        invitation(len(ticked), ready, len(reading)),
        accept_file="multiple",
        disabled=job is not None,
        key="question",
    )
    if sent and sent.files:
        Adding(core, jobs, user, notebook.id).files(sent.files)
    if sent and sent.text.strip():
        ask(sent.text)
    elif sent:
        st.rerun()


draw_kept()
model_banner(core.embedder)
left, middle, right = st.columns([11, 24, 18], gap="medium")
with left, st.container(key="sources_pane"):
    draw_sources()
with middle:
    draw_conversation()
    draw_suggestions()
    draw_refusal()
with right, st.container(key="passage_pane"), errors_shown():
    passage_pane(core, user, citations_of)
draw_question_box()
