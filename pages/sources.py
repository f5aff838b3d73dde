"""Sources: add them, watch them being read, rename, retry and delete them."""

import streamlit as st

from notebook_core import naming, removal
from notebook_core.domain import LOCAL_USER, Source
from pages.parts.adding import Adding, adding_forms
from pages.parts.escaping import literal, shortened
from pages.parts.model_banner import model_banner
from pages.parts.notices import draw_kept, errors_shown, keep, staying
from pages.parts.opening import chosen_notebook, opened
from pages.parts.reading_progress import being_read, reading_progress
from pages.parts.source_table import (
    chosen_source,
    deletion_confirmed,
    rename_source_form,
)
from pages.parts.user import require_user

user = require_user()
core, jobs = opened()
notebook = chosen_notebook(core, user)


def delete(source: Source) -> None:
    jobs.ingestions.cancel(user, source.id)
    with errors_shown():
        receipt = removal.delete_source(core, user, source.id)
        rows = sum(receipt.rows.values())
        keep(
            f"“{shortened(source.title)}” is deleted. {len(receipt.rows)} tables and its files "
            f"were looked through: {rows} rows and {receipt.files} files are left."
        )
        st.rerun()


def draw_actions(source: Source) -> None:
    """What can be done with the chosen source."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if source.status == "ready":
            st.page_link("viewer.py", label="Read it", query_params={"source": source.id})
        if source.status == "failed" or source.update_error:
            st.button("Retry", key="retry", on_click=jobs.ingestions.retry, args=(user, source.id))
        if source.status == "ready" and _needs_other_vectors(source):
            st.button(
                "Index again",
                key="reindex",
                help="Its passages were embedded by another model, or by none.",
                on_click=jobs.ingestions.reindex,
                args=(user, source.id),
            )
        title = rename_source_form(source)
        if title:
            with errors_shown():
                naming.rename_source(core, user, source.id, title)
                st.rerun()
        if deletion_confirmed(source):
            delete(source)


def draw_unfinished() -> None:
    """What is deleted but not all gone yet, and a way to try again."""
    with staying():
        for source in removal.unfinished(core, user, notebook.id):
            st.warning(
                f"“{literal(shortened(source.title))}” can't be asked any more, but it isn't all "
                "gone yet. The rest goes when Groundnote starts the next time, or now."
            )
            if st.button("Delete the rest", key=f"rest_{source.id}"):
                delete(source)


def _needs_other_vectors(source: Source) -> bool:
    return not core.embedder.unavailable and source.embedding_model != core.embedder.model


st.title(literal(shortened(notebook.title, 80)), anchor=False)
draw_kept()
draw_unfinished()
model_banner(core.embedder)
left, right = st.columns([2, 3], gap="large")
with left:
    st.header("Add sources", anchor=False)
    adding_forms(Adding(core, jobs, user, notebook.id), this_machine=user == LOCAL_USER)
with right:
    st.header("Sources", anchor=False)
    reading = being_read(core, jobs, user, notebook.id)
    reading_progress(core, jobs, user, notebook.id, reading)
    sources = [
        jobs.ingestions.as_it_stands(user, source)
        for source in core.store.sources.all(user, notebook.id)
    ]
    if sources:
        chosen = chosen_source(sources)
        if chosen:
            draw_actions(chosen)
        else:
            st.caption("Choose a row to read, rename, retry or delete a source.")
        st.page_link("chat.py", label="Ask your sources", icon=":material/forum:")
    else:
        st.write("Nothing here yet.")
