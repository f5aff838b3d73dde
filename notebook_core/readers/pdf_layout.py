"""Lays out the pages of a document: furniture out, tables together, columns in order, blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from notebook_core.extraction import Block, Line, Page
from notebook_core.readers.pdf_blocks import Typography, blocks_of, goes_on
from notebook_core.readers.pdf_columns import Region, in_reading_order
from notebook_core.readers.pdf_fragments import Fragment
from notebook_core.readers.pdf_furniture import furniture
from notebook_core.readers.pdf_page import PageContent
from notebook_core.readers.pdf_rows import Row, rows_of, union
from notebook_core.readers.pdf_tables import Table, tables


@dataclass(frozen=True)
class _Part:
    """Rows of running text, or a ruled table, in reading order; `continues` as a region does."""

    rows: tuple[Row, ...] = ()
    table: Table[Fragment] | None = None
    continues: bool = False


def without_furniture(contents: Sequence[PageContent]) -> list[PageContent]:
    """The pages as they speak for themselves: without what repeats from page to page."""
    found = furniture(contents)
    return [
        replace(
            content,
            fragments=tuple(one for one in content.fragments if one not in found.left_out[number]),
            aside=tuple(one for one in content.aside if one not in found.left_out[number]),
            once=tuple(sorted(found.kept_once[number], key=_height)),
        )
        for number, content in enumerate(contents)
    ]


def _height(fragment: Fragment) -> tuple[float, float]:
    return fragment.place.y0, fragment.place.x0


def lay_out(contents: Sequence[PageContent]) -> list[Page]:
    """The pages with their blocks. Sizes and weights are compared over the whole document."""
    parts = [list(_parts(content)) for content in contents]
    typography = Typography.of(row for page in parts for part in page for row in part.rows)
    return [
        Page(
            number=content.number,
            blocks=tuple(_blocks(content, of_page, typography)),
            label=content.label,
            warnings=content.warnings,
        )
        for content, of_page in zip(contents, parts, strict=True)
    ]


def _parts(content: PageContent) -> Iterator[_Part]:
    ruled, loose = tables(content.fragments, content.grids)
    for region in in_reading_order([*ruled, *loose]):
        yield from _parts_of(region)


def _parts_of(region: Region) -> Iterator[_Part]:
    """The region, cut where a table stands in it."""
    waiting: list[Fragment] = []
    continues = region.continues
    for item in sorted(region.items, key=lambda one: one.place.y0):
        if isinstance(item, Fragment):
            waiting.append(item)
            continue
        if waiting:
            yield _Part(tuple(rows_of(waiting)), continues=continues)
            waiting, continues = [], False
        if isinstance(item, Table):
            yield _Part(table=item)
    if waiting:
        yield _Part(tuple(rows_of(waiting)), continues=continues)


def _blocks(
    content: PageContent, parts: Sequence[_Part], typography: Typography
) -> Iterator[Block]:
    for fragment in content.once:
        yield Block("paragraph", (Line(fragment.text, fragment.box),), flowing=True)
    above: Sequence[Row] = ()
    for part in parts:
        if part.table:
            yield _table(part.table)
        for number, block in enumerate(blocks_of(part.rows, typography)):
            is_next = number == 0 and part.continues and above and block.kind == "paragraph"
            yield replace(block, gap=0) if is_next and goes_on(above, part.rows) else block
        above = part.rows
    for fragment in content.aside:
        yield Block("paragraph", (Line(fragment.text, fragment.box),), flowing=True)


def _table(table: Table[Fragment]) -> Block:
    """A line per row of the grid; an empty cell keeps its place."""
    lines = []
    for row in table.rows():
        cells = [" ".join(one.text for one in rows_of(cell)) for cell in row]
        box = union([one.box for cell in row for one in cell])
        lines.append(Line(" | ".join(cells).strip(), box))
    return Block("table", tuple(lines))
