"""Splits a text into lines and paragraphs, as the text readers need them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from notebook_core.domain import BlockKind
from notebook_core.errors import NoText
from notebook_core.extraction import Block, Line

_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_SEEN = re.compile(r"\w")
_PLACEHOLDER = re.compile(r"data:[\w.+-]+/[\w.+-]+")  # of an embedded file


def split_lines(text: str) -> list[str]:
    """The lines of `text`, at every line end that normalising knows, a lone CR among them."""
    return _LINE_END.split(text)


def paragraphs(lines: Sequence[str]) -> list[tuple[int, int]]:
    """The half-open ranges of lines between blank ones.

    >>> paragraphs(["a", "b", "", " ", "c"])
    [(0, 2), (4, 5)]
    """
    ranges: list[tuple[int, int]] = []
    start = None
    for number, line in enumerate([*lines, ""]):
        if line.strip() and start is None:
            start = number
        elif not line.strip() and start is not None:
            ranges.append((start, number))
            start = None
    return ranges


def block(
    kind: BlockKind, lines: Sequence[str], level: int = 0, gap: int = 2, *, flowing: bool = False
) -> Block:
    """A block of lines that stand on no page."""
    return Block(kind, tuple(map(Line, lines)), level, min(max(gap, 1), 2), flowing)


def require_text(blocks: Sequence[Block], name: str) -> None:
    """Raise NoText unless a letter or a digit is in the blocks, placeholders not counted."""
    lines = (line.text for part in blocks for line in part.lines)
    if not any(_SEEN.search(_PLACEHOLDER.sub("", line)) for line in lines):
        raise NoText(f"There is no text in “{name}”; choose a file that holds some.")
