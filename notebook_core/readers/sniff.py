"""Tells what a source is from its bytes; its name only says whether a text is Markdown."""

from __future__ import annotations

import re
from mimetypes import MimeTypes
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from notebook_core.domain import SourceKind
from notebook_core.errors import NoText, UnreadableSource, UnsupportedType
from notebook_core.readers.decoding import MOST_CONTROLS, decode, share_of_controls

EXTENSIONS: dict[str, SourceKind] = {
    ".pdf": "pdf",
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".mdx": "markdown",
    ".html": "web",
    ".htm": "web",
    ".xhtml": "web",
    ".txt": "text",
    ".text": "text",
    ".log": "text",
    ".rst": "text",
    ".csv": "text",
    ".tsv": "text",
}
"""Extensions of what the readers take, and the kind that each claims."""

SUPPORTED = "Groundnote reads PDF, Markdown, web pages (HTML) and plain text."

_KIND_NAMES: dict[SourceKind, str] = {
    "pdf": "a PDF",
    "markdown": "Markdown",
    "web": "a web page",
    "text": "plain text",
}
_ANY_BYTES = "application/octet-stream"
_OPEN_XML = "application/vnd.openxmlformats-officedocument."
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
_NAMES = {
    f"{_OPEN_XML}wordprocessingml.document": "a Word document",
    f"{_OPEN_XML}spreadsheetml.sheet": "an Excel workbook",
    f"{_OPEN_XML}presentationml.presentation": "a PowerPoint presentation",
    f"{_OPEN_DOCUMENT}text": "an OpenDocument text",
    f"{_OPEN_DOCUMENT}spreadsheet": "an OpenDocument spreadsheet",
    f"{_OPEN_DOCUMENT}presentation": "an OpenDocument presentation",
    "application/x-ole-storage": "an old Office document",
    "application/rtf": "a Rich Text document",
    "application/epub+zip": "an EPUB book",
    "application/zip": "a ZIP archive",
    "application/gzip": "a gzip archive",
    "application/x-tar": "a tar archive",
    "application/x-7z-compressed": "a 7-Zip archive",
    "application/vnd.microsoft.portable-executable": "a Windows program",
    "application/x-elf": "a program",
    "application/x-mach-binary": "a program",
    "application/x-sqlite3": "an SQLite database",
    _ANY_BYTES: "binary data",
}
_FAMILIES = {"image": "an image", "audio": "a sound file", "video": "a video", "font": "a font"}

_PDF_JUNK = 1024
_SAMPLE = 65_536
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")

_LEAD = r"(?:\s|<!--.*?-->|<\?xml[^>]*\?>)*"
_PAGE = re.compile(
    rf"{_LEAD}<(?:!doctype\s+html|html|head|body|title|meta|base|link\s)\b", re.I | re.S
)
_SVG = re.compile(rf"{_LEAD}(?:<!doctype\s+svg[^>]*>\s*)?<svg\b", re.I | re.S)
_FRAGMENT = re.compile(
    rf"{_LEAD}<(?:p|div|article|section|main|header|nav|table|ul|ol|dl|h[1-6]|blockquote|pre|figure"
    r"|span|form|script|style|center|font|b|strong|a)(?:[\s/][^<>]*)?>",
    re.I | re.S,
)
_ANY_TAG = re.compile(r"</?[a-z][a-z0-9]*(?:[\s/][^<>]*)?>", re.I)
_DATA_URI = re.compile(
    rb"\s*data:([\w.+-]+/[\w.+-]+)[\w;=.+-]*(?:;base64,[\w+/=\s-]+|,[^\s\"'<>]+)\s*"
)


def sniff(data: bytes, name: str, media_type: str = "") -> SourceKind:
    """The kind of reader that `data` needs.

    `name` and `media_type` (a Content-Type header) only choose between Markdown and plain text,
    and settle whether a piece of markup without a page around it is HTML.
    Raises NoText for what is empty or blank, UnsupportedType, naming what it looks like, for the
    rest that no reader takes.
    """
    if _is_blank(data):
        raise NoText(f"“{name}” is empty; choose a file that holds text.")
    if _is_pdf(data, name):
        return "pdf"
    if looks_like := _unsupported(data):
        raise UnsupportedType(_refusal(looks_like, name))
    return _kind_of_text(_beginning(data), _claimed(name), media_type)


def is_data_uri(data: bytes) -> bool:
    """Whether all of it is one embedded file, such as an image in base64."""
    return _DATA_URI.fullmatch(data) is not None


