"""Processes an accepted source: read, normalise once, index, publish, with progress and cancel."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable
from dataclasses import replace

from notebook_core.accept import PASTE, WEB, as_title, file_name, first_title
from notebook_core.domain import Progress, Source, SourceStatus, SourceText
from notebook_core.errors import (
    Cancelled,
    Conflict,
    GroundnoteError,
    NoText,
    NotFound,
    UnreadableSource,
)
from notebook_core.extraction import Extraction, Given
from notebook_core.indexing import ReadVersion, index
from notebook_core.ports import Core, ReportProgress
from notebook_core.readers.sniff import sniff
from notebook_core.text.compose import compose

SECONDS_BETWEEN_PROGRESS_WRITES = 0.3
CANCELLED = "Cancelled; retry it or remove it."
INTERRUPTED = "This was interrupted before it was ready; retry it or remove it."
INTERNAL_FAULT = "Reading this source failed on our side; retry it or remove it."

log = logging.getLogger(__name__)


def process(
    core: Core,
    user: str,
    source_id: str,
    cancelled: Callable[[], bool] = lambda: False,
) -> Source:
    """Bring a source's next version to ready and return the source as it then stands.

    A failure, or a cancel, is noted on the source, where the user looks; a source that was ready
    stays ready on its old version. Raises NotFound when it was deleted meanwhile.
    """
    source = core.store.sources.get(user, source_id)
    try:
        return _Ingestion(core, user, source, cancelled).run()
    except GroundnoteError as error:
        core.store.sources.fail(user, source_id, str(error))
    except Exception:
        log.exception("ingestion of source %s failed", source_id)
        core.store.sources.fail(user, source_id, INTERNAL_FAULT)
    return _as_it_stands(core, user, source_id)


def _as_it_stands(core: Core, user: str, source_id: str) -> Source:
    """The source after a failure. Of one that was deleted meanwhile nothing may stay behind: a page
    that was still being fetched was kept after its files had been removed."""
    try:
        source = core.store.sources.get(user, source_id)
    except NotFound:
        core.originals.remove(source_id)
        raise
    if source.status == "deleting":
        core.originals.remove(source_id)
    return source


class _Ingestion:
    """One run from bytes to a published version."""

    def __init__(
        self, core: Core, user: str, source: Source, cancelled: Callable[[], bool]
    ) -> None:
        self._core = core
        self._user = user
        self._source = source
        self._cancelled = cancelled
        self._written_at = 0.0

    def run(self) -> Source:
        self._report("extracting", 0, 0)
        given = self._given()
        reader = self._core.readers[given.kind]
        extraction = reader.read(given, self._reporter("extracting"))
        text = compose(extraction)
        if not any(character.isalnum() for character in text.text):
            raise NoText("No readable text was found in this source.")
        read = ReadVersion(
            source_id=self._source.id,
            version=self._source.version + 1,
            kind=given.kind,
            text=replace(text, title=self._title(extraction)),
            content_hash=self._content_hash(given.data, text),
            method=extraction.method,
            warnings=_all_warnings(extraction),
            dated=extraction.dated,
        )
        self._refuse_duplicate(read.content_hash)
        notebook = self._core.store.notebooks.get(self._user, self._source.notebook_id)
        indexed = index(read, notebook.strategy, self._core.embedder, self._reporter("indexing"))
        self._stop_if_cancelled()
        return self._core.store.sources.publish(self._user, indexed)

    def _given(self) -> Given:
        """What the next version is to be read from."""
        source = self._source
        if source.origin.startswith(WEB):
            fetched = self._core.fetcher.fetch(source.origin)
            kind = sniff(fetched.data, fetched.url, fetched.content_type)
            self._core.originals.keep(source.id, source.version + 1, kind, fetched.data)
            return Given(fetched.data, fetched.url, kind, fetched.charset)
        data = self._core.originals.read(source.id, source.version + 1)
        if data is None:
            raise UnreadableSource("The file that was added is no longer here; add it again.")
        name = file_name(source.origin)
        if source.origin.startswith(PASTE):
            return Given(data, name, "text", "utf-8")
        return Given(data, name, sniff(data, name))

    def _content_hash(self, data: bytes, text: SourceText) -> str:
        """Files by their bytes, web pages by the text they gave, pastes by what was accepted."""
        if self._source.origin.startswith(PASTE):
            return self._source.content_hash
        if self._source.origin.startswith(WEB):
            return hashlib.sha256(text.text.encode()).hexdigest()
        return hashlib.sha256(data).hexdigest()

    def _refuse_duplicate(self, content_hash: str) -> None:
        same = self._core.store.sources.by_content(
            self._user, self._source.notebook_id, content_hash
        )
        if same is not None and same.id != self._source.id:
            raise Conflict(f"This says the same as “{same.title}”, which is already here.")

    def _title(self, extraction: Extraction) -> str:
        """The title that the user gave, maybe while it was read, else the document's own."""
        source = self._core.store.sources.get(self._user, self._source.id)
        given = source.title != first_title(source.origin)
        own = as_title(extraction.title)
        if given or source.version > 0 or not own:
            return source.title
        self._core.store.sources.rename(self._user, self._source.id, own)
        return own

    def _reporter(self, status: SourceStatus) -> ReportProgress:
        return lambda done, total: self._report(status, done, total)

    def _report(self, status: SourceStatus, done: int, total: int) -> None:
        self._stop_if_cancelled()
        now = time.monotonic()
        if done == 0 or now - self._written_at >= SECONDS_BETWEEN_PROGRESS_WRITES:
            self._written_at = now
            progress = Progress(status, done, total)
            self._core.store.sources.set_progress(self._user, self._source.id, status, progress)

    def _stop_if_cancelled(self) -> None:
        if self._cancelled():
            raise Cancelled(CANCELLED)


def _all_warnings(extraction: Extraction) -> tuple[str, ...]:
    """What the reader said of the whole, then of each page."""
    of_pages = (
        f"Page {page.number}: {warning}" if page.number else warning
        for page in extraction.pages
        for warning in page.warnings
    )
    return (*extraction.warnings, *of_pages)
