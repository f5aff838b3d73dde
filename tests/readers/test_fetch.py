"""Pages come from public addresses, on every hop, within limits; all else is refused by name."""

from __future__ import annotations

import gzip
import itertools
import ssl
import zlib
from pathlib import Path

import pytest

from notebook_core.errors import AddressRefused, FetchFailed, TooLarge
from notebook_core.readers.addresses import is_public
from notebook_core.readers.fetch import GuardedFetcher
from notebook_core.settings import Settings
from tests.readers.site import PUBLIC, Answer, Site, serving

HTML = {"Content-Type": "text/html; charset=utf-8"}
PAGE = Answer(b"<p>words</p>", headers=HTML)
CERTIFICATE = Path(__file__).parent / "secure.test.pem"


def fetcher(site: Site, **limits: float) -> GuardedFetcher:
    settings = Settings(max_page_bytes=int(limits.pop("max_page_bytes", 5_000_000)))
    return GuardedFetcher(settings, resolve=site.resolve, connect=site.connect)


def redirect(location: str, status: int = 302) -> Answer:
    return Answer(status=status, headers={"Location": location})


def test_a_page_comes_with_its_address_type_and_charset() -> None:
    with serving({"/a?b=%C3%BC": PAGE}) as site:
        page = fetcher(site).fetch("http://public.test/a?b=ü#part")
    assert page.data == b"<p>words</p>"
    assert page.url == "http://public.test/a?b=%C3%BC"
    assert (page.content_type, page.charset) == ("text/html", "utf-8")
    assert site.connections == [(PUBLIC, 80)]
    assert site.requests == [("public.test", "/a?b=%C3%BC")]


def test_no_credentials_cookies_or_proxies_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    routes = {"/": redirect("/b"), "/b": PAGE}
    routes["/"].headers["Set-Cookie"] = "a=b"
    with serving(routes) as site:
        fetcher(site).fetch("http://public.test/")
    assert set(site.headers[1]) == {"host", "user-agent", "accept", "accept-encoding"}


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_and_the_last_address_is_told(status: int) -> None:
    names = {"public.test": [PUBLIC], "other.test": ["1.1.1.1"]}
    with serving({"/a": redirect("//other.test/b", status), "/b": PAGE}, names) as site:
        assert fetcher(site).fetch("http://public.test/a").url == "http://other.test/b"
    assert site.connections == [(PUBLIC, 80), ("1.1.1.1", 80)]


PRIVATE_TARGETS = [
    "http://127.0.0.1:8501/",
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://[64:ff9b::7f00:1]/",
    "http://10.0.0.1/",
    "http://100.64.0.1/",
    "http://168.63.129.16/",
    "http://0/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://127.1/",
    "http://127.0.0.1.nip.test/",
    "http://mixed.test/",
    "http://localhost/x",
    "http://user:secret@public.test/",
    "http://public.test:8080/",
    "file:///etc/hostname",
    "ftp://public.test/",
    "gopher://public.test/",
    "javascript:alert(1)",
    "data:text/html,x",
]
NAMES = {
    "public.test": [PUBLIC],
    "localhost": ["127.0.0.1", "::1"],
    "127.0.0.1.nip.test": ["127.0.0.1"],
    "mixed.test": [PUBLIC, "10.0.0.1"],
}


@pytest.mark.parametrize("target", PRIVATE_TARGETS)
def test_addresses_that_are_not_public_are_refused(target: str) -> None:
    with serving({}, NAMES) as site, pytest.raises(AddressRefused):
        fetcher(site).fetch(target)
    assert site.connections == []


def test_a_name_in_a_code_that_says_nothing_is_no_address() -> None:
    with serving({"/a": redirect("https://xn--a/")}) as site:
        for url in ("https://xn--a/", "http://public.test/a"):
            with pytest.raises(FetchFailed, match="not a web address"):
                fetcher(site).fetch(url)


