"""Joins the fragments that stand on one base line into a row, and tells its cells apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import bidirectional

from notebook_core.domain import Box
from notebook_core.readers.pdf_fragments import Fragment

_SAME_LINE = 0.5
_WORD_SPACE = 0.15
_CELL_SPACE = 1.0
_LEADER = re.compile(r"[.·…_\s]{3,}")
_INNER_LEADER = re.compile(r"\s*(?:[.·…]\s?){5,}")
_MARKER = re.compile(r"[•‣▪●○◦■□–—*·-]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})[.)]")


@dataclass(frozen=True)
class Row:
    """A line of text as it is read; `cells` are its parts when wide blanks are between them."""

    text: str
    cells: tuple[str, ...]
    place: Box
    box: Box
    size: float
    bold: bool


def rows_of(fragments: Iterable[Fragment]) -> list[Row]:
    """The rows of a region, from the top."""
    groups: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda one: one.place.y0 + one.place.y1):
        if groups and _is_beside(fragment, groups[-1]):
            groups[-1].append(fragment)
        else:
            groups.append([fragment])
    return [row_of(group) for group in groups]


def row_of(fragments: Iterable[Fragment]) -> Row:
    """One row, in the direction of its script; leaders of dots between its parts go."""
    parts = sorted(fragments, key=lambda one: one.place.x0)
    words = [one for one in parts if not _LEADER.fullmatch(one.text)] or parts
    if _is_from_right(words):
        words.reverse()
    cells = [words[0].text]
    for before, one in pairwise(words):
        space = max(one.place.x0 - before.place.x1, before.place.x0 - one.place.x1)
        if space > one.size * _CELL_SPACE and not _MARKER.fullmatch(before.text):
            cells.append(one.text)
        else:
            cells[-1] += (" " if space > one.size * _WORD_SPACE else "") + one.text
    cells = [_INNER_LEADER.sub(" ", cell) for cell in cells]
    weight = sum(len(one.text) for one in words)
    return Row(
        text=" ".join(cells),
        cells=tuple(cells),
        place=union([one.place for one in parts]),
        box=union([one.box for one in parts]),
        size=max(words, key=lambda one: len(one.text)).size,
        bold=sum(len(one.text) for one in words if one.bold) * 2 > weight,
    )


def union(boxes: Sequence[Box]) -> Box:
    """The smallest box around all."""
    return Box(
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    )


def _is_from_right(fragments: Iterable[Fragment]) -> bool:
    signs = [bidirectional(sign) for fragment in fragments for sign in fragment.text]
    return sum(1 for sign in signs if sign in ("R", "AL")) > signs.count("L")


def _is_beside(fragment: Fragment, row: Sequence[Fragment]) -> bool:
    """Whether it shares the base line of the row: they overlap by half the lower one."""
    place, others = fragment.place, row[0].place
    overlap = min(place.y1, others.y1) - max(place.y0, others.y0)
    return overlap > min(place.y1 - place.y0, others.y1 - others.y0) * _SAME_LINE
