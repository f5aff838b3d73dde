"""Makes a text searchable: its passages, their terms, and their vectors if a model is ready."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from notebook_core.domain import (
    IndexedPassage,
    IndexedVersion,
    Passage,
    PassageStrategy,
    Progress,
    Source,
    SourceKind,
    SourceText,
)
from notebook_core.errors import Cancelled
from notebook_core.ports import Core, Embedder, ReportProgress, Vector
from notebook_core.text.context import embedding_text
from notebook_core.text.language import detect_language
from notebook_core.text.passages import PassageSpan, split_passages
from notebook_core.text.pieces import count
from notebook_core.text.spans import page_at, slice_text
from notebook_core.text.terms import terms


@dataclass(frozen=True)
class ReadVersion:
    """A source version that was read but isn't searchable yet."""

    source_id: str
    version: int
    kind: SourceKind
    text: SourceText
    content_hash: str
    method: str
    warnings: tuple[str, ...]
    dated: date | None = None


def index(
    read: ReadVersion, strategy: PassageStrategy, embedder: Embedder, report: ReportProgress
) -> IndexedVersion:
    """Split, count terms, embed; without a model the passages are found by keywords alone."""
    text = read.text
    language = detect_language(text.text)
    can_embed = not embedder.unavailable
    spans = split_passages(
        text,
        strategy,
        embedder.count_tokens,
        embedder.token_limit,
        (lambda texts: list(embedder.embed_passages(texts))) if can_embed else None,
    )
    report(0, len(spans))
    passages = [
        IndexedPassage(
            passage=_passage(read, ordinal, span, found := _terms_of(text, span, language)),
            term_counts=dict(Counter(found)),
        )
        for ordinal, span in enumerate(spans)
    ]
    if can_embed:
        passages = _with_vectors(passages, text, embedder, report)
    return IndexedVersion(
        source_id=read.source_id,
        version=read.version,
        text=text,
        passages=tuple(passages),
        language=language,
        token_count=sum(count(text.text.split("\n"), embedder.count_tokens)),
        method=read.method,
        warnings=read.warnings,
        embedding_model=embedder.model if can_embed else "",
        content_hash=read.content_hash,
        kind=read.kind,
        dated=read.dated,
    )


def _terms_of(text: SourceText, span: PassageSpan, language: str) -> list[str]:
    words = f"{text.title}\n{span.heading}\n{slice_text(text.text, span.start, span.end)}"
    return terms(words, language)


def _passage(read: ReadVersion, ordinal: int, span: PassageSpan, found: Sequence[str]) -> Passage:
    return Passage(
        id=passage_id(read.source_id, read.version, span.start, span.end),
        source_id=read.source_id,
        version=read.version,
        ordinal=ordinal,
        start=span.start,
        end=span.end,
        page=page_at(read.text.page_starts, span.start),
        heading=span.heading,
        terms=len(found),
    )


def _with_vectors(
    passages: Sequence[IndexedPassage],
    text: SourceText,
    embedder: Embedder,
    report: ReportProgress,
) -> list[IndexedPassage]:
    shown = [
        embedding_text(text.title, p.heading, slice_text(text.text, p.start, p.end))
        for p in (indexed.passage for indexed in passages)
    ]
    embedded = []
    for indexed, vector in zip(passages, embedder.embed_passages(shown), strict=True):
        embedded.append(replace(indexed, vector=_as_floats(vector)))
        report(len(embedded), len(passages))
    return embedded


def _as_floats(vector: Vector) -> tuple[float, ...]:
    return tuple(vector.tolist())


def passage_id(source_id: str, version: int, start: int, end: int) -> str:
    """The id of a passage: a repeated step writes the same rows."""
    return hashlib.sha256(f"{source_id}:{version}:{start}:{end}".encode()).hexdigest()[:20]


def reindex(
    core: Core, user: str, source_id: str, cancelled: Callable[[], bool] = lambda: False
) -> Source:
    """Index a ready source's stored text again: for another strategy, or for a model that came.

    Its version stays, so every citation does. Raises NotFound, Cancelled.
    """
    source = core.store.sources.get(user, source_id)

    def report(done: int, total: int) -> None:
        if cancelled():
            raise Cancelled("Cancelled; the source stays searchable as it was.")
        if done == 0:
            progress = Progress("indexing", done, total)
            core.store.sources.set_progress(user, source_id, "indexing", progress)

    read = ReadVersion(
        source_id=source_id,
        version=source.version,
        kind=source.kind,
        text=core.store.sources.text(user, source_id, source.version),
        content_hash=source.content_hash,
        method=source.method,
        warnings=source.warnings,
        dated=source.dated,
    )
    notebook = core.store.notebooks.get(user, source.notebook_id)
    return core.store.sources.publish(user, index(read, notebook.strategy, core.embedder, report))
