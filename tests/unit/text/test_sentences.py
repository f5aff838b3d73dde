"""Sentences tile the text, and end where a reader would say that they do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notebook_core.text.normalise import normalise
from notebook_core.text.sentences import sentences
from notebook_core.text.spans import slice_text

AWKWARD = "ab AB.!?…:\n\n\"'“”()[]「」0123。！-*#|>`~=_🧭\u0301é.Dr"


def pieces(text: str) -> list[str]:
    return [slice_text(text, start, end).strip() for start, end in sentences(text)]


@settings(deadline=None)
@given(st.text(st.one_of(st.sampled_from(AWKWARD), st.characters())))
def test_pieces_tile_the_text(text):
    spans = sentences(text)
    assert "".join(slice_text(text, start, end) for start, end in spans) == text
    assert all(start < end for start, end in spans)


@settings(deadline=None)
@given(st.text(st.one_of(st.sampled_from(AWKWARD), st.characters())).map(normalise))
def test_no_piece_of_a_normalised_text_is_blank(text):
    assert all(pieces(text))


@pytest.mark.parametrize("text", ["", " ", "\n\n", "word", "a. b"])
def test_little_text_is_at_most_one_piece(text):
    assert len(sentences(text)) == bool(text)


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Smith met Mrs. Jones vs. the U.S. Senate.",
        "See No. 5, p. 12 and Fig. 3, e.g. the lamp, i.e. the bulb.",
        "J. R. R. Tolkien wrote it.",
        "It costs 3.50 dollars and runs version 2.0.1 of the code.",
        "He left at 5 p.m. for the tower.",
        "Well ... he thought about it.",
        "Das gilt z. B. für Anlagen, d. h. für alle, bzw. für uns.",
        "Am 3. Mai und im 19. Jahrhundert galt Art. 5 Abs. 3 der Satzung.",
        "Vgl. Nr. 5 und Dr. Müller.",
        "M. Dupont et Mme. Blanc viennent, p. ex. demain.",
        "EE. UU. ganó.",
        "См. стр. 5 и т. д. там.",
        "The lamp (it was lit. Nobody knew.) went out.",
        "“Stop!” he said.",
        "「終わりました。」と言った。",
        "Write to jane.doe@host.example or see https://a.example/b.c for more.",
        "He works for Acme (a part of Bell Inc.) Limited and (etc.) Others.",
        "Histone H2A.X is a protein.",
    ],
)
def test_stops_inside_a_sentence_do_not_end_it(text):
    assert pieces(text) == [text]


@pytest.mark.parametrize(
    "sentences_in_it",
    [
        ["He lives in the U.S.", "She lives in Acme.", "No.", "Yes!", "What?"],
        ["It was 5 p.m.", "Then he left."],
        ["“Go.”", "She left.", "(It was late.)", "He slept."],
        ["He never meant that....", "She left the store."],
        ["The tank holds 12.", "The other holds 3.5."],
        ["He said it.[3]", "She agreed.[4][5]", "They left."],
        ["It is so.[citation needed]", "A diaspora remains."],
        ["It was sued over music.12", "The story made rounds.”13", "He left."],
        ["(1) Revenue fell.", "It was bad.", "(2) Costs rose.", "It was worse."],
        ["Es gilt ab 2024.", "Der Rest folgt.", "Gut."],
        ["miR-375 bound it.", "p62 did not."],
        ["هل هذا سؤال؟", "نعم.", "انتهى."],
        ["यह एक वाक्य है।", "यह दूसरा है।"],
        ["이것은 문장이다.", "두 번째 문장이다."],
    ],
)
def test_sentences_are_told_apart(sentences_in_it):
    assert pieces(" ".join(sentences_in_it)) == sentences_in_it


def test_chinese_and_japanese_need_no_space():
    assert pieces("灯塔看守人。工作！好吗？“好的。”然后走了。") == [
        "灯塔看守人。",
        "工作！",
        "好吗？",
        "“好的。”",
        "然后走了。",
    ]


def test_sentences_that_an_extraction_glued_are_told_apart():
    assert pieces("We went home.Then we slept.") == ["We went home.", "Then we slept."]


def test_blanks_belong_to_the_piece_before_them():
    text = "\n One.  Two.\n\n\nThree. "
    assert [slice_text(text, *span) for span in sentences(text)] == [
        "\n One.  ",
        "Two.\n\n\n",
        "Three. ",
    ]


def test_wrapped_lines_do_not_end_a_sentence_and_blank_lines_do():
    assert pieces("The keeper\nof the lamp, Dr.\nSmith, rang\nat noon. He\nslept\n\nlater") == [
        "The keeper\nof the lamp, Dr.\nSmith, rang\nat noon.",
        "He\nslept",
        "later",
    ]


def test_list_items_are_pieces_and_keep_their_markers():
    text = "Bring:\n- a lamp\n- a bell. It\n  rings\n* more\n\n1. Pay the rent. It is due.\n2) Go"
    assert pieces(text) == [
        "Bring:",
        "- a lamp",
        "- a bell.",
        "It\n  rings",
        "* more",
        "1. Pay the rent.",
        "It is due.",
        "2) Go",
    ]


def test_a_wrapped_line_that_starts_with_a_number_is_no_item():
    assert pieces("It is said in section\n12. Nobody reads it.")[0] == "It is said in section\n12."


def test_headings_rules_and_table_rows_are_pieces():
    text = "# One. Two\ntext here\n---\n| a. B | c |\n|---|---|\n| d | e |\nWeir C | 31\n## End"
    assert pieces(text) == [
        "# One. Two",
        "text here",
        "---",
        "| a. B | c |",
        "|---|---|",
        "| d | e |",
        "Weir C | 31",
        "## End",
    ]


def test_a_bar_in_prose_makes_no_table_row():
    assert pieces("P(A | B) is small. That is so.") == ["P(A | B) is small.", "That is so."]


def test_code_is_split_by_line_only():
    text = "```py\nx = 1. # A. B\n\n- y\n~~~\n```\nAfter. That."
    assert pieces(text) == ["```py", "x = 1. # A. B", "- y", "~~~", "```", "After.", "That."]


def test_lines_that_are_plainly_entries_are_pieces():
    assert pieces("Name: Lamp\nDate: May 3\nTotal amount: 5 EUR") == [
        "Name: Lamp",
        "Date: May 3",
        "Total amount: 5 EUR",
    ]
    log = "\n".join(f"2024-01-0{day} Started" for day in range(1, 8))
    assert pieces(log) == log.split("\n")


def test_a_sentence_across_the_inner_window_is_one_piece():
    long = "Word " * 3_000 + "end."
    assert pieces(f"Short one. {long} Short two.") == ["Short one.", long, "Short two."]


def test_a_line_of_marks_that_is_no_rule_costs_no_more_than_its_length() -> None:
    line = "- " * 400_000 + "end"
    assert pieces(line) == [line]
