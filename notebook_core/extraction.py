"""What a reader is given, and what it yields: pages, their blocks and lines, not yet normalised."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from notebook_core.domain import BlockKind, Box, SourceKind


@dataclass(frozen=True)
class Given:
    """Bytes to read, the file's name or URL that they came under, and what kind they are.

    `charset` is what a server declared, which wins over what the bytes say; `password` is what the
    user typed for this file, and is never kept.
    """

    data: bytes
    name: str
    kind: SourceKind
    charset: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class Line:
    """A line as the file has it; `confidence` (0 to 1) is set when it was recognised by OCR."""

    text: str
    box: Box | None = None
    confidence: float | None = None


@dataclass(frozen=True)
class Block:
    """A heading, paragraph, list, table, code fence or quote.

    `gap` is the number of line ends between the block before and this one (0: it continues it).
    `flowing` lines are rejoined into running text with single spaces; others keep their line ends.
    """

    kind: BlockKind
    lines: tuple[Line, ...]
    level: int = 0
    gap: int = 2
    flowing: bool = False


@dataclass(frozen=True)
class Page:
    """One page; `number` counts from 1, or is None for kinds of source that have no pages."""

    number: int | None
    blocks: tuple[Block, ...]
    label: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Extraction:
    """All that the rest of the app sees of a format; `dated` is the date that the source gives of
    itself, if it gives one."""

    kind: SourceKind
    title: str
    pages: tuple[Page, ...]
    method: str
    warnings: tuple[str, ...] = ()
    dated: date | None = None
