"""Lists and rows answer as wholes, each one quote that stands in its source to the letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from notebook_core.answer import Ask, ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.ports import Core

AddText = Callable[..., Source]
Event = dict[str, Any]

PLAN = """# Harbour service

The harbour service has run since 1987 and keeps nine boats in the water all year.

Each plan of the harbour service includes the following:

- A berth for one boat at the eastern pier.
- Fresh water and power from April to October.
- One survey of the hull a year, with a written result.

Boats above twelve metres are charged by the metre.
"""
WEIRS = """# Weirs of the Senn

| Weir | Height in metres | Built |
| --- | ---: | --- |
| A | 12 | 1901 |
| B | 9 | 1911 |
| C | 31 | 1921 |
| D | 17 | 1934 |
"""


def cited(core: Core, notebook: Notebook, question: str) -> list[Event]:
    """The citations of an answer, each checked against its source."""
    events = list(ask(core, LOCAL_USER, notebook.id, Ask(question)))
    assert events[-1]["type"] == "done"
    found = [e for e in events if e["type"] == "source" and "role" not in e]
    for event in found:
        text = core.store.sources.text(LOCAL_USER, event["source_id"], event["version"]).text
        assert text[event["start"] : event["end"]] == event["quote"]
    return found


def test_what_introduces_a_list_is_quoted_with_all_of_it_as_one(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PLAN, "harbour.md")
    first = cited(core, notebook, "What does each plan of the harbour service include?")[0]
    assert first["quote"].startswith("Each plan of the harbour service includes")
    assert first["quote"].endswith("with a written result.")


def test_a_list_that_passages_cut_is_quoted_whole(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    items = [
        f"- The {name} pier: {40 + n} berths, a crane for boats of {n + 3} tonnes, fresh water, "
        f"power, and a keeper who is there from {n + 5} in the morning."
        for n, name in enumerate(("eastern", "western", "northern", "southern", "old", "new"))
    ]
    add_text(
        "# Piers\n\n"
        + "The harbour was built long ago and is still in use today. " * 14
        + "\n\nThe harbour master runs these piers:\n\n"
        + "\n".join(items),
        "piers.md",
    )
    first = cited(core, notebook, "Which piers does the harbour master run?")[0]
    assert first["quote"].startswith("The harbour master runs these piers:")
    assert first["quote"].count("\n- ") == len(items)


def test_a_heading_is_not_shown_beside_what_stands_under_it(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(
        "# Weirs\n\n## Known faults of the weirs\n\nThe weirs have known faults: A leaks.", "a.md"
    )
    quotes = [c["quote"] for c in cited(core, notebook, "What are the known faults of the weirs?")]
    assert quotes == ["The weirs have known faults: A leaks."]


def test_a_row_is_quoted_before_the_header_that_names_its_columns(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(WEIRS, "weirs.md")
    first, second = cited(core, notebook, "How high is weir C?")[:2]
    assert first["quote"] == "| C | 31 | 1921 |"
    assert second["quote"] == "| Weir | Height in metres | Built |"


def test_of_a_table_the_rows_are_shown_that_say_most_of_what_is_asked(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(WEIRS, "weirs.md")
    rows = [c["quote"] for c in cited(core, notebook, "How high is weir C, and when was it built?")]
    assert rows == ["| C | 31 | 1921 |", "| Weir | Height in metres | Built |"]
    quotes = [c["quote"] for c in cited(core, notebook, "Which heights do the weirs have?")]
    assert sum(quote.count("19") for quote in quotes) > 1


@pytest.mark.parametrize("question", ["Weir height in metres", "When was weir D built?"])
def test_a_header_is_never_the_answer(
    core: Core, notebook: Notebook, add_text: AddText, question: str
) -> None:
    add_text(WEIRS, "weirs.md")
    events = list(ask(core, LOCAL_USER, notebook.id, Ask(question)))
    quotes = [e["quote"] for e in events if e["type"] == "source"]
    assert quotes[0] != "| Weir | Height in metres | Built |"


def test_sentences_that_are_counted_come_with_the_one_that_counts_them(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(
        "The survey of the weirs made three findings. Weir A leaks. Weir B is blocked by wood. "
        "Weir C has no gauge. The county will repair all of them."
    )
    first = cited(core, notebook, "What are the findings of the survey of the weirs?")[0]
    assert first["quote"].startswith("The survey of the weirs made three findings.")
    assert first["quote"].endswith("Weir C has no gauge.")
