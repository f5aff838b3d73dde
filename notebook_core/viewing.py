"""What a reader opens: a citation, or a stretch of a source, with the text it stands in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from notebook_core.domain import Citation, Source, SourceText
from notebook_core.errors import InvalidInput, NotFound
from notebook_core.ports import Core
from notebook_core.text.spans import heading_path, page_at, slice_text
from notebook_core.wording import counted

CitationState = Literal["current", "changed", "removed", "unverified"]


@dataclass(frozen=True)
class OpenedCitation:
    """A citation as it can be shown now.

    `state`: "current"; "changed" (the source has a newer version, this is the cited one);
    "removed" (the source was deleted, only the quote is left); "unverified" (nothing to mark).
    `text` is None when the source was removed.
    """

    citation: Citation
    state: CitationState
    text: SourceText | None
    source: Source | None


@dataclass(frozen=True)
class OpenedSpan:
    """A stretch of a source version, sliced from its normalised text."""

    source_id: str
    version: int
    start: int
    end: int
    text: str
    page: int | None
    heading: str


def open_citation(core: Core, user: str, message_id: str, n: int) -> OpenedCitation:
    """The citation `n` of an answer. Raises NotFound for an unknown or foreign one."""
    return opened(core, user, core.store.conversations.citation(user, message_id, n))


def opened(core: Core, user: str, citation: Citation) -> OpenedCitation:
    """The citation with the very version that it cites; a highlight is checked once more."""
    try:
        source = core.store.sources.get(user, citation.source_id)
        text = core.store.sources.text(user, citation.source_id, citation.version)
    except NotFound:
        return OpenedCitation(citation, "removed", None, None)
    if not _still_exact(citation, text):
        return OpenedCitation(citation, "unverified", text, source)
    state: CitationState = "current" if source.version == citation.version else "changed"
    return OpenedCitation(citation, state, text, source)


def citation_states(core: Core, user: str, citations: tuple[Citation, ...]) -> list[CitationState]:
    """The state of each citation, for its chip; reads each source once and no text."""
    sources: dict[str, Source | None] = {}
    for source_id in {citation.source_id for citation in citations}:
        try:
            sources[source_id] = core.store.sources.get(user, source_id)
        except NotFound:
            sources[source_id] = None
    return [_state(citation, sources[citation.source_id]) for citation in citations]


def open_span(
    core: Core,
    user: str,
    source_id: str,
    start: int | None = None,
    end: int | None = None,
    version: int | None = None,
) -> OpenedSpan:
    """A stretch of a source (by default all of it). Raises NotFound, InvalidInput."""
    version, stored = _version_and_text(core, user, source_id, version)
    first = 0 if start is None else start
    last = len(stored.text) if end is None else end
    if not 0 <= first <= last <= len(stored.text):
        raise InvalidInput(
            f"Give a span that lies between 0 and {len(stored.text)} in this source."
        )
    return _span(source_id, version, stored, first, last)


def open_page(
    core: Core, user: str, source_id: str, page: int, version: int | None = None
) -> OpenedSpan:
    """The text of a page, counted from 1. Raises NotFound, InvalidInput."""
    version, stored = _version_and_text(core, user, source_id, version)
    starts = stored.page_starts
    if not 1 <= page <= len(starts):
        has = counted(len(starts), "page") if starts else "no pages"
        raise InvalidInput(f"This source has {has}; name one that it has, or none.")
    end = starts[page] if page < len(starts) else len(stored.text)
    return _span(source_id, version, stored, starts[page - 1], end)


def _version_and_text(
    core: Core, user: str, source_id: str, version: int | None
) -> tuple[int, SourceText]:
    """The text, and the version that it is of, even while another one is published."""
    if version is None:
        version = core.store.sources.get(user, source_id).version
    return version, core.store.sources.text(user, source_id, version)


def _span(source_id: str, version: int, stored: SourceText, start: int, end: int) -> OpenedSpan:
    return OpenedSpan(
        source_id=source_id,
        version=version,
        start=start,
        end=end,
        text=slice_text(stored.text, start, end),
        page=page_at(stored.page_starts, start),
        heading=heading_path(stored.headings, start),
    )


def _still_exact(citation: Citation, text: SourceText) -> bool:
    if citation.start is None or citation.end is None:
        return False
    if not 0 <= citation.start <= citation.end <= len(text.text):
        return False
    return slice_text(text.text, citation.start, citation.end) == citation.quote


def _state(citation: Citation, source: Source | None) -> CitationState:
    if source is None or source.status == "deleting":
        return "removed"
    if not citation.verified:
        return "unverified"
    return "current" if source.version == citation.version else "changed"
