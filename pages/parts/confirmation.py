"""The question before something is gone for good."""

import streamlit as st


def confirmed(label: str, question: str, *, answer: str, key: str) -> bool:
    """Draw a button that opens the question; returns whether its `answer` was just clicked.

    `question` is Markdown.
    """
    with st.popover(label, key=key):
        st.write(question)
        return st.button(answer, key=f"{key}_for_good", type="primary")
