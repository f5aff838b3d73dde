"""Lists: finds the list that a sentence introduces or stands in, and takes a list apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from notebook_core.text.sentences import begins_item, is_row, sentences
from notebook_core.text.spans import slice_text, trim

MOST_ITEMS = 12
MOST_CHARACTERS = 1_200

Span = tuple[int, int]
Level = tuple[int, str]
"""How far an item is set in, and the kind of its marker."""

_LINE = regex.compile(r"[^\n]*\n|[^\n]+")
_MARKER = regex.compile(r"(?P<indent>[ >]*)(?P<sign>\(?[\p{L}\d.]{1,15}[.)]|[^\s\p{L}\d]) +")
_NUMBER = regex.compile(r"\d+(?:\.\d+)*")
_LETTERS = regex.compile(r"\p{L}+")
_BULLETS_ALIKE = str.maketrans("*+", "--")
_HEADING_OR_FENCE = regex.compile(r" {0,3}#{1,6} |[ >]*(?:`{3}|~{3})")
_ENDS_A_SENTENCE = regex.compile(r"[.!?:;。！？：；][\p{Pe}\p{Pf}\"'*_]*$")
_STARTS_HIGH = regex.compile(r"[\p{Ps}\p{Pi}\"'*_]*[\p{Lu}\p{N}\p{Lo}]")
_COLON = regex.compile(r"[:：][*_]*$")
_RIGHT_ABOVE = regex.compile(r"[ >]*\n[ >]*(?:\n[ >]*)?")


@dataclass(frozen=True)
class Item:
    """An item of a list: the lines `start:end`, without items nested in it.

    `words` is where its text begins, behind the marker; `depth` is 0 for the outermost items.
    """

    start: int
    words: int
    end: int
    depth: int


def whole(text: str, start: int, end: int, *, of_item: bool = False) -> Span:
    """The list that the sentence `start:end` belongs to, as one span, or the sentence itself.

    A sentence right above a list introduces it: the whole goes from there to the last item. With
    `of_item` an item belongs to its list, too, which begins with what introduces it: a sentence,
    or the outer item. A list of more than 12 items or 1,200 characters is no answer as a whole.
    """
    for found in _lists(text, *_surroundings(text, start, end)):
        at = next((n for n, item in enumerate(found) if item.start <= start < item.end), None)
        if at is None:
            spans = _introduced(text, (start, end), found)
        else:
            spans = _nested((start, end), found, at)
            spans += _around(text, found, at) if of_item else []
        for first, last, items in spans:
            holds_it = first <= start and end <= last
            if holds_it and items <= MOST_ITEMS and last - first <= MOST_CHARACTERS:
                return first, last
    return start, end


def taken_apart(text: str) -> tuple[str, tuple[Item, ...]]:
    """What introduces the list with which `text` ends ("" where it begins with an item), and the
    items; none when `text` doesn't end with a list."""
    found = next((found for found in _lists(text, 0, len(text)) if found[-1].end == len(text)), [])
    return slice_text(text, 0, found[0].start if found else len(text)).strip(), tuple(found)


# --- from a sentence to its list -----------------------------------------------------------

_Counted = tuple[int, int, int]
"""A span, and how many items are in it."""


def _introduced(text: str, sentence: Span, found: Sequence[Item]) -> list[_Counted]:
    """The list and the sentence above it. One item is a list only under a colon: it might be a
    heading with its number."""
    start, end = sentence
    if not _is_right_above(text, end, found[0].start):
        return []
    if len(found) == 1 and not _COLON.search(slice_text(text, start, end)):
        return []
    return [(start, found[-1].end, len(found))]


def _nested(sentence: Span, found: Sequence[Item], at: int) -> list[_Counted]:
    """The items nested in an item, from its last sentence on."""
    start, end = sentence
    inside = _from(found, at + 1, found[at].depth + 1)
    return [(start, inside[-1].end, len(inside))] if inside and end == found[at].end else []


