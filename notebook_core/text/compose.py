"""Compose: extracted lines become the one normalised text, with the place of every part of it.

Lines are normalised one by one and then set one after the other, so each offset is known when its
characters are written; nothing is ever searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import regex

from notebook_core.domain import BlockSpan, Heading, LineBox, SourceText
from notebook_core.extraction import Block, Extraction, Line
from notebook_core.text.normalise import normalise, normalise_title
from notebook_core.text.rejoin import Vocabulary, joins_safely, rejoined
from notebook_core.text.titles import plain_title

_INNER_SPACES = regex.compile(r"(?<=\S) {2,}")
_STARTS_WITH_WORD = regex.compile(r"\w")
_STARTS_LOW = regex.compile(r"(?!\p{L}{1,2}[.)] )\p{Ll}")
_SENTENCE_END = regex.compile(r"[.!?:…。！？：｡؟۔।][\p{Pe}\p{Pf}\"'’*_]*$")
_RUNS_ON = regex.compile(r"[^\s\-\u2010][,;，、؛،\-\u2010]$")
_RUNNING_KINDS = ("paragraph", "list", "quote")
_FULL_WIDTH = 0.97


@dataclass(frozen=True)
class _Row:
    """A line about to be written.

    `flows` when it continues the row before as running text, `broken` when it ends inside a word,
    in a soft hyphen.
    """

    page: int | None
    line: Line
    text: str
    flows: bool
    broken: bool


@dataclass
class _Draft:
    """A block about to be written; its rows may come from several blocks and pages."""

    block: Block
    rows: list[_Row]


def compose(extraction: Extraction) -> SourceText:
    """The normalised text of a source and where its pages, headings, blocks and lines stand in it.

    The text is a fixed point of `normalise`. Flowing lines are rejoined into running text, and a
    paragraph that runs on over a page turn is one block; other blocks keep their line ends. Runs
    of spaces inside a line become one space, except in code.
    """
    drafts = _drafts(extraction)
    writer = _Writer(
        Vocabulary(row.text for draft in drafts for row in draft.rows),
        markdown=extraction.kind == "markdown",
    )
    for draft in drafts:
        writer.write(draft)
    labels = {page.number: normalise_title(page.label) for page in extraction.pages if page.number}
    writer.turn_to(max(labels, default=None))
    return SourceText(
        text="".join(writer.pieces),
        title=normalise_title(extraction.title),
        page_starts=tuple(writer.page_starts),
        page_labels=tuple(labels.get(n, "") for n in range(1, len(writer.page_starts) + 1)),
        headings=tuple(writer.headings),
        blocks=tuple(writer.blocks),
        line_boxes=tuple(writer.line_boxes),
    )


class _Writer:
    """Sets drafts one after the other and notes where everything came to stand."""

    def __init__(self, vocabulary: Vocabulary, *, markdown: bool) -> None:
        self.pieces: list[str] = []
        self.page_starts: list[int] = []
        self.headings: list[Heading] = []
        self.blocks: list[BlockSpan] = []
        self.line_boxes: list[LineBox] = []
        self._vocabulary = vocabulary
        self._title_of = plain_title if markdown else normalise_title
        self._length = 0

    def write(self, draft: _Draft) -> None:
        if self._length:
            self._append("\n" * min(draft.block.gap, 2))
        start, first_piece = self._length, len(self.pieces)
        for row, following in zip(draft.rows, [*draft.rows[1:], None], strict=True):
            text, separator = self._joint(row, following) if following else (row.text, "")
            self.turn_to(row.page)
            self._append_row(row, text)
            self._append(separator)
        self.blocks.append(BlockSpan(start, self._length, draft.block.kind))
        if draft.block.kind == "heading":
            title = self._title_of("".join(self.pieces[first_piece:]))
            if title:
                self.headings.append(Heading(start, min(max(draft.block.level, 1), 6), title))

    def turn_to(self, page: int | None) -> None:
        """Begin `page`, and those before it that hold no text, where the text now ends."""
        while page and len(self.page_starts) < page:
            self.page_starts.append(self._length)

    def _joint(self, row: _Row, following: _Row) -> tuple[str, str]:
        if _mends(row, following):
            return row.text, ""
        if following.flows:
            return rejoined(row.text, following.text, self._vocabulary)
        return row.text, "\n"

    def _append_row(self, row: _Row, text: str) -> None:
        start = self._length
        self._append(text)
        if text and row.page and row.line.box:
            self.line_boxes.append(
                LineBox(row.page, start, self._length, row.line.box, row.line.confidence)
            )

    def _append(self, piece: str) -> None:
        self.pieces.append(piece)
        self._length += len(piece)


def _drafts(extraction: Extraction) -> list[_Draft]:
    drafts: list[_Draft] = []
    for page in extraction.pages:
        turned = True
        for block in page.blocks:
            rows = list(_rows(block, page.number))
            if not rows:
                continue
            if drafts and (block.gap < 1 or (turned and _runs_on(drafts[-1], block, rows[0]))):
                rows[0] = replace(rows[0], text=rows[0].text.lstrip(), flows=True)
                drafts[-1].rows.extend(rows)
            else:
                drafts.append(_Draft(block, rows))
            turned = False
    return drafts


def _rows(block: Block, page: int | None) -> Iterator[_Row]:
    """The block's lines, normalised; blank lines stay only single, inside what doesn't flow."""
    before: _Row | None = None
    blank: _Row | None = None
    for line in block.lines:
        text = normalise(line.text)
        if block.flowing:
            text = " ".join(text.split())
        elif block.kind != "code":
            text = _INNER_SPACES.sub(" ", text)
        if before and before.broken and not blank:
            text = text.lstrip()
        row = _Row(page, line, text, block.flowing, line.text.rstrip().endswith("\xad"))
        if not text:
            blank = None if block.flowing else row
            continue
        if before and blank:
            yield blank
        yield row
        before, blank = row, None


def _mends(row: _Row, following: _Row) -> bool:
    """Whether the two are halves of a word that a soft hyphen broke."""
    return (
        row.broken
        and bool(_STARTS_WITH_WORD.match(following.text))
        and joins_safely(following.text)
    )


def _runs_on(draft: _Draft, block: Block, first: _Row) -> bool:
    """Whether `block`, the first of its page, goes on with the paragraph before the page turn."""
    before, last = draft.block, draft.rows[-1]
    if not (before.flowing and block.flowing and block.kind == "paragraph"):
        return False
    if before.kind not in _RUNNING_KINDS or _SENTENCE_END.search(last.text):
        return False
    if _mends(last, first) or _RUNS_ON.search(last.text) or _STARTS_LOW.match(first.text):
        return True
    return _fills_its_line(last, draft.rows)


def _fills_its_line(last: _Row, rows: Iterable[_Row]) -> bool:
    """Whether the last line reaches as far right as the lines above it on its page."""
    boxes = [row.line.box for row in rows if row.line.box and row.page == last.page]
    if len(boxes) < 2 or not last.line.box:
        return False
    left, right = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
    return last.line.box.x1 - left >= _FULL_WIDTH * (right - left)
