"""Takes what is on one PDF page: text fragments with their boxes, rulings, pictures."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import east_asian_width

from notebook_core.domain import Box
from notebook_core.readers.pdf_tables import Grid, Rulings, Segment, grids

if TYPE_CHECKING:
    import pymupdf

_SMALLEST_SIZE = 1.0
_PICTURE_OF_A_PAGE = 0.5
_PICTURE_OF_A_SCAN = 0.3
_CURVES_OF_OUTLINED_TEXT = 100
_LITTLE_TEXT = 40
_MOST_UNREADABLE = 0.3
_THICKEST_RULING = 3.0
_MOST_PATHS = 3_000
_UNREADABLE = re.compile(
    r"\(cid:\d+\)|/G[0-9A-F]+(?=/|\s|$)|[\ufffd\ue000-\uf8ff\x01-\x08\x0e-\x1f]"
)

_Rect = Sequence[float]
_Direction = tuple[int, int]


@dataclass(frozen=True)
class Fragment:
    """A stretch of text on one base line.

    `frame` is its place with the page turned so that most text runs from left to right; there
    columns and lines are found. `box` is its place on the page as displayed.
    """

    text: str
    frame: Box
    box: Box
    size: float
    bold: bool


@dataclass(frozen=True)
class PageContent:
    """What stands on a page, in no order.

    `aside` is text that runs in another direction, `once` what repeats on other pages and is
    kept here.
    """

    number: int
    label: str = ""
    height: float = 0.0
    fragments: tuple[Fragment, ...] = ()
    aside: tuple[Fragment, ...] = ()
    once: tuple[Fragment, ...] = ()
    grids: tuple[Grid, ...] = ()
    picture_share: float = 0.0
    curves: int = 0
    unreadable: bool = False
    warnings: tuple[str, ...] = ()


def is_wordless(page: PageContent) -> bool:
    """Whether there is something to see, but hardly a word of it as text.

    A short text alone on its page is just that.
    """
    amount = sum(map(text_amount, page.fragments))
    is_picture = amount < _LITTLE_TEXT and page.picture_share >= _PICTURE_OF_A_SCAN
    is_outlines = amount == 0 and page.curves >= _CURVES_OF_OUTLINED_TEXT
    return page.unreadable or is_picture or is_outlines


def text_amount(fragment: Fragment) -> int:
    """Characters without blanks; a wide one, as of Chinese, says as much as two."""
    signs = (sign for sign in fragment.text if not sign.isspace())
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in signs)


def take(page: pymupdf.Page) -> PageContent:
    """All of a page's content. The caller holds the lock of PyMuPDF."""
    import pymupdf

    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    picture_share = _picture_share(page)
    is_seen = _Seen(invisible_too=picture_share >= _PICTURE_OF_A_PAGE)
    lines = _lines(page.get_text("dict", flags=flags))
    frame = _Frame.of(page, _main_direction(lines, is_seen))
    paths = page.get_cdrawings()
    found = grids(_rulings(paths, frame)) if len(paths) <= _MOST_PATHS else ()
    if _is_cut(lines, frame, found):  # then the places of single characters are needed
        lines = _lines(page.get_text("rawdict", flags=flags))
    fragments: list[Fragment] = []
    aside: list[Fragment] = []
    for line in lines:
        is_main = _direction(line) == frame.direction
        target = fragments if is_main else aside
        target += _fragments(line, frame, is_seen, found if is_main else ())
    unreadable = _is_unreadable(fragments)
    return PageContent(
        number=(page.number or 0) + 1,
        label=page.get_label() or "",
        height=frame.turned_height,
        fragments=() if unreadable else tuple(fragments),
        aside=() if unreadable else tuple(aside),
        grids=found,
        picture_share=picture_share,
        curves=sum(1 for path in paths for item in path["items"] if item[0] == "c"),
        unreadable=unreadable,
        warnings=("Its text can't be read: the fonts don't say which letters they draw.",)
        if unreadable
        else (),
    )


@dataclass(frozen=True)
class _Frame:
    """Turns places on the unrotated page so that `direction` points to the right."""

    direction: _Direction
    width: float
    height: float
    displayed: tuple[float, ...]

    @classmethod
    def of(cls, page: pymupdf.Page, direction: _Direction) -> _Frame:
        crop = page.cropbox
        return cls(direction, crop.width, crop.height, tuple(page.rotation_matrix))

    @property
    def turned_height(self) -> float:
        return self.height if self.direction[1] == 0 else self.width

    def turned(self, rect: _Rect) -> Box:
        x0, y0, x1, y1 = rect
        width, height = self.width, self.height
        if self.direction == (0, -1):
            return Box(height - y1, x0, height - y0, x1)
        if self.direction == (-1, 0):
            return Box(width - x1, height - y1, width - x0, height - y0)
        if self.direction == (0, 1):
            return Box(y0, width - x1, y1, width - x0)
        return Box(x0, y0, x1, y1)

    def box(self, rect: _Rect) -> Box:
        """The place on the page as displayed."""
        a, b, c, d, e, f = self.displayed
        x0, y0, x1, y1 = rect
        xs = (a * x0 + c * y0 + e, a * x1 + c * y1 + e)
        ys = (b * x0 + d * y0 + f, b * x1 + d * y1 + f)
        return Box(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True)
