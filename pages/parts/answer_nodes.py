"""Answer Markdown as a tree of nodes: the only form in which untrusted Markdown reaches a page.

A node is a string (text, shown as it is) or a dict: `{"tag": "p", "children": [...]}` for an
element, with `href` and `host` for a link, `start` for a numbered list and `align` for a table
cell, or `{"cite": 3}` for a citation.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.tree import SyntaxTreeNode

from notebook_core.citations import MARKER

Node = str | dict[str, Any]

_TAGS = {
    "paragraph": "p",
    "blockquote": "blockquote",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "em": "em",
    "strong": "strong",
    "table": "table",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "th": "th",
    "td": "td",
    "hr": "hr",
    "hardbreak": "br",
}
_ALWAYS_TEXT = ["html_block", "html_inline", "image", "autolink", "reference", "entity"]
_HTTPS = re.compile(r"https://[A-Za-z0-9.-]+(:\d+)?([/?#][^\s\\]*)?")
_HALF_MARKER = re.compile(r"\{(\{(c(i(t(e(:(\d+\}?)?)?)?)?)?)?)?\Z")
_HALF_LINK = re.compile(r"\[[^\[\]\n]{0,200}\]\([^\s()]*\Z")
_FENCE = re.compile(r"^ {0,3}```", re.MULTILINE)
_LOOSE_MARKS = re.compile(r"(?<!\\)[*_`]*\\?\Z")


def nodes(markdown: str, streaming: bool = False) -> list[Node]:
    """The nodes of an answer: CommonMark with tables, and `{{cite:n}}` outside code.

    HTML, images, bare addresses, entities and reference definitions are text like any other, and
    so is a link that isn't plain https. While `streaming`, a marker, link or emphasis that is
    only half there is held back or closed, so that no raw marks flash by.

    >>> nodes("**Yes** {{cite:1}}")
    [{'tag': 'p', 'children': [{'tag': 'strong', 'children': ['Yes']}, ' ', {'cite': 1}]}]
    """
    text = _settled(markdown) if streaming else markdown
    return _children(SyntaxTreeNode(_PARSER.parse(text)))


def text_nodes(text: str) -> list[Node]:
    """The nodes of a plain text, such as a question: all of it, line breaks included."""
    return [{"tag": "p", "children": [text]}]


def _settled(markdown: str) -> str:
    for half in (_HALF_MARKER, _HALF_LINK, _LOOSE_MARKS):
        markdown = half.sub("", markdown)
    if len(_FENCE.findall(markdown)) % 2:
        return markdown
    line = markdown[markdown.rfind("\n") + 1 :]
    for mark in ("`", "**"):
        if len(re.findall(rf"(?<!\\){re.escape(mark)}", line)) % 2:
            return markdown.rstrip() + mark
    return markdown


def _children(parent: SyntaxTreeNode) -> list[Node]:
    return _joined([node for child in parent.children for node in _converted(child)])


def _converted(node: SyntaxTreeNode) -> list[Node]:
    match node.type:
        case "text" | "code_inline" | "softbreak" | "cite" | "fence" | "code_block":
            return [_leaf(node)]
        case "inline":
            return _children(node)
        case "paragraph" if node.hidden:
            return _children(node)
        case "link":
            return _link(node)
        case "heading":
            # The page has headings of its own above those of an answer.
            level = min(int(node.tag[1]) + 2, 6)
            return [{"tag": f"h{level}", "children": _children(node)}]
    element: dict[str, Any] = {"tag": _TAGS[node.type], "children": _children(node)}
    if node.type == "ordered_list":
        element["start"] = node.attrs.get("start", 1)
    if node.type in ("th", "td"):
        element["align"] = str(node.attrs.get("style", "")).removeprefix("text-align:") or "left"
    return [element]


def _leaf(node: SyntaxTreeNode) -> Node:
    match node.type:
        case "softbreak":
            return "\n"
        case "cite":
            return {"cite": node.meta["n"]}
        case "code_inline":
            return {"tag": "code", "children": [node.content]}
        case "fence" | "code_block":
            return {"tag": "pre", "children": [{"tag": "code", "children": [node.content]}]}
    return node.content


def _link(node: SyntaxTreeNode) -> list[Node]:
    """The link, its real host, and behind it the citations it held: a button can't be inside."""
    href = str(node.attrs["href"])
    inside = _children(node)
    cited = [child for child in inside if isinstance(child, dict) and "cite" in child]
    label = [child for child in inside if child not in cited]
    host = urlsplit(href).netloc
    return [{"tag": "a", "href": href, "host": host, "children": label}, *cited]


def _joined(children: list[Node]) -> list[Node]:
    """Neighbouring texts as one."""
    joined: list[Node] = []
    for child in children:
        if isinstance(child, str) and joined and isinstance(joined[-1], str):
            joined[-1] += child
        elif child != "":
            joined.append(child)
    return joined


def _is_plain_https(url: str) -> bool:
    """Whether every reader of URLs sees the same host: https, no user name, no odd characters."""
    return _HTTPS.fullmatch(url) is not None


def _cite(state: StateInline, silent: bool) -> bool:
    match = MARKER.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("cite", "", 0).meta = {"n": int(match[1])}
    state.pos = match.end()
    return True


def _answer_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable(_ALWAYS_TEXT)
    parser.inline.ruler.push("cite", _cite)
    parser.validateLink = _is_plain_https  # type: ignore[method-assign]
    return parser


_PARSER = _answer_parser()
