"""Markdown keeps its text; the parser says where blocks are, and only markup is taken out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notebook_core.errors import NoText
from notebook_core.extraction import Extraction, Given
from notebook_core.readers.embedded_html import EMBEDDED_LEFT_OUT, without_html
from notebook_core.readers.markdown import MarkdownReader, blocks_of
from notebook_core.text.compose import compose


def read(text: str, name: str = "note.md") -> Extraction:
    return MarkdownReader().read(Given(text.encode(), name, "markdown"), lambda done, total: None)


def text_of(text: str) -> str:
    return compose(read(text)).text


def kinds(text: str) -> list[str]:
    return [block.kind for block in read(text).pages[0].blocks]


def headings(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.title) for heading in compose(read(text)).headings]


def test_headings_are_those_of_commonmark_and_stay_as_written() -> None:
    source = (
        "# Title ##\n\na\n\n## C#\n\n#NoSpace\n\n####### seven\n\nSet *ext*\n===\n\n"
        "Second\n---\n\n\\# escaped\n\n   ### `code` and [link](x)"
    )
    assert headings(source) == [
        (1, "Title"),
        (2, "C#"),
        (1, "Set ext"),
        (2, "Second"),
        (3, "code and link"),
    ]
    assert text_of(source) == source


@pytest.mark.parametrize(
    "code",
    [
        "```sh\n#!/bin/sh\n# no heading\n\nmake <all>\n```",
        "~~~\n# no\n```\n# still\n~~~",
        "````md\n```\n# nested\n```\n````",
        "    # indented\n    <b>code</b>",
        "```\n# unclosed\n<div>",
    ],
)
def test_code_is_one_block_as_written_and_holds_no_headings(code: str) -> None:
    source = f"# Top\n\nwords\n\n{code}"
    assert text_of(source) == source
    assert kinds(source) == ["heading", "paragraph", "code"]
    assert headings(source) == [(1, "Top")]


def test_a_fence_in_a_list_or_quote_is_whole_and_the_list_goes_on_after_it() -> None:
    source = (
        "- one\n\n  ```\n  # in list\n\n  end\n  ```\n\n- two\n- three\n\n> said\n> ```\n> x\n> ```"
    )
    assert text_of(source) == source
    assert kinds(source) == ["list", "code", "list", "quote", "code"]


def test_lists_tables_and_quotes_are_blocks_that_keep_their_lines() -> None:
    lists = "1. one\n2. two\n   - inner\n\n3. three\n\n* other"
    source = f"{lists}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> q\n> r"
    assert kinds(source) == ["list", "list", "table", "quote"]
    assert text_of(source) == source


def test_link_definitions_and_rules_stay() -> None:
    source = "See [the plan][1].\n\n[1]: https://example.org/plan\n[2]: /x\n\n---\n\nend"
    assert text_of(source) == source


def test_gaps_are_one_line_end_or_two() -> None:
    assert text_of("# A\ntext\n- item\n\n\n\nend") == "# A\ntext\n- item\n\nend"


def test_a_lone_carriage_return_ends_a_line() -> None:
    assert headings("# A\r\r- one\r- two\r\r## B\r") == [(1, "A"), (2, "B")]


@pytest.mark.parametrize(
    ("front", "title"),
    [
        ('title: "Dredging: plan"\ndate: 2024-02-30\ntags: [a, b', "Dredging: plan"),
        ("author: me\ntitle: It's # not a comment", "It's"),
        ("title: 'It''s here'", "It's here"),
        ("Title: plain\n# a comment\n\nlist:\n- a\n- b", "plain"),
        ("title: >\n  folded\n  over lines\nx: 1", "folded over lines"),
        ("author: me", "First"),
        ("title:", "First"),
    ],
)
def test_front_matter_goes_and_its_title_is_the_source_title(front: str, title: str) -> None:
    extraction = read(f"---\n{front}\n---\n\n# First\n\nbody\n\n---\n\nend")
    assert extraction.title == title
    assert compose(extraction).text == "# First\n\nbody\n\n---\n\nend"


@pytest.mark.parametrize(
    "source",
    [
        "---\n\n**Subject: dredging**\n\nBody here.\n\n---\n\n> end",
        "---\n\ntest: true\n\nThe sluice is open.",
        "---\ntitle: never closed\n\ntext",
        "---\nWords that run: on and on.\nAnd more prose\n---\n\nend",
        "\n---\ntitle: not at the start\n---\n\nend",
        "text\n\n---\nkey: value\n---",
    ],
)
def test_what_is_no_front_matter_is_text(source: str) -> None:
    assert text_of(source) == source.strip()


def test_the_title_is_the_first_level_1_heading_else_the_name() -> None:
    assert read("## Sub\n\n# The **real** `one`\n\n# Next").title == "The real one"
    assert read("## Sub", "my_file_v2_final.md").title == "my_file_v2_final.md"


@pytest.mark.parametrize(
    "kept",
    [
        "The flow is fine when 2 < 3 and 3 > 1 hold.",
        "Use Map<String, List<int>>, Vec<T>, List<Object> and Vec<a> here.",
        "Write to Keeper <keeper AT lock DOT example>, <me@example.org> or <https://example.org>.",
        "Before <draft-name-00> after <your name>.",
        "A `<div>` and ``a ` <b>b</b>`` in code.",
        "Use the <table> element, never \\<b>this\\</b>.",
        "if a<b and c>d then x<y",
        "R&D &amp; more &lt;b&gt;",
    ],
)
def test_what_only_looks_like_a_tag_stays(kept: str) -> None:
    assert text_of(kept) == kept


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("Press <kbd>F5</kbd>.<br>Next.", "Press F5. Next."),
        ("H<sub>2</sub>O and <B>bold</B>", "H2O and bold"),
        ("<details><summary>More</summary>\n\ninside\n\n</details>", "More\n\ninside"),
        ("a <!-- secret\n\n# no heading --> b", "a  b"),
        ("a\n\n<script>document.title='x'\n\nalert(1)</script>\n\nb", "a\n\nb"),
        ("a <style>p {}</style>b", "a b"),
        ("<!doctype html>\nwords", "words"),
        ("<img src=x onerror=\"alert('1')\">words", "words"),
        ('<a name="top"></a>\n\n# T', "# T"),
        ("<p>one<p>two", "one two"),
        ("<tr><td>Weir</td>\n    <td align=right>31</td></tr>", "Weir | 31"),
        ('<div align="center">\n    <b>deep</b> in\n</div>', "deep in"),
        ("a <!-- never closed", "a <!-- never closed"),
    ],
)
def test_html_goes_and_its_words_stay(source: str, left: str) -> None:
    assert text_of(source) == " ".join(left.split(" ")).replace("  ", " ")


def test_an_indented_line_of_html_does_not_become_code_once_its_tag_is_gone() -> None:
    assert "code" not in kinds("<div>\n    <p>words</p>\n</div>")


def test_embedded_files_leave_a_short_placeholder() -> None:
    payload = "iVBORw0KGgo" * 5_000
    source = f"Raised.\n\n![map](data:image/png;base64,{payload})\n\n```\ndata:,{payload}\n```"
    assert text_of(source) == "Raised.\n\n![map](data:image/png)\n\n```\ndata:text/plain\n```"
    assert read(source).warnings == (EMBEDDED_LEFT_OUT,)
    assert read("Raised.").warnings == ()


ONE_FILE = f"![](data:image/png;base64,{'iVBO' * 100})"


@pytest.mark.parametrize(
    "source", ["<!-- nothing -->", ONE_FILE, "---\ntitle: x\n---\n", "***", "<br>"]
)
def test_markdown_without_words_is_refused(source: str) -> None:
    with pytest.raises(NoText, match=r"note\.md"):
        read(source)


LINES = ["# a", "text", "", "- x", "  y", "1. z", "> q", "```", "~~~", "---", "===", "    c", "*"]
LINES += ["| a | b |", "|---|---|", "[l]: /u", "\t- t", "<div>", "<!--"]


@given(st.lists(st.sampled_from(LINES), max_size=25))
def test_every_line_that_is_not_blank_is_in_exactly_one_block(lines: list[str]) -> None:
    in_blocks = [line.text for block in blocks_of(lines) for line in block.lines]
    assert [line for line in in_blocks if line.strip()] == [line for line in lines if line.strip()]


@given(st.text(alphabet="ab<>/`\\ \n!-=\"'&;|", max_size=60))
def test_taking_html_out_never_adds_or_reorders_letters(text: str) -> None:
    letters = iter(text)
    assert all(letter in letters for letter in without_html(text) if letter in "ab`")
