"""How the panes of a page stand: side by side on a desktop, one after the other on a phone."""

from pathlib import Path

import streamlit as st

_STYLE = Path(__file__).with_name("layout.css")


def apply_layout() -> None:
    """Load the style sheet of the frame."""
    st.html(_STYLE)
