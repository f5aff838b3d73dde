"""The vocabulary: frozen values of sources, search and conversations that every part speaks in.

Every `start` and `end` counts code points in the normalised text of one source version,
0-based and half-open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal

LOCAL_USER = "local"

SourceKind = Literal["pdf", "markdown", "web", "text"]
SourceStatus = Literal["queued", "extracting", "ocr", "indexing", "ready", "failed", "deleting"]
BlockKind = Literal["heading", "paragraph", "list", "table", "code", "quote"]
PassageStrategy = Literal["structure", "fixed", "semantic"]
VectorSearch = Literal["exact", "hnsw", "auto"]
KeywordSearch = Literal["postings", "fts"]
MessageStatus = Literal["running", "complete", "stopped", "failed"]
Role = Literal["question", "answer"]
ConversationPurpose = Literal["chat", "evaluation"]
Outcome = Literal[
    "right", "elsewhere", "refused_rightly", "refused_wrongly", "answered_wrongly", "unscored"
]

# --- a source and its text -----------------------------------------------------------------


@dataclass(frozen=True)
class Heading:
    """A heading line at `start`, level 1 to 6."""

    start: int
    level: int
    title: str


@dataclass(frozen=True)
class BlockSpan:
    """Where a block stands in the normalised text."""

    start: int
    end: int
    kind: BlockKind


@dataclass(frozen=True)
class Box:
    """A rectangle on a page as displayed, in points from its top left corner."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class LineBox:
    """Where the characters `start:end` stand on page `page` (counted from 1)."""

    page: int
    start: int
    end: int
    box: Box
    confidence: float | None = None


@dataclass(frozen=True)
class SourceText:
    """The normalised text of one source version, made once at ingestion and never changed.

    `page_starts[i]` is where page `i + 1` begins (empty for sources without pages) and
    `page_labels[i]` what is printed on it ("" when that is unknown).
    `title` is the title as it was indexed; a rename doesn't change it.
    """

    text: str
    title: str
    page_starts: tuple[int, ...] = ()
    page_labels: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    blocks: tuple[BlockSpan, ...] = ()
    line_boxes: tuple[LineBox, ...] = ()


@dataclass(frozen=True)
class Notebook:
    """A set of sources and conversations that belongs to one user."""

    id: str
    owner: str
    title: str
    strategy: PassageStrategy
    created_at: datetime


@dataclass(frozen=True)
class Progress:
    """How far an ingestion is: its stage, then units done of all (pages, or passages)."""

    stage: str = ""
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class Source:
    """Something that was added to a notebook, and where its ingestion stands.

    `dated` is the date that the source gives of itself; None if it gives none.
    """

    id: str
    notebook_id: str
    kind: SourceKind
    title: str
    origin: str
    status: SourceStatus
    version: int
    content_hash: str
    created_at: datetime
    progress: Progress = Progress()
    error: str = ""
    language: str = ""
    token_count: int = 0
    page_count: int = 0
    passage_count: int = 0
    embedding_model: str = ""
    method: str = ""
    warnings: tuple[str, ...] = ()
    update_error: str = ""
    dated: date | None = None


@dataclass(frozen=True)
class Passage:
    """A stretch of a source version that is searched as one; it holds offsets, not text.

    `terms` is the number of terms that keyword search counts in it.
    """

    id: str
    source_id: str
    version: int
    ordinal: int
    start: int
    end: int
    page: int | None
    heading: str
    terms: int


@dataclass(frozen=True)
class NewSource:
    """A source about to be added; `copy` is 0 unless the user keeps a duplicate."""

    id: str
    notebook_id: str
    kind: SourceKind
    title: str
    origin: str
    content_hash: str
    copy: int = 0


@dataclass(frozen=True)
class IndexedPassage:
    """A passage with what is stored beside it: its term counts and, given a model, its vector."""

    passage: Passage
    term_counts: dict[str, int]
    vector: tuple[float, ...] | None = None


@dataclass(frozen=True)
class IndexedVersion:
    """Everything that makes one source version ready; the store writes it in one transaction."""

    source_id: str
    version: int
    text: SourceText
    passages: tuple[IndexedPassage, ...]
    language: str
    token_count: int
    method: str
    warnings: tuple[str, ...]
    embedding_model: str
    content_hash: str
    kind: SourceKind
    dated: date | None = None


# --- scope and search ----------------------------------------------------------------------


