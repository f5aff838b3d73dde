"""The figures that outcomes of known questions give, and what each must reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from answer_sets import AskedOf, Gold
from sklearn.metrics import roc_auc_score

TARGETS = {
    ("squad2", "hit@1"): 0.72,
    ("squad2", "hit@3"): 0.86,
    ("squad2", "AUROC of confidence"): 0.65,
    ("clapnq", "AUROC of confidence"): 0.87,
    ("clapnq", "unanswerable refused"): 0.65,
    ("clapnq", "answerable refused, at most"): 0.15,
    ("rgb", "unanswerable refused"): 0.45,
    ("rgb", "answerable refused, at most"): 0.15,
    ("rgb", "conflict stated, both values"): 0.5,
    ("rgb", "conflict stated on right documents, at most"): 0.1,
}


class Asked(Protocol):
    """What became of a question."""

    @property
    def question(self) -> AskedOf: ...
    @property
    def cited(self) -> tuple[tuple[str, int, int], ...]: ...
    @property
    def abstained(self) -> bool: ...
    @property
    def confidence(self) -> float: ...
    @property
    def conflicts(self) -> tuple[tuple[str, ...], ...]: ...


@dataclass(frozen=True)
class Figure:
    """One row of the table; `target` None: for information."""

    set: str
    name: str
    value: float
    of: int
    target: float | None

    @property
    def reached(self) -> bool:
        if self.target is None:
            return True
        return self.value <= self.target if "at most" in self.name else self.value >= self.target


def figures(name: str, outcomes: Sequence[Asked]) -> list[Figure]:
    """The figures of a set: hits where gold spans are known, refusals, AUROC, conflicts."""
    plain = [one for one in outcomes if not one.question.wrong]
    answerable = [one for one in plain if one.question.is_answerable]
    unanswerable = [one for one in plain if not one.question.is_answerable]
    rows = []

    def add(figure: str, value: float, of: int) -> None:
        rows.append(Figure(name, figure, value, of, TARGETS.get((name, figure))))

    with_gold = [one for one in answerable if one.question.gold]
    for k in (1, 3) if with_gold else ():
        add(f"hit@{k}", _mean(_hit(one, k) for one in with_gold), len(with_gold))
    add("answerable refused, at most", _mean(o.abstained for o in answerable), len(answerable))
    add("unanswerable refused", _mean(o.abstained for o in unanswerable), len(unanswerable))
    auroc = roc_auc_score([o.question.is_answerable for o in plain], [o.confidence for o in plain])
    add("AUROC of confidence", float(auroc), len(plain))
    if conflicting := [one for one in outcomes if one.question.wrong]:
        add("conflict stated, both values", _mean(map(_both, conflicting)), len(conflicting))
        alarms = _mean(bool(one.conflicts) for one in answerable)
        add("conflict stated on right documents, at most", alarms, len(answerable))
    return rows


def _hit(outcome: Asked, k: int) -> bool:
    """Whether one of the first k quotes covers where an answer starts."""
    return any(
        _covers(quote, gold) for quote in outcome.cited[:k] for gold in outcome.question.gold
    )


def _covers(quote: tuple[str, int, int], gold: Gold) -> bool:
    document, start, end = quote
    return document == gold.document and start <= gold.start < end


def _both(outcome: Asked) -> bool:
    """Whether one conflict holds a right and a wrong value."""
    return any(
        _holds(values, outcome.question.right) and _holds(values, outcome.question.wrong)
        for values in outcome.conflicts
    )


def _holds(values: Sequence[str], known: Sequence[str]) -> bool:
    """Whether a value is one of the known, in whole or as far as it differs."""
    return any(
        k.casefold() in v.casefold() or v.casefold() in k.casefold() for v in values for k in known
    )


def _mean(values: Iterable[bool]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
