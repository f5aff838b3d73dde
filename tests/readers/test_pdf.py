"""A PDF gives its text as a person reads it, each line with its place on the page as displayed."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence

import numpy as np
import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notebook_core.domain import SourceText
from notebook_core.errors import (
    Cancelled,
    GroundnoteError,
    NoText,
    PasswordNeeded,
    TooLarge,
    UnreadableSource,
)
from notebook_core.extraction import Extraction, Given
from notebook_core.readers.pdf import PdfReader
from notebook_core.text.compose import compose

WIDTH, HEIGHT = 595, 842
PROSE = (
    "The survey team logged each reading twice a day and weather did not change the order of the "
    "stations. Nobody moved the markers between visits. "
)

Put = tuple[float, float, str]


def file(*pages: Sequence[Put] | Callable[[pymupdf.Page], None], **save: object) -> bytes:
    """A PDF whose pages hold (x, base line, text), or what a function draws."""
    document = pymupdf.open()
    for content in pages:
        page = document.new_page(width=WIDTH, height=HEIGHT)
        if callable(content):
            content(page)
        else:
            for x, y, text in content:
                page.insert_text((x, y), text, fontsize=11)
    data: bytes = document.tobytes(**save)
    document.close()
    return data


def column(x: float, y: float, lines: Sequence[str], leading: float = 14) -> list[Put]:
    return [(x, y + leading * number, line) for number, line in enumerate(lines)]


def read(data: bytes, name: str = "a.pdf", max_pages: int = 3_000) -> Extraction:
    return PdfReader(max_pages).read(Given(data, name, "pdf"), lambda done, total: None)


def text_of(data: bytes) -> str:
    return compose(read(data)).text


def page_texts(data: bytes) -> list[str]:
    source = compose(read(data))
    ends = [*source.page_starts[1:], len(source.text)]
    return [source.text[a:b].strip() for a, b in zip(source.page_starts, ends, strict=True)]


def blocks(data: bytes) -> list[tuple[str, str]]:
    return [
        (block.kind, " / ".join(line.text for line in block.lines))
        for page in read(data).pages
        for block in page.blocks
    ]


# --- pages and boxes -----------------------------------------------------------------------


def test_each_text_is_on_its_physical_page_with_the_label_beside_it() -> None:
    document = pymupdf.open(stream=file(*[[(72, 90, f"Fact {n} of six.")] for n in range(6)]))
    document.set_page_labels(
        [
            {"startpage": 0, "prefix": "", "style": "r", "firstpagenum": 1},
            {"startpage": 3, "prefix": "", "style": "D", "firstpagenum": 1},
        ]
    )
    extraction = read(document.tobytes())
    assert [page.number for page in extraction.pages] == [1, 2, 3, 4, 5, 6]
    assert [page.label for page in extraction.pages] == ["i", "ii", "iii", "1", "2", "3"]
    assert compose(extraction).page_labels == ("i", "ii", "iii", "1", "2", "3")


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (100, 150, 500, 700)])
def test_boxes_lie_over_the_words_on_the_page_as_displayed(
    rotation: int, crop: tuple[float, ...] | None
) -> None:
    document = pymupdf.open(stream=file([(150, 300, "Origin is not zero."), (150, 500, "End")]))
    page = document[0]
    page.set_mediabox(pymupdf.Rect(50, 30, WIDTH, HEIGHT))
    if crop:
        page.set_cropbox(pymupdf.Rect(crop))
    page.set_rotation(rotation)
    data = document.tobytes()
    ink = ink_of(data)
    boxes = compose(read(data)).line_boxes
    assert len(boxes) == 2
    for line in boxes:
        box = line.box
        inside = ink[round(box.y0) : round(box.y1) + 1, round(box.x0) : round(box.x1) + 1]
        assert inside.any()
        inside[:] = False
    assert not ink.any()


def ink_of(data: bytes) -> np.ndarray:
    pixels = pymupdf.open(stream=data)[0].get_pixmap(colorspace="gray")
    gray = np.frombuffer(pixels.samples, dtype=np.uint8).reshape(pixels.h, pixels.stride)
    return gray[:, : pixels.w].copy() < 128


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_text_that_is_drawn_turned_is_read_in_its_own_direction(turn: int) -> None:
    lines = [
        "The first line of it says that",
        "the second one follows below, and",
        "then comes the end.",
    ]

    def draw(page: pymupdf.Page) -> None:
        for number, line in enumerate(lines):
            step = 16 * number
            points = {0: (80, 300 + step), 90: (200 + step, 600)}
            points |= {180: (500, 600 - step), 270: (400 - step, 200)}
            page.insert_text(points[turn], line, fontsize=11, rotate=turn)

    assert text_of(file(draw)) == " ".join(lines)


def test_a_quote_over_three_lines_has_a_box_on_each() -> None:
    source = compose(
        read(file(column(72, 90, ["the keeper raised", "the second span", "at dawn."])))
    )
    assert source.text == "the keeper raised the second span at dawn."
    assert [source.text[line.start : line.end] for line in source.line_boxes] == [
        "the keeper raised",
        "the second span",
        "at dawn.",
    ]


# --- what is text --------------------------------------------------------------------------


def test_invisible_and_microscopic_text_is_left_out() -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_text((72, 90), "Real sentence about weirs.")
        page.insert_text((72, 120), "hidden words", render_mode=3)
        page.insert_text((72, 150), "transparent words", fill_opacity=0)
        page.insert_text((72, 180), "b64" * 400, fontsize=0.05)

    assert text_of(file(draw)) == "Real sentence about weirs."


def test_invisible_text_over_a_picture_of_the_page_is_what_was_recognised_in_it() -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_image(page.rect, pixmap=grey(50, 70))
        for x, y, line in column(
            72, 90, ["The quarry opened again in spring,", "as it did before."]
        ):
            page.insert_text((x, y), line, render_mode=3)

    assert text_of(file(draw)) == "The quarry opened again in spring, as it did before."


def grey(width: int, height: int) -> pymupdf.Pixmap:
    pixmap = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, width, height))
    pixmap.clear_with(200)
    return pixmap


def test_ligatures_are_expanded_and_soft_hyphens_rejoin_words() -> None:
    def draw(page: pymupdf.Page) -> None:
        font = pymupdf.Font("helv")
        writer = pymupdf.TextWriter(page.rect)
        writer.append((72, 90), "The o\ufb03cial \ufb01nancial plan", font=font)
        writer.append((72, 106), "for the embank\u00ad", font=font)
        writer.append((72, 122), "ment is here.", font=font)
        writer.write_text(page)

    assert text_of(file(draw)) == "The official financial plan for the embankment is here."


# --- reading order -------------------------------------------------------------------------

LEFT = ["Left column says that otters", "swim north along the old", "canal each spring morning."]
RIGHT = ["Right column says that stone", "was cut by hand and then", "carried uphill to the tower."]


def test_columns_are_read_one_after_the_other_whatever_order_they_are_drawn_in() -> None:
    left, right = column(60, 90, LEFT), column(320, 90, RIGHT)
    alternating = [put for pair in zip(left, right, strict=True) for put in pair]
    for puts in (alternating, alternating[::-1], right + left):
        assert text_of(file(puts)) == f"{' '.join(LEFT)}\n\n{' '.join(RIGHT)}"


def test_columns_whose_lines_are_not_level_are_still_two() -> None:
    puts = column(60, 90, LEFT) + column(320, 83, RIGHT)
    assert text_of(file(puts)) == f"{' '.join(LEFT)}\n\n{' '.join(RIGHT)}"


def test_a_headline_over_the_columns_comes_first_and_what_spans_them_below_last() -> None:
    above = [(60, 60, "A headline that runs over the whole width of both of the columns below it")]
    below = [
        (60, 160, "A closing line that runs over the whole width of both columns as well, at last")
    ]
    text = text_of(file(above + column(320, 90, RIGHT) + column(60, 90, LEFT) + below))
    assert [part[:9] for part in text.split("\n\n")] == [
        "A headlin",
        "Left colu",
        "Right col",
        "A closing",
    ]


def test_three_columns() -> None:
    middle = ["Middle words talk of hay and", "of barley in the fields that", "lie below the weir."]
    puts = column(40, 90, LEFT) + column(410, 90, RIGHT) + column(225, 90, middle)
    parts = text_of(file(puts)).split("\n\n")
    assert [part.split()[0] for part in parts] == ["Left", "Middle", "Right"]


def test_a_sentence_goes_on_in_the_next_column_and_over_the_page() -> None:
    left = ["First it is said in the left", "column that the surveyor did"]
    right = ["wait for the ice to clear and", "then went on to the old mill"]
    rest = ["before counting all the posts", "that were left standing."]
    text = text_of(file(column(60, 90, left) + column(320, 90, right), column(60, 90, rest)))
    assert text == " ".join(left + right + rest)


def test_lines_drawn_from_the_bottom_up_are_read_from_the_top_down() -> None:
    puts = [
        (72, 300, "Step three: close."),
        (72, 200, "Step two: fill."),
        (72, 100, "Step one: open."),
    ]
    assert text_of(file(puts)).split("\n\n") == [text for _, _, text in reversed(puts)]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(40, 480), st.integers(6, 50)), min_size=1, max_size=40, unique=True
    )
)
def test_no_word_is_lost_or_doubled_wherever_it_stands(places: list[tuple[int, int]]) -> None:
    words = [f"word{number}x" for number in range(len(places))]
    puts = [(x, y * 15.0, word) for (x, y), word in zip(places, words, strict=True)]
    try:
        text = text_of(file([*puts, (72, 820, "Some text more, so that it is enough.")]))
    except NoText:
        return
    assert sorted(word for word in words if text.count(word) == 1) == sorted(words) or overlaps(
        puts
    )


def overlaps(puts: Sequence[Put]) -> bool:
    """Whether two words are drawn over each other, so that nobody could read them."""
    return any(a is not b and a[1] == b[1] and abs(a[0] - b[0]) < 60 for a in puts for b in puts)


# --- running heads and page numbers --------------------------------------------------------


def sheet(number: int, *body: Put) -> list[Put]:
    head = [(240.0, 40.0, "Harbour Almanac"), (260.0, 820.0, f"Page {number} of 6")]
    return [*head, *body]


def test_running_heads_and_page_numbers_stay_out_of_sentences() -> None:
    data = file(
        sheet(1, (72, 90, "Entry one of the almanac.")),
        sheet(2, (72, 700, "At nine the keeper counted")),
        sheet(3, (72, 90, "eleven lamps and then went home.")),
        sheet(4, (72, 90, "Entry four."), (72, 400, "Harbour Almanac")),
    )
    text = text_of(data)
    assert "At nine the keeper counted eleven lamps and then went home." in text
    assert "of 6" not in text
    assert text.count("Harbour Almanac") == 2  # once as the head, once in the body
    assert text.startswith("Harbour Almanac")


def test_heads_that_alternate_between_left_and_right_pages_are_found() -> None:
    pages = [
        [
            (60.0, 40.0, f"{n}  The Book") if n % 2 else (300.0, 40.0, f"A chapter  {n}"),
            (72.0, 90.0, f"Sentence {n} goes on to be long enough to be read."),
        ]
        for n in range(1, 9)
    ]
    assert text_of(file(*pages)).count("The Book") == 1


@pytest.mark.parametrize("label", ["{n}", "- {n} -", "Seite {n}", "p. {n}", "{n} / 9"])
def test_page_numbers_are_never_text(label: str) -> None:
    pages = [
        [
            (290.0, 815.0, label.format(n=n)),
            (72.0, 90.0, f"Body of sheet {'abcde'[n - 1]}, all of it."),
        ]
        for n in range(1, 6)
    ]
    assert page_texts(file(*pages)) == [f"Body of sheet {letter}, all of it." for letter in "abcde"]


def test_what_repeats_in_the_text_itself_stays() -> None:
    pages = [
        [
            (72.0, 90.0, f"Part {n}"),
            (72.0, 122.0, "Return the badge before noon."),
            (72.0, 138.0, f"Form number {n * 11}."),
        ]
        for n in range(1, 6)
    ]
    text = text_of(file(*pages))
    assert text.count("Return the badge before noon.") == 5
    assert all(f"Part {n}" in text for n in range(1, 6))


def test_a_watermark_is_kept_once_and_out_of_the_sentences() -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_text(
            (200, 500), "DRAFT", fontsize=60, morph=(pymupdf.Point(200, 500), pymupdf.Matrix(45))
        )
        for x, y, line in column(
            72, 450, ["The lock was opened at dawn and", "closed at dusk."], 40
        ):
            page.insert_text((x, y), f"{line}")

    text = text_of(file(draw, draw, draw))
    assert text.count("DRAFT") == 1


# --- blocks --------------------------------------------------------------------------------


def ruled(page: pymupdf.Page, xs: Sequence[float], ys: Sequence[float]) -> None:
    for x in xs:
        page.draw_line((x, ys[0]), (x, ys[-1]))
    for y in ys:
        page.draw_line((xs[0], y), (xs[-1], y))


def test_a_ruled_table_keeps_its_cells_together_and_an_empty_one_its_place() -> None:
    rows = [["Weir", "Height", "Note"], ["A", "12", ""], ["B", "", "sunk"], ["C", "31", ""]]

    def draw(page: pymupdf.Page) -> None:
        ruled(page, [70, 160, 250, 340], [100, 124, 148, 172, 196])
        for row, cells in enumerate(rows):
            for place, cell in enumerate(cells):
                page.insert_text((76 + 90 * place, 116 + 24 * row), cell)
        page.insert_text((72, 80), "The weirs are listed below, with their heights.")
        page.insert_text((72, 230), "All heights are in metres above the sea.")

    assert [kind for kind, _ in blocks(file(draw))] == ["paragraph", "table", "paragraph"]
    assert "\n\nWeir | Height | Note\nA | 12 |\nB | | sunk\nC | 31 |\n\n" in text_of(file(draw))


def test_cells_of_several_lines_merged_heads_and_narrow_columns() -> None:
    def draw(page: pymupdf.Page) -> None:
        page.draw_line((70, 100), (340, 100))
        page.draw_line((70, 196), (340, 196))
        page.draw_line((70, 124), (340, 124))
        page.draw_line((70, 160), (340, 160))
        for x in (70, 340):
            page.draw_line((x, 100), (x, 196))
        for x in (160, 250):
            page.draw_line((x, 124), (x, 196))
        page.insert_text((180, 116), "One head for all")
        page.insert_text((76, 138), "a cell of")
        page.insert_text((76, 152), "two lines")
        page.insert_text((166, 138), "right up to it now")  # runs over the ruling at 250
        page.insert_text((76, 180), "last")
        page.insert_text((256, 180), "5")

    assert text_of(file(draw)).splitlines()[0] == "One head for all | |"
    assert "a cell of two lines | right up to it" in text_of(file(draw))
    assert text_of(file(draw)).splitlines()[-1] == "last | | 5"


def test_a_frame_around_text_is_no_table() -> None:
    def draw(page: pymupdf.Page) -> None:
        ruled(page, [60, 300, 540], [70, 140, 160])
        for x, y, line in column(
            72, 90, ["A notice in a frame, with words that", "go on to its end."]
        ):
            page.insert_text((x, y), line)

    assert blocks(file(draw)) == [
        ("paragraph", "A notice in a frame, with words that / go on to its end.")
    ]


def test_rows_without_rulings_keep_their_cells_together() -> None:
    rows = [
        ("Net sales", "14,544", "14,694"),
        ("EBITDA", "2,117", "2,018"),
        ("EBIT", "1,701", "1,608"),
    ]
    puts = [
        (x, 200.0 + 16 * number, cell)
        for number, row in enumerate(rows)
        for x, cell in zip((72.0, 300.0, 400.0), row, strict=True)
    ]
    assert "Net sales | 14,544 | 14,694\nEBITDA | 2,117 | 2,018" in text_of(file(puts))


def test_a_drawing_of_thousands_of_strokes_does_not_hold_up_its_page() -> None:
    def draw(page: pymupdf.Page) -> None:
        shape = page.new_shape()
        for n in range(2_000):
            shape.draw_line((50 + n % 500, 60 + n % 700), (60 + n % 500, 60 + n % 700))
            shape.draw_line((50 + n % 500, 60 + n % 700), (50 + n % 500, 70 + n % 700))
        shape.finish()
        shape.commit()

    assert text_of(file(draw, [(72, 90, "After the grid.")])) == "After the grid."


def test_headings_are_larger_or_bold_and_their_level_goes_by_size() -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_text((72, 90), "The title", fontsize=22)
        page.insert_text((72, 130), "A section", fontsize=15)
        for n in range(6):
            page.insert_text((72, 160 + 14 * n), PROSE[:90])
        page.insert_text((72, 270), "A bold line", fontname="hebo")
        page.insert_text((72, 290), PROSE[:90])
        page.insert_text((72, 330), "Another section", fontsize=15)
        page.insert_text((72, 360), PROSE[:90])

    headings = compose(read(file(draw))).headings
    assert [(heading.level, heading.title) for heading in headings] == [
        (1, "The title"),
        (2, "A section"),
        (3, "A bold line"),
        (2, "Another section"),
    ]


def test_paragraphs_part_at_spaces_at_indents_and_after_short_last_lines() -> None:
    spaced = [*column(72, 90, ["one of the lines ends", "in the next."]), (72, 140, "Two is here.")]
    assert len(blocks(file(spaced))) == 2
    lines = ["    " + PROSE[:80], PROSE[:84], PROSE[:60] + "end.", "Then another one begins here,"]
    short = column(72, 90, [line.strip() for line in [*lines, PROSE[:84]]])
    assert len(blocks(file(short))) == 2
    indented = [(90 if n in (0, 2) else 72, 90 + 14.0 * n, f"{PROSE[:80]}.") for n in range(4)]
    assert len(blocks(file(indented))) == 2


def test_list_items_are_blocks_right_below_each_other() -> None:
    puts = [(72.0, 90.0, "It holds:")]
    puts += column(
        80, 110, ["- daily backup of every", "  system that is named,", "- a second copy."]
    )
    puts += column(80, 160, ["1. first", "2. second"])
    assert [kind for kind, _ in blocks(file(puts))] == ["paragraph", *["list"] * 4]
    assert "- daily backup of every system that is named,\n- a second copy." in text_of(file(puts))


# --- refusals and warnings -----------------------------------------------------------------


def picture(page: pymupdf.Page) -> None:
    page.insert_image(page.rect, pixmap=grey(50, 70))


def with_picture(height: float, text: str) -> Callable[[pymupdf.Page], None]:
    """A page with a picture of its width at the bottom, and a line at the top."""

    def draw(page: pymupdf.Page) -> None:
        place = pymupdf.Rect(0, HEIGHT - height, WIDTH, HEIGHT)
        page.insert_image(place, pixmap=grey(50, 50), keep_proportion=False)
        page.insert_text((72, 90), text)

    return draw


def test_a_scan_is_refused_with_its_number_of_pages() -> None:
    with pytest.raises(
        NoText, match=r"“a\.pdf” looks like a scan.* its 3 pages.*not available yet"
    ):
        read(file(picture, picture, picture))
    with pytest.raises(NoText, match=r" its 1 page\."):
        read(file(picture))
    with pytest.raises(NoText, match=r" 2 of its 3 pages\."):
        read(file(picture, picture, [(72, 90, PROSE[:90])]))


def test_stamps_that_repeat_do_not_make_a_scan_a_text() -> None:
    def stamped(page: pymupdf.Page) -> None:
        picture(page)
        page.insert_text(
            (72, 30), "Received by the registry of the town of Tarrowby in the year 2024"
        )

    with pytest.raises(NoText, match=r"a scan.* its 4 pages"):
        read(file(stamped, stamped, stamped, stamped))


def test_up_to_a_third_of_pictures_is_said_page_by_page() -> None:
    extraction = read(file([(72, 90, PROSE[:90])], picture, [(72, 90, PROSE[:80])]))
    assert [page.warnings for page in extraction.pages] == [
        (),
        ("It shows a picture; words in it were not read.",),
        (),
    ]


def test_a_short_text_alone_on_its_page_is_a_text() -> None:
    assert text_of(file([(72, 90, "Buoy 1 is grey.")], [(72, 90, "Buoy 2 is red.")]))


@pytest.mark.parametrize("text", ["Hello world", "OK", "42", "¿Sí?", "Draft budget"])
@pytest.mark.parametrize("y", [40, 400, 800])
def test_the_only_text_of_the_only_page_may_be_as_short_as_it_likes(text: str, y: float) -> None:
    assert text_of(file([(72, y, text)])) == text


def test_three_chinese_characters_are_a_text() -> None:
    data = file(lambda page: page.insert_text((72, 90), "東京都", fontname="japan"))
    assert text_of(data) == "東京都"


def test_a_short_text_beside_a_picture_is_a_text_and_on_a_picture_of_the_page_a_stamp() -> None:
    for height in (80, 300, 500):
        assert text_of(file(with_picture(height, "Annual report"))) == "Annual report"
    with pytest.raises(NoText, match="looks like a scan"):
        read(file(with_picture(HEIGHT, "Received 4 May")))


@pytest.mark.parametrize("pages", [[[]], [[], [], []], [[(200, 400, "…")]]])
def test_in_blank_pages_there_is_no_text(pages: list[list[Put]]) -> None:
    with pytest.raises(NoText, match="There is no text in"):
        read(file(*pages))


@pytest.mark.parametrize("word", ["DRAFT", "Confidential", "(ENTWURF)"])
def test_a_mere_stamp_is_no_text_and_the_refusal_quotes_it(word: str) -> None:
    with pytest.raises(NoText, match=re.escape(f"says only “{word}”")):
        read(file([], [(200, 400, word)]))


def test_page_numbers_and_running_heads_alone_are_named_and_no_text() -> None:
    heads = [sheet(number) for number in range(1, 6)]
    for pages in (heads, [[(290, 820, "1")]]):
        with pytest.raises(NoText, match=r"page numbers, running heads .*no other text"):
            read(file(*pages))


def test_a_text_layer_of_glyph_codes_is_not_taken_for_text() -> None:
    codes = "/G21/G22/G23/G24 (cid:12)(cid:45)(cid:7)(cid:88)"
    with pytest.raises(NoText, match="fonts don't say which letters"):
        read(file(column(72, 90, [codes] * 5)))
    extraction = read(
        file([(72, 90, PROSE[:90])], column(72, 90, [codes] * 5), [(72, 90, PROSE[:80])])
    )
    assert "(cid:" not in compose(extraction).text
    assert "can't be read" in extraction.pages[1].warnings[0]


def test_a_password_to_open_is_asked_for_and_one_to_edit_is_not() -> None:
    encrypt = {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "permissions": 0}
    page = [(72, 90, "Open harvest figure 78.")]
    assert text_of(file(page, owner_pw="owner", **encrypt)) == "Open harvest figure 78."
    with pytest.raises(PasswordNeeded, match="save a copy without one"):
        read(file(page, owner_pw="owner", user_pw="user", **encrypt))


def test_damaged_files_are_refused_or_recovered_with_a_warning() -> None:
    whole = file(*[[(72, 90, f"Ledger {n} is {PROSE[:60]}")] for n in range(5)])
    for damaged in (b"%PDF-1.7\n%%EOF", b"no PDF at all", b""):
        with pytest.raises(UnreadableSource, match="is a damaged PDF"):
            read(damaged)
    for recovered in (whole[20:], whole.removesuffix(b"%%EOF\n").removesuffix(b"%%EOF")):
        extraction = read(recovered)
        assert extraction.warnings == ("The file is damaged; 5 pages of it could be recovered.",)
        assert len(extraction.pages) == 5


def test_a_page_that_cannot_be_read_does_not_lose_the_others() -> None:
    document = pymupdf.open(stream=file(*[[(72, 90, f"Page {n}: {PROSE[:60]}")] for n in range(3)]))
    document.update_object(document[1].xref, "<</Type/Page/Parent 999 0 R/MediaBox[0 0 0]>>")
    data = document.tobytes()
    pages = read(data).pages
    assert len(pages) == 3
    assert not pages[1].blocks
    assert [bool(page.blocks) for page in pages] == [True, False, True]


def test_too_many_pages_are_refused_naming_the_limit_and_its_setting() -> None:
    with pytest.raises(
        TooLarge, match=r"has 4 pages and a PDF may have 3 \(GROUNDNOTE_MAX_PAGES\)"
    ):
        read(file(*[[(72, 90, "words")]] * 4), max_pages=3)


def test_progress_is_told_page_by_page_and_a_cancel_stops_it() -> None:
    data = file(*[[(72, 90 + 40 * n, PROSE[:90])] for n in range(3)])
    told: list[tuple[int, int]] = []
    PdfReader(10).read(Given(data, "a.pdf", "pdf"), lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]

    def cancel(done: int, total: int) -> None:
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        PdfReader(10).read(Given(data, "a.pdf", "pdf"), cancel)


def test_attachments_are_mentioned() -> None:
    document = pymupdf.open(stream=file([(72, 90, PROSE[:90])]))
    document.embfile_add("foo.txt", b"secret words")
    extraction = read(document.tobytes())
    assert extraction.warnings == ("Files attached to it were not read.",)
    assert "secret" not in compose(extraction).text


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ("Invitation to Tender", "Invitation to Tender"),
        ("Geometrie", "Geometrie"),
        ("Microsoft Word - plan_v2.doc", "a.pdf"),
        ("report_final.pdf", "a.pdf"),
        ("C:\\docs\\plan", "a.pdf"),
        ("Untitled", "a.pdf"),
        ("untitled 1", "a.pdf"),
        ("  ", "a.pdf"),
        ("12", "a.pdf"),
    ],
)
def test_the_title_is_the_file_s_own_when_it_looks_like_one(given: str, title: str) -> None:
    document = pymupdf.open(stream=file([(72, 90, PROSE[:90])]))
    document.set_metadata({"title": given})
    assert read(document.tobytes()).title == title


def test_several_threads_read_at_once_and_get_what_one_would() -> None:
    files = [
        file(*[[(72, 90, f"File {n}, page {p}: {PROSE[:70]}")] for p in range(8)]) for n in range(4)
    ]
    alone = [text_of(data) for data in files]
    together: list[SourceText | GroundnoteError | None] = [None] * len(files)

    def work(number: int) -> None:
        together[number] = compose(read(files[number]))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(len(files))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [text.text for text in together if isinstance(text, SourceText)] == alone
