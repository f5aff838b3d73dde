"""Readers: each turns the bytes of one kind of source into extracted pages."""

from __future__ import annotations

from notebook_core.domain import SourceKind
from notebook_core.ports import Reader
from notebook_core.settings import Settings


def readers(settings: Settings) -> dict[SourceKind, Reader]:
    """The reader of each kind; their libraries are loaded when they first read."""
    from notebook_core.readers.markdown import MarkdownReader
    from notebook_core.readers.pdf import PdfReader
    from notebook_core.readers.plain import PlainTextReader
    from notebook_core.readers.web import WebReader

    return {
        "pdf": PdfReader(settings.max_pages),
        "markdown": MarkdownReader(),
        "web": WebReader(),
        "text": PlainTextReader(),
    }
