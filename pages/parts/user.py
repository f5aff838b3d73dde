"""The user guard: every page calls it first, whichever way it was reached."""

import streamlit as st

from notebook_core.domain import LOCAL_USER


def require_user() -> str:
    """The id of whoever asks: the local user, or, where sign-in is configured, who signed in.

    Nobody gets past it unsigned there: the page shows a button to sign in, and stops. The id is
    made of issuer and subject, the two claims that together never change (OpenID Connect Core,
    section 5.7).
    """
    signed_in = getattr(st.user, "is_logged_in", None)
    if signed_in is None:
        return LOCAL_USER
    if not signed_in:
        st.title("Groundnote", anchor=False)
        st.button("Sign in", type="primary", on_click=st.login)
        st.stop()
    return f"{st.user['iss']}#{st.user['sub']}"
