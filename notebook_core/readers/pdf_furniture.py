"""Finds what belongs to the sheet and not to the text: running heads, page numbers, watermarks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from notebook_core.readers.pdf_fragments import Fragment
from notebook_core.readers.pdf_page import PageContent

_EDGE = 0.085  # of the height of a page: there nothing but furniture is expected
_MARGIN = 0.12  # there it is expected when it stands apart and is on many pages
_WIDE_MARGIN = 0.25
_APART = 1.0  # times its own height
_SAME_PLACE = 5.0
_NEAR = 2
_OFTEN = 0.4
_LONGEST_AT_EDGE = 150
_LONGEST = 60
_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p|pg|seite|s|strana|str|página|pág|pagina|стр|第)?[.\s]*(\d{1,5}|[ivxlc]+)"
    r"(?:\s*(?:of|von|z|ze|de|di|из|/)\s*\d+)?\s*页?\W*",
    re.I,
)
_CONTINUED = re.compile(
    r"\W*\(?(?:continued|cont\.?|forts(?:etzung|\.)|suite|pokračování)\)?$", re.I
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass
class Furniture:
    """Per page (counted from 0) the fragments to leave out, and those of them to keep once."""

    left_out: defaultdict[int, set[Fragment]] = field(default_factory=lambda: defaultdict(set))
    kept_once: defaultdict[int, set[Fragment]] = field(default_factory=lambda: defaultdict(set))


@dataclass(frozen=True)
class _Place:
    """A fragment near the edge of a page, and whether hardly anything but furniture is there."""

    page: int
    fragment: Fragment
    is_at_edge: bool


def furniture(pages: Sequence[PageContent]) -> Furniture:
    """What repeats on pages that follow each other, at the same height near the top or bottom.

    Text that repeats is kept where it first stands, for it may say what nothing else says (a
    client, a year); page numbers are not.
    """
    found = Furniture()
    for key, places in _by_text(pages).items():
        heights = _heights(places)
        running = [place for place in places if _is_running(place, key, heights, len(pages))]
        for place in running:
            found.left_out[place.page].add(place.fragment)
        if running and not _PAGE_NUMBER.fullmatch(running[0].fragment.text):
            found.kept_once[running[0].page].add(running[0].fragment)
    for number, page in enumerate(pages):
        found.left_out[number].update(_own_number(page))
    return found


def _by_text(pages: Sequence[PageContent]) -> dict[str, list[_Place]]:
    """Where each text stands near the edges; a number that goes with the page's counts as one."""
    places: defaultdict[str, list[_Place]] = defaultdict(list)
    for number, page in enumerate(pages):
        for place in _near_edges(number, page):
            for key in _keys(place.fragment.text, number):
                places[key].append(place)
    return places


def _near_edges(number: int, page: PageContent) -> Iterator[_Place]:
    yield from (_Place(number, fragment, True) for fragment in page.aside)
    for fragment in page.fragments:
        is_number = _PAGE_NUMBER.fullmatch(fragment.text) is not None
        if len(fragment.text) <= _LONGEST_AT_EDGE and (
            _is_within(fragment, page, _EDGE) or (is_number and _is_outermost(fragment, page))
        ):
            yield _Place(number, fragment, True)
        elif (
            len(fragment.text) <= _LONGEST
            and _is_within(fragment, page, _MARGIN)
            and _stands_apart(fragment, page)
        ):
            yield _Place(number, fragment, is_at_edge=is_number)


def _is_within(fragment: Fragment, page: PageContent, share: float) -> bool:
    depth = page.height * share
    return fragment.place.y1 <= depth or fragment.place.y0 >= page.height - depth


def _is_outermost(fragment: Fragment, page: PageContent) -> bool:
    """Whether it is above or below all else, as page numbers are on sheets with wide margins."""
    if not _is_within(fragment, page, _WIDE_MARGIN):
        return False
    place = fragment.place
    others = [one.place for one in page.fragments if one is not fragment]
    return all(one.y0 > place.y1 for one in others) or all(one.y1 < place.y0 for one in others)


def _stands_apart(fragment: Fragment, page: PageContent) -> bool:
    """Whether there is more than a line of blank between it and the text of the page."""
    place = fragment.place
    distance = (place.y1 - place.y0) * _APART
    if place.y0 < page.height / 2:
        return not any(place.y0 < one.place.y0 < place.y1 + distance for one in page.fragments)
    return not any(place.y0 - distance < one.place.y1 < place.y1 for one in page.fragments)


def _keys(text: str, number: int) -> set[str]:
    """The text, and the text with its first or last number as a distance from the page's."""
    plain = " ".join(_CONTINUED.sub("", text).casefold().split())
    keys = {plain}
    numbers = list(_NUMBER.finditer(plain))
    for match in numbers[:1] + numbers[-1:]:
        if len(match[0]) <= 5:
            distance = int(match[0]) - number
            keys.add(f"{plain[: match.start()]}#{distance}{plain[match.end() :]}")
    if roman := _roman(plain):
        keys.add(f"#{roman - number}")
    return keys


def _heights(places: Sequence[_Place]) -> dict[int, list[float]]:
    heights: defaultdict[int, list[float]] = defaultdict(list)
    for place in places:
        heights[place.page].append(place.fragment.place.y0)
    return dict(heights)


def _is_running(
    place: _Place, key: str, heights: Mapping[int, Sequence[float]], page_count: int
) -> bool:
    """Whether the same stands at the same height on pages next to it, often enough."""
    if len(heights) < max(2, min(3, page_count)):
        return False
    is_number = _PAGE_NUMBER.fullmatch(place.fragment.text) is not None and "#" in key
    if is_number and place.is_at_edge:
        return True  # wherever on the sheet it is put
    height = place.fragment.place.y0
    has_neighbour = any(
        abs(other - height) <= _SAME_PLACE
        for page in range(place.page - _NEAR, place.page + _NEAR + 1)
        if page != place.page
        for other in heights.get(page, ())
    )
    if not has_neighbour or place.is_at_edge:
        return has_neighbour
    return len(heights) >= page_count * _OFTEN and ("#" not in key or is_number)


def _own_number(page: PageContent) -> Iterator[Fragment]:
    """The page's own number or label at its edge, even if no other page has one."""
    for fragment in page.fragments:
        match = _PAGE_NUMBER.fullmatch(fragment.text)
        if match and _is_within(fragment, page, _EDGE):
            is_label = bool(page.label) and fragment.text == page.label
            if is_label or match[1] == str(page.number):
                yield fragment


def _roman(text: str) -> int:
    """The value of a Roman numeral up to 399; 0 for anything else."""
    if not text or set(text) - set(_ROMAN):
        return 0
    values = [_ROMAN[sign] for sign in text]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )
