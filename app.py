"""The ASGI application: the Streamlit pages and the HTTP API, served from one process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware

from notebook_core import api, bootstrap
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


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """The core is opened by whoever needs it first, and closed here."""
    try:
        yield
    finally:
        await run_in_threadpool(bootstrap.close)


app = st.App(
    Path(__file__).parent / "pages" / "main.py",
    lifespan=lifespan,
    routes=api.routes(),
    middleware=MIDDLEWARE,
)
