"""Quantities: the values that a text gives, as they are written, with what they measure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

import regex

from notebook_core.engines.units import CURRENCIES, SCALES, SHARES, months, number_words, units
from notebook_core.text.function_words import function_terms

SHORTEST_UNIT = 2
CALENDAR_YEAR = "calendar year"
_LANGUAGES = ("en", "de", "fr", "es", "pt")
_NUMBER = r"\p{Nd}+(?:[.,]\p{Nd}+)*"
_UNTIL = r"\s?(?:[–—-]|to|until|and|bis|und|à|et|a|y|às|e|至|到)\s?"
_CLOCK = r"(?:[01]?\d|2[0-4]):[0-5]\d(?!\d)(?:\s(?:Uhr|[ap]\.?m)\b)?|\d{1,2}\sUhr\b"
_DAY = r"\d{1,2}(?:\.|st|nd|rd|th|er)?"
_SIGN = r"(?:US|CN|R|A|C)?[$€£¥]"
_WORD = r"\p{Han}{1,3}|[[\p{L}\p{M}°/²³]--\p{Han}]+"
_GROUPED = regex.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_YEAR = regex.compile(r"1[5-9]\d\d|20\d\d")
_WORDS = regex.compile(rf"{_NUMBER}|[\p{{L}}\p{{M}}]+")


@dataclass(frozen=True)
class Quantity:
    """A value as it is `written`; `amount` is its number in plain figures.

    Values of the same `kind` measure the same: "24 hours" and "2 days" are both durations. Those
    of the same `unit` are told apart by their amounts. An unknown unit is a kind of its own.
    """

    written: str
    amount: str
    unit: str
    kind: str


def quantities(text: str) -> list[Quantity]:
    """The values in a text, in order.

    >>> [(q.written, q.unit, q.kind) for q in quantities("After 35 days, and within ten years.")]
    [('35 days', 'day', 'duration'), ('ten years', 'year', 'duration')]
    >>> [(q.written, q.kind) for q in quantities("By 28 February 2027 it costs 2 million euros.")]
    [('28 February 2027', 'date'), ('2 million euros', 'money')]
    """
    return [found for match in _pattern().finditer(text) for found in _read(match)]


def _read(match: regex.Match[str]) -> Iterator[Quantity]:
    written = match[0]
    for kind in ("date", "clock"):
        if match[kind]:
            yield Quantity(written, " ".join(written.casefold().split()), kind, kind)
    for kind in ("money", "share"):
        if match[kind]:
            yield Quantity(written, _amount(written), kind, kind)
    if match["amount"]:
        yield from _measured(match)


def _measured(match: regex.Match[str]) -> Iterator[Quantity]:
    """A number with its unit, in one word, in two, or behind a word: "3 working days"."""
    word, following = (match["word"] or "").casefold(), (match["following"] or "").casefold()
    is_said = word in _function_words()
    names = {f"{word} {following}": match.end("following"), word: match.end("word")}
    names |= {
        word[:end]: match.start("word") + end
        for end in range(len(word) - 1, 0, -1)
        if regex.match(r"\p{Han}", word)
    }
    names |= {} if is_said else {following: match.end("following")}
    name = next((name for name in names if name in units()), "")
    if name:
        unit, kind = units()[name]
        written = match.string[match.start() : names[name]]
        yield Quantity(written, _amount(match["amount"]), unit, kind)
    elif _YEAR.fullmatch(match["amount"]) and (is_said or not word):
        yield Quantity(match["amount"], match["amount"], CALENDAR_YEAR, CALENDAR_YEAR)
    elif match["amount"][0].isdigit() and len(word) >= SHORTEST_UNIT and not is_said:
        unit = word.rstrip("s")
        yield Quantity(match[0], _amount(match["amount"]), unit, unit)


def _amount(written: str) -> str:
    """The figures of a value, with points for decimals only, and what multiplies them."""
    words = _WORDS.findall(written.casefold())
    figures = [_plain(number_words().get(word, word)) for word in words]
    scale = _scale().search(written)
    return " ".join([one for one in figures if one[0].isdigit()] + ([scale[0]] if scale else []))


def _plain(figure: str) -> str:
    return figure.replace(",", "" if _GROUPED.fullmatch(figure) else ".")


@cache
def _scale() -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\p{{Latin}})(?:{_either(SCALES)})(?!\p{{Latin}})", regex.I)


@cache
def _function_words() -> frozenset[str]:
    return frozenset[str]().union(*map(function_terms, _LANGUAGES))


@cache
def _pattern() -> regex.Pattern[str]:
    """One pattern; where several alternatives match at a place, the first of them counts."""
    spelled = rf"(?:{_either(number_words())})(?!\p{{L}})"
    measured = (
        rf"(?P<amount>{_range(f'{_NUMBER}|{spelled}')})"
        rf"(?:\s?-?(?P<word>{_WORD})(?=(?:\s(?P<following>[\p{{L}}\p{{M}}]+))?))?"
    )
    alternatives = (_dates(), rf"(?P<clock>{_range(_CLOCK)})", _money(), _shares(), measured)
    return regex.compile(
        rf"(?<![\p{{Latin}}\p{{N}}.,])(?:{'|'.join(alternatives)})", regex.V1 | regex.I
    )


def _dates() -> str:
    month = rf"(?:{_either(months())})\.?"
    return (
        r"(?P<date>\d{4}-\d\d-\d\d(?!\d)|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}"
        rf"|{_DAY}\s(?:of\s|de\s)?{month}(?!\p{{L}})(?:,?\s(?:de\s)?\d{{4}})?"
        rf"|{month}\s{_DAY}(?!\p{{L}}|\d)(?:,?\s\d{{4}})?"
        rf"|{month}\s(?:de\s)?\d{{4}}"
        r"|\d{4}年(?:\d{1,2}月)?(?:\d{1,2}[日号])?|\d{1,2}月\d{1,2}[日号])"
    )


def _money() -> str:
    scale = rf"(?:\s?(?:{_either(SCALES)})(?!\p{{Latin}}))?"
    currency = rf"(?:{_SIGN}|(?:{_either(CURRENCIES)})(?!\p{{Latin}}))"
    return rf"(?P<money>{_SIGN}\s?{_NUMBER}{scale}|{_NUMBER}{scale}\.?\s?(?:d['’]|de\s)?{currency})"


def _shares() -> str:
    return rf"(?P<share>{_NUMBER}\s?(?:{_either(SHARES)})(?!\p{{Latin}}))"


def _range(value: str) -> str:
    return rf"(?:{value})(?:{_UNTIL}(?:{value}))?"


def _either(words: Collection[str]) -> str:
    """A pattern for any of the words, the longest first; blanks in them match any blank."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(regex.escape(word).replace(r"\ ", r"\s") for word in longest_first)
