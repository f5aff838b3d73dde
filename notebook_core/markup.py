"""Source text inside answers: marks taken off for display, then escaped once as Markdown."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

from notebook_core.domain import SourceKind

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$:&^=@\"'])")
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
_SPACES = re.compile(r"\s+")


def escape(text: str) -> str:
    """Markdown that shows exactly `text`, on one line.

    Every ASCII punctuation mark that Markdown gives a meaning gets a backslash (CommonMark,
    section 2.4), the braces of a `{{cite:` among them, so that no source can forge a citation.

    >>> escape("costs $5 [1] {{cite:2}}")
    'costs \\\\$5 \\\\[1\\\\] \\\\{\\\\{cite\\\\:2\\\\}\\\\}'
    """
    return _SPECIAL.sub(r"\\\1", _SPACES.sub(" ", text).strip())


def for_display(text: str, kind: SourceKind) -> str:
    """`text` as a reader wants to see it: without the marks of Markdown, if it is Markdown."""
    if kind != "markdown":
        return text
    plain = _plain(_PARSER.parse(text))
    return plain or text


def _plain(tokens: list[Token]) -> str:
    pieces = []
    for token in tokens:
        if token.type == "inline":
            pieces.append(_plain_inline(token.children or []))
        elif token.type in ("fence", "code_block"):
            pieces.append(token.content)
        elif token.type in ("th_close", "td_close"):
            pieces.append("·")
    return _SPACES.sub(" ", " ".join(pieces)).strip(" ·")


def _plain_inline(tokens: list[Token]) -> str:
    breaks = {"softbreak": " ", "hardbreak": " "}
    return "".join(breaks.get(token.type, token.content) for token in tokens)
