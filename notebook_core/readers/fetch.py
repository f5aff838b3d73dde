"""Fetches one web page: from public addresses only, within a time and a size, over few hops."""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpcore
import httpx

from notebook_core.errors import AddressRefused, FetchFailed, TooLarge
from notebook_core.ports import Fetched
from notebook_core.readers.addresses import Resolve
from notebook_core.readers.content_coding import CODINGS, decoded
from notebook_core.readers.guarded_network import (
    Connect,
    Deadline,
    GuardedNetwork,
    connect_by_system,
    resolve_by_system,
)
from notebook_core.settings import MEGABYTE, Settings

MOST_REDIRECTS = 5

_REDIRECTS = (301, 302, 303, 307, 308)
_ACCEPTED = (
    "text/html",
    "application/xhtml+xml",
    "text/plain",
    "text/markdown",
    "text/x-markdown",
    "application/pdf",
)
_UNSAID = ("", "application/octet-stream", "binary/octet-stream")  # then the bytes will tell
_REQUEST_HEADERS: dict[bytes | str, bytes | str] = {
    "User-Agent": "Groundnote (fetches single pages when a person asks for them)",
    "Accept": f"{', '.join(_ACCEPTED)}, */*;q=0.1",
    "Accept-Encoding": "gzip, deflate",
}
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s\"';,]+)", re.I)
_REASONS = {
    401: "the page wants a login",
    402: "the page wants a payment",
    403: "access is refused",
    404: "there is no such page",
    410: "the page is gone",
    429: "it was asked too often, so try again later",
    451: "the page is blocked for legal reasons",
}


class GuardedFetcher:
    """Fetches over http and https, ports 80 and 443, without credentials, cookies or proxies."""

    def __init__(
        self,
        settings: Settings,
        *,
        resolve: Resolve = resolve_by_system,
        connect: Connect = connect_by_system,
        clock: Callable[[], float] = time.monotonic,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._settings = settings
        self._resolve = resolve
        self._connect = connect
        self._clock = clock
        self._ssl_context = ssl_context

    def fetch(self, url: str) -> Fetched:
        """The page at `url`, or where that redirects to; every hop is checked as the first is.

        Raises AddressRefused; TooLarge when the decoded body is over the limit; FetchFailed,
        naming the cause, for whatever else goes wrong.
        """
        address = _checked(url)
        deadline = Deadline(self._settings.fetch_seconds, self._clock)
        network = GuardedNetwork(self._resolve, self._connect, deadline)
        with httpcore.ConnectionPool(self._ssl_context, network_backend=network) as pool:
            for _ in range(MOST_REDIRECTS + 1):
                with _failures_named(address), _asked(pool, address) as response:
                    headers = _headers(response)
                    if response.status not in _REDIRECTS:
                        _require_success(response.status, address)
                        return self._fetched(address, headers, response.iter_stream())
                address = _checked(_target(headers, address))
        raise FetchFailed(f"“{url}” redirects more than {MOST_REDIRECTS} times; check the address.")

    def _fetched(
        self, address: httpx.URL, headers: dict[str, str], body: Iterator[bytes]
    ) -> Fetched:
        declared = headers.get("content-type", "")
        media_type = declared.partition(";")[0].strip().lower()
        if media_type not in _ACCEPTED + _UNSAID:
            raise FetchFailed(
                f"“{address}” is of the type {media_type}, which isn't read; Groundnote fetches "
                "web pages, PDF, Markdown and plain text."
            )
        charset = _CHARSET.search(declared)
        return Fetched(
            data=self._body(headers, body),
            url=str(address.copy_with(fragment=None)),
            content_type=media_type,
            charset=charset[1] if charset else "",
        )

    def _body(self, headers: dict[str, str], raw: Iterator[bytes]) -> bytes:
        """The body, decoded in small steps, so that what is over the limit never is in memory."""
        limit = self._settings.max_page_bytes
        coding = headers.get("content-encoding", "").strip().lower()
        if coding not in CODINGS:
            raise FetchFailed(
                f"The server sent the page in a coding that isn't read ({coding}); "
                "save the page in a browser and add the file."
            )
        body = bytearray()
        for piece in decoded(raw, coding):
            body += piece
            if len(body) > limit:
                raise TooLarge(
                    f"The page has over {limit / MEGABYTE:g} MB, more than is fetched "
                    "(GROUNDNOTE_MAX_WEB_PAGE_MB); save it and add the file."
                )
        return bytes(body)


def _checked(url: str | httpx.URL) -> httpx.URL:
    """The parsed address, if its form is one that may be opened."""
    try:
        address = httpx.URL(url)
        host = address.host  # decoded only now, which can fail
    except (httpx.InvalidURL, UnicodeError) as error:
        raise FetchFailed(f"“{url}” is not a web address; check it.") from error
    if address.scheme not in ("http", "https"):
        raise AddressRefused(f"“{url}” is not opened; only http and https addresses are.")
    if not host:
        raise FetchFailed(f"“{url}” names no site; check the address.")
    if address.userinfo:
        raise AddressRefused("An address with a user name or password in it is not opened.")
    if address.port not in (None, 80, 443):
        raise AddressRefused(f"“{url}” is not opened; only the ports 80 and 443 are.")
    return address


@contextmanager
def _asked(pool: httpcore.ConnectionPool, address: httpx.URL) -> Iterator[httpcore.Response]:
    target = httpcore.URL(
        scheme=address.raw_scheme,
        host=address.raw_host,
        port=address.port,
        target=address.raw_path,
    )
    with pool.stream("GET", target, headers=_REQUEST_HEADERS) as response:
        yield response


@contextmanager
def _failures_named(address: httpx.URL) -> Iterator[None]:
    """Turn the network's errors into sentences."""
    host = address.host
    try:
        yield
    except httpcore.TimeoutException as error:
        raise FetchFailed(f"“{host}” didn't answer in time; try again later.") from error
    except httpcore.ConnectError as error:
        if "SSL" in str(error):
            raise FetchFailed(
                f"“{host}” offers no secure connection that can be trusted, so it isn't opened."
            ) from error
        raise FetchFailed(f"“{host}” can't be reached; check the address.") from error
    except (httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise FetchFailed(f"The connection to “{host}” broke off; try again later.") from error


def _headers(response: httpcore.Response) -> dict[str, str]:
    """By lower-case name; of one that is given twice the last, but of codings all."""
    headers: dict[str, str] = {}
    for name, value in response.headers:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        is_second = key in headers and key == "content-encoding"
        headers[key] = f"{headers[key]}, {text}" if is_second else text
    return headers


def _target(headers: dict[str, str], address: httpx.URL) -> httpx.URL:
    location = headers.get("location", "").encode("latin-1").decode("utf-8", "replace")
    if not location:
        raise FetchFailed(f"“{address}” redirects without saying where.")
    try:
        return address.join(location)
    except httpx.InvalidURL as error:
        raise FetchFailed(f"“{address}” redirects to “{location}”, no web address.") from error


def _require_success(status: int, address: httpx.URL) -> None:
    if not 200 <= status < 300:
        reason = _REASONS.get(status, "its server has a problem" if status >= 500 else "no page")
        raise FetchFailed(f"“{address}” can't be read: {reason} (status {status}).")