@pytest.mark.parametrize("target", PRIVATE_TARGETS)
def test_and_so_they_are_behind_a_redirect(target: str) -> None:
    routes = {"/a": redirect("/b"), "/b": redirect(target, 307)}
    with serving(routes, NAMES) as site, pytest.raises(AddressRefused):
        fetcher(site).fetch("http://public.test/a")
    assert {address for address, _ in site.connections} == {PUBLIC}


def test_a_name_that_answers_differently_the_second_time_is_checked_again() -> None:
    answers = itertools.chain([[PUBLIC]], itertools.repeat(["127.0.0.1"]))
    with serving({"/a": redirect("/b"), "/b": PAGE}) as site:
        rebinding = GuardedFetcher(
            Settings(), resolve=lambda host: next(answers), connect=site.connect
        )
        with pytest.raises(AddressRefused):
            rebinding.fetch("http://public.test/a")
    assert site.connections == [(PUBLIC, 80)]


def test_the_next_address_of_a_name_is_tried() -> None:
    with serving({"/": PAGE}, {"public.test": ["2606:2800::1", PUBLIC]}) as site:

        def connect(address: str, port: int, seconds: float):  # type: ignore[no-untyped-def]
            if ":" in address:
                site.port, real = 9, site.port
                try:
                    return site.connect(address, port, seconds)
                finally:
                    site.port = real
            return site.connect(address, port, seconds)

        guarded = GuardedFetcher(Settings(), resolve=site.resolve, connect=connect)
        assert guarded.fetch("http://public.test/").data
    assert [address for address, _ in site.connections] == ["2606:2800::1", PUBLIC]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://public.test/loop", "redirects more than 5 times"),
        ("http://public.test/nowhere", "redirects without saying where"),
        ("http://public.test/gone", r"there is no such page \(status 404\)"),
        ("http://public.test/login", r"access is refused \(status 403\)"),
        ("http://public.test/broken", r"its server has a problem \(status 503\)"),
        ("http://public.test/short", "broke off"),
        ("http://unknown.test/", "There is no site “unknown.test”"),
        ("http:///x", "names no site"),
        ("not an address", "only http and https"),
    ],
)
def test_what_fails_is_named(url: str, said: str) -> None:
    routes = {
        "/loop": redirect("/loop"),
        "/nowhere": Answer(status=302),
        "/login": Answer(status=403),
        "/broken": Answer(status=503),
        "/short": Answer(b"<p>", headers=HTML, content_length=100),
    }
    with serving(routes) as site, pytest.raises(FetchFailed, match=said):
        fetcher(site).fetch(url)


