"""Small forms for notebooks: make one, rename one, and ask before deleting one."""

from __future__ import annotations

from typing import get_args

import streamlit as st

from notebook_core.domain import Notebook, PassageStrategy
from notebook_core.wording import counted
from pages.parts.confirmation import confirmed
from pages.parts.escaping import literal, shortened

TITLE_CHARACTERS = 200
_STRATEGIES = {
    "structure": "By structure: paragraphs, lists, tables and sections stay whole (recommended)",
    "fixed": "By length: pieces of equal size, wherever they end",
    "semantic": "By meaning: sentences that belong together",
}


def new_notebook() -> tuple[str, PassageStrategy] | None:
    """A form for a new notebook; returns its title and strategy once it was sent."""
    with st.popover("New notebook"), st.form("new_notebook", border=False):
        title = st.text_input("Title", max_chars=TITLE_CHARACTERS)
        strategy = st.selectbox(
            "How its texts are cut into passages for search",
            get_args(PassageStrategy),
            format_func=lambda name: _STRATEGIES[name],
        )
        if not st.form_submit_button("Create", type="primary"):
            return None
        if title.strip():
            return title.strip(), strategy
        st.error("Give the notebook a title.")
        return None


def rename_form(notebook: Notebook) -> str:
    """A form to rename a notebook; returns the new title once it was sent."""
    with (
        st.popover("Rename", key=f"rename_{notebook.id}"),
        st.form(f"rename_form_{notebook.id}", border=False),
    ):
        title = st.text_input("Title", notebook.title, max_chars=TITLE_CHARACTERS)
        sent = st.form_submit_button("Rename")
        if sent and not title.strip():
            st.error("Give the notebook a title.")
        return title.strip() if sent else ""


def deletion_confirmed(notebook: Notebook, sources: int) -> bool:
    """Ask before a notebook is deleted."""
    title = literal(shortened(notebook.title))
    question = (
        f"“{title}” with {counted(sources, 'source')} and all its conversations will be gone for "
        "good."
    )
    return confirmed("Delete", question, answer="Delete for good", key=f"delete_{notebook.id}")
