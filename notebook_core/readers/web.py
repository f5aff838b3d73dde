"""Reads a web page: what a person came for, as blocks, without menus, footers and comments."""

from __future__ import annotations

import logging
import re
from copy import deepcopy
from typing import TYPE_CHECKING

from notebook_core.errors import NoText
from notebook_core.extraction import Block, Extraction, Given, Page
from notebook_core.ports import ReportProgress
from notebook_core.readers.decoding import Decoded, decode
from notebook_core.readers.html_blocks import blocks_of
from notebook_core.readers.html_repair import keep_only_visible, repair
from notebook_core.readers.lines import require_text
from notebook_core.readers.page_checks import PageSigns, require_page
from notebook_core.readers.page_date import page_date
from notebook_core.readers.page_title import head_title, page_title
from notebook_core.readers.sniff import name_warnings

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_META_CHARSET = re.compile(
    rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]*encoding=[\"']([\w.:-]+)", re.I
)
_META_WITHIN = 4096
_NOT_IN_XML = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]"
    r"|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])(?!\d)|x0*(?:[0-8bcef]|1[0-9a-f])(?![0-9a-f]));?",
    re.I,
)
_SHORT = 250
_MOST_LOST = 0.5


class WebReader:
    """trafilatura finds the content; where it would lose much, or little is there, all that is
    visible is taken."""

    def read(self, given: Given, report: ReportProgress) -> Extraction:
        """Blocks on no page. What the server declared as charset wins over the page's own.

        Raises UnreadableSource, NoText, FetchFailed when the page is something else in disguise.
        """
        decoded = _decoded(given.data, given.charset)
        tree = _parsed(decoded.text, given.name)
        title = page_title(tree, given.name)
        dated = page_date(tree)
        repair(tree)
        shown = deepcopy(tree)
        keep_only_visible(shown)
        blocks, method = _content(tree, shown)
        visible = " ".join(" ".join(shown.itertext()).split())
        require_page(
            blocks, PageSigns(given.name, (title, head_title(tree)), visible, decoded.text)
        )
        require_text(blocks, given.name)
        report(1, 1)
        return Extraction(
            kind="web",
            title=title or given.name,
            pages=(Page(None, tuple(blocks)),),
            method=method,
            dated=dated,
            warnings=(*name_warnings("web", given.name), *decoded.warnings),
        )


def _decoded(data: bytes, declared: str) -> Decoded:
    """By the header, then a byte order mark or the page's own declaration, then detection."""
    match = _META_CHARSET.search(data[:_META_WITHIN])
    own = (match[1] or match[2]).decode("ascii", "replace") if match else ""
    decoded = decode(data, declared or own)
    return decode(data, own) if declared and own and decoded.guessed else decoded


def _parsed(text: str, name: str) -> HtmlElement:
    import lxml.etree
    import lxml.html

    parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        markup = _NOT_IN_XML.sub(" ", text).encode("utf-8")
        return lxml.html.document_fromstring(markup, parser=parser)
    except lxml.etree.ParserError as error:
        raise NoText(f"There is no text in “{name}”; choose a page that holds some.") from error


def _content(tree: HtmlElement, shown: HtmlElement) -> tuple[list[Block], str]:
    """The blocks of the page's content, and how they were found."""
    import trafilatura
    from trafilatura.settings import Document

    # What it finds wrong with a page is said by our own checks, in words for users.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    document = trafilatura.bare_extraction(tree, include_comments=False, include_formatting=True)
    extracted = blocks_of(document.body) if isinstance(document, Document) else []
    if _length(extracted) < _SHORT:
        visible = blocks_of(shown)
        if _length(visible) < 2 * _SHORT or _length(extracted) < _length(visible) * _MOST_LOST:
            return visible, "visible text"
    return extracted, "trafilatura"


def _length(blocks: list[Block]) -> int:
    return sum(len(line.text) for one in blocks for line in one.lines)
