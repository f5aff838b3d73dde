"""Conflicts: different values for the same thing are set side by side, like ones are not."""

from dataclasses import dataclass

import pytest

from notebook_core.engine_events import Quote
from notebook_core.engines.conflicts import conflicts


@dataclass(frozen=True)
class Said:
    """A statement of a source."""

    source_id: str
    text: str
    coverage: float = 1.0

    @property
    def quote(self) -> Quote:
        return Quote(self.source_id, 1, self.text, 0)


def values(*statements: Said) -> list[list[str]]:
    return [[value.value for value in conflict.values] for conflict in conflicts(statements, "it")]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (
            "The match was played on Sunday in Tampa, Florida, before a full house.",
            "The match was played on Sunday in Glendale, Arizona, before a full house.",
            ["Tampa, Florida", "Glendale, Arizona"],
        ),
        (
            "Revenue rose to $10.4 billion in the first quarter of the year.",
            "Revenue rose to $1.39 billion in the first quarter of the year.",
            ["$10.4", "$1.39"],
        ),
        (
            "Either party may end the contract with a notice period of 45 days.",
            "The notice period is 30 days.",
            ["45 days", "30 days"],
        ),
        (
            "It grows by 18 percent a year.",
            "A growth of 24 percent is expected.",
            ["18 percent", "24 percent"],
        ),
        ("The limit is 5 days.", "A limit of 45 days holds.", ["5 days", "45 days"]),
        ("It was signed on 3 March 2021.", "Signed: 4 May 2022", ["3 March 2021", "4 May 2022"]),
    ],
)
def test_different_values_for_the_same_thing_are_found(
    one: str, other: str, expected: list[str]
) -> None:
    assert values(Said("a", one), Said("b", other)) == [expected]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The notice period is 30 days.", "The notice period is 30 days."),
        (
            "The price was $52.4 Billion in all, they say.",
            "The price was $52.4 billion in all, they say.",
        ),
        ("The restore takes nineteen hours.", "A restore took 19 h in November."),
        ("The pump rests for 20 minutes.", "The choir sings at 6 in the old church on Sunday."),
    ],
)
def test_what_says_the_same_or_speaks_of_something_else_is_no_conflict(
    one: str, other: str
) -> None:
    assert values(Said("a", one), Said("b", other)) == []


def test_one_source_does_not_contradict_itself() -> None:
    assert values(Said("a", "The limit is 30 days."), Said("a", "The limit is 45 days.")) == []


def test_numbers_of_one_unit_conflict_only_where_both_answer_the_question() -> None:
    one, other = "The limit is 30 days.", "Tickets are sold for 45 days."
    assert values(Said("a", one), Said("b", other, coverage=0.2)) == []


def test_a_value_that_two_sources_share_is_one_value_with_both_quotes() -> None:
    statements = [
        Said("a", "The notice period is 30 days."),
        Said("b", "A notice period of 45 days holds."),
        Said("c", "It has a notice period of 30 days."),
    ]
    (conflict,) = conflicts(statements, "notice period")
    quoted = {value.value: [q.source_id for q in value.quotes] for value in conflict.values}
    assert quoted == {"30 days": ["a", "c"], "45 days": ["b"]}
