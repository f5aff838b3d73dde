"""Runs answers and evaluations in the background, so that they outlive a page rerun."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from notebook_core.answer import DEFAULT_ENGINE, Ask, prepare
from notebook_core.answer_events import Event
from notebook_core.answering import INTERNAL_FAULT, PreparedAnswer
from notebook_core.citations import marker
from notebook_core.errors import Conflict, NotFound
from notebook_core.evaluation.cases import Case
from notebook_core.evaluation.run import Evaluation, begin
from notebook_core.ingestions import Ingestions
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
    question: str = ""
    searched: str = ""
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


class Jobs:
    """What one core does in the background: a thread per answer and evaluation, and `ingestions`.

    Pages only watch a job.
    """

    def __init__(self, core: Core) -> None:
        self.ingestions = Ingestions(core)
        self._core = core
        self._lock = threading.RLock()
        self._answers: dict[str, AnswerJob] = {}
        self._evaluations: dict[str, EvaluationJob] = {}
        self._threads: list[threading.Thread] = []
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
            job = AnswerJob(
                user, message.id, message.conversation_id, prepared.question, prepared.searched
            )
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

    # --- all of them -----------------------------------------------------------------------

    def _start(self, work: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        with self._lock:
            self._threads = [t for t in self._threads if t.is_alive()]
            self._threads.append(thread)
        thread.start()

    def close(self, seconds: float = 10.0) -> None:
        """Stop everything, wait for it to be kept, and start nothing more."""
        self.ingestions.stop()
        with self._lock:
            self._closed = True
            for answering in self._answers.values():
                answering.stop()
            for evaluating in self._evaluations.values():
                evaluating.stop()
            threads = list(self._threads)
        for thread in threads:
            thread.join(seconds)
        self.ingestions.join(seconds)
