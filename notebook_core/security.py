"""Who may ask, and what a browser may do with the answer: Host and Origin checks, and headers.

Pure ASGI, so that streams pass through untouched.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost")

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_HOST = re.compile(r"(?P<name>[a-z0-9.-]+)(?::(?P<port>\d{1,5}))?")
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def inline_script_hashes(html: str) -> tuple[str, ...]:
    """CSP sources of the scripts that stand in `html` itself, such as `'sha256-…'`."""
    digests = (hashlib.sha256(script.encode()).digest() for script in _INLINE_SCRIPT.findall(html))
    return tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def content_security_policy(host: str, script_hashes: Collection[str]) -> str:
    """The policy (CSP level 3) for a page served to `host` ("127.0.0.1:8501", "" if not allowed).

    Scripts and styles come from here alone. `blob:` is how Streamlit loads components and
    `'unsafe-inline'` how it styles; a WebSocket address must be named, since not every browser
    lets `'self'` cover it.
    """
    sockets = f" ws://{host} wss://{host}" if host else ""
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(["script-src 'self' blob:", *script_hashes]),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self'{sockets}",
            "worker-src 'self' blob:",
            "frame-src 'none'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def host_is_allowed(host: str, allowed: Collection[str]) -> bool:
    """Whether a Host header, whatever its port, names one of the `allowed` hosts."""
    return _name_and_port(host)[0] in allowed


def origin_is_allowed(origin: str, host: str, allowed: Collection[str]) -> bool:
    """Whether a page of `origin` may call: an allowed host, on the port that it calls."""
    parts = urlsplit(origin)
    name, port = _name_and_port(parts.netloc)
    return parts.scheme in ("http", "https") and name in allowed and port == _name_and_port(host)[1]


def _name_and_port(host: str) -> tuple[str, str]:
    match = _HOST.fullmatch(host.lower())
    return (match["name"], match["port"] or "") if match else ("", "")


class SecurityHeaders:
    """Adds the headers to every HTTP response, those of errors too."""

    def __init__(
        self, app: ASGIApp, allowed_hosts: Collection[str], script_hashes: Collection[str] = ()
    ) -> None:
        self.app = app
        self.allowed_hosts = allowed_hosts
        self.script_hashes = script_hashes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        known = host if host_is_allowed(host, self.allowed_hosts) else ""
        policy = content_security_policy(known, self.script_hashes)
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS | {"Content-Security-Policy": policy})
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        except Exception:
            if not started:
                sentence = "Something went wrong here; the log of the app says what."
                await send_error(send_with_headers, 500, "internal", sentence)
            raise


class LocalCallersOnly:
    """Refuses `/api` requests to a foreign Host (DNS rebinding) or from a foreign Origin."""

    def __init__(self, app: ASGIApp, allowed_hosts: Collection[str]) -> None:
        self.app = app
        self.allowed_hosts = allowed_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope) if scope["type"] == "http" else ""
        if refusal:
            await send_error(send, 403, "forbidden", refusal)
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> str:
        if scope["path"] != "/api" and not scope["path"].startswith("/api/"):
            return ""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not host_is_allowed(host, self.allowed_hosts):
            return "This address is not one that the app answers to; use 127.0.0.1 or localhost."
        if origin is not None and not origin_is_allowed(origin, host, self.allowed_hosts):
            return "Requests from the pages of other sites are refused."
        return ""


async def send_error(send: Send, status: int, code: str, sentence: str) -> None:
    """Answer with the JSON form of an error: its code for programs, its sentence for people."""
    body = json.dumps({"error": {"code": code, "message": sentence}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
