"""Says when search works on keywords alone, and why, until the embedding model is there."""

from __future__ import annotations

import streamlit as st

from notebook_core.ports import Embedder
from pages.parts.escaping import literal
from pages.parts.notices import redraw, staying

SECONDS_BETWEEN_LOOKS = 2.0


def model_banner(embedder: Embedder) -> None:
    """A banner while the model can't be used; it goes away by itself."""
    place = staying()
    if not embedder.unavailable:
        return

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
    def watch() -> None:
        if reason := embedder.unavailable:
            st.info(literal(reason), icon=":material/hourglass_top:")
        else:
            redraw()

    with place:
        watch()
