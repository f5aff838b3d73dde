"""Processes sources in the background, one at a time, and sees to it that each failure is said."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from notebook_core import indexing, ingest
from notebook_core.domain import Progress, Source
from notebook_core.errors import GroundnoteError, ModelUnavailable, NotFound
from notebook_core.ports import Core
from notebook_core.text.language import prepare_detection

_SECONDS_BETWEEN_NOTES = 10.0

log = logging.getLogger(__name__)

Work = Callable[["Ingestion"], None]
Key = tuple[str, str]
"""A user and the id of a source."""


@dataclass
class Ingestion:
    """One source waiting to be processed or being processed."""

    user: str
    source_id: str
    work: Work
    cancel: threading.Event = field(default_factory=threading.Event)

    @property
    def key(self) -> Key:
        return self.user, self.source_id


class Ingestions:
    """The ingestions of one core, done by one worker.

    A failure is noted on its source. Where that can't be kept, as on a full disk, `as_it_stands`
    tells it nevertheless, and it is noted every `seconds_between_notes` until it is kept.
    """

    def __init__(self, core: Core, seconds_between_notes: float = _SECONDS_BETWEEN_NOTES) -> None:
        self._core = core
        self._seconds_between_notes = seconds_between_notes
        self._lock = threading.RLock()
        self._at_work: dict[Key, Ingestion] = {}
        self._queue: queue.Queue[Ingestion | None] = queue.Queue()
        self._unkept: dict[Key, str] = {}
        self._without_vectors: list[Key] = []
        self._worker: threading.Thread | None = None
        self._preparing: threading.Thread | None = None
        self._closed = False

    # --- what can be asked for -----------------------------------------------------------------

    def ingest(self, user: str, source_id: str) -> None:
        """Process a source in the background; asking twice runs it once."""
        self._enqueue(Ingestion(user, source_id, self._process))

    def reindex(self, user: str, source_id: str) -> None:
        """Index a ready source again in the background."""
        self._enqueue(Ingestion(user, source_id, self._reindex))

    def retry(self, user: str, source_id: str) -> None:
        """Do again what failed: read the source, or, when it is ready and there is nothing newer
        of it to read, index it."""
        self._enqueue(Ingestion(user, source_id, self._process_or_reindex))

    def cancel(self, user: str, source_id: str) -> None:
        """Stop a source's ingestion at its next page or passage; harmless when there is none."""
        with self._lock:
            if job := self._at_work.get((user, source_id)):
                job.cancel.set()

    def is_at_work(self, user: str, source_id: str) -> bool:
        """Whether a source of this user waits or is being processed."""
        with self._lock:
            return (user, source_id) in self._at_work

    def as_it_stands(self, user: str, source: Source) -> Source:
        """The source, with the failure that could not be kept on it, if there is one."""
        with self._lock:
            reason = self._unkept.get((user, source.id))
        if reason is None:
            return source
        if source.status == "ready":
            return replace(source, update_error=reason, progress=Progress())
        return replace(source, status="failed", error=reason, progress=Progress())

    def prepare_model(self) -> None:
        """Get the embedding model ready in the background."""
        if self._core.embedder.unavailable:
            self._preparing = threading.Thread(
                target=self._prepare, name="embedding-model", daemon=True
            )
            self._preparing.start()

    def stop(self) -> None:
        """Ask what is at work to end, and begin nothing more."""
        with self._lock:
            self._closed = True
            for job in self._at_work.values():
                job.cancel.set()
        self._queue.put(None)

    def join(self, seconds: float) -> None:
        """Wait, so many seconds at most, until what was stopped is kept."""
        for thread in (self._worker, self._preparing):
            if thread:
                thread.join(seconds)

    # --- the worker ----------------------------------------------------------------------------

    def _enqueue(self, job: Ingestion) -> None:
        with self._lock:
            if self._closed or job.key in self._at_work:
                return
            self._unkept.pop(job.key, None)
            self._at_work[job.key] = job
            self._queue.put(job)
            if self._worker is None:
                self._worker = threading.Thread(target=self._run, name="ingestion", daemon=True)
                self._worker.start()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            try:
                job.work(job)
            except NotFound:
                log.info("source %s was deleted while it waited", job.source_id)
            except Exception as error:
                is_ours = isinstance(error, GroundnoteError)
                log.warning(
                    "source %s: %s", job.source_id, error, exc_info=None if is_ours else error
                )
                self._note(job.key, str(error) if is_ours else ingest.INTERNAL_FAULT)
            finally:
                self._remove(job)
        self._note_unkept()

    def _next(self) -> Ingestion | None:
        """What to do next; None once there is nothing more."""
        while True:
            try:
                return self._queue.get(
                    timeout=self._seconds_between_notes if self._unkept else None
                )
            except queue.Empty:
                self._note_unkept()

    def _remove(self, job: Ingestion) -> None:
        with self._lock:
            if self._at_work.get(job.key) is job:
                del self._at_work[job.key]

    def _note_unkept(self) -> None:
        with self._lock:
            unkept = [one for one in self._unkept.items() if one[0] not in self._at_work]
        for key, reason in unkept:
            self._note(key, reason)

    def _note(self, key: Key, reason: str) -> None:
        """Say a failure on its source, where the user looks."""
        with self._lock:
            self._unkept[key] = reason
        try:
            self._core.store.sources.fail(*key, reason)
        except NotFound:
            log.info("source %s was deleted before its failure was kept", key[1])
        except Exception as error:
            log.warning("the failure of source %s could not be kept yet: %s", key[1], error)
            return
        with self._lock:
            self._unkept.pop(key, None)

    # --- the work ------------------------------------------------------------------------------

    def _process(self, job: Ingestion) -> None:
        source = ingest.process(self._core, job.user, job.source_id, job.cancel.is_set)
        if source.status == "ready" and not source.embedding_model:
            self._embed_later(job)

    def _reindex(self, job: Ingestion) -> None:
        indexing.reindex(self._core, job.user, job.source_id, job.cancel.is_set)

    def _process_or_reindex(self, job: Ingestion) -> None:
        source = self._core.store.sources.get(job.user, job.source_id)
        is_read = self._core.originals.path(job.source_id, source.version + 1) is None
        if source.status == "ready" and is_read:
            self._reindex(job)
        else:
            self._process(job)

    def _prepare(self) -> None:
        prepare_detection()
        try:
            self._core.embedder.prepare()
        except ModelUnavailable as error:
            log.warning("search runs on keywords alone: %s", error)
            return
        with self._lock:
            waiting, self._without_vectors = self._without_vectors, []
        for user, source_id in waiting:
            self.reindex(user, source_id)

    def _embed_later(self, job: Ingestion) -> None:
        """Give a source its vectors once the model, which wasn't ready for it, is there."""
        with self._lock:
            # Under the lock, since the model may come just now and look at those who wait; and out
            # of those at work, so that it can be queued again at once.
            if self._core.embedder.unavailable:
                self._without_vectors.append(job.key)
                self._remove(job)
                return
        self._reindex(job)
