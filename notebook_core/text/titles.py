"""Titles: a heading line as a reader says it, without the marks of its format."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LONGEST_HEADING = 1_000
_WORDS = {"text", "text_special", "code_inline", "image"}
_BREAKS = {"softbreak", "hardbreak"}


def plain_title(markdown: str) -> str:
    """The words of a Markdown heading: `## The *new* C# ##` is "The new C#".

    Takes a heading of either form of CommonMark (`#` before it, or a line of `=` or `-` under it)
    and gives one line; emphasis, code, links and escapes leave their words. What stands beyond
    1,000 characters is left out.
    """
    markdown = markdown[:LONGEST_HEADING]
    tokens = _parser().parse(markdown)
    is_heading = bool(tokens) and tokens[0].type == "heading_open"
    inline = tokens[1] if is_heading else _parser().parseInline(markdown)[0]
    words = [
        " " if token.type in _BREAKS else token.content
        for token in inline.children or []
        if token.type in _WORDS | _BREAKS
    ]
    return " ".join("".join(words).split())


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")
