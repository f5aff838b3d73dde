"""The ASGI application: the Streamlit pages with security headers, served from one process."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from notebook_core.security import (
    LOOPBACK,
    LocalCallersOnly,
    SecurityHeaders,
    inline_script_hashes,
)

ALLOWED_HOSTS = tuple(st.get_option("server.allowedHosts")) or LOOPBACK
FRONT_PAGE = Path(st.__file__).parent / "static" / "index.html"

MIDDLEWARE = [
    Middleware(
        SecurityHeaders,
        allowed_hosts=ALLOWED_HOSTS,
        script_hashes=inline_script_hashes(FRONT_PAGE.read_text(encoding="utf-8")),
    ),
    Middleware(LocalCallersOnly, allowed_hosts=ALLOWED_HOSTS),
]

app = st.App(Path(__file__).parent / "pages" / "main.py", middleware=MIDDLEWARE)
