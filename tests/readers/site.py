"""A web site on the loopback address that believes itself to be public."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpcore

PUBLIC = "93.184.216.34"


@dataclass
class Answer:
    """What a path answers: a status, headers as they are, and the raw body."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    content_length: int | None = None
    endless: bytes = b""


@dataclass
class Site:
    """Routes and names of the site, and what was asked of it."""

    routes: dict[str, Answer]
    names: dict[str, list[str]]
    port: int = 0
    connections: list[tuple[str, int]] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def resolve(self, host: str) -> Sequence[str]:
        if host not in self.names:
            raise socket.gaierror(f"no such name: {host}")
        return self.names[host]

    def connect(self, address: str, port: int, seconds: float) -> httpcore.NetworkStream:
        self.connections.append((address, port))
        return httpcore.SyncBackend().connect_tcp("127.0.0.1", self.port, timeout=seconds)


@contextmanager
def serving(
    routes: dict[str, Answer],
    names: dict[str, list[str]] | None = None,
    context: ssl.SSLContext | None = None,
) -> Iterator[Site]:
    """The site, running in a thread until the block ends."""
    site = Site(routes, names or {"public.test": [PUBLIC]})

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            site.requests.append((self.headers["Host"], self.path))
            site.headers.append({name.lower(): value for name, value in self.headers.items()})
            answer = site.routes.get(self.path, Answer(status=404))
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if not answer.endless:
                length = answer.content_length
                self.send_header(
                    "Content-Length", str(len(answer.body) if length is None else length)
                )
            self.close_connection = True
            self.end_headers()
            self.wfile.write(answer.body)
            try:
                while answer.endless:
                    self.wfile.write(answer.endless)
            except OSError:
                pass  # the client has had enough

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
