"""Citations fail closed: exact, found again exactly, or without a link."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notebook_core.citations import Numbering, locate
from notebook_core.domain import Heading, ScopedSource, SourceText
from notebook_core.engine_events import Quote

TEXT = "The pump must run dry. Storage: The pump must run dry. End."
SENTENCE = "The pump must run dry."
SECOND = TEXT.rindex(SENTENCE)


@pytest.mark.parametrize("start", [0, SECOND])
def test_a_quote_at_its_claimed_place_is_that_very_occurrence(start: int) -> None:
    assert locate(TEXT, SENTENCE, start) == (start, start + len(SENTENCE))


def test_a_short_quote_counts_only_at_its_claimed_place() -> None:
    assert locate("see dry pump", "dry", 4) == (4, 7)
    assert locate("see dry pump", "dry", 5) is None


def test_a_quote_that_moved_is_found_again_at_the_nearest_exact_place() -> None:
    assert locate(TEXT, SENTENCE, 3) == (0, len(SENTENCE))
    assert locate(TEXT, SENTENCE, 10_000) == (SECOND, SECOND + len(SENTENCE))


def test_two_equally_near_places_are_no_place() -> None:
    text = "a long quote -- a long quote"
    assert text.count("a long quote") == 2
    assert locate(text, "a long quote", 8) is None


@pytest.mark.parametrize(
    "quote", ["The pump must run dry!", "the pump must run dry.", "The pump  must run dry.", ""]
)
def test_a_quote_that_differs_in_one_character_is_never_placed(quote: str) -> None:
    assert locate(TEXT, quote, 0) is None


@given(
    st.text(alphabet="ab 😀é中\n", max_size=60),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(-5, 70),
)
def test_whatever_is_placed_slices_to_the_quote(text: str, a: int, b: int, claimed: int) -> None:
    quote = text[min(a, b) : max(a, b)]
    span = locate(text, quote, claimed)
    assert span is None or text[span[0] : span[1]] == quote


SOURCE = ScopedSource("s", 1, "Manual", "text", "en", 10, "", "0f3a")
STORED = SourceText(
    text=TEXT, title="Manual", page_starts=(0, 23), headings=(Heading(23, 1, "Storage"),)
)


def test_the_same_span_keeps_its_number_and_numbers_never_change() -> None:
    numbering = Numbering()
    first, first_new = numbering.cite(Quote("s", 1, SENTENCE, 0), SOURCE, STORED)
    second, second_new = numbering.cite(Quote("s", 1, SENTENCE, SECOND), SOURCE, STORED)
    again, again_new = numbering.cite(Quote("s", 1, SENTENCE, 0), SOURCE, STORED)
    assert [first.n, second.n, again.n] == [1, 2, 1]
    assert [first_new, second_new, again_new] == [True, True, False]


def test_a_verified_citation_carries_its_page_and_heading() -> None:
    citation, _ = Numbering().cite(Quote("s", 1, SENTENCE, SECOND), SOURCE, STORED)
    assert (citation.page, citation.page_end, citation.heading) == (2, 2, "Storage")
    assert citation.verified


def test_an_unverified_citation_has_no_place_at_all() -> None:
    citation, _ = Numbering().cite(Quote("s", 1, "The pump may run dry.", 0), SOURCE, STORED)
    assert not citation.verified
    assert (citation.start, citation.end, citation.page, citation.heading) == (None, None, None, "")
