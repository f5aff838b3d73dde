"""Tables: finds the header of a row, and takes rows apart into cells.

Tables stand in a text as Markdown has them, or as the readers of PDF and HTML write them: lines of
cells with " | " in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import regex

from notebook_core.text.sentences import is_row
from notebook_core.text.spans import slice_text

LINES_LOOKED_AT = 24
ROWS_LOOKED_AT = 12
MOST_PARTS = 100
LONGEST_NAME = 80

Span = tuple[int, int]

_LINE = regex.compile(r"[^\n]+|(?<=\n)(?=\n)")
_RULE = regex.compile(r"[ >]*\|?(?: *:?-+:? *\|)+(?: *:?-+:?)? *")
_BAR = regex.compile(r"(?<!\\)\|")
_VALUE = regex.compile(r"[\s~<>≤≥±+(−–-]*\p{Sc}?\s?\p{N}")
_YEAR = regex.compile(r"(?:1[5-9]|20)\d\d(?:[/–-]\d{2,4})?")


def cells(row: str) -> list[str]:
    """The cells of a row, without the bars that Markdown sets around it.

    >>> cells("| C | 31 |"), cells("C | 31 |")
    (['C', '31'], ['C', '31', ''])
    """
    row = row.strip(" >")
    in_bars = len(row) > 1 and row.startswith("|") and row.endswith("|")
    return [cell.strip() for cell in _BAR.split(row[1:-1] if in_bars else row)]


def labelled(header_row: str, row: str) -> list[tuple[str, str]]:
    """Each cell with the name of its column; none where the two rows don't fit each other."""
    names, values = cells(header_row), cells(row)
    return list(zip(names, values, strict=True)) if len(names) == len(values) else []


def header(text: str, start: int) -> Span | None:
    """The header of the table in which the row at `start` stands (of a header, its own span), or
    None.

    Markdown rules its headers off. Elsewhere the first row is one if it reads like names of
    columns: it holds no values, and what is below does, or is longer. A table that goes on after
    a page turn has the header of its first part.
    """
    row = _line_at(text, start)
    for _ in range(MOST_PARTS):
        rows = _first_rows(text, row)
        if not rows:
            return None
        table = [cells(slice_text(text, *span)) for span in rows]
        if _is_ruled_off(text, rows) or _names_columns(table):
            return rows[0]
        above = _line_at(text, _end_of_block_above(text, rows[0][0]))
        if not _is_row_at(text, above) or len(cells(slice_text(text, *above))) != len(table[0]):
            return None
        row = above
    return None


def is_header(text: str, start: int) -> bool:
    """Whether the row at `start` is the header of its table, and so no answer by itself."""
    return header(text, start) == _line_at(text, start)


def _first_rows(text: str, row: Span) -> list[Span]:
    """The first rows of the table in which a row stands; none for a line that is no row."""
    block = text.rfind("\n\n", 0, row[0]) + 1
    rows: list[Span] = []
    for line in islice(_LINE.finditer(text, block), LINES_LOOKED_AT):
        span = line.span()
        if _is_row_at(text, span) and len(rows) < ROWS_LOOKED_AT:
            rows.append(span)
        elif row in rows or len(rows) == ROWS_LOOKED_AT:
            break
        else:
            rows = []
    is_inside = row in rows or len(rows) == ROWS_LOOKED_AT
    return rows if is_inside and _is_row_at(text, row) else []


def _is_ruled_off(text: str, rows: Sequence[Span]) -> bool:
    return len(rows) > 1 and _RULE.fullmatch(slice_text(text, *rows[1])) is not None


def _names_columns(table: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns of the rows below it.

    Of two columns the second must hold nothing but values: "Name | Value" above figures, unlike
    the first of several properties ("Town | Tarrowby"). Where no row holds any value, the names
    must at least be shorter than what they name.
    """
    names, *body = table
    if len(names) < 2 or not all(names[1:]) or any(map(_is_value, names)):
        return False
    if max(map(len, names)) > LONGEST_NAME:
        return False
    if len(names) == 2:
        second = [row[1] for row in body if len(row) == 2 and row[1]]
        return len(second) > 1 and all(map(_is_value, second))
    below = [cell for row in body for cell in row if cell]
    return any(map(_is_value, below)) or _mean_length(names) < _mean_length(below)


def _is_value(cell: str) -> bool:
    """Whether a cell begins with a figure; a year may also name a column."""
    return _VALUE.match(cell) is not None and not _YEAR.fullmatch(cell)


def _mean_length(found: Sequence[str]) -> float:
    return sum(map(len, found)) / max(1, len(found))


def _end_of_block_above(text: str, start: int) -> int:
    """The last character before the blank line above `start`; `start` where there is none."""
    is_below_a_blank_line = start > 2 and slice_text(text, start - 2, start) == "\n\n"
    return start - 3 if is_below_a_blank_line else start


def _is_row_at(text: str, line: Span) -> bool:
    return is_row(slice_text(text, *line))


def _line_at(text: str, place: int) -> Span:
    end = text.find("\n", place)
    return text.rfind("\n", 0, place) + 1, len(text) if end < 0 else end
