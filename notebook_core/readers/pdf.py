"""Reads PDF files that have a text layer; others are refused with what is wrong with them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from notebook_core.errors import PasswordNeeded, TooLarge, UnreadableSource
from notebook_core.extraction import Extraction, Given
from notebook_core.ports import ReportProgress
from notebook_core.readers.dates import own_date
from notebook_core.readers.pdf_layout import lay_out, without_furniture
from notebook_core.readers.pdf_page import PageContent, is_wordless, take
from notebook_core.readers.pdf_words import require_words
from notebook_core.readers.sniff import name_warnings

if TYPE_CHECKING:
    import pymupdf

_PYMUPDF = threading.Lock()
"""Held around every call into PyMuPDF, which isn't made for several threads."""

_DAMAGED_PAGE = "It is damaged and was not read."
_TRAILER = 2_048
_NO_TITLE = re.compile(
    r"\.(?:docx?|odt|rtf|pdf|indd|qxd|dvi|ps|tex|xlsx?|pptx?|pub|txt|html?)$|^microsoft (?:word|"
    r"powerpoint|excel)\b|^untitled|^unbenannt|^document ?\d*$|^slide ?\d+$|^https?:|[\\/].+[\\/]|"
    r"^adobe \w+ pdf$|[\x00-\x1f\ufffd]|^\S*_\S*$",
    re.I,
)
_LONGEST_TITLE = 300


class PdfReader:
    """PyMuPDF gives the text with its places; reading order and blocks are made here."""

    def __init__(self, max_pages: int) -> None:
        self._max_pages = max_pages

    def read(self, given: Given, report: ReportProgress) -> Extraction:
        """Pages with the boxes of their lines; a page that fails leaves a warning in its place.

        Raises PasswordNeeded, TooLarge, NoText for a scan or an empty file, UnreadableSource for
        a damaged one.
        """
        with _opened(given.data, given.name) as document:
            page_count = _page_count(document, given.name)
            if page_count > self._max_pages:
                raise TooLarge(
                    f"“{given.name}” has {page_count:,} pages and a PDF may have "
                    f"{self._max_pages:,} (GROUNDNOTE_MAX_PAGES); split it or raise the limit."
                )
            ends_well = b"%%EOF" in given.data[-_TRAILER:]
            warnings = _warnings(document, page_count, ends_well)
            title, dated = _title(document) or given.name, _dated(document)
            contents = list(_taken(document, page_count, report))
        if all(_DAMAGED_PAGE in content.warnings for content in contents):
            raise _damaged(given.name)
        spoken = without_furniture(contents)
        require_words(spoken, given.name, taken=contents)
        return Extraction(
            kind="pdf",
            title=title,
            pages=tuple(lay_out([_with_warning(content) for content in spoken])),
            method="PDF text layer",
            dated=dated,
            warnings=(*name_warnings("pdf", given.name), *warnings),
        )


@contextmanager
def _opened(data: bytes, name: str) -> Iterator[pymupdf.Document]:
    with _PYMUPDF:
        import pymupdf

        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)
        try:
            document = pymupdf.open(stream=data, filetype="pdf")
        except RuntimeError as error:
            raise _damaged(name) from error
    try:
        yield document
    finally:
        with _PYMUPDF:
            document.close()


def _page_count(document: pymupdf.Document, name: str) -> int:
    with _PYMUPDF:
        if document.needs_pass:
            raise PasswordNeeded(
                f"“{name}” opens only with a password; save a copy without one and add that."
            )
        try:
            page_count = int(document.page_count) if document.is_pdf else 0
        except Exception as error:  # MuPDF has many classes of errors for a broken file
            raise _damaged(name) from error
    if page_count < 1:
        raise _damaged(name)
    return page_count


def _warnings(document: pymupdf.Document, page_count: int, ends_well: bool) -> list[str]:
    with _PYMUPDF:
        warnings = []
        if document.is_repaired or not ends_well:
            pages = f"{page_count:,} page{'s' if page_count > 1 else ''}"
            warnings.append(f"The file is damaged; {pages} of it could be recovered.")
        if _has_attachments(document):
            warnings.append("Files attached to it were not read.")
        return warnings


def _has_attachments(document: pymupdf.Document) -> bool:
    try:
        return bool(document.embfile_count())
    except Exception:  # as above; a list of attachments that is damaged leads to none
        return False


def _title(document: pymupdf.Document) -> str:
    """The title in the file's metadata, unless it is what a program left there."""
    with _PYMUPDF:
        title = " ".join(((document.metadata or {}).get("title") or "").split())
    is_title = 4 <= len(title) <= _LONGEST_TITLE and any(map(str.isalpha, title))
    return title if is_title and not _NO_TITLE.search(title) else ""


def _dated(document: pymupdf.Document) -> date | None:
    """When the file says that it was made."""
    with _PYMUPDF:
        return own_date((document.metadata or {}).get("creationDate") or "")


def _taken(
    document: pymupdf.Document, page_count: int, report: ReportProgress
) -> Iterator[PageContent]:
    for number in range(page_count):
        with _PYMUPDF:
            try:
                content = take(document[number])
            except Exception:  # as above; one bad page never loses a document
                content = PageContent(number + 1, warnings=(_DAMAGED_PAGE,))
        report(number + 1, page_count)
        yield content


def _with_warning(content: PageContent) -> PageContent:
    if not is_wordless(content) or content.warnings:
        return content
    return replace(content, warnings=("It shows a picture; words in it were not read.",))


def _damaged(name: str) -> UnreadableSource:
    return UnreadableSource(
        f"“{name}” is a damaged PDF; get a new copy, or open it in a viewer and save it again."
    )
