"""Conversations of a notebook: which one is shown, the others, a new one, and clearing one."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from notebook_core.domain import Conversation
from notebook_core.ports import Core
from pages.parts.confirmation import confirmed
from pages.parts.escaping import literal, shortened

_SHOWN = "conversation"
_NEW = "new"
_TITLE_CHARACTERS = 60


def chosen_conversation(core: Core, user: str, notebook_id: str) -> Conversation | None:
    """The conversation that the address names, else the one shown before, else the newest; None
    for a new one, which begins with its first question."""
    wanted = st.query_params.get(_SHOWN) or st.session_state.get(_SHOWN, "")
    conversations = core.store.conversations.all(user, notebook_id)
    found = next((one for one in conversations if one.id == wanted), None)
    if found is None and wanted != _NEW and conversations:
        found = conversations[0]
    show_conversation(found.id if found else _NEW)
    return found


def show_conversation(conversation_id: str) -> None:
    """Make a conversation the one that is shown; its id in the address survives a reload."""
    st.session_state[_SHOWN] = conversation_id
    st.query_params[_SHOWN] = conversation_id


def forget_conversation() -> None:
    """Show none that was shown before, as when another notebook is opened."""
    st.session_state.pop(_SHOWN, None)


def conversation_menu(conversations: Sequence[Conversation], current: Conversation | None) -> bool:
    """Draw the menu: a new conversation, earlier ones, and clearing; returns whether the one that
    is shown is to be cleared."""
    with st.container(horizontal=True):
        st.button(
            "New conversation",
            icon=":material/add:",
            disabled=current is None,
            on_click=show_conversation,
            args=(_NEW,),
        )
        others = [one for one in conversations if current is None or one.id != current.id]
        if others:
            with st.popover("Earlier ones"):
                for one in others:
                    st.button(
                        literal(shortened(one.title, _TITLE_CHARACTERS)),
                        key=f"conversation_{one.id}",
                        type="tertiary",
                        on_click=show_conversation,
                        args=(one.id,),
                    )
        if current is None:
            return False
        question = f"“{literal(shortened(current.title))}” and its answers will be gone for good."
        return confirmed("Clear", question, answer="Clear for good", key="clear")
