"""The frame: page configuration, who is asking, navigation."""

import streamlit as st

from pages.parts.layout import apply_layout
from pages.parts.user import require_user

st.set_page_config(page_title="Groundnote", page_icon="📎", layout="wide")
apply_layout()
require_user()
page = st.navigation(
    [
        st.Page("notebooks.py", title="Notebooks", icon=":material/menu_book:", default=True),
        st.Page("sources.py", title="Sources", icon=":material/library_add:"),
        st.Page("chat.py", title="Ask", icon=":material/forum:"),
        st.Page("evals.py", title="Evaluate", icon=":material/monitoring:"),
        st.Page("viewer.py", title="Viewer", visibility="hidden"),
    ],
    position="top",
)
page.run()
