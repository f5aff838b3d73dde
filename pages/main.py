"""The frame: page configuration and navigation."""

import streamlit as st

st.set_page_config(page_title="Groundnote", page_icon="📎", layout="wide")
st.title("Groundnote")
st.write("A notebook whose every answer can be checked.")
