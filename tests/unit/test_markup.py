"""Source text in answers shows exactly itself and can forge nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from notebook_core.citations import MARKER
from notebook_core.markup import escape, for_display


def shown(markdown: str) -> str:
    """The text that a CommonMark renderer would show."""
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(markdown)
    return "".join(
        "".join(child.content for child in token.children or [])
        for token in tokens
        if token.type == "inline"
    )


@pytest.mark.parametrize(
    "text",
    [
        "costs $5 and $7",
        "# not a heading",
        "- not a list",
        "1. not a list",
        "a | b",
        "*.md __init__.py ~5 ~7",
        "[x](javascript:alert(1))",
        "<b>bold</b> &amp; List<String>",
        "{{cite:1}}",
        "C:\\docs\\new",
        "`tick` :red[x] :smile:",
        "> quoted",
        "    four blanks before",
        "===",
    ],
)
def test_escaped_text_is_shown_as_it_is(text: str) -> None:
    assert shown(escape(text)) == text.strip()


@given(st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126), min_size=1))
def test_any_ascii_survives(text: str) -> None:
    assert shown(escape(text)) == text


@given(st.text(alphabet="{cite:12}", max_size=40))
def test_no_source_can_forge_a_citation_marker(text: str) -> None:
    assert MARKER.search(escape("{{cite:1}}" + text)) is None


def test_marks_of_markdown_are_taken_off_for_display_only() -> None:
    assert for_display("The **cap** is `8x5`, see [terms](a.md).", "markdown") == (
        "The cap is 8x5, see terms."
    )
    assert for_display("2 * 3 * 4 is **not** bold here", "text") == "2 * 3 * 4 is **not** bold here"


def test_the_mark_of_a_list_item_is_taken_off_whatever_the_kind() -> None:
    assert for_display("- Anna prepares the trial.", "text") == "Anna prepares the trial."
    assert for_display("3. Check the valve.", "pdf") == "Check the valve."
    assert for_display("3.5 bar is the limit.", "text") == "3.5 bar is the limit."
