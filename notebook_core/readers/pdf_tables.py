"""Finds ruled tables on a page and puts text into their cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from notebook_core.domain import Box

Segment = tuple[float, float, float]
"""A ruling: where it lies across its direction, then from where to where it runs along it."""

_TOLERANCE = 3.0
_THICKEST_RULING = 3.0
_MOST_COMPARISONS = 250_000
_MOST_LINES = 200


class Placed(Protocol):
    """Something with a place on the page, turned so that its text runs to the right."""

    @property
    def place(self) -> Box: ...


_Item = TypeVar("_Item", bound=Placed)


@dataclass(frozen=True)
class Rulings:
    """Straight lines along and across the direction of the text."""

    horizontal: tuple[Segment, ...] = ()
    vertical: tuple[Segment, ...] = ()


@dataclass(frozen=True)
class Grid:
    """Rulings that meet each other, with the places of its rows and columns."""

    rulings: Rulings
    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def box(self) -> Box:
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def holds(self, place: Box) -> bool:
        """Whether the middle of a place is inside."""
        x, y = _middle(place)
        return self.xs[0] <= x <= self.xs[-1] and self.ys[0] <= y <= self.ys[-1]

    def rulings_at(self, y: float) -> list[float]:
        """Where vertical rulings cross the height `y`."""
        return [x for x in self.xs if _is_ruled(self.rulings.vertical, x, y)]

    def cell_of(self, place: Box) -> tuple[int, int]:
        """Row and column of what stands at `place`; of a merged cell its first ones."""
        x, y = _middle(place)
        rows = [n for n, line in enumerate(self.ys[:-1]) if line <= y]
        columns = [n for n, line in enumerate(self.xs[:-1]) if line <= x]
        row = next((n for n in reversed(rows) if self._is_top(n, x)), 0)
        column = next((n for n in reversed(columns) if self._is_left(n, y)), 0)
        return row, column

    def _is_top(self, row: int, x: float) -> bool:
        return row == 0 or _is_ruled(self.rulings.horizontal, self.ys[row], x)

    def _is_left(self, column: int, y: float) -> bool:
        return column == 0 or _is_ruled(self.rulings.vertical, self.xs[column], y)


@dataclass
class Table(Generic[_Item]):
    """A grid with what stands in its cells."""

    grid: Grid
    cells: dict[tuple[int, int], list[_Item]] = field(default_factory=dict)

    @property
    def place(self) -> Box:
        """That of the grid."""
        return self.grid.box

    def rows(self) -> list[list[list[_Item]]]:
        """Per row that holds something the items of each column that holds something."""
        columns = sorted({column for _, column in self.cells})
        numbers = sorted({row for row, _ in self.cells})
        return [[self.cells.get((row, column), []) for column in columns] for row in numbers]


def rulings_of(paths: Iterable[dict[str, Any]], place: Callable[[Sequence[float]], Box]) -> Rulings:
    """The straight lines, thin rectangles and sides of rectangles in PyMuPDF's drawings.

    `place` turns them into the direction of the text.
    """
    horizontal: list[Segment] = []
    vertical: list[Segment] = []
    for path in paths:
        for kind, *points in path["items"]:
            if kind == "l":
                (x0, y0), (x1, y1) = points[0], points[1]
                rect: Sequence[float] = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            elif kind == "re":
                rect = points[0]
            else:
                continue
            _add_sides(place(rect), horizontal, vertical)
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


def grids(rulings: Rulings) -> tuple[Grid, ...]:
    """The grids of at least two rows and two columns, from the top; none where there are too many
    rulings, as in a drawing."""
    if len(rulings.horizontal) * len(rulings.vertical) > _MOST_COMPARISONS:
        return ()
    found = []
    for group in _connected(rulings):
        xs = _distinct(segment[0] for segment in group.vertical)
        ys = _distinct(segment[0] for segment in group.horizontal)
        if 3 <= len(xs) <= _MOST_LINES and 3 <= len(ys) <= _MOST_LINES:
            found.append(Grid(group, xs, ys))
    return tuple(sorted(found, key=lambda grid: (grid.ys[0], grid.xs[0])))


def tables(
    items: Iterable[_Item], within: Sequence[Grid]
) -> tuple[list[Table[_Item]], list[_Item]]:
    """Tables with the items that stand in them, and the items that stand in none.

    A grid with text in one row or one column only is a frame: its items stay outside.
    """
    outside: list[_Item] = []
    filled: dict[int, Table[_Item]] = {}
    for item in items:
        number = next((n for n, grid in enumerate(within) if grid.holds(item.place)), None)
        if number is None:
            outside.append(item)
        else:
            table = filled.setdefault(number, Table(within[number]))
            table.cells.setdefault(within[number].cell_of(item.place), []).append(item)
    kept = []
    for table in filled.values():
        if min(len({row for row, _ in table.cells}), len({c for _, c in table.cells})) > 1:
            kept.append(table)
        else:
            outside += [item for cell in table.cells.values() for item in cell]
    return kept, outside


def _connected(rulings: Rulings) -> list[Rulings]:
    """Groups of rulings that touch, each a horizontal or vertical one by way of the other."""
    parents = list(range(len(rulings.horizontal) + len(rulings.vertical)))

    def root(number: int) -> int:
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    for across, vertical in enumerate(rulings.vertical, start=len(rulings.horizontal)):
        for along, horizontal in enumerate(rulings.horizontal):
            if _touch(horizontal, vertical):
                parents[root(across)] = root(along)
    groups: dict[int, tuple[list[Segment], list[Segment]]] = {}
    for number in range(len(parents)):
        horizontals, verticals = groups.setdefault(root(number), ([], []))
        if number < len(rulings.horizontal):
            horizontals.append(rulings.horizontal[number])
        else:
            verticals.append(rulings.vertical[number - len(rulings.horizontal)])
    return [Rulings(tuple(along), tuple(across)) for along, across in groups.values()]


def _touch(horizontal: Segment, vertical: Segment) -> bool:
    y, left, right = horizontal
    x, top, bottom = vertical
    return (
        left - _TOLERANCE <= x <= right + _TOLERANCE
        and top - _TOLERANCE <= y <= bottom + _TOLERANCE
    )


def _distinct(places: Iterable[float]) -> tuple[float, ...]:
    distinct: list[float] = []
    for place in sorted(places):
        if not distinct or place - distinct[-1] > _TOLERANCE:
            distinct.append(place)
    return tuple(distinct)


def _is_ruled(segments: Iterable[Segment], place: float, along: float) -> bool:
    return any(
        abs(at - place) <= _TOLERANCE and start - _TOLERANCE <= along <= end + _TOLERANCE
        for at, start, end in segments
    )


def _middle(place: Box) -> tuple[float, float]:
    return (place.x0 + place.x1) / 2, (place.y0 + place.y1) / 2
