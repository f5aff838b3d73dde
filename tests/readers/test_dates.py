"""A source's date is the one that it gives of itself; where it gives none, there is none."""

from __future__ import annotations

from datetime import date

import pymupdf
import pytest

from notebook_core.extraction import Extraction, Given
from notebook_core.ports import Reader
from notebook_core.readers.markdown import MarkdownReader
from notebook_core.readers.pdf import PdfReader
from notebook_core.readers.plain import PlainTextReader
from notebook_core.readers.web import WebReader

DAY = date(2024, 5, 6)
WORDS = "The tow path was closed for repairs while the lock gates were lifted out. " * 4


def read(reader: Reader, given: Given) -> Extraction:
    return reader.read(given, lambda done, total: None)


def web_date(head: str = "", body: str = "") -> date | None:
    page = f"<html><head>{head}</head><body><article>{body}<p>{WORDS}</p></article></body></html>"
    return read(WebReader(), Given(page.encode(), "page.html", "web")).dated


def read_markdown(text: str) -> Extraction:
    return read(MarkdownReader(), Given(text.encode(), "note.md", "markdown"))


def pdf_date(written: str) -> date | None:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "The lamp is lit at noon every day.")
    document.set_metadata({"creationDate": written})
    return read(PdfReader(9), Given(document.tobytes(), "a.pdf", "pdf")).dated


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="article:published_time" content="2024-05-06T10:00:00+02:00">',
        '<meta name="DC.date.issued" content="2024-05-06">',
        '<meta name="citation_publication_date" content="2024/05/06">',
        '<script type="application/ld+json">{"@type": "Article", "datePublished": "2024-05-06"}'
        "</script>",
        '<script type="application/ld+json">[{"@graph": [{"datePublished": "2024-05-06T08:00Z"}]}]'
        '</script><meta name="date" content="2023-01-01">',
    ],
)
def test_a_page_says_when_it_was_published(head: str) -> None:
    assert web_date(head) == DAY


@pytest.mark.parametrize(
    "body",
    [
        '<p class="byline">Updated on <time datetime="2024-05-06">6 May</time></p>',
        '<time itemprop="datePublished">2024-05-06</time>',
        '<p id="posted"><a href="/"><time datetime="2024-05-06T10:00">6 May</time></a></p>',
        '<time pubdate datetime="2024-05-06">6 May</time>',
    ],
)
def test_a_time_element_counts_that_is_marked_as_the_pages(body: str) -> None:
    assert web_date(body=body) == DAY


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", "<p>We meet on <time datetime='2024-05-06'>6 May</time> in the hall.</p>"),
        ("<title>Report of 6 May 2024</title>", "<p>Posted on May 6, 2024 by me.</p>"),
        ('<link rel="canonical" href="https://a.example/2024/05/06/page">', ""),
        ("", '<img src="/2024/05/06/a.png"><p>© 2024-05-06</p>'),
        ('<meta name="date" content="6 May 2024">', ""),
        ('<meta name="date" content="2024-13-06">', ""),
        ('<meta name="date" content="2999-05-06">', ""),
        ('<meta name="date" content="1970-01-01">', ""),
        ('<script type="application/ld+json">{"datePublished": </script>', ""),
        (
            '<script type="application/ld+json">[{"datePublished": "2024-05-06"}, '
            '{"datePublished": "2024-05-07"}]</script>',
            "",
        ),
    ],
)
def test_a_date_of_something_else_is_not_the_pages(head: str, body: str) -> None:
    assert web_date(head, body) is None


def test_markdown_is_dated_by_its_front_matter() -> None:
    for written in ("2024-05-06", '"2024-05-06"', "2024-05-06T10:00:00Z # noon"):
        assert read_markdown(f"---\ntitle: A\ndate: {written}\n---\n# One\n\nText.").dated == DAY
    for written in ("May 2024", "", "2999-05-06", "[2024-05-06]"):
        assert read_markdown(f"---\ntitle: A\ndate: {written}\n---\n# One\n\nText.").dated is None
    assert read_markdown("# One\n\ndate: 2024-05-06").dated is None


def test_a_pdf_is_dated_by_its_metadata_if_that_can_be_right() -> None:
    assert pdf_date("D:20240506101112+02'00'") == DAY
    assert pdf_date("D:20240506") == DAY
    for written in ("", "D:19700101000000Z", "D:29990506000000Z", "D:2024", "yesterday"):
        assert pdf_date(written) is None


def test_plain_text_gives_no_date() -> None:
    text = b"Date: 2024-05-06\n\nThe lamp is lit."
    assert read(PlainTextReader(), Given(text, "a.txt", "text")).dated is None
