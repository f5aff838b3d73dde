"""Sets values side by side that sources give for the same thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from notebook_core.engine_events import Conflict
from notebook_core.engines.quantities import quantities
from notebook_core.engines.same_value import are_spelled_alike
from notebook_core.engines.sentence import Sentence
from notebook_core.text.kinds import plain_numbers

FEWEST_SOURCES = 2
SENTENCES_LOOKED_AT = 3


@dataclass(frozen=True)
class Row:
    """What one source gives: values, verbatim, and the sentence that holds them."""

    sentence: Sentence
    values: tuple[str, ...]


def rows(speaking: Sequence[Sequence[Sentence]], question: str) -> tuple[Row, ...]:
    """A row for each source that gives a value of the kind that most of them give, and that stands
    in the better sentences; none where that is but one. What the question says is no value.

    `speaking` holds the best sentences of each source, best first; a row is made of the first one
    that gives such a value.
    """
    asked = set(plain_numbers(question))
    of_each = [_first_of_each_kind(part[:SENTENCES_LOOKED_AT], asked) for part in speaking]
    giving = Counter(kind for rows_of_kinds in of_each for kind in rows_of_kinds)
    shared = [kind for kind, sources in giving.items() if sources >= FEWEST_SOURCES]
    if not shared:
        return ()
    lowest = min(sentence.score for part in speaking for sentence in part)

    def standing(kind: str) -> tuple[float, str]:
        scores = (found[kind].sentence.score for found in of_each if kind in found)
        return -sum(1 + score - lowest for score in scores), kind

    chosen = min(shared, key=standing)
    return tuple(found[chosen] for found in of_each if chosen in found)


def shown_in(rows: Sequence[Row], conflict: Conflict) -> bool:
    """Whether the values of a conflict stand side by side already."""
    shown = [value for row in rows for value in row.values]
    numbers = {number for value in shown for number in plain_numbers(value)}
    return all(
        set(plain_numbers(one.value)) <= numbers
        if plain_numbers(one.value)
        else any(are_spelled_alike(one.value, other) for other in shown)
        for one in conflict.values
    )


def _first_of_each_kind(part: Sequence[Sentence], asked: Collection[str]) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for sentence in part:
        values: dict[str, dict[str, None]] = {}
        for quantity in quantities(sentence.text):
            if not set(plain_numbers(quantity.amount)) <= set(asked):
                values.setdefault(quantity.kind, {})[quantity.written] = None
        for kind, written in values.items():
            found.setdefault(kind, Row(sentence, tuple(written)))
    return found
