"""Reads Markdown: CommonMark says where its blocks are, and their lines stay as written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.token import Token

from notebook_core.domain import BlockKind
from notebook_core.extraction import Block, Extraction, Given, Page
from notebook_core.ports import ReportProgress
from notebook_core.readers.decoding import decode
from notebook_core.readers.embedded_html import EMBEDDED_LEFT_OUT, without_data_uris, without_html
from notebook_core.readers.front_matter import read_front_matter
from notebook_core.readers.lines import block, require_text, split_lines
from notebook_core.readers.sniff import name_warnings
from notebook_core.text.titles import plain_title

_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "html_block": "paragraph",
    "hr": "paragraph",
    "fence": "code",
    "code_block": "code",
    "table_open": "table",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "blockquote_open": "quote",
}
_PRE = re.compile(r"\s*<pre\b", re.I)
_WHOLE = ("fence", "code_block", "table_open")  # blocks of their own even inside a list or quote


class MarkdownReader:
    """Keeps the text as written, minus front matter, HTML and embedded files."""

    def read(self, given: Given, report: ReportProgress) -> Extraction:
        """Blocks on no page; the title is the front matter's, else the first level 1 heading's,
        else the name. Raises UnreadableSource, NoText."""
        decoded = decode(given.data, given.charset)
        text = without_data_uris(decoded.text)
        left_out = () if text == decoded.text else (EMBEDDED_LEFT_OUT,)
        lines = split_lines(text)
        front_matter = read_front_matter(lines)
        blocks = blocks_of(_without_markup(lines[front_matter.lines :]))
        require_text(blocks, given.name)
        report(1, 1)
        return Extraction(
            kind="markdown",
            title=front_matter.title or _first_title(blocks) or given.name,
            pages=(Page(None, tuple(blocks)),),
            method="Markdown",
            dated=front_matter.dated,
            warnings=(*name_warnings("markdown", given.name), *decoded.warnings, *left_out),
        )


def blocks_of(lines: Sequence[str]) -> list[Block]:
    """The blocks of Markdown lines; every line that isn't blank is in exactly one of them."""
    blocks: list[Block] = []
    end_before = 0
    for owner, numbers in groupby(range(len(lines)), _owners(lines).__getitem__):
        start, end = _trimmed(lines, list(numbers))
        if start < end:
            gap = start - end_before + 1
            blocks.append(block(owner.kind, lines[start:end], owner.level, gap))
            end_before = end
    return blocks


@dataclass(frozen=True)
class _Owner:
    """What a line belongs to; `token` tells two neighbours of the same kind apart."""

    kind: BlockKind = "paragraph"
    level: int = 0
    token: int = -1


def _owners(lines: Sequence[str]) -> list[_Owner]:
    """Per line the block that it belongs to; link definitions, without a token, are paragraphs."""
    owners = [_Owner()] * len(lines)
    for number, token in enumerate(_parse(lines)):
        if token.type in _KINDS and token.map and (token.level == 0 or token.type in _WHOLE):
            level = int(token.tag[1:]) if token.type == "heading_open" else 0
            for line in range(*token.map):
                owners[line] = _Owner(_KINDS[token.type], level, number)
    return owners


def _trimmed(lines: Sequence[str], numbers: Sequence[int]) -> tuple[int, int]:
    """The range of line numbers without the blank lines at its ends."""
    start, end = numbers[0], numbers[-1] + 1
    while start < end and not lines[start].strip():
        start += 1
    while start < end and not lines[end - 1].strip():
        end -= 1
    return start, end


def _first_title(blocks: Iterable[Block]) -> str:
    for part in blocks:
        if part.kind == "heading" and part.level == 1:
            return plain_title("\n".join(line.text for line in part.lines))
    return ""


def _without_markup(lines: Sequence[str]) -> list[str]:
    """The lines without HTML; code keeps all."""
    cleaned: list[str] = []
    for is_code, group in groupby(_marked(lines), key=lambda marked: marked[0]):
        text = "\n".join(line for _, line in group)
        cleaned += (text if is_code else without_html(text)).split("\n")
    return cleaned


def _marked(lines: Sequence[str]) -> Iterator[tuple[bool, str]]:
    """Each line with whether it is code, outside code without what would make it code later.

    Once its tags are gone, an indented line of an HTML block would be taken for code.
    """
    code: set[int] = set()
    html: set[int] = set()
    for token in _parse(lines):
        numbers = range(*token.map) if token.map else ()
        if token.type in ("fence", "code_block"):
            code.update(numbers)
        elif token.type == "html_block" and token.level == 0 and not _PRE.match(token.content):
            html.update(numbers)
    for number, line in enumerate(lines):
        yield number in code, line.lstrip() if number in html else line


def _parse(lines: Sequence[str]) -> list[Token]:
    return _parser().parse("\n".join(lines))


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables, down to blocks: nothing here needs to know what is inside a line."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser
