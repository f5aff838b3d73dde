"""Takes what is on one PDF page: text, rulings of tables, and how much of it is pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from notebook_core.readers.pdf_fragments import (
    Fragment,
    Seen,
    Turn,
    direction_of,
    fragments_of,
    is_cut,
    main_direction,
    text_amount,
    text_lines,
)
from notebook_core.readers.pdf_tables import Grid, grids, rulings_of

if TYPE_CHECKING:
    import pymupdf

_PICTURE_OF_A_PAGE = 0.5
_PICTURE_OF_A_SCAN = 0.3
_PICTURE_THAT_DROWNS = 0.65  # A4 within margins of 2 cm is 0.7 of its sheet
_CURVES_OF_OUTLINED_TEXT = 100
_LITTLE_TEXT = 40
_MOST_UNREADABLE = 0.3
_UNREADABLE = re.compile(
    r"\(cid:\d+\)|/G[0-9A-F]+(?=/|\s|$)|[\ufffd\ue000-\uf8ff\x01-\x08\x0e-\x1f]"
)


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

    A short text alone on its page, or beside a picture, is just that; on a picture of the whole
    page it is a stamp.
    """
    amount = sum(map(text_amount, page.fragments))
    least = _PICTURE_OF_A_SCAN if amount == 0 else _PICTURE_THAT_DROWNS
    is_picture = amount < _LITTLE_TEXT and page.picture_share >= least
    is_outlines = amount == 0 and page.curves >= _CURVES_OF_OUTLINED_TEXT
    return page.unreadable or is_picture or is_outlines


def take(page: pymupdf.Page) -> PageContent:
    """All of a page's content. The caller holds the lock of PyMuPDF."""
    warnings: tuple[str, ...] = ()
    try:
        paths, picture_share = page.get_cdrawings(), _picture_share(page)
    except Exception:  # of many classes; what isn't text never loses the text
        paths, picture_share = [], 0.0
        warnings = ("Its drawings are damaged; tables on it may be out of order.",)
    is_seen = Seen(invisible_too=picture_share >= _PICTURE_OF_A_PAGE)
    lines = text_lines(page)
    turn = Turn.of(page, main_direction(lines, is_seen))
    ruled = grids(rulings_of(paths, turn.place))
    if is_cut(lines, turn, by=ruled):
        lines = text_lines(page, characters=True)
    fragments: list[Fragment] = []
    aside: list[Fragment] = []
    for line in lines:
        if direction_of(line) == turn.direction:
            fragments += fragments_of(line, turn, is_seen, cut_by=ruled)
        else:
            aside += fragments_of(line, turn, is_seen, cut_by=())
    content = PageContent(
        number=(page.number or 0) + 1,
        label=_label(page),
        height=turn.turned_height,
        fragments=tuple(fragments),
        aside=tuple(aside),
        grids=ruled,
        picture_share=picture_share,
        curves=sum(1 for path in paths for item in path["items"] if item[0] == "c"),
        warnings=warnings,
    )
    return _unreadable(content) if _is_unreadable(fragments) else content


def _label(page: pymupdf.Page) -> str:
    try:
        return page.get_label() or ""
    except Exception:  # as above; a page whose label is damaged has none
        return ""


def _unreadable(content: PageContent) -> PageContent:
    return replace(
        content,
        fragments=(),
        aside=(),
        unreadable=True,
        warnings=("Its text can't be read: the fonts don't say which letters they draw.",),
    )


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