@dataclass(frozen=True)
class ScopedSource:
    """One source that may speak, at the version that may speak."""

    id: str
    version: int
    title: str
    kind: SourceKind
    language: str
    token_count: int
    embedding_model: str
    content_hash: str
    dated: date | None = None
    origin: str = ""

    @property
    def called(self) -> str:
        """What people call it by beside its title: its file's name, or its address."""
        if "://" in self.origin:
            return self.origin
        return self.origin.replace("\\", "/").rsplit("/", 1)[-1]


@dataclass(frozen=True)
class Scope:
    """The sources that may speak, resolved by the store alone, in the order they were added.

    `dropped` lists the requested ids that were not the user's to use.
    """

    user: str
    notebook_id: str
    sources: tuple[ScopedSource, ...]
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranked:
    """A passage's place in one ranking: its score there and its rank, counted from 1."""

    passage_id: str
    score: float
    rank: int


@dataclass(frozen=True)
class Hit:
    """A passage that was found, its text, its fused score and its ranks (None: not ranked).

    `before` and `after` are some of what stands around it in its source, to the letter.
    """

    passage: Passage
    title: str
    text: str
    score: float
    rank_vector: int | None
    rank_text: int | None
    before: str = field(default="", repr=False)
    after: str = field(default="", repr=False)


@dataclass(frozen=True)
class Evidence:
    """What a search found: hits, best first, and what the reader should know about the search.

    `candidates` holds at least the best three passages of each source in scope; the hits are
    among them. `term_weights` holds, for each term of the question, how rare it is in scope
    (inverse document frequency). `notices` are sentences such as "Search ran on keywords alone."
    """

    scope: Scope
    question: str
    hits: tuple[Hit, ...]
    candidates: tuple[Hit, ...]
    question_vector: tuple[float, ...] | None
    term_weights: dict[str, float] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


# --- answers -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Citation:
    """A numbered quote; only a verified one has offsets and may become a link.

    `start` and `end` are None when it is unverified. `role` is "cited", or "closest" for a
    passage that is offered on an abstention.
    """

    n: int
    source_id: str
    version: int
    title: str
    quote: str
    start: int | None
    end: int | None
    page: int | None
    page_end: int | None
    heading: str
    verified: bool
    content_hash: str = ""
    role: Literal["cited", "closest"] = "cited"


@dataclass(frozen=True)
class ScopeReceipt:
    """Which sources an answer was ticked, searched, cited from, silent on, and not allowed."""

    ticked: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Conversation:
    """A run of questions and answers in one notebook; `ticks` are the source ids last ticked."""

    id: str
    notebook_id: str
    title: str
    created_at: datetime
    ticks: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Message:
    """A question or an answer as it was kept.

    `text` carries `{{cite:n}}` markers; `done` is the closing event of an answer and `evidence`
    the hits of its evidence event. `searched` is what was searched for an answer ("" where that
    wasn't kept), and of a question what its asker chose to be searched instead of it ("": nothing).
    """

    id: str
    conversation_id: str
    role: Role
    text: str
    status: MessageStatus
    created_at: datetime
    engine: str = ""
    mode: str = ""
    error: str = ""
    citations: tuple[Citation, ...] = ()
    evidence: tuple[dict[str, Any], ...] = ()
    done: dict[str, Any] = field(default_factory=dict)
    searched: str = ""


@dataclass(frozen=True)
class EvaluationRun:
    """A set of cases asked once. `fingerprint` says what it was asked of: engine, model, ways of
    search, the versions of the sources and the cases."""

    id: str
    notebook_id: str
    conversation_id: str
    created_at: datetime
    status: MessageStatus
    cases: int
    fingerprint: dict[str, str]


@dataclass(frozen=True)
class EvaluationResult:
    """How one case went. `rank` is the place of the first right citation, counted from 1, or None;
    `verified` of its `citations` slice to their quotes; `message_id` is the answer."""

    case_id: str
    question: str
    kind: str
    outcome: Outcome
    rank: int | None = None
    verified: int = 0
    citations: int = 0
    scope_violations: int = 0
    confidence: float = 0.0
    message_id: str = ""
    error: str = ""


@dataclass(frozen=True)
class DeletionReceipt:
    """What a deletion probed: rows left per table and files left, all 0 when it is complete."""

    source_id: str
    title: str
    rows: dict[str, int]
    files: int

    @property
    def complete(self) -> bool:
        return self.files == 0 and not any(self.rows.values())
