"""Finds where sources give different values for what is asked, or one denies what another affirms.

Two sentences of different sources are taken to speak of the same thing when they read alike but
for one value, or when both say what is asked and each gives one value of the same unit. Whatever
may make them be about different things (another name, number or year beside the value) counts
against a conflict: one that is none costs more trust than one that isn't pointed out.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Protocol

import regex

from notebook_core.domain import Hit
from notebook_core.engine_events import Conflict, ConflictValue, Quote
from notebook_core.engines.denials import denies
from notebook_core.engines.parallels import Difference, parallel
from notebook_core.engines.quantities import Quantity
from notebook_core.engines.same_value import Given, say_the_same
from notebook_core.engines.tokens import TIMES, Role, Token, inner_names, tokens
from notebook_core.text.asked import NOUNS_ARE_CAPITALISED, Asked
from notebook_core.text.function_words import function_terms
from notebook_core.text.kinds import Kind
from notebook_core.text.several import asks_for_several
from notebook_core.text.terms import terms

SENTENCES_COMPARED = 24
_CAPITAL = regex.compile(r"\p{Lu}")
SAID_BY_BOTH = 0.6
TOLD_BY_BOTH = 0.8


class Statement(Protocol):
    """A sentence with its place; `spoken` is how it is read."""

    @property
    def spoken(self) -> str: ...

    @property
    def source_id(self) -> str: ...

    @property
    def hit(self) -> Hit: ...

    @property
    def quote(self) -> Quote: ...


@dataclass(frozen=True)
class _Read:
    """A statement, taken apart."""

    statement: Statement
    tokens: tuple[Token, ...]
    terms: frozenset[str]

    @property
    def text(self) -> str:
        return self.statement.spoken


@dataclass(frozen=True)
class _Clash:
    """Two values that differ, and the sentences that give them."""

    difference: Difference
    quotes: tuple[Quote, Quote]


def conflicts(
    statements: Sequence[Statement], asked: Mapping[str, Asked], about: str
) -> tuple[Conflict, ...]:
    """The conflicts among the best statements; `asked` is the question as it can be looked for in
    each source, `about` what was asked."""
    best = statements[:SENTENCES_COMPARED]
    names = frozenset[str]().union(
        *(inner_names(s.hit.text, asked[s.source_id].language) for s in best)
    )
    read = [_read(statement, asked[statement.source_id], names) for statement in best]
    clashes = [
        _Clash(difference, (one.statement.quote, other.statement.quote))
        for one, other in combinations(read, 2)
        if one.statement.source_id != other.statement.source_id
        for difference in _differences(one, other, asked[one.statement.source_id])
    ]
    return tuple(_merged(clashes, about))


def _read(statement: Statement, asked: Asked, names: Collection[str]) -> _Read:
    text = statement.spoken
    return _Read(
        statement,
        tuple(tokens(text, asked.language, names)),
        frozenset(terms(text, asked.language)),
    )


def _differences(one: _Read, other: _Read, asked: Asked) -> Iterator[Difference]:
    shared = _share(one.terms & other.terms, asked)
    if not shared:
        return
    if shared >= SAID_BY_BOTH and _is_denied(one, other, asked):
        yield Difference(Given(one.text, is_whole=True), Given(other.text, is_whole=True))
        return
    alike = parallel(one.text, other.text, one.tokens, other.tokens, _asked_keys(asked))
    if alike is not None:
        found = alike.differences
        if len(found) == 1 and not alike.have_other_subjects and _is_asked_for(found[0], asked):
            yield found[0]
    elif shared >= _enough(asked) and not _have_other_subjects(one, other, asked):
        yield from _of_one_unit(one, other, asked)


def _is_denied(one: _Read, other: _Read, asked: Asked) -> bool:
    """Whether one denies what the other affirms, and neither names or labels something else."""
    roles = (Role.LABEL, Role.NAME)
    if _told_apart(one, other, asked, roles) or _told_apart(other, one, asked, roles):
        return False
    return denies(one.text, other.text, asked.language)


def _enough(asked: Asked) -> float:
    """How much of a question two sentences must share that read differently. A time is that of
    an event, so the sentences must tell of the same one."""
    return TOLD_BY_BOTH if asked.kind is Kind.TIME else SAID_BY_BOTH


def _share(said: Collection[str], asked: Asked) -> float:
    """How much of what the question asks about is said."""
    return math.fsum(weight for t, weight in asked.weights.items() if t in said) / asked.total


@lru_cache(maxsize=64)
def _asked_words(question: str, language: str) -> frozenset[str]:
    return frozenset(token.key for token in tokens(question, language, ()))


def _asked_keys(asked: Asked) -> frozenset[str]:
    """The keys of the question's tokens."""
    return _asked_words(asked.text, asked.language)


