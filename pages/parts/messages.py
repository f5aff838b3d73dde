"""Draws what was asked and answered: text, citations, evidence, and what was searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st

from notebook_core import viewing
from notebook_core.domain import Citation, Message
from notebook_core.errors import NotFound
from notebook_core.ports import Core
from notebook_core.viewing import CitationState
from notebook_core.wording import counted
from pages.parts.answer_view import answer_view, text_view
from pages.parts.escaping import literal
from pages.parts.evidence_cards import Card, citation_cards, evidence_cards
from pages.parts.footnotes import as_markdown
from pages.parts.further_passages import further_passages
from pages.parts.opened_passage import (
    OpenedPassage,
    open_citation,
    open_citation_of,
    open_passage,
)
from pages.parts.searched_for import searched_for
from pages.parts.wording import place

PASSAGES_SHOWN = 6
_EXCERPT = 400
_ENGINES = {"extractive": "Sentences quoted word for word from your sources"}


@dataclass(frozen=True)
class Drawing:
    """What drawing messages needs besides them: `titles` names the sources by id, `may_speak`
    those that are ticked now; `can_ask` says whether something can be asked now."""

    core: Core
    user: str
    titles: Mapping[str, str]
    may_speak: Mapping[str, str] = field(default_factory=dict)
    can_ask: bool = False


def question_message(message: Message) -> None:
    """Draw a question."""
    with st.chat_message("user", avatar=":material/person:"):
        text_view(message.text, key=f"text_{message.id}")


def answer_message(
    drawing: Drawing,
    message: Message,
    states: Mapping[int, CitationState],
    question: str,
    newest: bool,
) -> str | None:
    """Draw a finished answer, with everything that it can be checked by; returns what to search
    instead, when its question was just asked again so."""
    with st.chat_message("assistant", avatar=":material/format_quote:"):
        changed = searched_for(message.id, question, message.searched, can_ask=drawing.can_ask)
        answer_view(
            message.id,
            message.text,
            message.citations,
            states,
            key=f"text_{message.id}",
            on_click=partial(open_citation, message.id),
            open_citation=open_citation_of(message.id),
        )
        _ending(message)
        clicked = _evidence(drawing, message, states, newest)
        if clicked:
            open_citation(message.id, clicked)
            st.rerun()
        if message.status == "failed":
            _found_passages(drawing, message)
        _small_print(drawing, message, states, question)
    return changed


def _ending(message: Message) -> None:
    if message.status == "stopped":
        st.warning("Stopped: this answer is not complete.")
    if message.status == "running":  # though no job runs: its end could not be written
        st.warning("Interrupted: the rest of this answer could not be kept; ask again.")
    if message.status == "failed":
        st.error(literal(message.error or "This answer failed."))
    if message.done.get("stop_reason") == "max_tokens":
        st.warning("Cut off: the answer reached its greatest length.")


def _evidence(
    drawing: Drawing, message: Message, states: Mapping[int, CitationState], newest: bool
) -> int | None:
    """The citations as cards, and more of their sources; those of the newest answer stand open."""
    clicked = None
    closest = [citation for citation in message.citations if citation.role == "closest"]
    cited = [citation for citation in message.citations if citation.role == "cited"]
    if closest:
        st.caption("Closest passages, which are not an answer:")
        clicked = evidence_cards(citation_cards(closest, states), key=f"closest_{message.id}")
    if cited:
        with st.expander(f"{counted(len(cited), 'passage')} cited", expanded=newest):
            cards = citation_cards(cited, states)
            clicked = evidence_cards(cards, key=f"cited_{message.id}") or clicked
            further_passages(drawing.core, drawing.user, message, drawing.may_speak)
    return clicked


def _found_passages(drawing: Drawing, message: Message) -> None:
    """The passages that the search found, for an answer whose engine failed."""
    hits = message.evidence[:PASSAGES_SHOWN]
    if not hits:
        return
    st.caption("Passages found before it failed:")
    cards = [_hit_card(drawing, number, hit) for number, hit in enumerate(hits)]
    clicked = evidence_cards(cards, key=f"found_{message.id}")
    if clicked is not None:
        hit = hits[clicked]
        span = {name: hit[name] for name in ("source_id", "version", "start", "end", "title")}
        open_passage(OpenedPassage(**span))
        st.rerun()


def _hit_card(drawing: Drawing, number: int, hit: Mapping[str, Any]) -> Card:
    where = place(hit["page"], None, hit["heading"])
    try:
        end = min(hit["end"], hit["start"] + _EXCERPT)
        span = viewing.open_span(
            drawing.core, drawing.user, hit["source_id"], hit["start"], end, hit["version"]
        )
    except NotFound:
        return Card(number, hit["title"], where, "", note="Source removed.", opens=False)
    return Card(number, hit["title"], where, span.text)


def _small_print(
    drawing: Drawing,
    message: Message,
    states: Mapping[int, CitationState],
    question: str,
) -> None:
    for notice in message.done.get("notices", ()):
        st.caption(literal(notice))
    with st.container(horizontal=True):
        receipt = message.done.get("receipt")
        if receipt:
            with st.popover("What was searched", type="tertiary"):
                st.caption(_ENGINES.get(message.engine, literal(message.engine)))
                for line in receipt_lines(receipt, drawing.titles):
                    st.write(literal(line))
        if message.text:
            with st.popover("Copy as Markdown", type="tertiary"):
                copied = as_markdown(question, message.text, message.citations, states)
                st.code(copied, language=None, wrap_lines=True)


def receipt_lines(receipt: Mapping[str, Sequence[str]], titles: Mapping[str, str]) -> list[str]:
    """A scope receipt in words."""

    def named(ids: Sequence[str]) -> str:
        return ", ".join(titles.get(source_id, "a source removed since") for source_id in ids)

    lines = [f"Ticked and searched: {counted(len(receipt['searched']), 'source')}"]
    if receipt["cited"]:
        lines.append(f"Cited: {named(receipt['cited'])}")
    if receipt["silent"]:
        lines.append(f"Silent: {named(receipt['silent'])}")
    if receipt["dropped"]:
        lines.append(f"Left out, not yours to ask or not ready: {len(receipt['dropped'])}")
    return lines


def states_of(drawing: Drawing, messages: Sequence[Message]) -> dict[str, dict[int, CitationState]]:
    """For each message, how each of its citations can be shown now; reads each source once."""
    owned: list[tuple[str, Citation]] = [(m.id, c) for m in messages for c in m.citations]
    states = viewing.citation_states(
        drawing.core, drawing.user, tuple(citation for _, citation in owned)
    )
    by_message: dict[str, dict[int, CitationState]] = {message.id: {} for message in messages}
    for (message_id, citation), state in zip(owned, states, strict=True):
        by_message[message_id][citation.n] = state
    return by_message
