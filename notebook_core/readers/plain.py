"""Reads plain and pasted text: paragraphs between blank lines, every line kept as written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from notebook_core.domain import BlockKind
from notebook_core.extraction import Block, Extraction, Given, Page
from notebook_core.ports import ReportProgress
from notebook_core.readers.decoding import decode
from notebook_core.readers.embedded_html import EMBEDDED_LEFT_OUT, without_data_uris
from notebook_core.readers.lines import block, paragraphs, require_text, split_lines
from notebook_core.readers.sniff import name_warnings

_ITEM = re.compile(r"\s*(?:[-*+•‣▪–—]|\(?(?:\d{1,3}|[a-z])[.)])\s+\S")
_UNDERLINE = re.compile(r"={2,}\s*|-{2,}\s*")
_LONGEST_HEADING = 100


class PlainTextReader:
    """Takes text as it is, but for embedded files.

    The lines don't flow, since only their author knows which may.
    """

    def read(self, given: Given, report: ReportProgress) -> Extraction:
        """Blocks of lines on no page. Raises UnreadableSource, NoText."""
        decoded = decode(given.data, given.charset)
        text = without_data_uris(decoded.text)
        left_out = () if text == decoded.text else (EMBEDDED_LEFT_OUT,)
        blocks = blocks_of(split_lines(text))
        require_text(blocks, given.name)
        report(1, 1)
        return Extraction(
            kind="text",
            title=given.name,
            pages=(Page(None, tuple(blocks)),),
            method="plain text",
            warnings=(*name_warnings("text", given.name), *decoded.warnings, *left_out),
        )


def blocks_of(lines: Sequence[str]) -> list[Block]:
    """Paragraphs, lists, and headings that are underlined; the underline is no part of them."""
    blocks: list[Block] = []
    end_before = 0
    for start, end in paragraphs(lines):
        gap = start - end_before + 1
        if _is_heading(lines[start:end]):
            level = 1 if "=" in lines[start + 1] else 2
            blocks.append(block("heading", lines[start : start + 1], level, gap))
            blocks.append(block("paragraph", lines[start + 1 : start + 2], gap=1))
            start, gap = start + 2, 1
        if start < end:
            kind: BlockKind = "list" if _is_list(lines[start:end]) else "paragraph"
            blocks.append(block(kind, lines[start:end], gap=gap))
        end_before = end
    return blocks


def _is_heading(lines: Sequence[str]) -> bool:
    """Whether the first line is underlined at its own length, as no table or rule would be."""
    if len(lines) < 2 or len(lines[0]) > _LONGEST_HEADING or not _UNDERLINE.fullmatch(lines[1]):
        return False
    words, underline = lines[0].strip(), lines[1].strip()
    return any(map(str.isalnum, words)) and abs(len(words) - len(underline)) <= 2


def _is_list(lines: Sequence[str]) -> bool:
    """Whether every line is an item or, being indented, continues one."""
    if not _ITEM.match(lines[0]):
        return False
    items = sum(1 for line in lines if _ITEM.match(line))
    return items > 1 and all(_ITEM.match(line) or line[:1].isspace() for line in lines)
