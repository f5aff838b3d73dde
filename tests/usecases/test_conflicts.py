"""Where sources disagree on what is asked, an answer says so, with dates, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from notebook_core.answer import Ask, ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.ports import Core

AddText = Callable[..., Source]
Event = dict[str, Any]
TENDER = """---
title: Harbour tender
date: 2026-03-02
---
# Notice

Either party may end the harbour contract with a notice period of 45 days.
"""
DRAFT = "The harbour contract has a notice period of 30 days. The draft was written in haste."
RULES = "# Rules of the yard\n\nSmoking is permitted in the yard. Bicycles stand by the wall."
NEW_RULES = "# Order of the house\n\nSmoking is not permitted in the yard. The gate shuts at ten."


def asked(core: Core, notebook: Notebook, question: str) -> tuple[str, list[Event], Event]:
    """The text of an answer, its citations, and its end."""
    events = list(ask(core, LOCAL_USER, notebook.id, Ask(question)))
    text = "".join(event["text"] for event in events if event["type"] == "delta")
    sources = [event for event in events if event["type"] == "source"]
    return text, sources, events[-1]


def test_different_values_are_cited_side_by_side_with_the_dates_that_are_known(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    tender, draft = add_text(TENDER, "tender.md"), add_text(DRAFT, "draft.txt")
    text, sources, done = asked(
        core, notebook, "How long is the notice period of the harbour contract?"
    )
    (conflict,) = done["conflicts"]
    said = {value["value"]: value for value in conflict["values"]}
    assert set(said) == {"45 days", "30 days"}
    assert said["45 days"]["dated"] == {tender.id: "2026-03-02"}
    assert said["30 days"]["dated"] == {}
    cited = {source["n"]: source["source_id"] for source in sources}
    assert [cited[n] for n in said["45 days"]["refs"]] == [tender.id]
    assert [cited[n] for n in said["30 days"]["refs"]] == [draft.id]
    assert "2 March 2026" in text


def test_what_one_source_permits_and_another_forbids_is_said_to_contradict(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(RULES, "rules.md")
    add_text(NEW_RULES, "order.md")
    text, _, done = asked(core, notebook, "Is smoking permitted in the yard?")
    (conflict,) = done["conflicts"]
    assert sorted(value["value"] for value in conflict["values"]) == [
        "Smoking is not permitted in the yard.",
        "Smoking is permitted in the yard.",
    ]
    assert "contradict" in text


def test_a_conflict_on_something_else_is_not_brought_up(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(TENDER + "\nThe harbour has nine piers for boats.\n", "tender.md")
    add_text(DRAFT + " The harbour has nine piers for boats and ships.", "draft.txt")
    text, _, done = asked(core, notebook, "How many piers does the harbour have?")
    assert done["conflicts"] == []
    assert "days" not in text


def test_sources_on_different_things_are_in_no_conflict(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text("Station 3 of the river pumps 40 litres a second, day and night.", "three.txt")
    add_text("Station 4 of the river pumps 45 litres a second, day and night.", "four.txt")
    _, _, done = asked(
        core, notebook, "How many litres a second does the station of the river pump?"
    )
    assert done["conflicts"] == []
