"""Says what was searched for an answer where that isn't the question, and lets it be changed."""

from __future__ import annotations

import streamlit as st

from pages.parts.escaping import literal, shortened

_SHOWN_CHARACTERS = 300


def searched_for(message_id: str, question: str, searched: str, *, can_ask: bool) -> str | None:
    """Draw what was `searched` for an answer, if it differs from the question; returns what to
    search instead when that was just asked for."""
    if not searched or searched == question:
        return None
    key = f"change_search_{message_id}"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        said = f"Searched for: {shortened(searched, _SHOWN_CHARACTERS)}"
        st.caption(literal(said), width="content")
        with (
            st.popover("Change", type="tertiary", disabled=not can_ask, key=key, on_change="rerun"),
            st.form(f"search_{message_id}", border=False),
        ):
            changed = st.text_input("Search for", searched)
            if st.form_submit_button("Ask with this search", on_click=_close, args=(key,)):
                return changed
    return None


def _close(popover: str) -> None:
    st.session_state[popover] = False
