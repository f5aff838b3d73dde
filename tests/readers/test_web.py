"""A web page gives what a person came for, whole and in order, or says what it is instead."""

from __future__ import annotations

import pytest

from notebook_core.errors import FetchFailed, NoText, UnreadableSource
from notebook_core.extraction import Block, Extraction, Given
from notebook_core.readers.web import WebReader
from notebook_core.text.compose import compose

FILLER = (
    "The tow path was closed for repairs while the lock gates were lifted out and set on trestles. "
    "Cargo lists were copied by hand into the blue book each evening, as the keepers had agreed. "
)


def article(content: str, head: str = "") -> str:
    menu = "<nav><a href=/>Home</a> <a href=/a>Archive</a></nav>"
    return (
        f"<!doctype html><html><head>{head}</head><body>{menu}<article>{content}"
        f"<p>{FILLER}</p></article><footer>Imprint and privacy</footer></body></html>"
    )


def read(page: str | bytes, name: str = "page.html", charset: str = "") -> Extraction:
    data = page.encode() if isinstance(page, str) else page
    return WebReader().read(Given(data, name, "web", charset), lambda done, total: None)


def text_of(page: str) -> str:
    return compose(read(page)).text


def blocks(page: str) -> list[Block]:
    return list(read(page).pages[0].blocks)


def lines_of(page: str, kind: str) -> list[list[str]]:
    return [[line.text for line in one.lines] for one in blocks(page) if one.kind == kind]


def test_the_content_is_kept_and_what_frames_it_is_not() -> None:
    text = text_of(article("<h1>Weirs</h1><p>Weir C is 31 m high.</p>"))
    assert text.startswith("Weirs\n\nWeir C is 31 m high.\n\nThe tow path")
    assert not {"Home", "Archive", "Imprint"} & set(text.split())
    assert compose(read(article("<p>x</p>"))).page_starts == ()


def test_headings_lists_tables_code_and_quotes_are_blocks() -> None:
    page = article(
        "<h2>Lists</h2><ul><li>one <b>bold</b></li><li>two<ul><li>inner</li></ul></li></ul>"
        "<ol><li>first</li><li>second</li></ol>"
        "<table><tr><th>Weir</th><th>Height</th><th>Note</th></tr>"
        "<tr><td>B</td><td></td><td>sunk</td></tr></table>"
        "<h3>Code</h3><pre><code>def f():\n    return 1\n</code></pre>"
        "<blockquote><p>Quoted words.</p></blockquote><p>one<br>two</p>"
    )
    assert lines_of(page, "list") == [
        ["- one bold", "- two", "  - inner"],
        ["1. first", "2. second"],
    ]
    assert lines_of(page, "table") == [["Weir | Height | Note", "B |  | sunk"]]
    assert lines_of(page, "code") == [["def f():", "    return 1"]]
    assert lines_of(page, "quote") == [["Quoted words."]]
    assert ["one", "two"] in lines_of(page, "paragraph")
    headings = compose(read(page)).headings
    assert [(heading.level, heading.title) for heading in headings] == [(2, "Lists"), (3, "Code")]


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        (
            "Sjätte <nobr>AP-fonden</nobr> köpte <time datetime=1912>1912</time> efter.",
            "1912 efter",
        ),
        ("<time>1912</time> was dry.", "1912 was dry."),
        ("She said <q>to<b>morrow</b> we sail</q> and went.", "said “tomorrow we sail” and"),
        ("<ruby>水門<rp>(</rp><rt>すいもん</rt><rp>)</rp></ruby>が開く", "水門(すいもん)が開く"),
        ("<ruby>水門<rt>すいもん</rt></ruby>が開く", "水門(すいもん)が開く"),
        (
            "super<wbr>long <bdi>name</bdi>, <data value=5>five</data>, <label>mark</label>",
            "superlong",
        ),
        ("H<sub>2</sub>O <a href='https://x.example'>linked</a> words", "H2O linked words"),
        ("rate -3<i>r</i> and 3<i>r</i>/2 in all", "rate -3r and 3r/2 in all"),
    ],
)
def test_inline_text_is_never_lost(markup: str, words: str) -> None:
    text = text_of(article(f"<p>{markup}</p>"))
    assert words in text
    assert "x.example" not in text


