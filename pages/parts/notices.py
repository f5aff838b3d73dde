"""What a page says: errors where they happen, and results that must outlive a rerun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from notebook_core.errors import GroundnoteError
from pages.parts.escaping import literal

_KEPT = "kept_notices"


@contextmanager
def errors_shown() -> Iterator[None]:
    """Run a use case; an error of ours becomes its sentence, here, and what follows is drawn."""
    try:
        yield
    except GroundnoteError as error:
        st.error(literal(str(error)))


def keep(sentence: str, *, failed: bool = False) -> None:
    """Say something once at the top of the next run of a page."""
    st.session_state.setdefault(_KEPT, []).append((sentence, failed))


def draw_kept() -> None:
    """Draw what was kept, once."""
    for sentence, failed in st.session_state.pop(_KEPT, []):
        (st.error if failed else st.success)(literal(sentence))
