"""Answers become trees of allowed elements; whatever isn't allowed stays text."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notebook_core.markup import escape
from pages.parts.answer_nodes import Node, nodes, text_nodes

ALLOWED = {
    *("p", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong"),
    *("table", "thead", "tbody", "tr", "th", "td", "hr", "br", "a"),
}
MARKDOWN = st.text(
    alphabet=st.sampled_from("ab1 \n\t*_`~#>-+.|:[]()!<>{}&;\\\"'$/@é灯🐎"), max_size=80
)


def elements(tree: list[Node]) -> Iterator[dict]:
    for node in tree:
        if isinstance(node, dict):
            yield node
            yield from elements(node.get("children", []))


def visible(tree: list[Node]) -> str:
    """The text of a tree, as the page will show it."""
    return "".join(
        node if isinstance(node, str) else visible(node.get("children", [])) for node in tree
    )


def citations(markdown: str, streaming: bool = False) -> list[int]:
    return [node["cite"] for node in elements(nodes(markdown, streaming)) if "cite" in node]


def test_markdown_becomes_elements() -> None:
    tree = nodes("# Title\n\nSome **bold** and *slanted* text.\n\n3. three\n4. four\n")
    assert tree == [
        {"tag": "h3", "children": ["Title"]},
        {
            "tag": "p",
            "children": [
                "Some ",
                {"tag": "strong", "children": ["bold"]},
                " and ",
                {"tag": "em", "children": ["slanted"]},
                " text.",
            ],
        },
        {
            "tag": "ol",
            "start": 3,
            "children": [
                {"tag": "li", "children": ["three"]},
                {"tag": "li", "children": ["four"]},
            ],
        },
    ]


def test_a_table_keeps_its_cells_and_their_alignment() -> None:
    (table,) = nodes("| a | b |\n|---|--:|\n| x | 1 |\n")
    cells = [node for node in elements([table]) if node["tag"] in ("th", "td")]
    assert [visible([cell]) for cell in cells] == ["a", "b", "x", "1"]
    assert [cell["align"] for cell in cells] == ["left", "right", "left", "right"]


@pytest.mark.parametrize(
    "markdown",
    [
        "- one {{cite:1}}\n- **two {{cite:2}}**",
        "## head {{cite:1}}\n\n> quoted {{cite:2}}",
        "| a {{cite:1}} | b |\n|---|---|\n| *x {{cite:2}}* | y |",
        "both{{cite:1}}{{cite:2}}",
    ],
)
def test_a_citation_works_wherever_text_does(markdown: str) -> None:
    assert citations(markdown) == [1, 2]


@pytest.mark.parametrize(
    "markdown",
    ["`a[1] {{cite:1}}`", "```\ndp[i][0] {{cite:1}}\n```", "    x {{cite:1}}", r"\{{cite:1}}"],
)
def test_code_and_escaped_text_hold_no_citations(markdown: str) -> None:
    assert citations(markdown) == []
    assert "{{cite:1}}" in visible(nodes(markdown))


@pytest.mark.parametrize("marker", ["{{cite:}}", "{{cite:-1}}", "{{cite:x}}", "{cite:1}", "[1]"])
def test_what_only_looks_like_a_marker_stays_text(marker: str) -> None:
    assert citations(marker) == []
    assert visible(nodes(marker)) == marker


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "Use <name> and List<String>, 1<2>0 &lt;b&gt; &amp;",
        "[a](javascript:alert(1))",
        "[a](JaVa%53cript:alert(1))",
        "[a](java&#x09;script:alert(1))",
        "[a](data:text/html,<b>x</b>)",
        "[a](http://plain.example/)",
        "[a](//evil.example)",
        "[a](/viewer?source=1)",
        "[a](https://user:password@evil.example/)",
        "[a](https:evil.example)",
        "[mail](mailto:a@b.example)",
        "![i](javascript:alert(1))",
        "<https://evil.example>",
        "https://evil.example www.evil.example a@b.example",
        "[x]: https://evil.example",
        "[x][y] [x] [^1]",
        "$5 to $7, $$E=mc^2$$, ~5 and ~7, ~~old~~",
        ":red[x] :smile: :material/home: ::: note",
    ],
)
def test_what_could_be_dangerous_or_vanish_is_shown_as_written(markdown: str) -> None:
    tree = nodes(markdown)
    assert visible(tree) == markdown
    assert {node["tag"] for node in elements(tree)} == {"p"}


def test_an_https_link_is_kept_with_its_real_host() -> None:
    (paragraph,) = nodes("[good.example](https://evil.example:8443/a_(b)?c#d)")
    assert paragraph["children"] == [
        {
            "tag": "a",
            "href": "https://evil.example:8443/a_(b)?c#d",
            "host": "evil.example:8443",
            "children": ["good.example"],
        }
    ]


def test_a_host_in_look_alike_letters_is_shown_in_its_real_spelling() -> None:
    (paragraph,) = nodes("[x](https://\u0430pple.example/)")
    assert paragraph["children"][0]["host"] == "xn--pple-43d.example"


def test_a_backslash_can_not_hide_the_host() -> None:
    hosts = [
        node["host"]
        for node in elements(nodes(r"[x](https://good.example\\@evil.example/)"))
        if node.get("tag") == "a"
    ]
    assert hosts == []


def test_a_citation_inside_a_link_stands_behind_it() -> None:
    (paragraph,) = nodes("[said {{cite:1}}](https://a.example/)")
    link, cite = paragraph["children"]
    assert cite == {"cite": 1}
    assert link["children"] == ["said "]


def test_an_image_never_becomes_one() -> None:
    assert "img" not in str(nodes("![chart](https://evil.example/?leak=1)"))


@given(MARKDOWN)
def test_only_allowed_elements_and_hosts_ever_come_out(markdown: str) -> None:
    for streaming in (False, True):
        for node in elements(nodes(markdown, streaming)):
            assert "cite" in node or node["tag"] in ALLOWED
            assert set(node) <= {"tag", "children", "href", "host", "start", "align", "cite"}


@given(st.text(max_size=60))
def test_escaped_source_text_is_shown_as_it_is(text: str) -> None:
    shown = visible(nodes(escape(text)))
    assert shown == " ".join(text.split()) or "\0" in text
    assert citations(escape(text)) == []


@given(st.text(max_size=60))
def test_a_plain_text_is_one_paragraph_of_itself(text: str) -> None:
    assert visible(text_nodes(text)) == text


ANSWER = (
    "The fee rose from \\$5 to **\\$7 in May** {{cite:1}}.\n\n"
    "- see [the list](https://a.example/x) {{cite:12}}\n- `code {{` and *more*\n\n"
    "| a | b |\n|---|---|\n| x {{cite:3}} | y |\n\n```\ndp[i] {{cite:4}}\n```\n"
)


def test_no_raw_marks_flash_by_while_an_answer_streams() -> None:
    for end in range(len(ANSWER)):
        shown = visible(nodes(ANSWER[:end], streaming=True))
        before_code = shown.split("dp[")[0]
        assert "{{c" not in before_code
        assert "](" not in shown
        assert "**" not in shown


def test_citations_appear_in_order_and_only_once_they_are_whole() -> None:
    seen = [citations(ANSWER[:end], streaming=True) for end in range(len(ANSWER) + 1)]
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(seen))
    assert seen[-1] == [1, 12, 3]


def test_text_that_is_no_link_is_not_held_back() -> None:
    text = "[see annex " + "of the report " * 300
    assert visible(nodes(text, streaming=True)) == text.strip()


def test_a_finished_answer_keeps_what_only_looked_half_done() -> None:
    for tail in ("{", "{{cite:1", "**", "[x](", "`"):
        assert visible(nodes("a " + tail)) == "a " + tail
