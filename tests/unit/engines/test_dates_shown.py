"""Values that differ are shown with the dates of their sources, where those are known."""

from datetime import date

import pytest

from notebook_core.citations import marker
from notebook_core.domain import ScopedSource
from notebook_core.engine_events import Cite, Conflict, ConflictValue, Delta, Quote
from notebook_core.engines.phrases import PHRASES
from notebook_core.engines.writing import write_conflicts
from notebook_core.markup import unescaped


def source(key: str, dated: date | None = None) -> ScopedSource:
    return ScopedSource(key, 1, f"Title of {key}", "text", "en", 9, "", "", dated)


def quote(key: str) -> Quote:
    return Quote(key, 1, "It says so.", 0)


SOURCES = (source("a", date(2026, 3, 2)), source("b"), source("c", date(2025, 12, 31)))


def written(conflict: Conflict, language: str = "en") -> str:
    pieces = []
    for event in write_conflicts([conflict], SOURCES, PHRASES[language]):
        if isinstance(event, Delta):
            pieces.append(event.text)
        elif isinstance(event, Cite):
            pieces.extend(marker("abc".index(one.source_id) + 1) for one in event.quotes)
    return unescaped("".join(pieces))


def conflict(*of_values: str, is_denial: bool = False) -> Conflict:
    """A value for each string of source keys."""
    values = [
        ConflictValue(f"{n} days", tuple(map(quote, keys))) for n, keys in enumerate(of_values)
    ]
    return Conflict("How long?", tuple(values), is_denial)


def test_a_date_stands_behind_the_value_and_an_unknown_one_is_not_mentioned() -> None:
    assert written(conflict("a", "b")) == (
        "\n**The sources give different values:**\n\n"
        "- 0 days{{cite:1}} (2 March 2026)\n"
        "- 1 days{{cite:2}}\n"
    )


def test_where_several_sources_give_a_value_each_date_has_its_title() -> None:
    shown = written(conflict("ab", "c"))
    assert "- 0 days{{cite:1}}{{cite:2}} (Title of a: 2 March 2026)\n" in shown
    assert "- 1 days{{cite:3}} (31 December 2025)\n" in shown


@pytest.mark.parametrize(
    ("language", "expected"),
    [("de", "(2. März 2026)"), ("fr", "(2 mars 2026)"), ("zh", "(2026年3月2日)")],
)
def test_dates_are_written_in_the_language_of_the_question(language: str, expected: str) -> None:
    assert expected in written(conflict("a", "b"), language)


def test_a_denial_is_called_a_contradiction() -> None:
    assert PHRASES["pt"].contradictory in written(conflict("a", "b", is_denial=True), "pt")