def _around(text: str, found: Sequence[Item], at: int) -> list[_Counted]:
    """The items beside an item with all that is nested in them: after what introduces them, and,
    should that be too long, alone."""
    first, depth = at, found[at].depth
    while first > 0 and found[first - 1].depth >= depth:
        first -= 1
    items = _from(found, first, depth)
    if len(items) < 2:
        return []
    alone = (items[0].start, items[-1].end, len(items))
    begin = found[first - 1].start if first else _introduction(text, items[0].start)
    return [(begin, *alone[1:]), alone]


def _from(found: Sequence[Item], first: int, depth: int) -> list[Item]:
    """The items from `first` on that are at least so deep."""
    items: list[Item] = []
    for item in found[first:]:
        if item.depth < depth:
            break
        items.append(item)
    return items


def _introduction(text: str, start: int) -> int:
    """Where the sentence right above a list begins, or the list itself where none is there."""
    window = max(0, start - MOST_CHARACTERS)
    above = slice_text(text, window, start)
    first, last = trim(above, *sentences(above)[-1]) if above.strip() else (0, 0)
    piece = slice_text(above, first, last)
    is_cut = window > 0 and first == 0
    if is_cut or not any(map(str.isalnum, piece)) or begins_item(piece, in_list=True):
        return start
    return window + first if _is_right_above(text, window + last, start) else start


def _is_right_above(text: str, end: int, start: int) -> bool:
    """Whether there is a line end, or one blank line, and nothing else in between."""
    return end < start and _RIGHT_ABOVE.fullmatch(slice_text(text, end, start)) is not None


def _surroundings(text: str, start: int, end: int) -> Span:
    """As much around a sentence as a whole may have, in whole lines."""
    last = text.find("\n", min(len(text), end + MOST_CHARACTERS))
    first = text.rfind("\n", 0, max(0, start - MOST_CHARACTERS)) + 1
    return first, len(text) if last < 0 else last


# --- finding lists -------------------------------------------------------------------------


def _lists(text: str, begin: int, stop: int) -> Iterator[list[Item]]:
    """The lists in `begin:stop`, nested ones inside their outer one."""
    items: list[Item] = []
    levels: list[Level] = []
    is_apart = False
    for match in _LINE.finditer(text, begin, stop):
        line, start = match[0].rstrip("\n"), match.start()
        end = start + len(line.rstrip())
        if not line.strip(" >"):
            is_apart = True
            continue
        marker = _MARKER.match(line) if begins_item(line, in_list=bool(items)) else None
        if marker and not is_row(line):
            level = _level(marker)
            if is_apart and levels and level not in levels and level[0] <= levels[0][0]:
                yield items
                items, levels = [], []
            levels = [*_outside(levels, level), level]
            items.append(Item(start, start + marker.end(), end, len(levels) - 1))
        elif items and _continues(slice_text(text, items[-1].start, items[-1].end), line, is_apart):
            items[-1] = replace(items[-1], end=end)
        elif items:
            yield items
            items, levels = [], []
        is_apart = False
    if items:
        yield items


def _level(marker: regex.Match[str]) -> Level:
    """Numbers are of one kind, letters of another, and so are Markdown's three bullets."""
    sign = _LETTERS.sub("a", _NUMBER.sub("1", marker["sign"])).translate(_BULLETS_ALIKE)
    return len(marker["indent"]), sign


def _outside(levels: Sequence[Level], level: Level) -> list[Level]:
    """The levels that an item is nested in. Where nothing is set in, as in a PDF, a marker of
    another kind begins a nested list, and the same kind again goes on with the outer one."""
    outside = [outer for outer in levels if outer[0] <= level[0]]
    return outside[: outside.index(level)] if level in outside else outside


def _continues(item: str, line: str, is_apart: bool) -> bool:
    """Whether a line that begins no item goes on with the item above it."""
    if _HEADING_OR_FENCE.match(line) or is_row(line):
        return False
    indent = len(line) - len(line.lstrip(" >"))
    if is_apart:
        return indent > len(item) - len(item.lstrip(" >"))
    return indent > 0 or not (_ENDS_A_SENTENCE.search(item) and _STARTS_HIGH.match(line))
