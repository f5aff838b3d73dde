"""Passages are cut at code points, so that the highlight is the quote and nothing else."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notebook_core.domain import Citation, Heading, Source, SourceText
from notebook_core.viewing import OpenedCitation
from pages.parts.passage_view import cited_passage, span_passage
from pages.parts.segments import segments
from pages.parts.wording import page_range, place


@given(st.text(max_size=400), st.data())
def test_the_pieces_join_to_a_stretch_of_the_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    window = data.draw(st.one_of(st.none(), st.integers(0, 120)))
    cut = segments(text, start, end, window)
    first, last = start - len(cut.before), end + len(cut.after)
    assert cut.before + cut.marked + cut.after == text[first:last]
    assert cut.marked == text[start:end]
    assert cut.cut_before == (first > 0)
    assert cut.cut_after == (last < len(text))
    if window is None:
        assert (first, last) == (0, len(text))
    else:
        assert start - first <= window
        assert last - end <= window


def test_a_window_ends_between_words() -> None:
    text = "word " * 200 + "QUOTE" + " word" * 200
    start = text.index("QUOTE")
    cut = segments(text, start, start + 5, window=103)
    assert cut.before.startswith("word ")
    assert cut.after.endswith(" word")


def test_the_offsets_count_code_points() -> None:
    text = "👩‍👩‍👧🇨🇿" * 20 + "灯塔 é quote" + "مرحبا"
    start = text.index("quote")
    assert segments(text, start, start + 5).marked == "quote"


TEXT = SourceText(
    text="Front matter.\nSupport\nThe limit is 8x5 coverage.\nEnd.",
    title="Plan",
    page_starts=(0, 14),
    page_labels=("iv", "2"),
    headings=(Heading(start=14, level=1, title="Support"),),
)


def cited(quote: str, verified: bool = True) -> Citation:
    start = TEXT.text.index(quote) if verified else None
    return Citation(
        n=1,
        source_id="s",
        version=1,
        title="Plan",
        quote=quote,
        start=start,
        end=None if start is None else start + len(quote),
        page=2 if verified else None,
        page_end=2 if verified else None,
        heading="Support" if verified else "",
        verified=verified,
    )


def source_at(version: int) -> Source:
    return Source(
        id="s",
        notebook_id="n",
        kind="pdf",
        title="Plan",
        origin="plan.pdf",
        status="ready",
        version=version,
        content_hash="",
        created_at=datetime(2024, 1, 1, tzinfo=UTC),
    )


def test_a_citation_is_highlighted_with_its_place() -> None:
    passage = cited_passage(OpenedCitation(cited("limit is 8x5"), "current", TEXT, source_at(1)))
    assert passage.text is not None
    assert passage.text.marked == "limit is 8x5"
    assert passage.place == "p. 2 · Support"
    assert passage.notices == ()


def test_a_changed_source_is_named_and_the_cited_version_is_shown() -> None:
    passage = cited_passage(OpenedCitation(cited("limit is 8x5"), "changed", TEXT, source_at(2)))
    assert passage.text is not None
    assert passage.text.marked == "limit is 8x5"
    assert "this is version 1" in passage.notices[0]


def test_an_unverified_quote_is_shown_but_nothing_is_highlighted() -> None:
    opened = OpenedCitation(cited("not in it", verified=False), "unverified", TEXT, source_at(1))
    passage = cited_passage(opened)
    assert passage.quote == "not in it"
    assert passage.text is not None
    assert passage.text.marked == ""
    assert "exact text was not found" in passage.notices[0]


def test_of_a_removed_source_the_quote_is_left() -> None:
    passage = cited_passage(OpenedCitation(cited("limit is 8x5"), "removed", None, None))
    assert passage.text is None
    assert passage.quote == "limit is 8x5"
    assert passage.notices[0].startswith("Source removed")


def test_a_linked_stretch_is_shown_in_the_whole_text() -> None:
    passage = span_passage("Plan", TEXT, 0, 5, window=None)
    assert passage.place == "p. 1 (printed iv)"
    assert passage.text is not None
    assert passage.text.marked == "Front"
    assert passage.text.after == TEXT.text[5:]


@pytest.mark.parametrize(
    ("pages", "words"),
    [((None, None), ""), ((4, None), "p. 4"), ((4, 4), "p. 4"), ((4, 5), "pp. 4–5")],
)
def test_pages_in_words(pages: tuple[int | None, int | None], words: str) -> None:
    assert page_range(*pages) == words


def test_a_printed_page_number_is_named_when_it_differs() -> None:
    assert place(5, 5, "Scope", "ii") == "p. 5 (printed ii) · Scope"
    assert place(5, 5, "", "5") == "p. 5"
    assert place(None, None, "Scope") == "Scope"
