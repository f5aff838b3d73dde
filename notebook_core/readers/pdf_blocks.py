"""Makes blocks of rows: headings, paragraphs, list items, tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from statistics import median

from notebook_core.extraction import Block, Line
from notebook_core.readers.pdf_rows import Row

_LARGER = 1.12
_LARGEST_SHARE = 0.2
_MOST_SIZES = 5
_LONGEST_HEADING = 200
_LONGEST_BOLD_HEADING = 120
_MOST_HEADING_ROWS = 3
_LONGEST_CELL = 80
_EXTRA_SPACE = 0.45
_EXTRA_SPACE_OF_HEADINGS = 0.8
_INDENT = 0.8
_SHORT_LINE = 0.15
_FULL_LINE = 0.97
_SENTENCE_END = re.compile(r"[.!?:…。！？：][\"'”’»)\]]*$")
_ENTRY_END = re.compile(r"\D\s\d{1,4}$")  # of a table of contents
_NO_HEADING_END = re.compile(r"[.,;]$")
_HYPHENATED = re.compile(r"[^\W\d_][-\u00ad\u2010]$|[,;]$")
_BULLET = re.compile(r"[•‣▪●○◦■□]\s*\S|[–—*·-]\s+\S")
_NUMBERED = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s+\S")
_WORDS = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")


@dataclass(frozen=True)
class Typography:
    """The size and weight of the running text of a document, and the level of each larger size."""

    size: float = 0.0
    is_bold: bool = False
    levels: dict[float, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Typography:
        """Running text is in the size that most characters have; headings are in larger, rarer
        ones, and the largest is of level 1."""
        rows = list(rows)
        sizes: Counter[float] = Counter()
        for row in rows:
            sizes[_rounded(row.size)] += len(row.text)
        if not sizes:
            return cls()
        body = sizes.most_common(1)[0][0]
        bold = sum(len(row.text) for row in rows if row.bold)
        in_headings = {_rounded(row.size) for row in rows if _may_be_heading(row)}
        larger = [
            size
            for size in sorted(in_headings, reverse=True)
            if size >= body * _LARGER and sizes[size] <= sizes.total() * _LARGEST_SHARE
        ]
        levels = {size: min(n, _MOST_SIZES) for n, size in enumerate(larger, start=1)}
        return cls(body, bold * 2 > sizes.total(), levels)

    def level(self, rows: Sequence[Row]) -> int:
        """The level of a heading (1 to 6); 0 for rows that are none."""
        text = " ".join(row.text for row in rows)
        if len(rows) > _MOST_HEADING_ROWS or not all(map(_may_be_heading, rows)):
            return 0
        levels = {self.levels.get(_rounded(row.size), 0) for row in rows}
        if len(levels) == 1 and 0 not in levels and len(text) <= _LONGEST_HEADING:
            return levels.pop()
        stands_out = not self.is_bold and all(row.bold for row in rows)
        is_short = len(text) <= _LONGEST_BOLD_HEADING and not _NO_HEADING_END.search(text)
        return max(self.levels.values(), default=0) + 1 if stands_out and is_short else 0


@dataclass(frozen=True)
class _Column:
    """What tells paragraphs apart in a column: edges, space between lines, usual size."""

    left: float
    right: float
    leading: float
    size: float

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _Column:
        spaces = [
            below.place.y0 - above.place.y1
            for above, below in pairwise(rows)
            if below.place.y0 - above.place.y1 < below.place.y1 - below.place.y0
        ]
        return cls(
            min(row.place.x0 for row in rows),
            max(row.place.x1 for row in rows),
            median(spaces) if spaces else 0.0,
            median(row.size for row in rows),
        )

    def is_short(self, row: Row) -> bool:
        return row.place.x1 < self.right - (self.right - self.left) * _SHORT_LINE

    def is_full(self, row: Row) -> bool:
        return row.place.x1 - self.left >= (self.right - self.left) * _FULL_LINE


def blocks_of(rows: Sequence[Row], typography: Typography) -> list[Block]:
    """The blocks of a column. Running text flows; a list item is a block right below the one
    before; a row of a table is a line with its cells joined by " | "."""
    if not rows:
        return []
    column = _Column.of(rows)
    blocks: list[Block] = []
    for is_table, group in groupby(_marked_tables(rows), key=lambda marked: marked[0]):
        part = [row for _, row in group]
        if is_table:
            blocks.append(Block("table", tuple(Line(" | ".join(r.cells), r.box) for r in part)))
            continue
        for paragraph in _paragraphs(part, column):
            block = _block(paragraph, typography)
            is_next_item = block.kind == "list" and blocks and blocks[-1].kind == "list"
            blocks.append(replace(block, gap=1) if is_next_item else block)
    return blocks


def goes_on(above: Sequence[Row], below: Sequence[Row]) -> bool:
    """Whether the last paragraph of one column is continued at the top of the next."""
    last, first = above[-1], below[0]
    if _SENTENCE_END.search(last.text) or _is_item(first):
        return False
    runs_on = first.text[:1].islower() or _HYPHENATED.search(last.text)
    return bool(runs_on or _Column.of(above).is_full(last))


def _marked_tables(rows: Sequence[Row]) -> Iterator[tuple[bool, Row]]:
    """Each row with whether it is of a table: one of several rows with cells, or of many cells."""
    for has_cells, group in groupby(rows, key=lambda row: len(row.cells) > 1):
        part = list(group)
        is_table = has_cells and (len(part) > 1 or len(part[0].cells) > 2)
        is_table = is_table and all(len(c) <= _LONGEST_CELL for row in part for c in row.cells)
        yield from ((is_table, row) for row in part)


def _paragraphs(rows: Sequence[Row], column: _Column) -> list[list[Row]]:
    paragraphs: list[list[Row]] = []
    for number, row in enumerate(rows):
        below = rows[number + 1] if number + 1 < len(rows) else None
        if paragraphs and not _begins(row, paragraphs[-1], below, column):
            paragraphs[-1].append(row)
        else:
            paragraphs.append([row])
    return paragraphs


def _begins(row: Row, paragraph: Sequence[Row], below: Row | None, column: _Column) -> bool:
    """Whether a row begins a paragraph rather than continuing the one above."""
    above = paragraph[-1]
    has_ended = bool(_SENTENCE_END.search(above.text))
    may_begin = has_ended or column.is_short(above)
    if _is_set_apart(row, above, column):
        return True
    if _ENTRY_END.search(above.text) and _ENTRY_END.search(row.text):
        return True
    if all(_differ(row.size, one.size) for one in paragraph[-2:]):
        return may_begin or not row.text[:1].islower()
    if row.bold and not above.bold and not row.text[:1].islower():
        return may_begin
    if above.bold and not row.bold and all(one.bold for one in paragraph):
        return may_begin
    if _is_item(row):
        return has_ended or _is_item(paragraph[0]) or bool(_BULLET.match(row.text))
    if _is_item(paragraph[0]):
        return has_ended and row.place.x0 < paragraph[0].place.x0 + row.size * _INDENT / 2
    return has_ended and (column.is_short(above) or _is_indented(row, paragraph, below))


def _is_set_apart(row: Row, above: Row, column: _Column) -> bool:
    """Whether there is more space above a row than between the lines of its column."""
    space = row.place.y0 - above.place.y1
    height = min(row.place.y1 - row.place.y0, above.place.y1 - above.place.y0)
    is_heading = not _differ(row.size, above.size) and row.size > column.size * _LARGER
    extra = _EXTRA_SPACE_OF_HEADINGS if is_heading else _EXTRA_SPACE
    return space > max(column.leading, 0) + height * extra or space < -height


def _is_indented(row: Row, paragraph: Sequence[Row], below: Row | None) -> bool:
    """Whether only this line is set in, or, where the others are set in, only this one is out."""
    above, step = paragraph[-1], row.size * _INDENT
    if row.place.x0 < above.place.x0 - step:
        return len(paragraph) > 1
    is_in = row.place.x0 > above.place.x0 + step
    return is_in and (below is None or below.place.x0 < row.place.x0 - step / 2)


def _block(rows: Sequence[Row], typography: Typography) -> Block:
    lines = tuple(Line(row.text, row.box) for row in rows)
    if _is_item(rows[0]):
        return Block("list", lines, flowing=True)
    if level := typography.level(rows):
        return Block("heading", lines, level, flowing=True)
    return Block("paragraph", lines, flowing=True)


def _is_item(row: Row) -> bool:
    return bool(_BULLET.match(row.text) or _NUMBERED.match(row.text))


def _may_be_heading(row: Row) -> bool:
    return bool(_WORDS.search(row.text)) and len(row.text) <= _LONGEST_HEADING


def _differ(size: float, other: float) -> bool:
    return max(size, other) > min(size, other) * _LARGER


def _rounded(size: float) -> float:
    """To half a point, since the same font is often set in sizes that differ by a hair."""
    return round(size * 2) / 2
