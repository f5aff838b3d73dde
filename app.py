"""The ASGI application: the Streamlit pages, served from one process."""

from pathlib import Path

import streamlit as st

app = st.App(Path(__file__).parent / "pages" / "main.py")
