"""Puts what stands on a page in reading order: from the top, and column by column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from notebook_core.readers.pdf_fragments import Fragment, text_amount
from notebook_core.readers.pdf_tables import Placed

_NARROWEST_GUTTER = 0.7  # times the height of a line
_OVERLAP = 0.3
_NEAR = 2.5
_OUTDENT = 2.0
_SHORTEST_LINE = 12
_LEAST_RUNNING_ON = 0.2
_MOST_DIGITS = 0.4
_RUNS_ON = re.compile(r"[a-zß-öø-ÿα-ωа-яё]|[^\W\d_a-zA-ZÀ-ÞΑ-ΩА-ЯЁ]")


@dataclass(frozen=True)
class Region:
    """A column, or what stands above, between or below columns, from the top.

    `continues` when it is a column to the right of the region before.
    """

    items: tuple[Placed, ...]
    continues: bool = False


@dataclass(frozen=True)
class _Gap:
    """A stretch between columns, from left to right."""

    left: float
    right: float


def in_reading_order(items: Sequence[Placed]) -> list[Region]:
    """Regions in the order that a person reads them.

    A gap that no text crosses parts two columns when lines of prose stand on both sides; it
    reaches down until something spans it. Each column may hold columns again.
    """
    line_height = median([item.place.y1 - item.place.y0 for item in items] or [0.0])
    return _ordered(_bands(items), line_height)


def _ordered(bands: Sequence[Sequence[Placed]], line_height: float) -> list[Region]:
    regions: list[Region] = []
    single: list[Sequence[Placed]] = []
    start = 0
    while start < len(bands):
        end, gaps = _reach(bands, start, line_height)
        columns = _columns(bands[start:end], gaps)
        if not columns:
            single.append(bands[start])
            start += 1
            continue
        first, gaps = _start_above(single, gaps, line_height)
        columns = _columns([*single[first:], *bands[start:end]], gaps) or columns
        regions += _single(single[:first])
        single.clear()
        left, right = (_ordered(_bands(column), line_height) for column in columns)
        regions += [*left, Region(right[0].items, continues=True), *right[1:]]
        start = end
    return regions + _single(single)


def _single(bands: Sequence[Sequence[Placed]]) -> list[Region]:
    return [Region(tuple(item for band in bands for item in band))] if bands else []


def _bands(items: Sequence[Placed]) -> list[list[Placed]]:
    """Items that stand beside each other, from the top; each band from left to right."""
    bands: list[list[Placed]] = []
    bottom = float("-inf")
    for item in sorted(items, key=lambda one: (one.place.y0, one.place.x0)):
        height = item.place.y1 - item.place.y0
        if bands and item.place.y0 < bottom - height * _OVERLAP:
            bands[-1].append(item)
            bottom = max(bottom, item.place.y1)
        else:
            bands.append([item])
            bottom = item.place.y1
    return bands


def _reach(
    bands: Sequence[Sequence[Placed]], start: int, line_height: float
) -> tuple[int, list[_Gap]]:
    """How far down the gaps in a band reach, and what is left of them there."""
    gaps = _gaps(bands[start], line_height)
    end = start + 1
    while gaps and end < len(bands):
        narrowed = _all_narrowed(gaps, bands[end], line_height)
        is_far = _top(bands[end]) - _bottom(bands[end - 1]) > line_height * _NEAR
        if not narrowed or (is_far and len(_gaps(bands[end], line_height)) == 0):
            break
        gaps = narrowed
        end += 1
    return end, gaps


def _start_above(
    single: Sequence[Sequence[Placed]], gaps: list[_Gap], line_height: float
) -> tuple[int, list[_Gap]]:
    """The first of the bands right above columns that belong to one of them, and what is left of
    the gaps there."""
    first = len(single)
    while first:
        band = single[first - 1]
        is_near = first == len(single) or _top(single[first]) - _bottom(band) < line_height
        narrowed = _all_narrowed(gaps, band, line_height)
        if not is_near or not narrowed:
            break
        first, gaps = first - 1, narrowed
    return first, gaps


def _gaps(band: Sequence[Placed], line_height: float) -> list[_Gap]:
    gaps: list[_Gap] = []
    places = sorted((item.place for item in band), key=lambda place: place.x0)
    right = places[0].x1
    for place in places[1:]:
        if place.x0 - right >= line_height * _NARROWEST_GUTTER:
            gaps.append(_Gap(right, place.x0))
        right = max(right, place.x1)
    return gaps


def _all_narrowed(gaps: Sequence[_Gap], band: Sequence[Placed], line_height: float) -> list[_Gap]:
    narrowed = (_narrowed(gap, band, line_height) for gap in gaps)
    return [gap for gap in narrowed if gap]


def _narrowed(gap: _Gap, band: Sequence[Placed], line_height: float) -> _Gap | None:
    """What is left of a gap beside a band; None when the band spans it or stands in it."""
    left, right = gap.left, gap.right
    for item in band:
        place = item.place
        if place.x0 >= right - line_height * _OUTDENT:
            right = min(right, place.x0)
        elif place.x0 < left:
            left = max(left, place.x1)
        else:
            return None
    return _Gap(left, right) if right - left >= line_height * _NARROWEST_GUTTER else None


def _columns(
    bands: Sequence[Sequence[Placed]], gaps: Sequence[_Gap]
) -> tuple[list[Placed], list[Placed]] | None:
    """The items left and right of the widest gap that has prose on both sides."""
    items = [item for band in bands for item in band]
    for gap in sorted(gaps, key=lambda gap: gap.left - gap.right):
        left = [item for item in items if item.place.x1 <= gap.left]
        right = [item for item in items if item.place.x1 > gap.left]
        if _is_prose(left) and _is_prose(right):
            return left, right
    return None


def _is_prose(items: Sequence[Placed]) -> bool:
    """Whether lines go on into each other, as those of a table's column don't."""
    lines = [item for item in items if isinstance(item, Fragment)]
    if len(lines) < 2:
        return False
    text = "".join(line.text for line in lines)
    running_on = sum(1 for line in lines if _RUNS_ON.match(line.text))
    return (
        sum(map(text_amount, lines)) >= len(lines) * _SHORTEST_LINE
        and sum(map(str.isdigit, text)) <= len(text) * _MOST_DIGITS
        and running_on >= len(lines) * _LEAST_RUNNING_ON
    )


def _top(band: Sequence[Placed]) -> float:
    return min(item.place.y0 for item in band)


def _bottom(band: Sequence[Placed]) -> float:
    return max(item.place.y1 for item in band)
