"""Spans are sliced exactly or refused; pages and headings are found from offsets."""

from __future__ import annotations

import pytest

from notebook_core.domain import Heading, SourceText
from notebook_core.text.spans import heading_path, page_at, pages_of, slice_text, trim


def test_a_slice_counts_code_points():
    assert slice_text("🧭 é\u0301 x", 2, 4) == "é\u0301"


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (2, 1), (0, 4), (4, 4), (-3, -1)])
def test_a_span_outside_the_text_is_refused(start: int, end: int):
    with pytest.raises(ValueError, match="is no span"):
        slice_text("abc", start, end)


def test_empty_spans_are_spans():
    assert slice_text("abc", 3, 3) == ""
    assert slice_text("", 0, 0) == ""


@pytest.mark.parametrize(
    ("text", "span", "trimmed"),
    [
        ("  ab \n", (0, 6), (2, 4)),
        ("ab", (0, 2), (0, 2)),
        ("a  b", (1, 3), (1, 1)),
        ("a b c", (1, 4), (2, 3)),
    ],
)
def test_trim_drops_blanks_at_both_ends(text, span, trimmed):
    assert trim(text, *span) == trimmed


def test_pages_count_from_one():
    assert [page_at((0, 10, 20), offset) for offset in (0, 9, 10, 19, 20, 99)] == [1, 1, 2, 2, 3, 3]


def test_a_source_without_pages_has_no_page():
    assert page_at((), 5) is None
    assert pages_of(SourceText("abc", "t"), 0, 3) == (None, None)


def test_an_empty_page_holds_no_offset():
    assert page_at((0, 10, 10, 20), 10) == 3


def test_a_span_that_ends_where_a_page_starts_is_not_on_that_page():
    text = SourceText("x" * 30, "t", page_starts=(0, 10, 20))
    assert pages_of(text, 5, 10) == (1, 1)
    assert pages_of(text, 5, 11) == (1, 2)
    assert pages_of(text, 10, 10) == (2, 2)


HEADINGS = (
    Heading(10, 1, "A"),
    Heading(20, 3, "A deep"),
    Heading(30, 2, "A two"),
    Heading(40, 2, "A three"),
    Heading(50, 1, "B"),
)


@pytest.mark.parametrize(
    ("offset", "path"),
    [
        (0, ""),
        (9, ""),
        (10, "A"),
        (20, "A › A deep"),
        (30, "A › A two"),
        (49, "A › A three"),
        (50, "B"),
        (99, "B"),
    ],
)
def test_a_heading_applies_from_its_start_to_the_next_of_its_level(offset, path):
    assert heading_path(HEADINGS, offset) == path


def test_a_document_that_starts_below_level_one_has_a_path_all_the_same():
    assert heading_path((Heading(0, 3, "Deep"), Heading(5, 2, "Less deep")), 4) == "Deep"
    assert heading_path((Heading(0, 3, "Deep"), Heading(5, 2, "Less deep")), 6) == "Less deep"
