"""Plain text is kept as written; only its paragraphs, lists and underlined headings are seen."""

import pytest

from notebook_core.errors import NoText
from notebook_core.extraction import Extraction, Given
from notebook_core.readers.embedded_html import EMBEDDED_LEFT_OUT
from notebook_core.readers.plain import PlainTextReader
from notebook_core.text.compose import compose


def read(text: str | bytes, name: str = "note.txt", charset: str = "") -> Extraction:
    data = text.encode() if isinstance(text, str) else text
    return PlainTextReader().read(Given(data, name, "text", charset), lambda done, total: None)


def kinds(extraction: Extraction) -> list[str]:
    return [block.kind for block in extraction.pages[0].blocks]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\f"])
def test_paragraphs_stand_between_blank_lines_whatever_ends_a_line(end: str) -> None:
    extraction = read(end.join(["one", "still one", "", "two", "", "", "three"]))
    lines = [[line.text for line in block.lines] for block in extraction.pages[0].blocks]
    assert lines == [["one", "still one"], ["two"], ["three"]]
    assert compose(extraction).text == "one\nstill one\n\ntwo\n\nthree"


def test_an_embedded_file_leaves_its_type_and_a_warning() -> None:
    extraction = read(f"Raised.\n<data:image/png;base64,{'iVBO' * 9_000}> It held.")
    assert compose(extraction).text == "Raised.\n<data:image/png> It held."
    assert extraction.warnings == (EMBEDDED_LEFT_OUT,)


def test_lines_keep_their_ends_and_the_source_has_no_pages() -> None:
    extraction = read("Invoice\n  total: 12\n\t(paid)")
    assert compose(extraction).text == "Invoice\n  total: 12\n    (paid)"
    assert extraction.pages[0].number is None
    assert compose(extraction).page_starts == ()


def test_lists_are_seen_with_their_continued_items() -> None:
    assert kinds(read("- one\n  goes on\n- two\n\n1. a\n2) b\n\n(a) x\n(b) y")) == ["list"] * 3
    assert kinds(read("- a dash at the start of one line\nof prose")) == ["paragraph"]
    assert kinds(read("- a single item, or speech")) == ["paragraph"]


def test_only_a_line_underlined_at_its_length_is_a_heading() -> None:
    extraction = read("Minutes\n=======\n\nPresent: all.\n\nActions\n-------\n- one\n- two\n\n# no")
    heading = ["heading", "paragraph"]
    assert kinds(extraction) == [*heading, "paragraph", *heading, "list", "paragraph"]
    text = compose(extraction)
    assert [(heading.level, heading.title) for heading in text.headings] == [
        (1, "Minutes"),
        (2, "Actions"),
    ]
    assert text.text.startswith("Minutes\n=======\n\nPresent")
    assert kinds(read("a b c\n-----------------\n1 2 3")) == ["paragraph"]


def test_the_title_is_the_name_and_a_wrong_name_is_said() -> None:
    assert read("x", "My  File (final) v2.TXT").title == "My  File (final) v2.TXT"
    assert read("x", "a.pdf").warnings == ("The name ends in .pdf, but the content is plain text.",)


def test_how_the_text_was_decoded_is_said() -> None:
    assert read(b"fine \xff here, d\xc3\xa9j\xc3\xa0 vu").warnings == (
        "1 unreadable byte was replaced by “\ufffd”.",
    )
    assert read("für".encode("cp1252"), charset="windows-1252").warnings == ()


@pytest.mark.parametrize("text", [" \u00a0\u200b\n", "\u3000", "***\n---", "\ufeff"])
def test_a_text_without_a_letter_or_digit_is_refused(text: str) -> None:
    with pytest.raises(NoText, match=r"no text in “note\.txt”"):
        read(text)


def test_one_huge_line_is_one_block() -> None:
    assert kinds(read("word " * 60_000)) == ["paragraph"]
