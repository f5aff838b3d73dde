"""Compares two sentences that read alike, and finds the one value in which they differ."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import regex

from notebook_core.engines.same_value import Given, say_the_same
from notebook_core.engines.tokens import Role, Token

ALIKE = 0.6
FEWEST_ALIKE = 3
LONGEST_NAME = 6
MOST_ADDED = 6
MOST_WORDS_BESIDE = 1
SHORTEST_HAN_NAME = 2


Side = tuple[Sequence[Token], int, int]
"""The tokens of a sentence, and from where to where a difference goes."""

_HAN = regex.compile(r"\p{Han}+")


@dataclass(frozen=True)
class Difference:
    """Two values that two sentences give in the same place."""

    first: Given
    second: Given


@dataclass(frozen=True)
class Parallel:
    """Two sentences that read alike: the values in which they differ, and whether they differ in
    something else by which they may be about different things."""

    differences: tuple[Difference, ...]
    have_other_subjects: bool


def parallel(
    one: str, other: str, first: Sequence[Token], second: Sequence[Token], asked: Collection[str]
) -> Parallel | None:
    """What sets two sentences apart that read alike; None for two that don't. `asked` are the keys
    of the question's tokens, which are no part of a name that answers it."""
    matcher = SequenceMatcher(None, [t.key for t in first], [t.key for t in second], autojunk=False)
    alike = sum(block.size for block in matcher.get_matching_blocks())
    if alike < max(FEWEST_ALIKE, ALIKE * min(len(first), len(second))):
        return None
    differences: list[Difference] = []
    have_other_subjects = False
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        sides = (first, a, b), (second, c, d)
        found = _difference(one, other, *sides, asked) if tag == "replace" else None
        if found is not None:
            differences.append(found)
        elif _sets_apart(first[a:b], second[c:d], _is_inside((a, b, c, d), first, second)):
            have_other_subjects = True
    return Parallel(_distinct(differences), have_other_subjects)


def _difference(
    one: str, other: str, first: Side, second: Side, asked: Collection[str]
) -> Difference | None:
    """The two values in a slot, or None when what stands there are no values of one kind."""
    left, right = first[0][first[1] : first[2]], second[0][second[1] : second[2]]
    values = [[t.value for t in side if t.value is not None] for side in (left, right)]
    if len(values[0]) == 1 == len(values[1]) and _are_nearly_alone((*left, *right)):
        return Difference(*(Given(value.written, value) for (value,) in values))
    if _is_name(one, left) and _is_name(other, right):
        (a, b), (c, d) = _extended(one, first, second, asked)
        return Difference(
            Given(one[first[0][a].start : first[0][b - 1].end]),
            Given(other[second[0][c].start : second[0][d - 1].end]),
        )
    return None


def _are_nearly_alone(tokens: Sequence[Token]) -> bool:
    """Whether beside the values there is no more than a word: "now 45 days"."""
    others = [token for token in tokens if token.role not in (Role.VALUE, Role.FUNCTION)]
    return all(token.role is Role.WORD for token in others) and len(others) <= MOST_WORDS_BESIDE


def _is_name(text: str, side: Sequence[Token]) -> bool:
    if not side or len(side) > LONGEST_NAME:
        return False
    if all(_HAN.fullmatch(token.key) for token in side):
        return len(side) >= SHORTEST_HAN_NAME
    is_named = any(token.role is Role.NAME for token in side)
    return is_named and all(t.role in (Role.NAME, Role.LABEL, Role.FUNCTION) for t in side)


def _extended(
    text: str, first: Side, second: Side, asked: Collection[str]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The slot with the names right beside it that both share: "James" of "James Cameron"."""
    (tokens, a, b), (others, c, d) = first, second

    def go_together(left: Token, right: Token) -> bool:
        are_names = all(token.role in (Role.NAME, Role.LABEL) for token in (left, right))
        return are_names and text[left.end : right.start] == " "

    while a > 0 and c > 0 and go_together(tokens[a - 1], tokens[a]):
        if tokens[a - 1].key != others[c - 1].key or tokens[a - 1].key in asked:
            break
        a, c = a - 1, c - 1
    while b < len(tokens) and d < len(others) and go_together(tokens[b - 1], tokens[b]):
        if tokens[b].key != others[d].key or tokens[b].key in asked:
            break
        b, d = b + 1, d + 1
    return (a, b), (c, d)


def _is_inside(
    place: tuple[int, int, int, int], first: Sequence[Token], second: Sequence[Token]
) -> bool:
    """Whether a difference stands between parts that the two have in common."""
    a, b, c, d = place
    return not ((a == 0 and c == 0) or (b == len(first) and d == len(second)))


def _sets_apart(left: Sequence[Token], right: Sequence[Token], is_inside: bool) -> bool:
    """Whether a difference that is no value may make the two be about different things.

    What only one of them adds doesn't, if it is short or stands around what they have in common.
    """
    have_meaning = [any(t.role is not Role.FUNCTION for t in side) for side in (left, right)]
    return all(have_meaning) or (is_inside and len(left) + len(right) > MOST_ADDED)


def _distinct(differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """The differences without those that are none, or say again what another one says."""
    kept: list[Difference] = []
    for difference in differences:
        if say_the_same(difference.first, difference.second):
            continue
        at = next((n for n, known in enumerate(kept) if _are_same(difference, known)), None)
        if at is None:
            kept.append(difference)
        elif len(difference.first.written) > len(kept[at].first.written):
            kept[at] = difference
    return tuple(kept)


def _are_same(one: Difference, other: Difference) -> bool:
    return say_the_same(one.first, other.first) and say_the_same(one.second, other.second)
