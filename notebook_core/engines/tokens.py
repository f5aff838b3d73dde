"""Takes a sentence apart for comparing: words, names, labels, and values as wholes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

import regex

from notebook_core.engines.quantities import CALENDAR_YEAR, Quantity, quantities
from notebook_core.engines.same_value import folded
from notebook_core.text.function_words import function_terms

TIMES = frozenset({"date", "clock", CALENDAR_YEAR})
BARE = "number"
"""The unit and kind of a number without a unit."""

_OF_ONE_UNIT = frozenset({*TIMES, "money", "share"})
_WORD = regex.compile(
    r"\p{Han}|\p{Nd}+(?:[.,]\p{Nd}+)*(?![\p{L}\p{N}])|[[\p{L}\p{N}]--\p{Han}]"
    r"(?:[[\p{L}\p{M}\p{N}'’.&/-]--\p{Han}]*[[\p{L}\p{M}\p{N}]--\p{Han}])?",
    regex.V1,
)
_NUMBER = regex.compile(r"\p{Nd}+(?:[.,]\p{Nd}+)*")
_CAPITAL = regex.compile(r"\p{Lu}")
_LABEL = regex.compile(r"\p{Lu}|(?=.*\p{N})[\p{L}\p{N}./,-]+")
_POSSESSIVE = regex.compile(r"['’]s$")
_OPENING = regex.compile(r"^\s*$|[.!?:…]\s+$|[\"“„«「(\n]\s*$")
_REACH = 4


class Role(Enum):
    """What a token is in its sentence. A label is a number or letter that tells things apart, as
    in "station 3"; a capitalised word that opens a sentence may be a name or not."""

    WORD = "word"
    FUNCTION = "function"
    NAME = "name"
    OPENING = "opening"
    LABEL = "label"
    VALUE = "value"


@dataclass(frozen=True)
class Token:
    """The characters `start:end` of a sentence; `key` is equal for what is the same."""

    start: int
    end: int
    key: str
    role: Role
    value: Quantity | None = None


def tokens(text: str, language: str, names: Collection[str]) -> list[Token]:
    """The tokens of a sentence in a language (ISO 639-1, "" if unknown).

    `names` are words that are known to be names. Another capitalised word is one, too, unless it
    opens the sentence without a second one behind it.

    >>> [(t.key, t.role.value) for t in tokens("Station 3 of Kessing pumps 40 litres", "en", ())]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('station', 'opening'), ('3', 'label'), ('of', 'function'), ('kessing', 'name'),
     ('pumps', 'word'), ('liter 40', 'value')]
    """
    words = list(_words(text, language, names))
    values: list[Token] = []
    place = 0
    for value in quantities(text):
        start = text.index(value.written, place)
        place = start + len(value.written)
        if _is_label(text, value, start, words):
            continue
        words = [word for word in words if word.end <= start or word.start >= place]
        values.append(Token(start, place, f"{value.unit} {value.amount}", Role.VALUE, value))
    found = sorted([*values, *words], key=lambda token: token.start)
    return [_counted(text, token, found[at - 1] if at else None) for at, token in enumerate(found)]


def inner_names(text: str, language: str) -> frozenset[str]:
    """The capitalised words of a text that don't open a sentence."""
    return frozenset(
        _POSSESSIVE.sub("", match[0])
        for match in _WORD.finditer(text)
        if _CAPITAL.match(match[0])
        and folded(match[0]) not in _function_words(language)
        and not _opens(text, match.start())
    )


def _words(text: str, language: str, names: Collection[str]) -> Iterator[Token]:
    matches = list(_WORD.finditer(text))
    for place, match in enumerate(matches):
        word = _POSSESSIVE.sub("", match[0])
        role = Role.WORD
        if folded(word) in _function_words(language):
            role = Role.FUNCTION
        elif _LABEL.fullmatch(word):
            role = Role.LABEL
        elif _CAPITAL.match(word):
            is_name = word in names or not _opens(text, match.start())
            goes_on = _is_capitalised_right_behind(text, match, matches[place + 1 : place + 2])
            role = Role.NAME if is_name or goes_on else Role.OPENING
        yield Token(match.start(), match.start() + len(word), folded(word), role)


def _opens(text: str, place: int) -> bool:
    """Whether a sentence, a quotation or a bracket begins here."""
    return _OPENING.search(text, max(0, place - _REACH), place) is not None


def _is_capitalised_right_behind(
    text: str, word: regex.Match[str], following: Sequence[regex.Match[str]]
) -> bool:
    return any(
        text[word.end() : other.start()] == " " and _CAPITAL.match(other[0]) for other in following
    )


def _is_label(text: str, value: Quantity, start: int, words: Sequence[Token]) -> bool:
    """Whether a number that is of no known unit tells things apart rather than counts them."""
    before = [word for word in words if word.end <= start]
    is_known = value.kind in _OF_ONE_UNIT or value.kind != value.unit
    return not is_known and bool(before) and _labels(text, before[-1], start)


def _counted(text: str, token: Token, before: Token | None) -> Token:
    """The token; a number without a unit is a value unless it labels the word before it."""
    if token.role is not Role.LABEL or not _NUMBER.fullmatch(token.key):
        return token
    if before is not None and _labels(text, before, token.start):
        return token
    value = Quantity(text[token.start : token.end], token.key.replace(",", ""), BARE, BARE)
    return replace(token, role=Role.VALUE, value=value)


def _labels(text: str, before: Token, start: int) -> bool:
    """Whether a number at `start` stands right behind a word with a meaning of its own."""
    has_meaning = before.role in (Role.WORD, Role.NAME, Role.OPENING)
    return has_meaning and text[before.end : start] == " "


@cache
def _function_words(language: str) -> frozenset[str]:
    return function_terms(language or "en")
