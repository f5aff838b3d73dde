"""The bytes decide what a source is; the name only chooses between Markdown and plain text."""

import io
import zipfile

import pytest

from notebook_core.errors import NoText, UnsupportedType
from notebook_core.readers.sniff import name_warnings, sniff

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF"


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "content")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (PDF, "a.pdf", "pdf"),
        (PDF, "a.txt", "pdf"),
        (b"  \n" + PDF, "a.pdf", "pdf"),
        (b"HTTP/1.1 200 OK\x00\x01 junk " * 12 + PDF, "a.pdf", "pdf"),
        (PDF[9:], "head-cut.pdf", "pdf"),
        (b"# How a PDF begins\n\n%PDF-1.4\nendobj\nstartxref\n", "tutorial.md", "markdown"),
        (b"<!doctype html><p>Hello", "a.md", "web"),
        (b"\xef\xbb\xbf\n<!-- saved -->\n<HTML><body>Hello", "a.txt", "web"),
        ("<html><p>Hello".encode("utf-16"), "a", "web"),
        (b"<?xml version='1.0'?><html xmlns='x'><body/></html>", "a.xhtml", "web"),
        (b"<p>It&rsquo;s two.</p>", "fragment.html", "web"),
        (b"<p align='center'>\n</p>\n\n# Title", "README.md", "markdown"),
        (b"some <b>bold</b> words", "a.html", "web"),
        (b"<img src='data:image/png;base64,iVBORw0KGgo='>", "a.html", "web"),
        (b"see <video src=x> there", "a.html", "web"),
        (b"just words, 1 < 2 and 3 > 2", "a.html", "text"),
        (b"# Title", "a.md", "markdown"),
        (b"# Title", "notes/A.MARKDOWN", "markdown"),
        (b"# Title", "a.txt", "text"),
        (b"# Title", "", "text"),
        (b"# Title", "https://example.org/raw.md?download=1#top", "markdown"),
        (b"<lock@example.org> wrote: hello", "mail.txt", "text"),
        (b"BMW and MZ are makers.", "a.txt", "text"),
        ("BMW – größere Motoren".encode("cp1252"), "a.txt", "text"),
        (b"one \x00 NUL in a long enough text", "a.txt", "text"),
        ("Čtvrtý jez".encode("utf-16-le"), "a.txt", "text"),
        ("水闸在早上打开。".encode("gbk"), "a.txt", "text"),
        ("Шлюз был открыт утром.".encode("utf-16-le"), "a.txt", "text"),
        ("会議は三時に始まる".encode("utf-16-le"), "a.txt", "text"),
        ("สวัสดีครับ".encode("utf-16-be"), "a.txt", "text"),
        ("안녕하세요".encode("utf-16-le"), "a.md", "markdown"),
        ("今天天气很好。".encode("utf-32-be"), "a.txt", "text"),
        ("größer\0 und weiter. Wir haben noch mehr Text.".encode("cp1252"), "a.txt", "text"),
    ],
)
def test_the_kind_is_told_from_the_bytes(data: bytes, name: str, kind: str) -> None:
    assert sniff(data, name) == kind


def test_a_declared_media_type_chooses_markdown() -> None:
    assert sniff(b"# Title", "https://example.org/raw", "text/markdown") == "markdown"
    assert sniff(b"<!doctype html>", "https://example.org/raw", "text/markdown") == "web"


@pytest.mark.parametrize("data", [b"", b" \n\t ", b"\xef\xbb\xbf", b"\xff\xfe", b"\0\0\0\0"])
def test_nothing_is_refused_as_empty(data: bytes) -> None:
    with pytest.raises(NoText, match="is empty; choose a file"):
        sniff(data, "a.pdf")


@pytest.mark.parametrize(
    ("data", "name", "what"),
    [
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0",
            "map.pdf",
            "an image (PNG), though its name ends in .pdf",
        ),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "a.jpg", "an image (JPEG)"),
        (zipped("a.txt"), "a.md", "a ZIP archive, though its name ends in .md"),
        (zipped("[Content_Types].xml", "word/document.xml"), "a.docx", "a Word document"),
        (zipped("xl/workbook.xml"), "a.xlsx", "an Excel workbook"),
        (zipped("META-INF/container.xml"), "a.epub", "an EPUB book"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a.doc", "an old Office document"),
        (b"{\\rtf1\\ansi Hello}", "a.rtf", "a Rich Text document"),
        (b"\x7fELF\x02\x01\x01" + bytes(60), "a", "a program"),
        (b"MZ\x90\0\x03\0\0\0" + bytes(200), "setup.txt", "a Windows program"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\x03" + bytes(range(256)), "a.gz", "a gzip archive"),
        (
            b"<svg xmlns='http://www.w3.org/2000/svg'><text>words</text></svg>",
            "a",
            "an image (SVG)",
        ),
        (b"data:image/png;base64,iVBORw0KGgo=", "a.txt", "one embedded file (data:image/png)"),
        (
            b"data:image/png;base64,\niVBO\nRw0K\nGgo=\n",
            "a.txt",
            "one embedded file (data:image/png)",
        ),
        (b"data:text/plain;base64,iVBORw0KGgo=", "a.txt", "one embedded file (data:text/plain)"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "a.mp4", "a video (MP4)"),
        (bytes(range(256)) * 4, "a.txt", "binary data"),
    ],
)
def test_what_no_reader_takes_is_named_with_what_they_take(
    data: bytes, name: str, what: str
) -> None:
    with pytest.raises(UnsupportedType) as refusal:
        sniff(data, name)
    assert f"“{name}” is {what}" in str(refusal.value)
    assert "PDF, Markdown, web pages (HTML) and plain text" in str(refusal.value)


def test_a_name_that_claims_another_kind_is_pointed_out() -> None:
    assert name_warnings("text", "a.pdf") == (
        "The name ends in .pdf, but the content is plain text.",
    )
    assert name_warnings("web", "https://example.org/paper.pdf?v=1") == (
        "The name ends in .pdf, but the content is a web page.",
    )
    assert name_warnings("text", "photo.png") != ()


@pytest.mark.parametrize(
    "name", ["a.txt", "a.md", "a", "a.py", "v1.2 final", "Report: final", "https://example.zip"]
)
def test_a_name_that_fits_says_nothing(name: str) -> None:
    assert name_warnings("text", name) == ()
