"""What a page begins with: the core, and the notebook that is open."""

from __future__ import annotations

import streamlit as st

from notebook_core import bootstrap
from notebook_core.domain import Notebook
from notebook_core.errors import GroundnoteError
from notebook_core.jobs import Jobs
from notebook_core.ports import Core
from pages.parts.conversation_list import forget_conversation
from pages.parts.escaping import literal
from pages.parts.opened_passage import close_passage

_NOTEBOOK = "notebook"


def opened() -> tuple[Core, Jobs]:
    """The process's core and jobs; the page says it when the store has lost changes, and when it
    can't be opened, it stops."""
    try:
        core, jobs = bootstrap.core(), bootstrap.jobs()
    except GroundnoteError as error:
        st.error(literal(str(error)))
        st.stop()
    if core.store.notice:
        st.warning(literal(core.store.notice))
    return core, jobs


def choose_notebook(notebook_id: str) -> None:
    """Make a notebook the open one; `notebook` in the address bar survives a reload."""
    if st.session_state.get(_NOTEBOOK) != notebook_id:
        st.session_state[_NOTEBOOK] = notebook_id
        forget_conversation()
        close_passage()


def chosen_notebook(core: Core, user: str) -> Notebook:
    """The notebook named in the address, else the one opened before, else the newest.

    Without any the page offers to make one and stops.
    """
    wanted = st.query_params.get(_NOTEBOOK) or st.session_state.get(_NOTEBOOK, "")
    notebooks = core.store.notebooks.all(user)
    notebook = next((one for one in notebooks if one.id == wanted), None)
    if notebook is None and st.query_params.get(_NOTEBOOK):
        st.warning("There is no such notebook, so the newest one is open.")
    if notebook is None and notebooks:
        notebook = notebooks[-1]
    if notebook is None:
        st.info("There is no notebook yet.")
        st.page_link("notebooks.py", label="Open the sample or make a notebook")
        st.stop()
    choose_notebook(notebook.id)
    st.query_params[_NOTEBOOK] = notebook.id
    return notebook
