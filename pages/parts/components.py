"""Declares the page's own components: a style sheet and a script beside this file, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

HERE = Path(__file__).parent


def component(name: str, html: str) -> Any:
    """The component whose script and style are `name`.js and `name`.css; call it to mount it.

    Its `html` is fixed: whatever comes from a user, a source or a model goes in as `data`, which
    the script writes with textContent alone.
    """
    return st.components.v2.component(
        f"groundnote_{name}",
        html=html,
        css=(HERE / f"{name}.css").read_text(encoding="utf-8"),
        js=(HERE / f"{name}.js").read_text(encoding="utf-8"),
    )
