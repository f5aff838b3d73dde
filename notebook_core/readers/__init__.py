"""Readers: each turns the bytes of one kind of source into extracted pages."""

from __future__ import annotations

from notebook_core.domain import SourceKind
from notebook_core.ports import Reader
from notebook_core.settings import Settings


def readers(settings: Settings) -> dict[SourceKind, Reader]:
    """The reader of each kind of source."""
    from notebook_core.readers.markdown import MarkdownReader
    from notebook_core.readers.plain import PlainTextReader

    return {"markdown": MarkdownReader(), "text": PlainTextReader()}