def test_text_outside_paragraphs_is_neither_glued_nor_doubled() -> None:
    page = (
        "<body><main><section><p>First notice</p>This ends with sluice<div><h4>A gap</h4>"
        "<p>Another line of text</p>This also ends</div></section></main></body>"
    )
    assert text_of(page).split("\n\n") == [
        "First notice",
        "This ends with sluice",
        "A gap",
        "Another line of text",
        "This also ends",
    ]


def test_lists_in_cells_and_captions_are_kept() -> None:
    page = article(
        "<table><tr><td>Weir<td>State<tr><td>C<td>Gates:<ul><li>open<li>dry</ul></table>"
        "<figure><img src=a.png><figcaption>Weir C at dawn.</figcaption></figure>"
        + f"<p>{FILLER}</p>"
        * 3
    )
    assert lines_of(page, "table") == [["Weir | State", "C | Gates: open; dry"]]
    assert "Weir C at dawn." in text_of(page)


def test_a_table_that_arranges_the_page_gives_blocks() -> None:
    page = (
        "<table><tr><td><a href=/>Home</a></td><td><h1>Knobs</h1><p>When the left knob turns at "
        f"rate <i>r</i>, the right one does too.<p>{FILLER}</td></tr></table>"
    )
    assert "When the left knob turns at rate r, the right one does too." in text_of(page)
    assert lines_of(page, "heading") == [["Knobs"]]


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>It&rsquo;s two; write &amp;lt;ok&amp;gt; now.</p>", "It’s two; write &lt;ok&gt; now."),
        ("<p>Hello from HTML.", "Hello from HTML."),
        ("loose <b>words</b> only", "loose words only"),
        ("<html xmlns='http://www.w3.org/1999/xhtml'><body><p>xhtml</p></body></html>", "xhtml"),
        ("<?xml version='1.0' encoding='utf-8'?><html><body><p>ž</p></body></html>", "ž"),
        (
            "<p>shown</p><p hidden>not</p><p style='display: none'>nor</p><script>x()</script>",
            "shown",
        ),
        ("<p>a&#160;b&#8217;s&#xa0;c&#x1F6F6;&#10;d&#29e</p>", "a b’s c🛶 d e"),
        ("<ul><li>one<li>two</ul>", "- one\n- two"),
        ("<p>NUL\x00 and<q>&#1;</q>\x0bothers&#x1F;</p>", "NUL and“ ” others"),
    ],
)
def test_short_pages_and_fragments_give_their_visible_text(page: str, text: str) -> None:
    assert text_of(page) == text