def _is_asked_for(difference: Difference, asked: Asked) -> bool:
    """Whether the values are of the kind that is asked for. A name that stands in the question is
    what it is about, and several names may all be right where it asks for several."""
    first, second = difference.first, difference.second
    if first.quantity is not None and second.quantity is not None:
        return all(_fits(value, asked.kind) for value in (first.quantity, second.quantity))
    may_be_named = asked.kind in (Kind.PERSON, Kind.PLACE) or (
        asked.kind is Kind.OTHER and _CAPITAL.search(first.written) is not None
    )
    if not may_be_named or asks_for_several(asked.text):
        return False
    content = set(asked.sequence) - function_terms(asked.language)
    return content.isdisjoint(terms(f"{first.written} {second.written}", asked.language))


def _fits(value: Quantity, kind: Kind) -> bool:
    match kind:
        case Kind.TIME:
            return value.kind in TIMES or value.kind == "duration"
        case Kind.DURATION:
            return value.kind == "duration"
        case Kind.NUMBER | Kind.OTHER:
            return value.kind not in TIMES
    return False


# --- sentences that read differently -------------------------------------------------------


def _have_other_subjects(one: _Read, other: _Read, asked: Asked) -> bool:
    """Whether each has a name or a label that the other one hasn't, or another time, unless that
    is asked for. Where nouns have capitals names can't be told."""
    roles = (Role.LABEL, Role.NAME, Role.OPENING)
    asked_keys = _asked_keys(asked)
    if all(_told_apart(*pair, asked, roles) - asked_keys for pair in ((one, other), (other, one))):
        return True
    times = [_of_kinds(read, TIMES) for read in (one, other)]
    if asked.kind is Kind.TIME or not all(times):
        return False
    return not any(say_the_same(a, b) for a in times[0] for b in times[1])


def _told_apart(one: _Read, other: _Read, asked: Asked, roles: Collection[Role]) -> set[str]:
    """The keys of the names and labels of one sentence that the other one doesn't say at all."""
    if asked.language in NOUNS_ARE_CAPITALISED:
        roles = (Role.LABEL,)
    said = {token.key for token in other.tokens}
    return {token.key for token in one.tokens if token.role in roles} - said


def _of_one_unit(one: _Read, other: _Read, asked: Asked) -> Iterator[Difference]:
    """The values of a unit, or of durations, that each of the sentences gives one of."""
    first, second = _by_unit(one), _by_unit(other)
    for unit in sorted(first.keys() & second.keys()):
        if len(first[unit]) == 1 == len(second[unit]):
            found = Difference(first[unit][0], second[unit][0])
            if _is_asked_for(found, asked) and not say_the_same(found.first, found.second):
                yield found
                return


def _by_unit(read: _Read) -> dict[str, list[Given]]:
    """The values by their unit; those of one kind as well where they are of one unit only."""
    found: dict[str, list[Given]] = {}
    for token in read.tokens:
        if token.value is not None:
            for name in {token.value.unit, token.value.kind}:
                found.setdefault(name, []).append(Given(token.value.written, token.value))
    return found


def _of_kinds(read: _Read, kinds: Collection[str]) -> list[Given]:
    values = (token.value for token in read.tokens if token.value is not None)
    return [Given(value.written, value) for value in values if value.kind in kinds]


# --- putting them together -----------------------------------------------------------------


def _merged(clashes: Sequence[_Clash], about: str) -> Iterator[Conflict]:
    """Clashes that share a value belong to one conflict."""
    groups: list[list[tuple[Given, dict[Quote, None]]]] = []
    for clash in clashes:
        both = (clash.difference.first, clash.difference.second)
        group = next((g for g in groups if any(_place(g, value) is not None for value in both)), [])
        if not group:
            groups.append(group)
        for value, quote in zip(both, clash.quotes, strict=True):
            at = _place(group, value)
            if at is None:
                at = len(group)
                group.append((value, {}))
            group[at][1][quote] = None
    for group in groups:
        values = tuple(ConflictValue(value.written, tuple(quotes)) for value, quotes in group)
        yield Conflict(about, values, is_denial=group[0][0].is_whole)


def _place(group: Sequence[tuple[Given, object]], value: Given) -> int | None:
    return next((at for at, (known, _) in enumerate(group) if say_the_same(known, value)), None)