def name_warnings(kind: SourceKind, name: str) -> tuple[str, ...]:
    """What to say when the name claims something else than what the content was read as."""
    claimed = _claimed(name)
    if claimed == kind or {claimed, kind} == {"text", "markdown"}:
        return ()
    if claimed is None and not _claims_binary(name):
        return ()
    return (f"The name ends in {_extension(name)}, but the content is {_KIND_NAMES[kind]}.",)


def _extension(name: str) -> str:
    return PurePosixPath(urlsplit(name).path if "://" in name else name).suffix


def _claimed(name: str) -> SourceKind | None:
    return EXTENSIONS.get(_extension(name).lower())


def _claims_binary(name: str) -> bool:
    media_type = MimeTypes(filenames=()).guess_type(f"x{_extension(name)}")[0] or ""
    return media_type.startswith((*_FAMILIES, "application/vnd.", "application/msword"))


def _is_blank(data: bytes) -> bool:
    for mark in _BOMS:
        data = data.removeprefix(mark)
    return not data[:_SAMPLE].strip(b" \t\r\n\f\v\0") and not data.strip(b" \t\r\n\f\v\0")


def _is_pdf(data: bytes, name: str) -> bool:
    """PDF by its header (within the first kilobyte) or, should that be cut off, by its trailer.

    Implementation note 13 of the PDF 1.7 reference, appendix H: readers take a header anywhere
    in the first 1024 bytes.
    """
    head, tail = data[:_PDF_JUNK], data[-_PDF_JUNK:]
    if head.lstrip().startswith(b"%PDF-"):
        return True
    if b"endobj" not in data or not (b"%PDF-" in head or b"startxref" in tail):
        return False
    return _claimed(name) in (None, "pdf") or not _is_text(data)


def _unsupported(data: bytes) -> str:
    """The media type of what no reader takes; "" for text."""
    head = data[:16].lstrip()
    if head.startswith(b"{\\rtf"):
        return "application/rtf"
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return "application/x-ole-storage"
    if match := _DATA_URI.fullmatch(data):
        return f"data:{match[1].decode()}"
    if _is_text(data):
        return "image/svg" if _SVG.match(_beginning(data)) else ""
    import chardet  # it knows the signatures of binary formats, and their media types

    found = chardet.detect(data[:_SAMPLE], exclude_encodings=_WIDE)
    if found["encoding"] or (found["mime_type"] == _ANY_BYTES and _is_decodable(data)):
        return ""
    return found["mime_type"] or _ANY_BYTES


def _is_decodable(data: bytes) -> bool:
    """Whether it is text after all, in UTF-16 without a mark or with a few NULs."""
    try:
        decode(data[:_SAMPLE])
    except UnreadableSource:
        return False
    return True


def _is_text(data: bytes) -> bool:
    """Whether the bytes are text beyond doubt: marked as such, UTF-8, or without controls."""
    if data.startswith(_BOMS):
        return True
    controls = share_of_controls(data)
    if controls and data.startswith(b"PK\x03\x04"):
        return False
    return controls == 0 or (controls <= MOST_CONTROLS and _is_utf8(data))


def _is_utf8(data: bytes) -> bool:
    """Whether the beginning is UTF-8, save for a character that the end of it cuts."""
    try:
        data[:_SAMPLE].decode("utf-8")
    except UnicodeDecodeError as error:
        return len(data) > _SAMPLE and error.start > _SAMPLE - 4
    return True


def _beginning(data: bytes) -> str:
    """The first characters, good enough to see markup: it is ASCII in all that is met."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data[:_SAMPLE].decode("utf-16" if wide else "latin-1", "replace")
    return text.replace("\0", "").removeprefix("ï»¿")


def _kind_of_text(text: str, claimed: SourceKind | None, media_type: str) -> SourceKind:
    is_markdown = claimed == "markdown" or "markdown" in media_type
    if _PAGE.match(text):
        return "web"
    if is_markdown:
        return "markdown"
    if _FRAGMENT.match(text) or (claimed == "web" and _ANY_TAG.search(text)):
        return "web"
    return "text"


def _refusal(media_type: str, name: str) -> str:
    what = _NAMES.get(media_type, "")
    family, _, subtype = media_type.partition("/")
    if media_type.startswith("data:"):
        what = f"one embedded file ({media_type}) and no text"
    elif not what and family in _FAMILIES:
        what = f"{_FAMILIES[family]} ({subtype.removeprefix('x-').upper()})"
    what = what or f"of the type {media_type}"
    despite = f", though its name ends in {_extension(name)}" if _claimed(name) else ""
    return f"“{name}” is {what}{despite}. {SUPPORTED}"
