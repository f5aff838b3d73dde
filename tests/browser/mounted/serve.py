"""The components alone, served with the headers of the real app."""

from pathlib import Path

import streamlit as st

from app import MIDDLEWARE

app = st.App(Path(__file__).parent / "script.py", middleware=MIDDLEWARE)
