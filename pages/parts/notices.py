"""What a page says: errors where they happen, and results that must outlive a rerun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from notebook_core.errors import GroundnoteError
from pages.parts.escaping import literal

_TO_SHOW = "notices_to_show"
_SHOWN = "notices_shown"
_HELD = "notices_held"


@contextmanager
def errors_shown() -> Iterator[None]:
    """Run a use case; an error of ours becomes its sentence, here, and what follows is drawn."""
    try:
        yield
    except GroundnoteError as error:
        st.error(literal(str(error)))


def keep(sentence: str, *, failed: bool = False) -> None:
    """Say something at the top of the page from its next run until the user does something."""
    st.session_state.setdefault(_TO_SHOW, []).append((sentence, failed))


def draw_kept() -> None:
    """Draw what was kept."""
    held = st.session_state.get(_SHOWN, []) if st.session_state.pop(_HELD, False) else []
    shown = st.session_state[_SHOWN] = held + st.session_state.pop(_TO_SHOW, [])
    with staying():
        for sentence, failed in shown:
            (st.error if failed else st.success)(literal(sentence))


def staying() -> DeltaGenerator:
    """A container for what comes and goes: it is there at any time, so that nothing below it moves
    on, which would close what is open there and lose what was typed."""
    return st.container()


def redraw() -> NoReturn:
    """Run the page again for a reason of its own, not the user's: what it says stays there."""
    st.session_state[_HELD] = True
    st.rerun()
