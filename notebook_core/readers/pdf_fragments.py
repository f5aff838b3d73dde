"""Takes the text of a PDF page as fragments, each with its place, size and weight."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import east_asian_width

from notebook_core.domain import Box
from notebook_core.readers.pdf_tables import Grid

if TYPE_CHECKING:
    import pymupdf

_SMALLEST_SIZE = 1.0

Rect = Sequence[float]
"""x0, y0, x1, y1 on the unrotated page, from the top left of its crop box."""

Direction = tuple[int, int]
"""Where the writing goes: (1, 0) to the right, (0, -1) up; (0, 0) when it is aslant."""

_Line = dict[str, Any]
"""A line as PyMuPDF gives it."""


@dataclass(frozen=True)
class Fragment:
    """A stretch of text on one base line.

    `place` is where it stands once the page is turned so that most text runs from left to right;
    there columns and lines are found. `box` is where it stands on the page as displayed.
    """

    text: str
    place: Box
    box: Box
    size: float
    bold: bool


def text_amount(fragment: Fragment) -> int:
    """Characters without blanks; a wide one, as of Chinese, says as much as two."""
    signs = (sign for sign in fragment.text if not sign.isspace())
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in signs)


@dataclass(frozen=True)
class Turn:
    """Turns places on the unrotated page so that `direction` points to the right."""

    direction: Direction
    width: float
    height: float
    displayed: tuple[float, ...]

    @classmethod
    def of(cls, page: pymupdf.Page, direction: Direction) -> Turn:
        crop = page.cropbox
        return cls(direction, crop.width, crop.height, tuple(page.rotation_matrix))

    @property
    def turned_height(self) -> float:
        """The height of the page once it is turned."""
        return self.height if self.direction[1] == 0 else self.width

    def place(self, rect: Rect) -> Box:
        """Where it stands once the page is turned."""
        x0, y0, x1, y1 = rect
        width, height = self.width, self.height
        if self.direction == (0, -1):
            return Box(height - y1, x0, height - y0, x1)
        if self.direction == (-1, 0):
            return Box(width - x1, height - y1, width - x0, height - y0)
        if self.direction == (0, 1):
            return Box(y0, width - x1, y1, width - x0)
        return Box(x0, y0, x1, y1)

    def box(self, rect: Rect) -> Box:
        """Where it stands on the page as displayed."""
        a, b, c, d, e, f = self.displayed
        x0, y0, x1, y1 = rect
        xs = (a * x0 + c * y0 + e, a * x1 + c * y1 + e)
        ys = (b * x0 + d * y0 + f, b * x1 + d * y1 + f)
        return Box(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True)
class Seen:
    """Tells what a reader sees: no text of no size, and none that is drawn invisibly.

    Over a picture of the page, invisible text is what text recognition found in it.
    """

    invisible_too: bool

    def __call__(self, span: dict[str, Any]) -> bool:
        is_visible = span["alpha"] > 0 or self.invisible_too
        return bool(span["size"] >= _SMALLEST_SIZE and is_visible)


def text_lines(page: pymupdf.Page, *, characters: bool = False) -> list[_Line]:
    """The lines of a page, with the places of their spans or of single characters."""
    import pymupdf

    # Without TEXT_PRESERVE_LIGATURES they come as letters; TEXT_DEHYPHENATE would join
    # `well-known` at a line end into one word, so words are rejoined later.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    text = page.get_text("rawdict" if characters else "dict", flags=flags)
    return [line for block in text["blocks"] for line in block.get("lines", ())]


def direction_of(line: _Line) -> Direction:
    """The direction of writing; (0, 0) when it is aslant."""
    dx, dy = line["dir"]
    is_straight = min(abs(dx), abs(dy)) < 0.05
    return (round(dx), round(dy)) if is_straight else (0, 0)


def main_direction(lines: Iterable[_Line], is_seen: Seen) -> Direction:
    """The direction that most of the text has."""
    amounts: Counter[Direction] = Counter()
    for line in lines:
        amounts[direction_of(line)] += sum(
            len(span["text"].strip()) for span in line["spans"] if is_seen(span)
        )
    amounts.pop((0, 0), None)
    return amounts.most_common(1)[0][0] if amounts else (1, 0)


def is_cut(lines: Iterable[_Line], turn: Turn, by: Sequence[Grid]) -> bool:
    """Whether a ruling of a grid runs through a line."""
    for line in lines:
        place = turn.place(line["bbox"])
        if any(place.x0 < x < place.x1 for x in _rulings_beside(place, by)):
            return True
    return False


def fragments_of(line: _Line, turn: Turn, is_seen: Seen, cut_by: Sequence[Grid]) -> list[Fragment]:
    """The line, cut where a ruling of a grid runs through it."""
    cuts = _rulings_beside(turn.place(line["bbox"]), cut_by)
    pieces: defaultdict[int, list[_Sign]] = defaultdict(list)
    for span in filter(is_seen, line["spans"]):
        for sign in _signs(span):
            place = turn.place(sign.rect)
            pieces[sum(1 for x in cuts if x < (place.x0 + place.x1) / 2)].append(sign)
    seen = (signs for signs in pieces.values() if any(sign.weight for sign in signs))
    return [_fragment(signs, turn) for signs in seen]


def _rulings_beside(place: Box, grids: Iterable[Grid]) -> list[float]:
    height = (place.y0 + place.y1) / 2
    return [x for grid in grids if grid.holds(place) for x in grid.rulings_at(height)]


class _Sign(NamedTuple):
    """A character, or all those of a span, with its place on the unrotated page."""

    text: str
    rect: Rect
    size: float
    bold: bool

    @property
    def weight(self) -> int:
        return len(self.text.strip())


def _signs(span: dict[str, Any]) -> Iterator[_Sign]:
    size, bold = float(span["size"]), bool(span["flags"] & 16 or span["char_flags"] & 8)
    if "chars" in span:
        yield from (_Sign(sign["c"], sign["bbox"], size, bold) for sign in span["chars"])
    else:
        yield _Sign(span["text"], span["bbox"], size, bold)


def _fragment(signs: Sequence[_Sign], turn: Turn) -> Fragment:
    rect = _union([sign.rect for sign in signs if sign.weight])
    sizes: Counter[float] = Counter()
    for sign in signs:
        sizes[sign.size] += sign.weight
    return Fragment(
        text="".join(sign.text for sign in signs).strip(),
        place=turn.place(rect),
        box=turn.box(rect),
        size=sizes.most_common(1)[0][0],
        bold=sum(sign.weight for sign in signs if sign.bold) * 2 > sizes.total(),
    )


def _union(rects: Sequence[Rect]) -> Rect:
    x0, y0, x1, y1 = zip(*rects, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
