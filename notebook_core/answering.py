"""Runs an answer: its engine's events become those that watchers see, and the message kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace

from notebook_core import retrieval
from notebook_core.answer_events import (
    Event,
    error_event,
    evidence_event,
    source_event,
    status_event,
)
from notebook_core.citations import Numbering, marker
from notebook_core.domain import (
    Citation,
    Evidence,
    Message,
    MessageStatus,
    Scope,
    ScopeReceipt,
    SourceText,
)
from notebook_core.engine_events import (
    AnswerRequest,
    Cite,
    Closest,
    Conflict,
    Delta,
    EngineEvent,
    Finished,
    Quote,
    Status,
)
from notebook_core.errors import EngineError, GroundnoteError, NotFound
from notebook_core.ports import Core
from notebook_core.wording import counted

SECONDS_BETWEEN_PARTIAL_SAVES = 1.0
EVIDENCE_HITS = 12
INTERNAL_FAULT = "Something went wrong on our side; the question was kept, so you can try again."

log = logging.getLogger(__name__)


@dataclass
class PreparedAnswer:
    """An answer whose question is saved; `events` runs it once and keeps what it gives."""

    core: Core
    user: str
    question: str
    searched: str
    engine: str
    mode: str
    scope: Scope
    message: Message
    _text: str = ""
    _numbering: Numbering = field(default_factory=Numbering)
    _closest: set[int] = field(default_factory=set)
    _evidence: list[Event] = field(default_factory=list)
    _texts: dict[str, SourceText | None] = field(default_factory=dict)
    _saved_at: float = 0.0

    def events(self, cancelled: Callable[[], bool]) -> Iterator[Event]:
        """Run the answer; whatever way it ends, what it has by then is saved."""
        status: MessageStatus = "stopped"
        done: Event = {}
        reason = ""
        try:
            yield status_event(f"Searching {counted(len(self.scope.sources), 'source')}")
            evidence = retrieval.search(self.core, self.scope, self.searched, k=EVIDENCE_HITS)
            found = evidence_event(evidence.hits, self.searched)
            self._evidence = found["hits"]
            yield found
            for notice in evidence.notices:
                yield status_event(notice)
            finished: Finished | None = None
            for event in self._run_engine(evidence, cancelled):
                if isinstance(event, Finished):
                    finished = event
                else:
                    yield from self._wire_events(event)
            if finished is None:
                finished = Finished(stop_reason="stopped")
            else:
                status = "complete"
            done = self._done(finished, evidence)
        except GroundnoteError as error:
            status, reason, code = "failed", str(error), error.code
        except Exception:
            log.exception("an answer failed")
            status, reason, code = "failed", INTERNAL_FAULT, EngineError.code
        finally:
            self._save(status, reason, done)
        if reason:
            yield error_event(code, reason)
        else:
            yield done

    def _run_engine(
        self, evidence: Evidence, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        engine = self.core.engines[self.engine]
        request = AnswerRequest(self.question, evidence, self.mode)
        for event in engine.stream(request, cancelled):
            if cancelled():
                return
            yield event

    def _wire_events(self, event: EngineEvent) -> Iterator[Event]:
        match event:
            case Status(text):
                yield status_event(text)
            case Delta(text):
                self._text += text
                self._save_partial()
                yield {"type": "delta", "text": text}
            case Cite(quotes):
                yield from self._cite(quotes)
            case Closest(quotes):
                yield from self._offer(quotes)

    def _cite(self, quotes: Sequence[Quote]) -> Iterator[Event]:
        refs: list[int] = []
        for quote in quotes:
            citation, is_new = self._citation(quote)
            if citation is None:
                continue
            if is_new:
                yield source_event(citation)
            if citation.n not in refs:
                refs.append(citation.n)
        self._text += "".join(marker(n) for n in refs)
        if refs:
            yield {"type": "cite", "refs": refs}

    def _offer(self, quotes: Sequence[Quote]) -> Iterator[Event]:
        for quote in quotes:
            citation, is_new = self._citation(quote)
            if citation is not None and is_new:
                self._closest.add(citation.n)
                yield source_event(replace(citation, role="closest"))

    def _citation(self, quote: Quote) -> tuple[Citation | None, bool]:
        source = next((s for s in self.scope.sources if s.id == quote.source_id), None)
        if source is None or source.version != quote.version:
            log.warning("an engine cited a source outside the scope; the citation was dropped")
            return None, False
        text = self._source_text(source.id, source.version)
        if text is None:
            return None, False
        return self._numbering.cite(quote, source, text)

    def _citations(self) -> tuple[Citation, ...]:
        return tuple(
            replace(citation, role="closest") if citation.n in self._closest else citation
            for citation in self._numbering.citations
        )

    def _source_text(self, source_id: str, version: int) -> SourceText | None:
        """The text of a version in scope; None when the source was deleted meanwhile."""
        if source_id not in self._texts:
            try:
                self._texts[source_id] = self.core.store.sources.text(self.user, source_id, version)
            except NotFound:
                self._texts[source_id] = None
        return self._texts[source_id]

    def _done(self, finished: Finished, evidence: Evidence) -> Event:
        ticked = tuple(source.id for source in self.scope.sources)
        cited = {c.source_id for c in self._citations() if c.role == "cited"}
        receipt = ScopeReceipt(
            ticked=ticked,
            searched=ticked,
            cited=tuple(i for i in ticked if i in cited),
            silent=tuple(i for i in ticked if i not in cited),
            dropped=self.scope.dropped,
        )
        return {
            "type": "done",
            "message_id": self.message.id,
            "conversation_id": self.message.conversation_id,
            "mode": self.mode,
            "engine": self.engine,
            "searched": self.searched,
            "abstained": finished.abstained,
            "confidence": round(finished.confidence, 4),
            "stop_reason": finished.stop_reason,
            "receipt": {name: list(ids) for name, ids in asdict(receipt).items()},
            "conflicts": [self._conflict(conflict) for conflict in finished.conflicts],
            "notices": list(evidence.notices),
            "usage": finished.usage,
            "cost_usd": finished.cost_usd,
        }

    def _conflict(self, conflict: Conflict) -> Event:
        return {
            "about": conflict.about,
            "values": [
                {
                    "value": value.value,
                    "refs": self._numbers(value.quotes),
                    "dated": self._dates(value.quotes),
                }
                for value in conflict.values
            ],
        }

    def _dates(self, quotes: Sequence[Quote]) -> dict[str, str]:
        """By source id the date that a quoted source gives of itself, if it gives one."""
        quoted = {quote.source_id for quote in quotes}
        return {
            source.id: source.dated.isoformat()
            for source in self.scope.sources
            if source.id in quoted and source.dated is not None
        }

    def _numbers(self, quotes: Sequence[Quote]) -> list[int]:
        """The numbers of quotes that were cited already."""
        cited = (self._citation(quote)[0] for quote in quotes)
        return list(dict.fromkeys(citation.n for citation in cited if citation))

    def _save_partial(self) -> None:
        now = time.monotonic()
        if now - self._saved_at >= SECONDS_BETWEEN_PARTIAL_SAVES:
            self._saved_at = now
            self.core.store.conversations.save_partial(self.user, self.message.id, self._text)

    def _save(self, status: MessageStatus, reason: str, done: Event) -> None:
        answer = replace(
            self.message,
            text=self._text,
            status=status,
            engine=self.engine,
            mode=self.mode,
            error=reason,
            citations=self._citations(),
            evidence=tuple(self._evidence),
            done=done,
        )
        try:
            self.core.store.conversations.finish(self.user, answer)
        except NotFound:
            log.info("the conversation was cleared while its answer was being written")
