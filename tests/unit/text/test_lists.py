"""A sentence that introduces a list, or an item of one, leads to the whole list."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notebook_core.text.lists import MOST_CHARACTERS, MOST_ITEMS, taken_apart, whole
from notebook_core.text.normalise import normalise
from notebook_core.text.sentences import sentences
from notebook_core.text.spans import slice_text, trim

NESTED = """Pack this:

- For the boat:
  - a rope
  - an oar. It floats.
- For the tower:
  1. a lamp
  2. a bell

Go."""


def shown(text: str, sentence: str, *, of_item: bool = False) -> str:
    """The whole that is shown for a sentence of a text."""
    start = text.index(sentence)
    return slice_text(text, *whole(text, start, start + len(sentence), of_item=of_item))


def items(text: str) -> list[tuple[int, str]]:
    return [(item.depth, slice_text(text, item.words, item.end)) for item in taken_apart(text)[1]]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize(
    "listed",
    [
        "- a lamp\n- a bell",
        "* a lamp\n* a bell",
        "• a lamp\n• a bell",
        "1. a lamp\n2. a bell",
        "1) a lamp\n2) a bell",
        "(a) a lamp\n(b) a bell",
        "  - a lamp\n  - a bell",
        "- a lamp\n\n- a bell",
        "- a lamp that is lit\n  all night\n- a bell",
        "- a lamp that is lit\nall night\n- a bell",
        "- a lamp\n\n  It is lit all night.\n\n- a bell",
        "> - a lamp\n> - a bell",
        "- [ ] a lamp\n- [x] a bell",
    ],
)
def test_what_introduces_a_list_leads_to_all_of_it(listed: str, gap: str) -> None:
    expected = f"Bring:{gap}{listed}"
    assert shown(f"It is late. {expected}\n\nThat is all.", "Bring:") == expected
    assert shown(f"It is late. {expected}\n# That is all.", "Bring:") == expected
    assert [depth for depth, _ in items(expected)] == [0, 0]
    assert taken_apart(expected)[0] == "Bring:"


@pytest.mark.parametrize(
    "introduction", ["The service covers this.", "# What is covered", "参加者："]
)
def test_an_introduction_needs_no_colon(introduction: str) -> None:
    text = f"{introduction}\n\n- a lamp\n- a bell"
    assert shown(text, introduction) == text
    assert shown(text, "- a bell", of_item=True) == text


def test_an_item_leads_to_its_list_only_where_several_things_are_asked_for() -> None:
    text = "Bring two:\n\n- a lamp\n- a bell. It rings."
    assert shown(text, "- a lamp") == "- a lamp"
    assert shown(text, "- a lamp", of_item=True) == text
    assert shown(text, "It rings.", of_item=True) == text


def test_a_list_without_an_introduction_begins_with_its_first_item() -> None:
    text = "- a lamp\n- a bell\n\nMore."
    assert shown(text, "- a bell", of_item=True) == "- a lamp\n- a bell"
    after_code = f"```\nrun\n```\n\n{text}"
    assert shown(after_code, "- a bell", of_item=True) == "- a lamp\n- a bell"


def test_nested_items_belong_to_the_item_above_them() -> None:
    boat = "- For the boat:\n  - a rope\n  - an oar. It floats."
    assert shown(NESTED, "- For the boat:") == boat
    assert shown(NESTED, "- a rope", of_item=True) == boat
    assert shown(NESTED, "1. a lamp", of_item=True) == "- For the tower:\n  1. a lamp\n  2. a bell"
    everything = NESTED.removesuffix("\n\nGo.")
    assert shown(NESTED, "Pack this:") == everything
    assert [depth for depth, _ in items(everything)] == [0, 1, 1, 0, 1, 1]


def test_where_nothing_is_set_in_another_marker_begins_a_nested_list() -> None:
    steps = "Steps:\n1. Stop.\na) Look left.\nb) Look right.\n2. Go."
    assert [depth for depth, _ in items(steps)] == [0, 1, 1, 0]


def test_a_list_of_another_kind_after_a_blank_line_is_another_list() -> None:
    text = "Bring:\n\n- a lamp\n- a bell\n\n1. Go in.\n2. Look."
    assert shown(text, "Bring:") == "Bring:\n\n- a lamp\n- a bell"
    assert shown(text, "2. Look.", of_item=True) == "1. Go in.\n2. Look."


@pytest.mark.parametrize(
    "text",
    [
        "Bring this.\n\n1. What is late\n\nThe lamp is late.",
        "Bring this. It is said in section\n12. Nobody reads it.",
        "Bring this.\n\nA lamp - a bell.",
        "Bring this. Then go.\n\n- a lamp\n- a bell",
        "Bring this.\n\n| a lamp | a bell |\n| --- | --- |",
        "Bring this.",
    ],
)
def test_a_sentence_above_no_list_stays_alone(text: str) -> None:
    assert shown(text, "Bring this.", of_item=True) == "Bring this."


def test_a_paragraph_below_a_list_is_no_part_of_its_last_item() -> None:
    text = "Bring:\n- a lamp\n- a bell.\nThen go home."
    assert shown(text, "Bring:") == "Bring:\n- a lamp\n- a bell."


def test_a_list_that_is_too_long_leaves_the_sentence_alone() -> None:
    many = "Bring:\n" + "\n".join(f"- thing {n}" for n in range(MOST_ITEMS + 1))
    assert shown(many, "Bring:") == "Bring:"
    assert shown(many, "- thing 7", of_item=True) == "- thing 7"
    long = "Bring:\n- a lamp\n- " + "a bell " * (MOST_CHARACTERS // 7)
    assert shown(long, "Bring:") == "Bring:"


def test_an_introduction_too_long_for_the_whole_is_left_out() -> None:
    listed = "- a lamp\n- " + "bell " * 200 + "end"
    text = "It is " + "very " * 60 + "late:\n" + listed
    assert shown(text, "- a lamp", of_item=True) == listed


def test_text_that_is_no_list_is_not_taken_apart() -> None:
    assert taken_apart("Bring a lamp.") == ("Bring a lamp.", ())
    assert taken_apart("") == ("", ())


def test_a_sentence_that_runs_out_of_the_list_stays_alone() -> None:
    text = "- a lamp\n- a bell\nBring:\nBring:"
    assert shown(text, "- a bell\nBring:\nBring:", of_item=True) == "- a bell\nBring:\nBring:"


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Bring:",
                "- a lamp",
                "  - a bell",
                "1. one. Two.",
                "",
                "and more",
                "# So",
                "| a | b |",
            ]
        )
    )
)
def test_a_whole_holds_its_sentence_and_stays_in_the_text(lines: list[str]) -> None:
    text = normalise("\n".join(lines))
    for piece in sentences(text):
        start, end = trim(text, *piece)
        for of_item in (False, True):
            first, last = whole(text, start, end, of_item=of_item)
            assert 0 <= first <= start <= end <= last <= len(text)