@pytest.mark.parametrize(
    ("body", "head", "charset", "encoding"),
    [
        ("the majestic mööse", "<meta charset='iso-8859-1'>", "", "cp1252"),
        (
            "für – „alles“",
            "<meta http-equiv='Content-Type' content='text/html; charset=windows-1252'>",
            "",
            "cp1252",
        ),
        (
            "家居用品放在仓库的第二层",
            "<meta http-equiv=Content-Type content='charset=gbk'>",
            "",
            "gbk",
        ),
        ("家居用品放在仓库的第二层", "<meta charset=shift_jis>", "gbk", "gbk"),
        ("家居用品放在仓库的第二层", "<meta charset=gbk>", "utf-8", "gbk"),
        ("für alle", "<meta charset=latin-1>", "utf-8", "utf-8"),
        ("für alle", "<meta charset=latin-1>", "", "utf-8-sig"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy u hráze", "", "", "cp1250"),
    ],
)
def test_the_charset_is_the_header_s_then_the_page_s_then_detected(
    body: str, head: str, charset: str, encoding: str
) -> None:
    extraction = read(article(f"<p>{body}</p>", head).encode(encoding), charset=charset)
    text = compose(extraction).text
    assert body in text
    assert "\ufffd" not in text
    assert bool(extraction.warnings) == (encoding == "cp1250")


@pytest.mark.parametrize(
    ("head", "content", "title"),
    [
        (
            "<title>Weirs of the east | Lock News</title>",
            "<h1>Weirs of the east</h1>",
            "Weirs of the east",
        ),
        ("<title>Home</title>", "<h1>Time to say goodbye.</h1>", "Time to say goodbye."),
        ("<title>Two weirs - Lock News</title>", "<h1>a</h1><h1>b</h1>", "Two weirs"),
        ("<title>Lock News – Two weirs - a view</title>", "", "Two weirs - a view"),
        ("<title>x</title><meta property='og:title' content='Shared  title'>", "", "Shared title"),
        ("<title>&lt;b&gt;Bold&lt;/b&gt;</title>", "", "<b>Bold</b>"),
        ("", "", "https://www.locknews.test/weirs"),
    ],
)
def test_the_title_is_the_page_s_without_the_site_s_name(
    head: str, content: str, title: str
) -> None:
    extraction = read(article(content, head), "https://www.locknews.test/weirs")
    assert extraction.title == title


SCRIPT = "<script src=a.js></script>"


@pytest.mark.parametrize(
    ("page", "error", "said"),
    [
        (f"<body><div id=root></div>{SCRIPT}</body>", NoText, "built by scripts"),
        (
            f"<noscript>You need to enable JavaScript to run this app.</noscript>{SCRIPT}"
            "<p>Loading</p>",
            NoText,
            "built by scripts",
        ),
        ("<html><body></body></html>", NoText, "no text"),
        ('<meta http-equiv="refresh" content="0;url=http://[::1]/">', FetchFailed, "sends on to"),
        ("<!-- only a comment -->", NoText, "no text"),
        (
            "<title>Just a moment...</title><p>Verifying you are human.</p>"
            f"<script src='/cdn-cgi/challenge-platform/x'></script>{SCRIPT}",
            FetchFailed,
            "check for robots",
        ),
        (
            "<title>locknews.test</title><p>Our systems have detected unusual traffic.</p>"
            "<div class=g-recaptcha></div>",
            FetchFailed,
            "check for robots",
        ),
        (
            "<title>404 Not Found</title><h1>Oops</h1><p>Nothing here.</p>",
            FetchFailed,
            "no such page",
        ),
        (f"<title>Page not found | Lock News</title><p>{FILLER}</p>", FetchFailed, "no such page"),
        (
            f"<h1>Weirs</h1><p>{FILLER}</p><p>Subscribe to continue reading.</p>",
            FetchFailed,
            "without a subscription",
        ),
        (
            '<script type="application/ld+json">{"isAccessibleForFree": "False"}</script>'
            f"<h1>Weirs</h1><p>{FILLER}</p>",
            FetchFailed,
            "without a subscription",
        ),
    ],
)
def test_a_page_that_is_none_is_named_and_nothing_else_is_said(
    page: str, error: type[UnreadableSource], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(error, match=said):
        read(page, "https://www.locknews.test/weirs")
    assert caplog.messages == []


@pytest.mark.parametrize(
    "content",
    [
        "<h1>Security at the lock</h1><p>The security check takes ten minutes.</p>",
        "<h1>Error codes</h1><p>404 means that a page is not found.</p>",
        "<h1>Captcha</h1><p>A captcha asks whether you are a robot, or not a robot.</p>",
        f"<h1>On paywalls</h1><p>Pour lire la suite is what they say.</p>{f'<p>{FILLER}</p>' * 10}",
    ],
)
def test_a_page_about_such_things_is_a_page(content: str) -> None:
    assert read(article(content)).pages


def test_the_same_page_gives_the_same_text_every_time() -> None:
    page = article(f"<p>{FILLER}</p><p>{FILLER}</p>")
    assert len({text_of(page) for _ in range(10)}) == 1


def test_deeply_nested_markup_is_no_crash() -> None:
    page = f"<p>before</p>{'<div>' * 3_000}<p>deep</p>{'</div>' * 3_000}"
    assert text_of(page).startswith("before")
