"""Finds where sources give different values for the same thing: figures, dates, names.

Two sentences of different sources are taken to speak of the same thing when they read alike but
for the values, or when both answer the question and give a number of the same unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Protocol

import regex

from notebook_core.engine_events import Conflict, ConflictValue, Quote
from notebook_core.engines.quantities import quantities

SENTENCES_COMPARED = 24
ALIKE = 0.6
FEWEST_ALIKE_WORDS = 4
LONGEST_VALUE = 6
ANSWERS_BOTH = 0.5

_WORD = regex.compile(
    r"[$€£]?\p{N}[\p{N}.,:–-]*\p{N}|[$€£]?\p{N}+%?|[\p{L}\p{M}'’&.-]*[\p{L}\p{M}]|%"
)
_LETTERS = regex.compile(r"[\p{L}\p{M}\p{N}%]+")


class Statement(Protocol):
    """A sentence with its place, and the share of the question's terms that it holds."""

    @property
    def text(self) -> str: ...

    @property
    def coverage(self) -> float: ...

    @property
    def source_id(self) -> str: ...

    @property
    def quote(self) -> Quote: ...


@dataclass(frozen=True)
class _Difference:
    """Two values that two statements give for what seems to be the same thing."""

    first: str
    second: str
    quotes: tuple[Quote, Quote]


def conflicts(statements: Sequence[Statement], about: str) -> tuple[Conflict, ...]:
    """The conflicts among the best statements; `about` names what was asked."""
    best = statements[:SENTENCES_COMPARED]
    differences = [
        difference
        for one, other in combinations(best, 2)
        if one.source_id != other.source_id
        for difference in _differences(one, other)
    ]
    return tuple(_merged(differences, about))


def _differences(one: Statement, other: Statement) -> Iterator[_Difference]:
    values = _aligned(one.text, other.text) or _same_unit(one, other)
    for first, second in values:
        if not say_the_same(first, second):
            yield _Difference(first, second, (one.quote, other.quote))


def say_the_same(first: str, second: str) -> bool:
    """Whether two values differ in spelling alone, or one says more of the same."""
    plain = [f" {' '.join(_LETTERS.findall(value.casefold()))} " for value in (first, second)]
    return plain[0] in plain[1] or plain[1] in plain[0]


# --- sentences that read alike -------------------------------------------------------------


def _aligned(one: str, other: str) -> list[tuple[str, str]]:
    """The values in which two sentences differ that otherwise read alike; [] if they don't."""
    first, second = list(_WORD.finditer(one)), list(_WORD.finditer(other))
    words = [m.group() for m in first], [m.group() for m in second]
    matcher = SequenceMatcher(None, *words, autojunk=False)
    alike = sum(block.size for block in matcher.get_matching_blocks())
    if alike < max(FEWEST_ALIKE_WORDS, ALIKE * min(len(words[0]), len(words[1]))):
        return []
    changed = [op for op in matcher.get_opcodes() if op[0] != "equal"]
    inside = [
        op for op in changed if not _at_an_end(op, len(first), len(second)) or op[0] == "replace"
    ]
    found = []
    for tag, a, b, c, d in inside:
        if tag != "replace" or max(b - a, d - c) > LONGEST_VALUE:
            return []
        values = _between(one, first, a, b), _between(other, second, c, d)
        if not all(map(_is_value, values)):
            return []
        found.append(values)
    return found


def _at_an_end(op: tuple[str, int, int, int, int], first: int, second: int) -> bool:
    """Whether a difference stands before or after all that the two have in common."""
    _, a, b, c, d = op
    return (a == 0 and c == 0) or (b == first and d == second)


def _between(text: str, words: Sequence[regex.Match[str]], begin: int, end: int) -> str:
    return text[words[begin].start() : words[end - 1].end()]


def _is_value(words: str) -> bool:
    """Whether this could be a value: a number, or a name."""
    return any(character.isdigit() for character in words) or words[:1].isupper()


# --- numbers of the same unit --------------------------------------------------------------


def _same_unit(one: Statement, other: Statement) -> list[tuple[str, str]]:
    """Different numbers of one unit in two sentences that both answer the question."""
    if min(one.coverage, other.coverage) < ANSWERS_BOTH:
        return []
    first, second = _by_unit(one.text), _by_unit(other.text)
    found = []
    for unit in sorted(first.keys() & second.keys()):
        if len(first[unit]) == 1 == len(second[unit]) and first[unit].keys() != second[unit].keys():
            found.append((min(first[unit].values()), min(second[unit].values())))
    return found


def _by_unit(text: str) -> dict[str, dict[str, str]]:
    """The values of a text by their unit: the amount of each, and how it is written."""
    found: dict[str, dict[str, str]] = {}
    for quantity in quantities(text):
        found.setdefault(quantity.unit, {}).setdefault(quantity.amount, quantity.written)
    return found


# --- putting them together -----------------------------------------------------------------


def _merged(differences: Sequence[_Difference], about: str) -> Iterator[Conflict]:
    """Differences that share a value belong to one conflict."""
    groups: list[dict[str, dict[Quote, None]]] = []
    for difference in differences:
        known = {difference.first, difference.second}
        group = next((g for g in groups if known & g.keys()), None)
        if group is None:
            groups.append(group := {})
        for value, quote in zip(
            (difference.first, difference.second), difference.quotes, strict=True
        ):
            group.setdefault(value, {})[quote] = None
    for group in groups:
        yield Conflict(
            about, tuple(ConflictValue(value, tuple(quotes)) for value, quotes in group.items())
        )
