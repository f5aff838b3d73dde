"""The HTTP routes: parse, call a use case, serialise."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from notebook_core import bootstrap
from notebook_core.errors import GroundnoteError, NotFound
from notebook_core.security import send_error


def health(request: Request) -> JSONResponse:
    """`GET /api/health`: "ok" or a sentence for each part; 503 when the store can't do its work.

    Search and answers go on without the model, fts and vss, so these don't change the status.
    """
    try:
        core = bootstrap.core()
        parts = core.store.health() | {"model": core.embedder.unavailable or "ok"}
    except GroundnoteError as error:
        parts = {"store": str(error)}
    ok = parts["store"] == "ok"
    return JSONResponse({"ok": ok, **parts}, status_code=200 if ok else 503)


class UnknownRoute:
    """Everything else under `/api`, by any method; it must not fall through to the pages."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_error(send, 404, NotFound.code, "There is no such route.")


def routes() -> list[BaseRoute]:
    """All routes under `/api`."""
    return [
        Route("/api/health", health, methods=["GET"]),
        Mount("/api", app=UnknownRoute()),
        Route("/api", UnknownRoute()),
    ]
