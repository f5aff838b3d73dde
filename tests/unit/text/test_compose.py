"""A composed text is normalised, and every offset says exactly where its part stands."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notebook_core.domain import BlockKind, Box, SourceText
from notebook_core.extraction import Block, Extraction, Line, Page
from notebook_core.text.compose import compose
from notebook_core.text.normalise import normalise
from notebook_core.text.spans import page_at, slice_text

AWKWARD = "aeZ1-‐–.:;(/ \t\n\xad\u0301\u0308\u200d\u200c\u1161\x00\ufeff\ufb01한가灯。👩❤♀من\ud800"


def paragraph(*lines: str, gap: int = 2, flowing: bool = True) -> Block:
    return Block("paragraph", tuple(Line(line) for line in lines), gap=gap, flowing=flowing)


def kept(kind: BlockKind, *lines: str, level: int = 0, gap: int = 2) -> Block:
    return Block(kind, tuple(Line(line) for line in lines), level=level, gap=gap)


def pdf(*pages: tuple[Block, ...] | list[Block]) -> SourceText:
    return compose(
        Extraction(
            "pdf", "T", tuple(Page(n, tuple(blocks)) for n, blocks in enumerate(pages, 1)), "test"
        )
    )


def flat(kind, *blocks: Block) -> SourceText:
    return compose(Extraction(kind, "T", (Page(None, blocks),), "test"))


def block_texts(source_text: SourceText) -> list[str]:
    return [slice_text(source_text.text, b.start, b.end) for b in source_text.blocks]


# --- offsets ---------------------------------------------------------------------------------

boxes = st.one_of(st.none(), st.builds(Box, *[st.floats(0, 600)] * 4))
lines = st.builds(Line, st.text(st.sampled_from(AWKWARD), max_size=8), boxes, st.just(0.5))
blocks = st.builds(
    Block,
    kind=st.sampled_from(("heading", "paragraph", "list", "table", "code", "quote")),
    lines=st.lists(lines, max_size=4).map(tuple),
    level=st.integers(0, 7),
    gap=st.integers(0, 3),
    flowing=st.booleans(),
)


@settings(deadline=None)
@given(
    st.lists(st.lists(blocks, max_size=3), max_size=4),
    st.sampled_from(("pdf", "markdown", "web", "text")),
)
def test_offsets_hold_for_any_extraction(page_blocks, kind):
    paged = kind == "pdf"
    pages = tuple(
        Page(n if paged else None, tuple(blocks)) for n, blocks in enumerate(page_blocks, 1)
    )
    composed = compose(Extraction(kind, "T", pages, "test"))
    text = composed.text
    assert normalise(text) == text
    assert len(composed.page_starts) == (len(pages) if paged else 0)
    assert list(composed.page_starts) == sorted(composed.page_starts)
    end = 0
    for block in composed.blocks:
        assert slice_text(text, end, block.start).strip("\n") == ""
        assert slice_text(text, block.start, block.end).strip()
        end = block.end
    assert end == len(text)
    for box in composed.line_boxes:
        assert slice_text(text, box.start, box.end)
        assert page_at(composed.page_starts, box.start) == box.page
    for heading in composed.headings:
        assert heading.start in {block.start for block in composed.blocks}
        assert heading.title
        assert 1 <= heading.level <= 6


def letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum())


@settings(deadline=None)
@given(st.lists(st.lists(lines, min_size=1, max_size=3), min_size=1, max_size=3))
def test_no_letter_is_lost_or_doubled(groups):
    blocks = [Block("paragraph", tuple(group), flowing=True) for group in groups]
    raw = "".join(line.text for group in groups for line in group)
    assert letters(flat("text", *blocks).text) == letters(raw)


def test_a_line_box_slices_to_its_line():
    first, second, third = Box(0, 0, 9, 1), Box(0, 1, 9, 2), Box(0, 2, 9, 3)
    lines = (
        Line("The oﬃce is an", first),
        Line("infor-", second, 0.8),
        Line("mation desk.", third),
    )
    composed = pdf([Block("paragraph", lines, flowing=True)])
    assert composed.text == "The office is an information desk."
    assert [
        (box.box, slice_text(composed.text, box.start, box.end), box.confidence)
        for box in composed.line_boxes
    ] == [(first, "The office is an", None), (second, "infor", 0.8), (third, "mation desk.", None)]


# --- blocks ----------------------------------------------------------------------------------


def test_flowing_lines_are_joined_and_other_lines_are_kept():
    composed = flat(
        "pdf",
        paragraph("one ", "  two   three"),
        kept("table", "a |  b", "c | d"),
        kept("code", "if x:", "    y  =  1", "", "", "", "z"),
    )
    assert block_texts(composed) == [
        "one two three",
        "a | b\nc | d",
        "if x:\n    y  =  1\n\nz",
    ]


def test_gaps_are_line_ends_and_two_at_most():
    composed = flat("text", paragraph("a"), paragraph("b", gap=1), paragraph("c", gap=7))
    assert composed.text == "a\nb\n\nc"


def test_a_gap_of_none_continues_the_block_before():
    composed = flat("text", paragraph("the left column"), paragraph("goes on", gap=0))
    assert block_texts(composed) == ["the left column goes on"]


def test_empty_blocks_vanish():
    composed = flat("text", paragraph(" "), paragraph("a"), kept("code", "", "\u200b"))
    assert composed.text == "a"
    assert len(composed.blocks) == 1


def test_nothing_gives_an_empty_text():
    assert compose(Extraction("text", "T", (), "test")) == SourceText("", "T")
    assert pdf([], []).page_starts == (0, 0)


def test_an_indented_first_line_keeps_its_indentation():
    assert flat("markdown", kept("code", "    a", "  b")).text == "    a\n  b"


def test_odd_spaces_leave_a_text_that_plain_words_are_found_in():
    composed = flat("text", paragraph("Load 1\u202f200\xa0kg\ton  axle\xa0two.", flowing=False))
    assert composed.text == "Load 1 200 kg on axle two."


# --- headings --------------------------------------------------------------------------------


def test_markdown_headings_have_plain_titles_and_stay_as_written():
    composed = flat(
        "markdown",
        kept("heading", "# Title ##", level=1),
        kept("heading", "## **C#** and `x_y`", level=2),
        kept("heading", "Setext", "===", level=1),
        kept("heading", "#", level=2),
    )
    assert [(h.level, h.title) for h in composed.headings] == [
        (1, "Title"),
        (2, "C# and x_y"),
        (1, "Setext"),
    ]
    assert composed.text.startswith("# Title ##\n\n## **C#**")


def test_headings_of_other_kinds_are_taken_as_they_are():
    (web,) = flat("web", kept("heading", "The <div> of C#", level=2)).headings
    assert web.title == "The <div> of C#"
    block = Block("heading", (Line("# of *units*"), Line("sold")), level=9, flowing=True)
    assert [(h.level, h.title) for h in pdf([block]).headings] == [(6, "# of *units* sold")]


# --- pages -----------------------------------------------------------------------------------


def test_pages_start_where_their_first_block_does():
    composed = pdf([paragraph("One.")], [], [paragraph("Three.")], [])
    assert composed.text == "One.\n\nThree."
    assert composed.page_starts == (0, 6, 6, 12)


def test_a_page_number_that_is_missing_shifts_no_other():
    pages = (Page(1, (paragraph("One."),), "i"), Page(3, (paragraph("Three."),), "1"))
    composed = compose(Extraction("pdf", "T", pages, "test"))
    assert composed.page_starts == (0, 6, 6)
    assert composed.page_labels == ("i", "", "1")


def test_a_paragraph_runs_on_over_the_page_turn():
    composed = pdf(
        [paragraph("The keeper rings")], [paragraph("the bell at noon."), paragraph("B.")]
    )
    assert block_texts(composed) == ["The keeper rings the bell at noon.", "B."]
    assert composed.text.startswith("the bell", composed.page_starts[1])


def test_a_word_broken_over_the_page_turn_is_whole():
    composed = pdf([paragraph("about infor-")], [paragraph("mation.")])
    assert composed.text == "about information."
    assert composed.page_starts == (0, 11)


@pytest.mark.parametrize(
    ("last", "first"),
    [
        (paragraph("It ends."), paragraph("then another")),
        (paragraph("It ends.”"), paragraph("then another")),
        (paragraph("A label"), paragraph("Another label")),
        (paragraph("a list follows:"), paragraph("first")),
        (paragraph("one item"), paragraph("b) the next item")),
        (kept("heading", "A heading", level=1), paragraph("text below")),
        (kept("table", "a | b"), paragraph("text below")),
    ],
)
def test_other_blocks_do_not_run_on(last, first):
    assert len(pdf([last], [first]).blocks) == 2


def test_a_full_last_line_runs_on_before_a_capital():
    def block(*widths: int) -> Block:
        lines = tuple(Line("words", Box(50, 0, 50 + width, 1)) for width in widths)
        return Block("paragraph", lines, flowing=True)

    following = [paragraph("Bank of England")]
    assert len(pdf([block(400, 398)], following).blocks) == 1
    assert len(pdf([block(400, 200)], following).blocks) == 2


def test_lines_of_scripts_without_spaces_are_joined_without_one():
    assert flat("pdf", paragraph("灯塔看守", "人在夜里", "OK 工作。", "好。")).text == (
        "灯塔看守人在夜里 OK 工作。好。"
    )
    assert flat("pdf", paragraph("등대 지기는", "밤에")).text == "등대 지기는 밤에"


def test_the_title_is_one_normalised_line():
    composed = compose(Extraction("pdf", " Annual\nre\xadport ", (), "test"))
    assert composed.title == "Annual report"


def test_a_soft_hyphen_at_a_line_end_is_mended_where_lines_are_kept_too():
    composed = flat("text", paragraph("the em\xad", "  bankment", flowing=False))
    assert composed.text == "the embankment"
