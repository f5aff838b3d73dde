"""The engine without a writing model: it shows the sentences that answer, verbatim, cited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from notebook_core.engine_events import AnswerRequest, Closest, EngineEvent, Finished, Status
from notebook_core.engines.across import about_the_subject, compared
from notebook_core.engines.choosing import FAR_LOG_ODDS, choose
from notebook_core.engines.conflicts import conflicts
from notebook_core.engines.fitted import FITTED, Coefficients
from notebook_core.engines.near_misses import is_near_miss
from notebook_core.engines.phrases import phrases_for
from notebook_core.engines.scoring import (
    Embed,
    asked_by_source,
    confidence,
    scored_sentences,
)
from notebook_core.engines.selection import Selection
from notebook_core.engines.sentence import Sentence
from notebook_core.engines.whole_answers import as_wholes
from notebook_core.engines.writing import (
    write,
    write_abstention,
    write_conflicts,
    write_side_by_side,
)
from notebook_core.fair_share import read_in_time
from notebook_core.text.across import asks_across
from notebook_core.text.asked import Asked
from notebook_core.wording import counted

MOST_PASSAGES_READ = 400
"""With 1,000 sources some 3,000 passages are candidates; reading them all took 3 s of an answer."""
MOST_CLOSEST = 3
ANSWERS_FROM = 0.5
MOST_SURE_OF_NONE = 0.49
"""An abstention is never as sure as the least sure answer, whatever its best score."""


class ExtractiveEngine:
    """Chooses sentences by what they say about the question; `fitted` weighs what that is."""

    name = "extractive"

    def __init__(self, embed: Embed, fitted: Coefficients = FITTED) -> None:
        self._embed = embed
        self._fitted = fitted

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        """The sentences that answer, and where sources differ; or an abstention."""
        across = asks_across(request.question) or asks_across(request.evidence.question)
        found = about_the_subject(request.evidence) if across else request.evidence
        evidence = replace(found, candidates=read_in_time(found.candidates, MOST_PASSAGES_READ))
        yield Status(f"Reading {counted(len(evidence.candidates), 'passage')}")
        asked = asked_by_source(evidence, own_question(request))
        scored = scored_sentences(evidence, asked, self._embed, self._fitted, each_source=across)
        if cancelled():
            return
        sources = evidence.scope.sources
        phrases = phrases_for(request.question, {source.language for source in sources})
        sure = confidence(scored, evidence, self._embed, self._fitted)
        missed = not across and misses(scored, asked)
        selection = compared(scored, evidence) if across else looked_up(scored)
        if not selection.parts or sure < ANSWERS_FROM or missed:
            yield write_abstention(len(sources), phrases)
            yield from abstention(scored, sure)
            return
        stated = conflicts(selection.statements, asked, request.question)
        for event in chain(
            write_side_by_side(selection.rows, stated, sources, phrases),
            write(as_wholes(selection.parts, evidence), sources, phrases, each_source=across),
            write_conflicts(stated, sources, phrases, selection.rows),
        ):
            if cancelled():
                return
            yield event
        yield Finished(confidence=sure, conflicts=stated)


def misses(scored: Sequence[Sentence], asked: Mapping[str, Asked]) -> bool:
    """Whether the best sentence is a near miss of what is asked of its source."""
    return bool(scored) and is_near_miss(scored, asked[scored[0].source_id])


def own_question(request: AnswerRequest) -> str:
    """What was asked where it leans on more that is searched with it, else "": a question that is
    searched as it is, or that its asker put other words in the place of."""
    asked, searched = request.question, request.evidence.question
    return asked if asked != searched and asked in searched else ""


def looked_up(scored: Sequence[Sentence]) -> Selection:
    """The sentences for a question that one place may answer, by source."""
    chosen = choose(scored) if scored else []
    near = [one for one in scored if scored[0].score - one.score <= FAR_LOG_ODDS]
    return Selection(by_source(chosen), near)


def by_source(chosen: Sequence[Sentence]) -> list[list[Sentence]]:
    """The sentences by source, in the order of each source's best."""
    parts: dict[str, list[Sentence]] = {}
    for sentence in chosen:
        parts.setdefault(sentence.source_id, []).append(sentence)
    return list(parts.values())


def abstention(scored: Sequence[Sentence], sure: float) -> Iterator[EngineEvent]:
    """The nearest passages, offered as no more than that, and the end."""
    closest = scored[:MOST_CLOSEST]
    if closest:
        yield Closest(tuple(sentence.quote for sentence in closest))
    yield Finished(stop_reason="abstained", abstained=True, confidence=min(sure, MOST_SURE_OF_NONE))
