"""Source text inside answers: marks taken off for display, then escaped once as Markdown."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

from notebook_core.domain import SourceKind

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$:&^=@\"'])")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_LIST_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_PARSER = MarkdownIt("commonmark", {"html": False})
_SPACES = re.compile(r"\s+")


def escape(text: str) -> str:
    """Markdown that shows exactly `text`, on one line.

    Every ASCII punctuation mark that Markdown gives a meaning gets a backslash (CommonMark,
    section 2.4), the braces of a `{{cite:` among them, so that no source can forge a citation.

    >>> escape("costs $5 [1] {{cite:2}}")
    'costs \\\\$5 \\\\[1\\\\] \\\\{\\\\{cite\\\\:2\\\\}\\\\}'
    """
    return _SPECIAL.sub(r"\\\1", _SPACES.sub(" ", text).strip())


def unescaped(markdown: str) -> str:
    """Escaped text as it was, for where no Markdown is drawn.

    >>> unescaped(escape("costs $5 [1]"))
    'costs $5 [1]'
    """
    return _ESCAPED.sub(r"\1", markdown)


def for_display(text: str, kind: SourceKind) -> str:
    """`text` as a reader wants to see it in an answer: without the mark of a list item, and, if
    it is Markdown, without the other marks. A table row shows its cells.

    >>> for_display("| **Weir C** | 31 |", "markdown")
    'Weir C · 31'
    """
    bare = _LIST_MARK.sub("", text)
    if kind not in ("markdown", "web"):
        return bare
    return " · ".join(_plain(_PARSER.parse(cell)) for cell in _cells(bare)) or text


def _cells(text: str) -> list[str]:
    row = text.strip()
    if not (row.startswith("|") and row.endswith("|") and len(row) > 2):
        return [text]
    return [cell.strip() for cell in row.strip("|").split("|")]


def _plain(tokens: list[Token]) -> str:
    pieces = []
    for token in tokens:
        if token.type == "inline":
            pieces.append(_plain_inline(token.children or []))
        elif token.type in ("fence", "code_block"):
            pieces.append(token.content)
    return _SPACES.sub(" ", " ".join(pieces)).strip()


def _plain_inline(tokens: list[Token]) -> str:
    breaks = {"softbreak": " ", "hardbreak": " "}
    return "".join(breaks.get(token.type, token.content) for token in tokens)