@pytest.mark.parametrize(
    "media_type",
    [
        "image/svg+xml",
        "image/png",
        "application/json",
        "application/xml",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
)
def test_other_types_are_refused_by_name(media_type: str) -> None:
    routes = {"/": Answer(b"<svg/>", headers={"Content-Type": media_type})}
    with serving(routes) as site, pytest.raises(FetchFailed) as refusal:
        fetcher(site).fetch("http://public.test/")
    assert media_type in str(refusal.value)


@pytest.mark.parametrize(
    "media_type",
    [
        "text/html",
        "Application/XHTML+XML; charset=x",
        "text/plain",
        "text/markdown",
        "application/pdf",
        "application/octet-stream",
        "",
    ],
)
def test_pages_texts_and_pdf_are_taken_and_so_is_what_only_its_bytes_can_tell(
    media_type: str,
) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    with serving({"/": Answer(b"%PDF-1.7", headers=headers)}) as site:
        page = fetcher(site).fetch("http://public.test/")
    assert page.content_type == media_type.partition(";")[0].lower()


def coded(body: bytes, coding: str) -> Answer:
    return Answer(body, headers=HTML | {"Content-Encoding": coding})


@pytest.mark.parametrize(
    ("body", "coding"),
    [
        (gzip.compress(b"<p>words"), "gzip"),
        (gzip.compress(b"<p>") + gzip.compress(b"words"), "x-gzip"),
        (gzip.compress(b"<p>words") + b"\0\0\0", "GZIP"),
        (zlib.compress(b"<p>words"), "deflate"),
        (zlib.compress(b"<p>words")[2:-4], "deflate"),
        (b"<p>words", "identity"),
    ],
)
def test_bodies_are_decoded(body: bytes, coding: str) -> None:
    with serving({"/": coded(body, coding)}) as site:
        assert fetcher(site).fetch("http://public.test/").data == b"<p>words"


@pytest.mark.parametrize(
    ("body", "coding", "said"),
    [
        (b"anything", "br", r"\(br\)"),
        (b"anything", "zstd", r"\(zstd\)"),
        (gzip.compress(gzip.compress(b"x")), "gzip, gzip", r"\(gzip, gzip\)"),
        (b"no gzip at all", "gzip", "damaged"),
        (b"no deflate at all", "deflate", "damaged"),
        (gzip.compress(b"x" * 100)[:-12], "gzip", "only in part"),
    ],
)
def test_bodies_that_cannot_be_decoded_are_refused(body: bytes, coding: str, said: str) -> None:
    with serving({"/": coded(body, coding)}) as site, pytest.raises(FetchFailed, match=said):
        fetcher(site).fetch("http://public.test/")


def test_the_size_counts_after_decoding_and_a_bomb_is_given_up_at_the_limit() -> None:
    bomb = gzip.compress(bytes(40_000_000))
    endless = Answer(headers=HTML, endless=b"<p>x</p>" * 1_000)
    with serving({"/bomb": coded(bomb, "gzip"), "/endless": endless}) as site:
        for path in ("bomb", "endless"):
            with pytest.raises(TooLarge, match=r"0\.1 MB.*GROUNDNOTE_MAX_WEB_PAGE_MB"):
                fetcher(site, max_page_bytes=100_000).fetch(f"http://public.test/{path}")


def test_the_time_counts_over_all_hops() -> None:
    clock = itertools.count(step=1.5)  # each look at the clock is 1.5 seconds after the one before
    with serving({f"/{n}": redirect(f"/{n + 1}") for n in range(5)} | {"/5": PAGE}) as site:
        slow = GuardedFetcher(
            Settings(fetch_seconds=10),
            resolve=site.resolve,
            connect=site.connect,
            clock=lambda: next(clock),
        )
        with pytest.raises(FetchFailed, match="within 10 seconds"):
            slow.fetch("http://public.test/0")


def test_a_secure_page_is_asked_and_verified_by_its_name() -> None:
    asked: list[str | None] = []
    serving_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving_context.load_cert_chain(CERTIFICATE)
    serving_context.sni_callback = lambda socket, name, context: asked.append(name)
    trusting = ssl.create_default_context(cafile=str(CERTIFICATE))
    names = {"secure.test": [PUBLIC], "other.test": [PUBLIC]}
    with serving({"/": PAGE}, names, serving_context) as site:
        guarded = GuardedFetcher(
            Settings(), resolve=site.resolve, connect=site.connect, ssl_context=trusting
        )
        assert guarded.fetch("https://secure.test/").data == PAGE.body
        assert site.connections == [(PUBLIC, 443)]
        with pytest.raises(FetchFailed, match="no secure connection"):
            guarded.fetch("https://other.test/")
    assert asked == ["secure.test", "other.test"]
    assert len(site.requests) == 1


PUBLIC_ADDRESSES = "8.8.8.8 93.184.216.34 2606:4700::1111 64:ff9b::808:808 ::ffff:8.8.8.8"
OTHER_ADDRESSES = """
    0.0.0.0 10.1.2.3 127.0.0.53 172.16.0.1 192.168.1.1 100.127.255.255 169.254.169.254 192.0.0.192
    192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1
    255.255.255.255 100.100.100.200 168.63.129.16 :: ::1 ::7f00:1 fe80::1%eth0 fc00::1 fd12::1
    ff02::1 2001:db8::1 2001::1 2002:7f00:1:: fec0::1 64:ff9b::a00:1 64:ff9b:1::1 3fff::1 x
"""


@pytest.mark.parametrize("address", PUBLIC_ADDRESSES.split())
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", OTHER_ADDRESSES.split())
def test_addresses_that_no_public_site_has(address: str) -> None:
    assert not is_public(address)
