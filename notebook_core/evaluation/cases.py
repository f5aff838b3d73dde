"""Reads evaluation cases: a question each, and the passages that a right answer cites."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from notebook_core.errors import InvalidInput

UNANSWERABLE = "unanswerable"


@dataclass(frozen=True)
class Expected:
    """A quote that answers: of which source (file name or title), and which occurrence of it,
    counted from 1."""

    source: str
    quote: str
    occurrence: int = 1


@dataclass(frozen=True)
class Case:
    """A question; one without expected quotes is to be refused."""

    id: str
    question: str
    kind: str
    expected: tuple[Expected, ...]

    @property
    def answerable(self) -> bool:
        return bool(self.expected)


def read_cases(lines: Iterable[str]) -> tuple[Case, ...]:
    """The cases of a JSON Lines file: `id`, `question`, `kind` and `expect` (a list of `source`,
    `quote` and, where a quote stands more than once, `occurrence`).

    Raises InvalidInput, naming the line.
    """
    cases = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            cases.append(_case(line, number))
    if not cases:
        raise InvalidInput("There are no cases in this file; give one JSON object a line.")
    return tuple(cases)


def _case(line: str, number: int) -> Case:
    try:
        row = json.loads(line)
        expected = tuple(_expected(entry) for entry in row.get("expect", []))
        question = str(row["question"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(
            f"Line {number} is no case; it needs a “question” and, for what can be answered, "
            "“expect” with “source” and “quote”."
        ) from error
    kind = str(row.get("kind") or ("answerable" if expected else UNANSWERABLE))
    return Case(str(row.get("id", number)), question, kind, expected)


def _expected(entry: Mapping[str, Any]) -> Expected:
    return Expected(str(entry["source"]), str(entry["quote"]), int(entry.get("occurrence", 1)))
