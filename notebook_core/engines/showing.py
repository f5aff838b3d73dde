"""Shows what an answer quotes: a sentence, a list with its items, or the row of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import regex

from notebook_core.domain import SourceKind
from notebook_core.engine_events import Cite, Delta, EngineEvent, Quote
from notebook_core.markup import escape, for_display
from notebook_core.text.lists import Item, taken_apart
from notebook_core.text.sentences import is_row
from notebook_core.text.spans import slice_text
from notebook_core.text.tables import cells, labelled

BETWEEN_CELLS = " · "

_NUMBER = regex.compile(r"[ >]*\(?(\d{1,3})[.)]")
_BULLET = regex.compile(r"[ >]*[^\s\p{L}\p{N}(] ")


class Quoted(Protocol):
    """What was chosen to be shown; `header` is that of the table in which a row stands."""

    @property
    def text(self) -> str: ...

    @property
    def quote(self) -> Quote: ...

    @property
    def header(self) -> Quote | None: ...


def show(quoted: Quoted, kind: SourceKind) -> Iterator[EngineEvent]:
    """One entry of an answer's list, cited."""
    introduction, items = taken_apart(quoted.text)
    if len(items) + bool(introduction) > 1:
        yield from _list(quoted, introduction, items, kind)
    elif is_row(quoted.text):
        yield from _row(quoted, kind)
    else:
        yield Delta(f"- {escape(for_display(quoted.text, kind))}")
        yield Cite((quoted.quote,))
    yield Delta("\n")


def _row(quoted: Quoted, kind: SourceKind) -> Iterator[EngineEvent]:
    """Each cell behind the name of its column, which is cited as well."""
    named = labelled(quoted.header.text, quoted.text) if quoted.header else []
    pairs = named or [("", cell) for cell in cells(quoted.text)]
    shown = [
        ": ".join(for_display(part, kind) for part in (name, cell) if part)
        for name, cell in pairs
        if cell
    ]
    yield Delta(f"- {escape(BETWEEN_CELLS.join(shown))}")
    yield Cite((quoted.quote, quoted.header) if named and quoted.header else (quoted.quote,))


def _list(
    quoted: Quoted, introduction: str, items: Sequence[Item], kind: SourceKind
) -> Iterator[EngineEvent]:
    """What introduces it, then an entry per item. The quote is cited at both ends, so that neither
    the introduction nor the last item seems to be all that it covers."""
    cite = Cite((quoted.quote,))
    indents = [""]
    if introduction:
        yield Delta(f"- {escape(for_display(introduction, kind))}")
        yield cite
        yield Delta("\n")
        indents.append("  ")
    least = len(indents)
    for item in items:
        del indents[least + item.depth :]
        mark = _mark(quoted.text, item)
        words = for_display(slice_text(quoted.text, item.words, item.end), kind)
        yield Delta(f"{indents[-1]}{mark}{escape(words)}")
        indents.append(indents[-1] + " " * len(mark))
        if item is items[-1] or (item is items[0] and items[1].depth > 0 and not introduction):
            yield cite
        if item is not items[-1]:
            yield Delta("\n")


def _mark(text: str, item: Item) -> str:
    """How an entry begins: numbers stay numbers, other marks than bullets stay as they are."""
    written = slice_text(text, item.start, item.words)
    if number := _NUMBER.fullmatch(written.rstrip()):
        return f"{number[1]}. "
    return "- " if _BULLET.fullmatch(written) else f"- {escape(written)} "
