"""Opens connections to checked addresses only, and gives up at a deadline."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import httpcore

from notebook_core.errors import FetchFailed
from notebook_core.readers.addresses import Resolve, public_addresses

Connect = Callable[[str, int, float], httpcore.NetworkStream]
"""Opens a TCP connection to an IP address and port within some seconds."""


class Deadline:
    """A moment until which everything has to be done."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    def remaining(self) -> float:
        """Seconds left. Raises FetchFailed when there are none."""
        left = self._end - self._clock()
        if left <= 0:
            raise FetchFailed(
                f"The page didn't come within {self._seconds:g} seconds; try again later."
            )
        return left


class GuardedNetwork(httpcore.NetworkBackend):
    """Resolves a host, checks its addresses, and connects to one of exactly those.

    httpcore goes on to use the host's name for the Host header, for SNI and to verify the
    certificate, so there is no second look-up that could answer differently.
    """

    def __init__(self, resolve: Resolve, connect: Connect, deadline: Deadline) -> None:
        self._resolve = resolve
        self._connect = connect
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Raises AddressRefused, FetchFailed, and httpcore's ConnectError for the last address."""
        addresses = public_addresses(host, self._resolve_in_time)
        for address in addresses[:-1]:
            try:
                return self._open(address, port)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue  # with the next address
        return self._open(addresses[-1], port)

    def _open(self, address: str, port: int) -> httpcore.NetworkStream:
        stream = self._connect(address, port, self._deadline.remaining())
        return _StreamInTime(stream, self._deadline)

    def _resolve_in_time(self, host: str) -> Sequence[str]:
        """Look the host up in a thread, since a look-up can't be given a time limit."""
        answers: list[Sequence[str] | Exception] = []

        def look_up() -> None:
            try:
                answers.append(self._resolve(host))
            except Exception as error:
                answers.append(error)

        thread = threading.Thread(target=look_up, daemon=True)
        thread.start()
        thread.join(self._deadline.remaining())
        if not answers:
            self._deadline.remaining()
            return ()
        if isinstance(answers[0], Exception):
            raise answers[0]
        return answers[0]


class _StreamInTime(httpcore.NetworkStream):
    """A connection on which no single wait outlasts the deadline."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.remaining())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.remaining())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        secured = self._stream.start_tls(ssl_context, server_hostname, self._deadline.remaining())
        return _StreamInTime(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def resolve_by_system(host: str) -> Sequence[str]:
    """Every address that the system's resolver knows for `host`."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def connect_by_system(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
    """A TCP connection, made directly, whatever proxies the environment names."""
    return httpcore.SyncBackend().connect_tcp(address, port, timeout=seconds)
