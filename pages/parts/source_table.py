"""The list of sources as a table, and what can be done with the one that is chosen in it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from notebook_core.domain import Source
from pages.parts.confirmation import confirmed
from pages.parts.escaping import literal, shortened
from pages.parts.progress_words import progress_words

_KINDS = {"pdf": "PDF", "markdown": "Markdown", "web": "Web page", "text": "Text"}
_STATUSES = {
    "queued": "waiting",
    "extracting": "reading",
    "ocr": "recognising text",
    "indexing": "indexing",
    "ready": "ready",
    "failed": "failed",
    "deleting": "being deleted",
}


def source_frame(sources: Sequence[Source]) -> pd.DataFrame:
    """One row a source, as the table shows it."""
    return pd.DataFrame(
        {
            "Title": [source.title for source in sources],
            "Kind": [_KINDS[source.kind] for source in sources],
            "Status": [_STATUSES[source.status] for source in sources],
            "Note": [_note(source) for source in sources],
            "Pages": [str(source.page_count or "") for source in sources],
            "Passages": [source.passage_count for source in sources],
            "Version": [source.version for source in sources],
            "Dated": pd.to_datetime([source.dated for source in sources]),
            "Added": pd.to_datetime([source.created_at for source in sources], utc=True),
        }
    )


def _note(source: Source) -> str:
    """What a reader should know about it: why it failed, what was left out, what goes on."""
    if source.status not in ("ready", "failed"):
        return progress_words(source.progress)
    return " ".join(part for part in (source.error, source.update_error, *source.warnings) if part)


def chosen_source(sources: Sequence[Source]) -> Source | None:
    """Draw the table; returns the source whose row is selected."""
    state = st.dataframe(
        source_frame(sources),
        key="source_table",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        alt="The sources of this notebook",
        column_config={
            "Title": st.column_config.TextColumn(width="medium"),
            "Note": st.column_config.TextColumn(width="large"),
            "Dated": st.column_config.DateColumn(
                format="D MMM YYYY", help="The date that the source gives of itself."
            ),
            "Added": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm"),
        },
    )
    rows = state.selection.rows
    return sources[rows[0]] if rows and rows[0] < len(sources) else None


def rename_source_form(source: Source) -> str:
    """A form to rename a source; returns the new title once it was sent."""
    with (
        st.popover("Rename", key=f"rename_{source.id}"),
        st.form(f"rename_form_{source.id}", border=False),
    ):
        title = st.text_input("Title", source.title)
        sent = st.form_submit_button("Rename")
        if sent and not title.strip():
            st.error("Give the source a title.")
        return title.strip() if sent else ""


def deletion_confirmed(source: Source) -> bool:
    """Ask before a source is deleted."""
    question = (
        f"“{literal(shortened(source.title))}” can't be asked any more from then on. Old answers "
        "stay, and their citations say that the source was removed."
    )
    return confirmed("Delete", question, answer="Delete for good", key="delete")
