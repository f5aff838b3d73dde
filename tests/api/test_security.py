"""Headers on every response, and who may call the API."""

from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from notebook_core.security import (
    LOOPBACK,
    LocalCallersOnly,
    SecurityHeaders,
    content_security_policy,
    inline_script_hashes,
)

REQUIRED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}


def answer(request: Request) -> PlainTextResponse:
    return PlainTextResponse("here")


def fail(request: Request) -> PlainTextResponse:
    raise RuntimeError("secret detail")


@pytest.fixture
def client() -> TestClient:
    app = Starlette(
        routes=[Route("/", answer), Route("/api/thing", answer), Route("/api/fail", fail)],
        middleware=[
            Middleware(SecurityHeaders, allowed_hosts=LOOPBACK, script_hashes=("'sha256-x'",)),
            Middleware(LocalCallersOnly, allowed_hosts=LOOPBACK),
        ],
    )
    return TestClient(app, base_url="http://127.0.0.1:8501", raise_server_exceptions=False)


def directives(policy: str) -> dict[str, list[str]]:
    parts = (directive.split() for directive in policy.split(";"))
    return {name: values for name, *values in parts}


@pytest.mark.parametrize("path", ["/", "/api/thing", "/missing", "/api/fail"])
def test_every_response_carries_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers.items() >= {k.lower(): v for k, v in REQUIRED.items()}.items()
    assert "camera=()" in headers["Permissions-Policy"]
    policy = directives(headers["Content-Security-Policy"])
    assert policy["frame-ancestors"] == ["'none'"]
    assert policy["object-src"] == ["'none'"]
    assert policy["script-src"] == ["'self'", "blob:", "'sha256-x'"]
    assert "ws://127.0.0.1:8501" in policy["connect-src"]


def test_an_unexpected_error_tells_nothing_of_itself(client: TestClient) -> None:
    response = client.get("/api/fail")
    assert response.status_code == 500
    assert response.json()["error"]["code"] == "internal"
    assert "secret" not in response.text


def test_nothing_from_elsewhere_may_be_loaded() -> None:
    policy = directives(content_security_policy("localhost:1", ()))
    allowed = {
        value for name, values in policy.items() if name != "connect-src" for value in values
    }
    assert allowed == {"'self'", "'none'", "'unsafe-inline'", "blob:", "data:"}
    assert "'unsafe-inline'" not in policy["script-src"]
    assert "data:" not in policy["script-src"]
    assert policy["connect-src"] == ["'self'", "ws://localhost:1", "wss://localhost:1"]


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8501",
        "127.0.0.1.evil.example",
        "localhost:1; script-src *",
        "localhost:80@evil.example",
        "",
    ],
)
def test_a_host_that_is_not_ours_is_refused_and_not_repeated(client: TestClient, host: str) -> None:
    response = client.get("/api/thing", headers={"Host": host})
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "forbidden"
    policy = client.get("/", headers={"Host": host}).headers["Content-Security-Policy"]
    assert directives(policy)["connect-src"] == ["'self'"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:9", "127.0.0.1:65535"])
def test_our_own_hosts_are_answered_on_any_port(client: TestClient, host: str) -> None:
    assert client.get("/api/thing", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://127.0.0.1:8501", 200),
        ("http://localhost:8501", 200),
        ("http://localhost:3000", 403),
        ("https://evil.example", 403),
        ("http://127.0.0.1:8501.evil.example", 403),
        ("file://", 403),
        ("null", 403),
        ("", 403),
    ],
)
def test_pages_of_other_origins_may_not_call(client: TestClient, origin: str, status: int) -> None:
    assert client.get("/api/thing", headers={"Origin": origin}).status_code == status
    assert client.get("/", headers={"Origin": origin}).status_code == 200


def test_the_inline_script_of_the_front_page_is_the_only_one_allowed() -> None:
    front_page = Path(streamlit.__file__).parent / "static" / "index.html"
    html = front_page.read_text(encoding="utf-8")
    assert html.count("<script>") == 1
    (digest,) = inline_script_hashes(html)
    assert digest.startswith("'sha256-")
    assert inline_script_hashes("<script>1</script>") != inline_script_hashes("<script>2</script>")


def test_a_hash_is_the_one_that_browsers_compute() -> None:
    """The example of the CSP specification, section 2.3.1: `alert('Hello, world.');`."""
    assert inline_script_hashes("<script>alert('Hello, world.');</script>") == (
        "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    )
