"""Tells whether two values say the same: in other words, another unit, or less exactly."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass
from functools import cache

import regex

from notebook_core.engines.quantities import CALENDAR_YEAR, Quantity

Date = tuple[int | None, int | None, int | None]
"""Year, month and day, as far as they are said."""

DAYS = {
    "second": 1 / 86_400, "minute": 1 / 1_440, "hour": 1 / 24, "day": 1.0, "week": 7.0,
    "month": 30.44, "year": 365.25, "decade": 3_652.5, "century": 36_525.0,
}  # fmt: skip
IN_BASE_UNITS = {
    "millimeter": 1e-3, "centimeter": 1e-2, "meter": 1.0, "kilometer": 1e3,
    "milligram": 1e-3, "gram": 1.0, "kilogram": 1e3, "tonne": 1e6,
    "milliliter": 1e-3, "liter": 1.0, "cubic-meter": 1e3,
    "square-meter": 1.0, "hectare": 1e4, "square-kilometer": 1e6,
    "watt": 1.0, "kilowatt": 1e3, "megawatt": 1e6, "gigawatt": 1e9,
}  # fmt: skip
"""How many of its kind's base unit a metric unit is."""
SCALED = {
    1e3: "thousand tausend mille mil",
    1e6: "million millions millionen millón millones milhão milhões mio m",
    1e9: "billion bilhão bilhões milliard milliards milliarde milliarden mrd bn",
    1e4: "万 萬",
    1e8: "亿 億",
}
ABOUT = 0.03
_TIMES = ("date", CALENDAR_YEAR)
_LOCALES = ("en", "de", "fr", "es", "pt")
_LETTERS = regex.compile(r"[\p{L}\p{M}\p{N}%$€£¥]+")
_NUMBERS = regex.compile(r"\p{N}+")
_FIGURE = regex.compile(r"\d+(?:\.\d+)?")
_AMOUNT = regex.compile(r"(?P<figure>\d[\d.]*)(?: (?P<scale>\S+))?")
_GROUPED = regex.compile(r"\d{1,3}(?:\.\d{3})+(?P<decimals>\.\d{1,2})?")
_CLOCK = regex.compile(r"(\d{1,2})(?::(\d\d))?\s?(uhr|[ap])?.*")


@dataclass(frozen=True)
class Given:
    """A value as a sentence gives it; a name measures nothing and has no `quantity`. A whole
    sentence (`is_whole`) stands for what it affirms or denies."""

    written: str
    quantity: Quantity | None = None
    is_whole: bool = False


def say_the_same(one: Given, other: Given) -> bool:
    """Whether two values agree as far as both are said: "July 2021" does with "Jul 29, 2021", and
    "James Cameron" with "Cameron"."""
    if one.is_whole or other.is_whole:
        return one == other
    if one.quantity is None or other.quantity is None:
        return are_spelled_alike(one.written, other.written)
    return _measure_the_same(one.quantity, other.quantity)


def _measure_the_same(one: Quantity, other: Quantity) -> bool:
    if one.kind in _TIMES and other.kind in _TIMES:
        return _fit_together(_date(one.written), _date(other.written))
    if one.kind == other.kind == "duration":
        first, second = _days(one), _days(other)
        if first and second:
            return abs(first - second) <= ABOUT * max(first, second)
    if one.kind != other.kind:
        return False
    if one.kind == "clock" and "" not in (_clock(one), _clock(other)):
        return _clock(one) == _clock(other)
    if (one.unit, one.amount.casefold()) == (other.unit, other.amount.casefold()):
        return True
    are_comparable = one.unit == other.unit or {one.unit, other.unit} <= IN_BASE_UNITS.keys()
    pairs = ((a, b) for a in _amounts(one) for b in _amounts(other))
    return are_comparable and any(math.isclose(a, b) for a, b in pairs)


def are_spelled_alike(one: str, other: str) -> bool:
    """Whether two names differ in capitals, accents or signs alone, or one is part of the other."""
    first, second = _plain(one), _plain(other)
    return first in second or second in first


def folded(text: str) -> str:
    """A text in small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _plain(name: str) -> str:
    return f" {' '.join(_LETTERS.findall(folded(name)))} "


def _days(value: Quantity) -> float | None:
    """A duration in days; None for a range, or one in words."""
    figures = _FIGURE.findall(value.amount)
    return float(figures[0]) * DAYS[value.unit] if len(figures) == 1 else None


def _amounts(value: Quantity) -> list[float]:
    """What a number with its scale may come to, in base units: "1.200" is read as a decimal and as
    a thousand. Nothing for a range, or for a scale that languages read differently."""
    found = _AMOUNT.fullmatch(value.amount.casefold())
    if found is None:
        return []
    figure = found["figure"]
    readings = [figure] if figure.count(".") <= 1 else []
    if grouped := _GROUPED.fullmatch(figure):
        decimals = grouped["decimals"] or ""
        readings.append(figure[: len(figure) - len(decimals)].replace(".", "") + decimals)
    scales = [n for n, words in SCALED.items() if found["scale"] in words.split()]
    if found["scale"] and not scales:
        return []
    times = (scales or [1.0])[0] * IN_BASE_UNITS.get(value.unit, 1.0)
    return [float(reading) * times for reading in readings]


def _clock(value: Quantity) -> str:
    """A time of day as hours and minutes up to 24; "" for a range."""
    found = _CLOCK.fullmatch(value.written.casefold())
    if found is None or len(_NUMBERS.findall(value.written)) > 1 + bool(found[2]):
        return ""
    hours = int(found[1]) % 12 + 12 * (found[3] == "p") if found[3] in ("a", "p") else int(found[1])
    return f"{hours}:{found[2] or '00'}"


def _fit_together(one: Date, other: Date) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


def _date(written: str) -> Date:
    numbers = [int(number) for number in _NUMBERS.findall(written)]
    years = [number for number in numbers if number > 31]
    small = [number for number in numbers if number <= 31]
    year = years[0] if years else None
    for word in regex.findall(r"\p{L}+", written.casefold()):
        if word in _months():
            return year, _months()[word], small[0] if small else None
    if len(small) == 2 and numbers[0] == year:
        return year, small[0], small[1]  # 2026-03-02, 2026年3月2日
    if len(small) == 2:
        return year, small[1], small[0]  # 2.3.2026
    return year, small[0] if small else None, None


@cache
def _months() -> dict[str, int]:
    """The names of the months, long and short, in small letters, with their numbers."""
    from babel.dates import get_month_names

    return {
        str(name).rstrip(".").casefold(): number
        for locale in _LOCALES
        for width in ("wide", "abbreviated")
        for number, name in get_month_names(width, locale=locale).items()
    }
