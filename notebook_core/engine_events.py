"""What goes into an answer engine, and the events that come out of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from notebook_core.domain import Evidence


@dataclass(frozen=True)
class Quote:
    """What an engine says it quotes: the words and where it believes they stand."""

    source_id: str
    version: int
    text: str
    start: int


@dataclass(frozen=True)
class Status:
    """A sentence on the step that is under way."""

    text: str


@dataclass(frozen=True)
class Delta:
    """A piece of the answer, Markdown in which source text is escaped once."""

    text: str


@dataclass(frozen=True)
class Cite:
    """The text just given rests on these quotes."""

    quotes: tuple[Quote, ...]


@dataclass(frozen=True)
class Closest:
    """Passages offered on an abstention, which are no answer."""

    quotes: tuple[Quote, ...]


@dataclass(frozen=True)
class ConflictValue:
    """A value that one or more quotes give for a thing."""

    value: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True)
class Conflict:
    """A thing for which sources give different values. Where one affirms what another one denies
    (`is_denial`), the values are the two sentences."""

    about: str
    values: tuple[ConflictValue, ...]
    is_denial: bool = False


@dataclass(frozen=True)
class Finished:
    """The last event: how the answer ended and what the engine knows about it."""

    stop_reason: str = "end_turn"
    abstained: bool = False
    confidence: float = 0.0
    conflicts: tuple[Conflict, ...] = ()
    usage: dict[str, int] = field(default_factory=dict)
    cost_usd: float = 0.0


EngineEvent = Status | Delta | Cite | Closest | Finished


@dataclass(frozen=True)
class AnswerRequest:
    """What an engine gets: the question as it was asked, the evidence in scope, and how it may see
    the sources. What was searched, which may say more than the question, is `evidence.question`."""

    question: str
    evidence: Evidence
    mode: str
