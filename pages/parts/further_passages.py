"""Offers more from each source that an answer cites, and shows what it says next."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from notebook_core import further
from notebook_core.domain import Message
from notebook_core.ports import Core
from pages.parts.escaping import literal, shortened
from pages.parts.evidence_cards import Card, evidence_cards
from pages.parts.notices import errors_shown
from pages.parts.opened_passage import OpenedPassage, open_passage
from pages.parts.wording import citation_place

_MORE_OF = "more_of"
_TITLE_CHARACTERS = 40


def further_passages(core: Core, user: str, message: Message, may_speak: Mapping[str, str]) -> None:
    """Draw a button for each cited source that may speak now (its id to its title), and under
    them the further sentences of the one that was asked for; of one answer at a time."""
    cited = dict.fromkeys(c.source_id for c in message.citations if c.role == "cited")
    offered = [source_id for source_id in cited if source_id in may_speak]
    if not offered:
        return
    with st.container(horizontal=True):
        for source_id in offered:
            title = shortened(may_speak[source_id], _TITLE_CHARACTERS)
            st.button(
                literal(f"More from {title}"),
                key=f"more_{message.id}_{source_id}",
                type="tertiary",
                icon=":material/unfold_more:",
                on_click=_toggle,
                args=(message.id, source_id),
            )
    answer_id, source_id = st.session_state.get(_MORE_OF, ("", ""))
    if answer_id == message.id and source_id in offered:
        with errors_shown():
            _passages(core, user, message, source_id)


def _toggle(message_id: str, source_id: str) -> None:
    asked = (message_id, source_id)
    st.session_state[_MORE_OF] = ("", "") if st.session_state.get(_MORE_OF) == asked else asked


def _passages(core: Core, user: str, message: Message, source_id: str) -> None:
    found = further.more(core, user, message.id, source_id)
    if not found:
        st.caption("This source says nothing else on the question.")
        return
    st.caption("What this source says next, not quoted above:")
    cards = [Card(c.n, c.title, citation_place(c), c.quote) for c in found]
    clicked = evidence_cards(cards, key=f"more_cards_{message.id}_{source_id}")
    if clicked is not None:
        chosen = next(citation for citation in found if citation.n == clicked)
        open_passage(
            OpenedPassage(
                source_id=chosen.source_id,
                version=chosen.version,
                start=chosen.start or 0,
                end=chosen.end or 0,
                title=chosen.title,
            )
        )
        st.rerun()
