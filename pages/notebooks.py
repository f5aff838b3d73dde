"""Notebooks: the first screen, and later the list to open, rename and delete from."""

import streamlit as st

from notebook_core import naming, removal, sample
from notebook_core.domain import Notebook, PassageStrategy
from notebook_core.errors import NotFound
from notebook_core.wording import counted
from pages.parts.escaping import literal, shortened
from pages.parts.model_banner import model_banner
from pages.parts.notebook_forms import deletion_confirmed, new_notebook, rename_form
from pages.parts.notices import draw_kept, errors_shown, keep
from pages.parts.opening import choose_notebook, opened
from pages.parts.user import require_user

user = require_user()
core, jobs = opened()


def go_to(notebook_id: str, page: str) -> None:
    choose_notebook(notebook_id)
    st.switch_page(page, query_params={"notebook": notebook_id})


def open_sample() -> None:
    with errors_shown():
        notebook, to_process = sample.open_sample(core, user)
        for source_id in to_process:
            jobs.ingestions.ingest(user, source_id)
        go_to(notebook.id, "chat.py")


def create(title: str, strategy: PassageStrategy) -> None:
    with errors_shown():
        go_to(naming.create_notebook(core, user, title, strategy).id, "sources.py")


def delete(notebook: Notebook) -> None:
    for source in core.store.sources.all(user, notebook.id):
        jobs.ingestions.cancel(user, source.id)
    with errors_shown():
        receipts = removal.delete_notebook(core, user, notebook.id)
        keep(
            f"“{shortened(notebook.title)}” is deleted with {counted(len(receipts), 'source')}; "
            "nothing of it is left."
        )
        st.rerun()


def draw(notebook: Notebook) -> None:
    sources = core.store.sources.all(user, notebook.id)
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        with st.container():
            st.markdown(
                f"**{literal(shortened(notebook.title, 90))}**", help=literal(notebook.title)
            )
            st.caption(f"{counted(len(sources), 'source')}, made on {notebook.created_at:%d %B %Y}")
        if st.button("Open", key=f"open_{notebook.id}", type="primary"):
            go_to(notebook.id, "chat.py" if sources else "sources.py")
        title = rename_form(notebook)
        if title:
            with errors_shown():
                naming.rename_notebook(core, user, notebook.id, title)
                st.rerun()
        if deletion_confirmed(notebook, len(sources)):
            delete(notebook)


notebooks = core.store.notebooks.all(user)
draw_kept()
model_banner(core.embedder)
if notebooks:
    st.title("Notebooks", anchor=False)
    for notebook in reversed(notebooks):
        try:
            draw(notebook)
        except NotFound:
            continue  # deleted in another tab since the list was read
else:
    st.title("Groundnote", anchor=False)
    st.write("Ask your own documents, and check every sentence of the answer in its source.")
with st.container(horizontal=True, vertical_alignment="bottom"):
    has_sample = any(notebook.title == sample.TITLE for notebook in notebooks)
    if not has_sample and st.button(
        "Open the sample", type="secondary" if notebooks else "primary"
    ):
        open_sample()
    wanted = new_notebook()
    if wanted:
        create(*wanted)
