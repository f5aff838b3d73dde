"""Ways to add sources: files, a web address, pasted text, a folder of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from notebook_core import accept
from notebook_core.accept import Accepted, PassedOver, Refused
from notebook_core.domain import Source
from notebook_core.errors import GroundnoteError
from notebook_core.jobs import Jobs
from notebook_core.ports import Core
from notebook_core.wording import counted
from pages.parts.escaping import shortened
from pages.parts.notices import keep

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

Taken = Accepted | Refused | PassedOver
MOST_NAMED = 3


class Adding:
    """Adds to one notebook: takes what is handed over, starts to read it, and says what became
    of each piece."""

    def __init__(self, core: Core, jobs: Jobs, user: str, notebook_id: str) -> None:
        self._core = core
        self._jobs = jobs
        self._user = user
        self._notebook_id = notebook_id

    def files(self, uploads: Iterable[UploadedFile]) -> None:
        """Uploaded files; their bytes are taken once, here."""
        self._add(self._tried(upload.name, self._accept_upload, upload) for upload in uploads)

    def address(self, url: str) -> None:
        """A web page."""
        self._add([self._tried(url, self._accept, accept.accept_url, url)])

    def text(self, text: str, title: str) -> None:
        """Pasted text."""
        self._add([self._tried("The pasted text", self._accept, accept.accept_paste, text, title)])

    def folder(self, path: str) -> None:
        """Every supported file below a folder of the machine that runs the app."""
        folder = Path(path.strip()).expanduser()
        if not path.strip() or not folder.is_dir():
            keep(f"There is no folder “{path}” on this machine.", failed=True)
            return
        self._add(accept.accept_folder(self._core, self._user, self._notebook_id, folder))

    def _accept_upload(self, upload: UploadedFile) -> Accepted:
        return self._accept(accept.accept_file, upload.getvalue(), upload.name)

    def _accept(self, use_case: Callable[..., Accepted], *what: object) -> Accepted:
        return use_case(self._core, self._user, self._notebook_id, *what)

    def _tried(self, name: str, take: Callable[..., Accepted], *what: object) -> Taken:
        try:
            return take(*what)
        except GroundnoteError as error:
            return Refused(name, error)

    def _add(self, taken: Iterable[Taken]) -> None:
        added = 0
        here_already: list[str] = []
        changed: list[str] = []
        left_out: list[str] = []
        for one in taken:
            if isinstance(one, Refused):
                keep(_refusal(one), failed=True)
            elif isinstance(one, PassedOver):
                left_out.append(one.reason)
            elif one.duplicate:
                title = shortened(one.source.title)
                here_already.append(f"“{title}” is here already, so nothing was added.")
            elif one.needs_processing:
                self._jobs.ingestions.ingest(self._user, one.source.id)
                if one.source.version:
                    changed.append(_new_version(one.source))
                else:
                    added += 1
        _keep_few(here_already, "are here already")
        _keep_few(changed, "are read as new versions")
        _keep_few(left_out, "are left out")
        if added:
            keep(f"{counted(added, 'source')} added; you can ask as soon as one is ready.")


def _new_version(source: Source) -> str:
    return (
        f"“{shortened(source.title)}” is here already with another content: what was added is read "
        f"as its version {source.version + 1}, and citations of the one before stay."
    )


def _keep_few(sentences: Sequence[str], what: str) -> None:
    """Say the first of many sentences, and of how many others the same could be said."""
    for sentence in sentences[:MOST_NAMED]:
        keep(sentence)
    if len(sentences) > MOST_NAMED:
        keep(f"{len(sentences) - MOST_NAMED:,} more {what}.")


def _refusal(refused: Refused) -> str:
    """Why something was not taken; it is named, unless its error does so."""
    sentence = str(refused.error)
    return sentence if refused.name in sentence else f"{shortened(refused.name)}: {sentence}"


def adding_forms(adding: Adding, this_machine: bool) -> None:
    """Draw the forms; whatever is sent is added and the page is drawn anew.

    Folders are offered only to a user of `this_machine`: its files are theirs anyway.
    """
    with st.form("add_files", clear_on_submit=True):
        uploads = st.file_uploader(
            "Files: PDF, Markdown, saved web pages, text", accept_multiple_files=True
        )
        if st.form_submit_button("Add to the notebook", type="primary") and uploads:
            adding.files(uploads)
            st.rerun()
    with st.expander("A web page"), st.form("add_address", clear_on_submit=True, border=False):
        url = st.text_input("Address", placeholder="https://")
        if st.form_submit_button("Add page") and url.strip():
            adding.address(url)
            st.rerun()
    with st.expander("Pasted text"), st.form("add_text", clear_on_submit=True, border=False):
        title = st.text_input("Title (else its first line)")
        text = st.text_area("Text", height=160)
        if st.form_submit_button("Add text") and text:
            adding.text(text, title.strip())
            st.rerun()
    if not this_machine:
        return
    with (
        st.expander("A folder of this machine"),
        st.form("add_folder", clear_on_submit=True, border=False),
    ):
        path = st.text_input("Path", help="Every supported file in it, also in folders below.")
        if st.form_submit_button("Add folder") and path.strip():
            adding.folder(path)
            st.rerun()
