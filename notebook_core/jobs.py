"""Running ingestions and answers, so that they outlive a page rerun: pages only watch a job."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from notebook_core import indexing, ingest
from notebook_core.answer import DEFAULT_ENGINE, Ask, prepare
from notebook_core.answer_events import Event
from notebook_core.answering import INTERNAL_FAULT, PreparedAnswer
from notebook_core.citations import marker
from notebook_core.errors import Conflict, GroundnoteError, ModelUnavailable, NotFound
from notebook_core.evaluation.cases import Case
from notebook_core.evaluation.run import Evaluation, begin
from notebook_core.ports import Core

log = logging.getLogger(__name__)


@dataclass
class AnswerJob:
    """An answer being written: the text so far, its sources, and what it is doing.

    Only its thread writes; readers take `snapshot()`.
    """

    user: str
    message_id: str
    conversation_id: str
    text: str = ""
    status: str = ""
    sources: list[Event] = field(default_factory=list)
    error: str = ""
    done: threading.Event = field(default_factory=threading.Event)
    _cancel: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def stop(self) -> None:
        """Ask it to end; what it has by then is kept."""
        self._cancel.set()

    def cancelled(self) -> bool:
        return self._cancel.is_set()

    def take(self, event: Event) -> None:
        """Fold one event into what watchers see."""
        with self._lock:
            match event["type"]:
                case "status":
                    self.status = event["text"]
                case "delta":
                    self.text += event["text"]
                case "source":
                    self.sources.append(event)
                case "cite":
                    self.text += "".join(marker(n) for n in event["refs"])
                case "error":
                    self.error = event["message"]

    def snapshot(self) -> dict[str, Any]:
        """What to draw now: text with markers, sources, status, error."""
        with self._lock:
            return {
                "text": self.text,
                "sources": list(self.sources),
                "status": self.status,
                "error": self.error,
            }


@dataclass
class EvaluationJob:
    """An evaluation being run: how many of its cases are done."""

    user: str
    evaluation: Evaluation
    done: int = 0
    _cancel: threading.Event = field(default_factory=threading.Event)

    @property
    def cases(self) -> int:
        return len(self.evaluation.cases)

    def stop(self) -> None:
        """End it after the case at hand; the results by then are kept."""
        self._cancel.set()

    def work(self) -> None:
        for _ in self.evaluation.results(self._cancel.is_set):
            self.done += 1


Work = Callable[["IngestionJob"], None]


@dataclass
class IngestionJob:
    """One source waiting to be processed or being processed."""

    user: str
    source_id: str
    work: Work
    cancel: threading.Event = field(default_factory=threading.Event)


class Jobs:
    """The jobs of one core: a worker that ingests one source at a time, a thread per answer."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._lock = threading.RLock()
        self._answers: dict[str, AnswerJob] = {}
        self._evaluations: dict[str, EvaluationJob] = {}
        self._threads: list[threading.Thread] = []
        self._ingestions: dict[tuple[str, str], IngestionJob] = {}
        self._queue: queue.Queue[IngestionJob | None] = queue.Queue()
        self._without_vectors: list[tuple[str, str]] = []
        self._worker: threading.Thread | None = None
        self._closed = False

    # --- answers ---------------------------------------------------------------------------

    def start_answer(self, user: str, notebook_id: str, ask: Ask) -> AnswerJob:
        """Save the question and begin to answer it. Raises what `prepare` raises, and
        Conflict while another answer of this conversation is being written or all is closing."""
        with self._lock:
            if self._closed:
                raise Conflict("Groundnote is closing; start it again, then ask.")
            if ask.conversation_id and self.answer(user, ask.conversation_id):
                raise Conflict("The answer before this one is still being written; stop it first.")
            prepared = prepare(self._core, user, notebook_id, ask)
            message = prepared.message
            job = AnswerJob(user, message.id, message.conversation_id)
            self._answers[job.conversation_id] = job
            self._start(lambda: self._run_answer(job, prepared), f"answer-{job.message_id}")
        return job

    def answer(self, user: str, conversation_id: str) -> AnswerJob | None:
        """The answer being written in a conversation of this user, if there is one."""
        with self._lock:
            job = self._answers.get(conversation_id)
        return job if job and job.user == user else None

    def _run_answer(self, job: AnswerJob, prepared: PreparedAnswer) -> None:
        try:
            for event in prepared.events(job.cancelled):
                job.take(event)
        except Exception:
            log.exception("an answer could not be kept")
            job.error = INTERNAL_FAULT
        finally:
            with self._lock:
                self._answers.pop(job.conversation_id, None)
            job.done.set()

    # --- evaluations -----------------------------------------------------------------------

    def start_evaluation(self, user: str, notebook_id: str, cases: Sequence[Case]) -> EvaluationJob:
        """Begin to ask the cases. Raises what `begin` raises, and Conflict while another
        evaluation of this notebook is being run or all is closing."""
        with self._lock:
            if self._closed or self.evaluation(user, notebook_id):
                raise Conflict("An evaluation is being run already; wait for it or stop it.")
            job = EvaluationJob(user, begin(self._core, user, notebook_id, cases, DEFAULT_ENGINE))
            self._evaluations[notebook_id] = job
            self._start(lambda: self._run_evaluation(notebook_id, job), f"evaluation-{notebook_id}")
        return job

    def evaluation(self, user: str, notebook_id: str) -> EvaluationJob | None:
        """The evaluation of this user's notebook that is being run, if there is one."""
        with self._lock:
            job = self._evaluations.get(notebook_id)
        return job if job and job.user == user else None

    def _run_evaluation(self, notebook_id: str, job: EvaluationJob) -> None:
        try:
            job.work()
        except NotFound:
            log.info("notebook %s was deleted while it was evaluated", notebook_id)
        except Exception:
            log.exception("the evaluation of notebook %s failed", notebook_id)
        finally:
            with self._lock:
                self._evaluations.pop(notebook_id, None)

    # --- ingestions ------------------------------------------------------------------------

    def ingest(self, user: str, source_id: str) -> None:
        """Process a source in the background; asking twice runs it once."""
        self._enqueue(user, source_id, self._process)

    def reindex(self, user: str, source_id: str) -> None:
        """Index a ready source again in the background."""
        self._enqueue(user, source_id, self._reindex)

    def retry(self, user: str, source_id: str) -> None:
        """Do again what failed: read the source, or, when it is ready and there is nothing newer
        of it to read, index it."""
        self._enqueue(user, source_id, self._process_or_reindex)

    def cancel_ingestion(self, user: str, source_id: str) -> None:
        """Stop a source's ingestion at its next page or passage; harmless when there is none."""
        if job := self._ingestion(user, source_id):
            job.cancel.set()

    def ingesting(self, user: str, source_id: str) -> bool:
        """Whether a source of this user waits or is being processed."""
        return self._ingestion(user, source_id) is not None

    def _ingestion(self, user: str, source_id: str) -> IngestionJob | None:
        with self._lock:
            return self._ingestions.get((user, source_id))

    def _enqueue(self, user: str, source_id: str, work: Work) -> None:
        with self._lock:
            if self._closed or (user, source_id) in self._ingestions:
                return
            job = self._ingestions[user, source_id] = IngestionJob(user, source_id, work)
            self._queue.put(job)
            if self._worker is None:
                self._worker = threading.Thread(
                    target=self._run_ingestions, name="ingestion", daemon=True
                )
                self._worker.start()

    def _process(self, job: IngestionJob) -> None:
        source = ingest.process(self._core, job.user, job.source_id, job.cancel.is_set)
        if source.status == "ready" and not source.embedding_model:
            self._embed_later(job)

    def _reindex(self, job: IngestionJob) -> None:
        indexing.reindex(self._core, job.user, job.source_id, job.cancel.is_set)

    def _process_or_reindex(self, job: IngestionJob) -> None:
        source = self._core.store.sources.get(job.user, job.source_id)
        is_read = self._core.originals.path(job.source_id, source.version + 1) is None
        if source.status == "ready" and is_read:
            self._reindex(job)
        else:
            self._process(job)

    def _run_ingestions(self) -> None:
        while (job := self._queue.get()) is not None:
            try:
                job.work(job)
            except NotFound:
                log.info("source %s was deleted while it waited", job.source_id)
            except Exception as error:
                self._note_failure(job, error)
            finally:
                self._remove(job)

    def _remove(self, job: IngestionJob) -> None:
        with self._lock:
            if self._ingestions.get((job.user, job.source_id)) is job:
                del self._ingestions[job.user, job.source_id]

    def _note_failure(self, job: IngestionJob, error: Exception) -> None:
        """Say it on the source, where the user looks."""
        is_ours = isinstance(error, GroundnoteError)
        log.warning("source %s: %s", job.source_id, error, exc_info=None if is_ours else error)
        reason = str(error) if is_ours else ingest.INTERNAL_FAULT
        try:
            self._core.store.sources.fail(job.user, job.source_id, reason)
        except GroundnoteError:
            log.exception("the failure of source %s could not be kept", job.source_id)

    # --- the model -------------------------------------------------------------------------

    def prepare_model(self) -> None:
        """Get the embedding model ready in the background."""
        if self._core.embedder.unavailable:
            self._start(self._run_prepare, "embedding-model")

    def _run_prepare(self) -> None:
        try:
            self._core.embedder.prepare()
        except ModelUnavailable as error:
            log.warning("search runs on keywords alone: %s", error)
            return
        with self._lock:
            waiting, self._without_vectors = self._without_vectors, []
        for user, source_id in waiting:
            self.reindex(user, source_id)

    def _embed_later(self, job: IngestionJob) -> None:
        """Give a source its vectors once the model, which wasn't ready for it, is there."""
        with self._lock:
            # Under the lock, since the model may come just now and look at those who wait; and out
            # of those at work, so that it can be queued again at once.
            if self._core.embedder.unavailable:
                self._without_vectors.append((job.user, job.source_id))
                self._remove(job)
                return
        self._reindex(job)

    # --- all of them -----------------------------------------------------------------------

    def _start(self, work: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        with self._lock:
            self._threads = [t for t in self._threads if t.is_alive()]
            self._threads.append(thread)
        thread.start()

    def close(self, seconds: float = 10.0) -> None:
        """Stop everything, wait for it to be kept, and start nothing more."""
        with self._lock:
            self._closed = True
            for answering in self._answers.values():
                answering.stop()
            for evaluating in self._evaluations.values():
                evaluating.stop()
            for ingestion in self._ingestions.values():
                ingestion.cancel.set()
            threads = [*self._threads, *([self._worker] if self._worker else [])]
        self._queue.put(None)
        for thread in threads:
            thread.join(seconds)
