"""Turns a tree of HTML, or of trafilatura's simpler tags, into blocks of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from notebook_core.domain import BlockKind
from notebook_core.extraction import Block
from notebook_core.readers.lines import block

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BREAKS = ("br", "lb")
_LISTS = ("ul", "ol", "dl", "menu", "list")
_ROWS = ("tr", "row")
_CELLS = ("td", "th", "cell")
_CODE = ("pre", "code")
_QUOTES = ("blockquote", "quote")
_INLINE = (
    *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em"),
    *("font", "hi", "i", "ins", "kbd", "label", "mark", "nobr", "output", "q", "rb", "ref", "rp"),
    *("rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt"),
    *("u", "var", "wbr", "img", "graphic"),
)
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_LONGEST_CELL = 1_000
_MOST_CELL_PARAGRAPHS = 2
_LINE_END = "\n"


def blocks_of(root: Element) -> list[Block]:
    """The text of `root` in reading order: headings, paragraphs, lists, tables, code and quotes.

    Blanks are collapsed as a browser does, save in code; a line break ends a line. Rows are lines
    with their cells joined by " | ", list items lines with a marker.
    """
    collector = _Collector()
    collector.visit(root, "paragraph")
    collector.end_paragraph("paragraph")
    return collector.blocks


class _Collector:
    """Walks a tree: what stands between two block elements becomes one paragraph."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._words: list[str] = []

    def visit(self, element: Element, kind: BlockKind) -> None:
        """Take the content of `element`, whose loose text is of `kind`."""
        self._take(element.text)
        for child in element:
            self._visit_child(child, kind)
            self._take(child.tail)

    def end_paragraph(self, kind: BlockKind) -> None:
        """Make a block of the text taken since the last one."""
        self._add(kind, _lines("".join(self._words)))
        self._words.clear()

    def _visit_child(self, child: Element, kind: BlockKind) -> None:
        tag = child.tag
        if tag in _BREAKS:
            self._words.append(_LINE_END)
        elif tag in _INLINE and not _is_code_block(child):
            self.visit(child, kind)
        else:
            self.end_paragraph(kind)
            self._visit_block(child, kind)

    def _visit_block(self, element: Element, kind: BlockKind) -> None:
        tag = element.tag
        if level := _heading_level(element):
            self._add("heading", [" ".join(_lines(_text(element)))], level)
        elif tag in _LISTS:
            self._add("list", list(_item_lines(element, 0)))
        elif tag == "table" and not _is_layout(element):
            self._add("table", list(_row_lines(element)))
        elif tag in _CODE:
            self._add("code", "".join(element.itertext()).strip("\n").split("\n"))
        else:
            inner: BlockKind = "quote" if tag in _QUOTES else kind
            self.visit(element, inner)
            self.end_paragraph(inner)

    def _take(self, text: str | None) -> None:
        if text:
            self._words.append(_BLANKS.sub(" ", text))

    def _add(self, kind: BlockKind, lines: Sequence[str], level: int = 0) -> None:
        if any(line.strip() for line in lines):
            self.blocks.append(block(kind, lines, level))


def _text(element: Element) -> str:
    """The text of an element in which blocks are set apart by a blank and breaks by a line end."""
    pieces: list[str] = []

    def visit(part: Element) -> None:
        apart = part.tag not in _INLINE
        if part.tag in _BREAKS:
            pieces.append(_LINE_END)
        pieces.append(" " if apart else "")
        pieces.append(_BLANKS.sub(" ", part.text or ""))
        for child in part:
            visit(child)
            pieces.append(_BLANKS.sub(" ", child.tail or ""))
        pieces.append(" " if apart else "")

    visit(element)
    return "".join(pieces)


def _lines(text: str) -> list[str]:
    lines = (_BLANKS.sub(" ", line).strip(" ") for line in text.split(_LINE_END))
    return [line for line in lines if line]


def _heading_level(element: Element) -> int:
    if element.tag == "head" and element.getparent() is not None:
        return _HEADINGS.get(element.get("rend", ""), 2)
    return _HEADINGS.get(str(element.tag), 0)


def _is_code_block(element: Element) -> bool:
    """Whether `code`, which is inline in HTML, holds lines, or stands by itself."""
    if element.tag != "code":
        return False
    parent = element.getparent()
    stands_alone = parent is not None and parent.tag in ("body", "main", "article")
    return stands_alone or "\n" in "".join(element.itertext()).strip()


def _item_lines(items: Element, depth: int) -> Iterator[str]:
    """A line per item, two blanks deeper for each list that it is in."""
    is_numbered = items.tag == "ol" or items.get("rend") == "ol"
    number = 0
    for item in items:
        if item.tag in _LISTS:
            yield from _item_lines(item, depth + 1)
            continue
        number += 1
        words = " ".join(_lines(_own_text(item)))
        if words:
            yield f"{'  ' * depth}{_marker(item, number if is_numbered else 0)}{words}"
        for nested in item.iterdescendants(*_LISTS):
            if next(nested.iterancestors(*_LISTS)) is items:
                yield from _item_lines(nested, depth + 1)


def _marker(item: Element, number: int) -> str:
    if item.tag == "dd" or item.get("rend", "").startswith("dd"):
        return "  "
    return f"{number}. " if number else "- "


def _own_text(item: Element) -> str:
    """The text of an item without the lists inside it."""
    pieces = [item.text or ""]
    for child in item:
        pieces.append(" " if child.tag in _LISTS else _text_without_lists(child))
        pieces.append(child.tail or "")
    return _BLANKS.sub(" ", "".join(pieces))


def _text_without_lists(element: Element) -> str:
    if next(element.iterdescendants(*_LISTS), None) is None:
        return _text(element)
    return f" {_own_text(element)} "


def _row_lines(table: Element) -> Iterator[str]:
    for row in table.iter(*_ROWS):
        cells = [" ".join(_lines(_text(cell))) for cell in row if cell.tag in _CELLS]
        if any(cells):
            yield " | ".join(cells)


def _is_layout(table: Element) -> bool:
    """Whether a table arranges a page rather than data."""
    rows = [[cell for cell in row if cell.tag in _CELLS] for row in table.iter(*_ROWS)]
    if all(sum(1 for cell in row if _text(cell).strip()) <= 1 for row in rows):
        return True  # one column, whatever is around it
    return any(_holds_a_page(cell) for row in rows for cell in row)


def _holds_a_page(cell: Element) -> bool:
    if next(cell.iterdescendants("table", "head", *_HEADINGS), None) is not None:
        return True
    paragraphs = sum(1 for _ in cell.iterdescendants("p"))
    return paragraphs > _MOST_CELL_PARAGRAPHS or len(_text(cell)) > _LONGEST_CELL