class _Seen:
    """Tells what a reader sees: no text of no size, and none that is drawn invisibly.

    Over a picture of the page, invisible text is what text recognition found in it.
    """

    invisible_too: bool

    def __call__(self, span: dict[str, Any]) -> bool:
        is_visible = span["alpha"] > 0 or self.invisible_too
        return bool(span["size"] >= _SMALLEST_SIZE and is_visible)


def _lines(text: dict[str, Any]) -> list[dict[str, Any]]:
    return [line for block in text["blocks"] for line in block.get("lines", ())]


def _direction(line: dict[str, Any]) -> _Direction:
    """The direction of writing; (0, 0) when it is aslant."""
    dx, dy = line["dir"]
    is_straight = min(abs(dx), abs(dy)) < 0.05
    return (round(dx), round(dy)) if is_straight else (0, 0)


def _main_direction(lines: Iterable[dict[str, Any]], is_seen: _Seen) -> _Direction:
    amounts: Counter[_Direction] = Counter()
    for line in lines:
        amounts[_direction(line)] += sum(
            len(span["text"].strip()) for span in line["spans"] if is_seen(span)
        )
    amounts.pop((0, 0), None)
    return amounts.most_common(1)[0][0] if amounts else (1, 0)


def _is_cut(lines: Iterable[dict[str, Any]], frame: _Frame, found: Iterable[Grid]) -> bool:
    """Whether a ruling of a grid runs through a line."""
    for line in lines:
        place = frame.turned(line["bbox"])
        for grid in found:
            if grid.holds(place) and any(
                place.x0 < x < place.x1 for x in grid.rulings_at((place.y0 + place.y1) / 2)
            ):
                return True
    return False


def _fragments(
    line: dict[str, Any], frame: _Frame, is_seen: _Seen, cut_by: Iterable[Grid]
) -> Iterator[Fragment]:
    """The line, cut where a ruling of a grid runs through it."""
    place = frame.turned(line["bbox"])
    cuts = [x for grid in cut_by for x in grid.rulings_at((place.y0 + place.y1) / 2)]
    pieces: defaultdict[int, list[_Sign]] = defaultdict(list)
    for span in filter(is_seen, line["spans"]):
        for sign in _signs(span):
            turned = frame.turned(sign.rect)
            pieces[sum(1 for x in cuts if x < (turned.x0 + turned.x1) / 2)].append(sign)
    for signs in pieces.values():
        if any(sign.weight for sign in signs):
            yield _fragment(signs, frame)


class _Sign(NamedTuple):
    """A character, or all those of a span, with its place on the unrotated page."""

    text: str
    rect: _Rect
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


def _fragment(signs: Sequence[_Sign], frame: _Frame) -> Fragment:
    rect = _union([sign.rect for sign in signs if sign.weight])
    sizes: Counter[float] = Counter()
    for sign in signs:
        sizes[sign.size] += sign.weight
    return Fragment(
        text="".join(sign.text for sign in signs).strip(),
        frame=frame.turned(rect),
        box=frame.box(rect),
        size=sizes.most_common(1)[0][0],
        bold=sum(sign.weight for sign in signs if sign.bold) * 2 > sizes.total(),
    )


def _union(rects: Sequence[_Rect]) -> _Rect:
    x0, y0, x1, y1 = zip(*rects, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _rulings(paths: Iterable[dict[str, Any]], frame: _Frame) -> Rulings:
    """Straight lines, thin rectangles and the sides of the others."""
    horizontal: list[Segment] = []
    vertical: list[Segment] = []
    for path in paths:
        for kind, *points in path["items"]:
            if kind == "l":
                (x0, y0), (x1, y1) = points[0], points[1]
                rect: _Rect = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            elif kind == "re":
                rect = points[0]
            else:
                continue
            _add_sides(frame.turned(rect), horizontal, vertical)
    return Rulings(tuple(horizontal), tuple(vertical))


def _add_sides(box: Box, horizontal: list[Segment], vertical: list[Segment]) -> None:
    width, height = box.x1 - box.x0, box.y1 - box.y0
    if height <= _THICKEST_RULING < width:
        horizontal.append(((box.y0 + box.y1) / 2, box.x0, box.x1))
    elif width <= _THICKEST_RULING < height:
        vertical.append(((box.x0 + box.x1) / 2, box.y0, box.y1))
    elif min(width, height) > _THICKEST_RULING:
        horizontal += [(box.y0, box.x0, box.x1), (box.y1, box.x0, box.x1)]
        vertical += [(box.x0, box.y0, box.y1), (box.x1, box.y0, box.y1)]


def _picture_share(page: pymupdf.Page) -> float:
    """The share of the page that pictures cover, roughly: where they overlap it counts twice."""
    import pymupdf

    whole = pymupdf.Rect(0, 0, page.cropbox.width, page.cropbox.height)
    area = sum(abs(pymupdf.Rect(image["bbox"]) & whole) for image in page.get_image_info())
    return float(min(1.0, area / max(abs(whole), 1.0)))


def _is_unreadable(fragments: Iterable[Fragment]) -> bool:
    text = "".join("".join(fragment.text.split()) + " " for fragment in fragments)
    bad = sum(len(match[0]) for match in _UNREADABLE.finditer(text))
    return bad > len(text) * _MOST_UNREADABLE
