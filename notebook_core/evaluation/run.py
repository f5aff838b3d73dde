"""Runs cases: asks each as a user would, and keeps how it went beside the answer itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from notebook_core import answer
from notebook_core.answer import Ask
from notebook_core.answer_events import Event
from notebook_core.domain import (
    EvaluationResult,
    EvaluationRun,
    MessageStatus,
    Outcome,
    Scope,
)
from notebook_core.errors import InvalidInput
from notebook_core.evaluation.cases import Case, Expected
from notebook_core.evaluation.metrics import RANKS_THAT_COUNT
from notebook_core.ports import Core
from notebook_core.text.spans import slice_text

CONVERSATION_TITLE = "Evaluation"


@dataclass(frozen=True)
class Place:
    """Where an expected quote stands."""

    source_id: str
    start: int
    end: int


@dataclass
class Evaluation:
    """A run that was begun; `results` asks the cases one by one and may be stopped in between."""

    core: Core
    user: str
    run: EvaluationRun
    cases: Sequence[Case]
    engine: str

    def results(self, cancelled: Callable[[], bool] = lambda: False) -> Iterator[EvaluationResult]:
        """The result of each case; whatever way this ends, those given by then are kept."""
        status: MessageStatus = "stopped"
        try:
            for case in self.cases:
                if cancelled():
                    return
                result = self._result(case)
                self.core.store.evaluations.add(self.user, self.run.id, result)
                yield result
            status = "complete"
        finally:
            self.run = self.core.store.evaluations.finish(self.user, self.run.id, status)

    def _result(self, case: Case) -> EvaluationResult:
        # Searched as it is: a case must not lean on the one that happens to be asked before it.
        request = Ask(
            case.question,
            conversation_id=self.run.conversation_id,
            searched=case.question,
            engine=self.engine,
        )
        events = list(answer.ask(self.core, self.user, self.run.notebook_id, request))
        done = events[-1]
        if done["type"] == "error":
            return _unscored(case, str(done["message"]))
        scope = self.core.store.search.scope(self.user, self.run.notebook_id, None)
        places = [self._place(scope, expected) for expected in case.expected]
        if None in places:
            return _unscored(case, "An expected quote is not in the sources.", done["message_id"])
        return _scored(
            case,
            events,
            [place for place in places if place],
            verified=sum(self._stands(event) for event in _cited(events)),
        )

    def _place(self, scope: Scope, expected: Expected) -> Place | None:
        for source in scope.sources:
            if expected.source not in (source.title, source.called):
                continue
            text = self.core.store.sources.text(self.user, source.id, source.version).text
            start = -1
            for _ in range(expected.occurrence):
                start = text.find(expected.quote, start + 1)
                if start < 0:
                    return None
            return Place(source.id, start, start + len(expected.quote))
        return None

    def _stands(self, event: Event) -> bool:
        """Whether a citation's quote stands where it points, looked up once more."""
        if event["start"] is None:
            return False
        text = self.core.store.sources.text(self.user, event["source_id"], event["version"]).text
        return bool(slice_text(text, event["start"], event["end"]) == event["quote"])


def begin(
    core: Core, user: str, notebook_id: str, cases: Sequence[Case], engine: str
) -> Evaluation:
    """Begin a run over all ready sources of a notebook.

    Raises NotFound, and InvalidInput while the embedding model isn't ready: figures of a search
    on keywords alone would be taken for those of the whole.
    """
    core.store.notebooks.get(user, notebook_id)
    if core.embedder.unavailable:
        raise InvalidInput(
            f"Evaluate once the embedding model is ready. {core.embedder.unavailable}"
        )
    if engine not in core.engines:
        raise InvalidInput(f"There is no engine “{engine}”; use {', '.join(core.engines)}.")
    scope = core.store.search.scope(user, notebook_id, None)
    if not scope.sources:
        raise InvalidInput("This notebook has no source that is ready; add one, then evaluate.")
    conversation = core.store.conversations.create(
        user, notebook_id, CONVERSATION_TITLE, purpose="evaluation"
    )
    run = core.store.evaluations.begin(
        user, notebook_id, conversation.id, fingerprint(core, user, scope, cases, engine)
    )
    return Evaluation(core, user, run, cases, engine)


def fingerprint(
    core: Core, user: str, scope: Scope, cases: Sequence[Case], engine: str
) -> dict[str, str]:
    """What a run was asked of: equal fingerprints may be compared as equals."""
    sources = sorted(
        f"{source.id}:{source.version}:{core.store.sources.get(user, source.id).content_hash}"
        for source in scope.sources
    )
    return {
        "engine": engine,
        "embedding_model": core.embedder.model,
        "vector_search": core.settings.vector_search,
        "keyword_search": core.settings.keyword_search,
        "strategy": core.store.notebooks.get(user, scope.notebook_id).strategy,
        "sources": _digest(sources),
        "cases": _digest(str(asdict(case)) for case in cases),
    }


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def _scored(
    case: Case, events: Sequence[Event], places: Sequence[Place], verified: int
) -> EvaluationResult:
    done = events[-1]
    cited = _cited(events)
    rank = next((n for n, event in enumerate(cited, start=1) if _covers(event, places)), None)
    return EvaluationResult(
        case_id=case.id,
        question=case.question,
        kind=case.kind,
        outcome=_outcome(case, done, rank),
        rank=rank,
        verified=verified,
        citations=len(cited),
        scope_violations=_scope_violations(events),
        confidence=done["confidence"],
        message_id=done["message_id"],
    )


def _outcome(case: Case, done: Mapping[str, object], rank: int | None) -> Outcome:
    if done["abstained"]:
        return "refused_wrongly" if case.answerable else "refused_rightly"
    if not case.answerable:
        return "answered_wrongly"
    return "right" if rank is not None and rank <= RANKS_THAT_COUNT else "elsewhere"


def _cited(events: Sequence[Event]) -> list[Event]:
    return [e for e in events if e["type"] == "source" and e.get("role", "cited") == "cited"]


def _covers(event: Event, places: Sequence[Place]) -> bool:
    return event["start"] is not None and any(
        event["source_id"] == place.source_id
        and event["start"] < place.end
        and place.start < event["end"]
        for place in places
    )


def _scope_violations(events: Sequence[Event]) -> int:
    """How many sources or hits were named that the answer wasn't allowed to name."""
    ticked = set(events[-1]["receipt"]["ticked"])
    named = [event["source_id"] for event in events if event["type"] == "source"]
    named += [hit["source_id"] for e in events if e["type"] == "evidence" for hit in e["hits"]]
    return sum(source_id not in ticked for source_id in named)


def _unscored(case: Case, error: str, message_id: str = "") -> EvaluationResult:
    return EvaluationResult(
        case.id, case.question, case.kind, "unscored", message_id=message_id, error=error
    )
