"""The seams: what the use cases ask of a store, a reader, an embedder and an answer engine.

Adapters implement these Protocols; only `bootstrap` knows which ones are in use. Every store
method takes the asking user and raises NotFound for what isn't theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from notebook_core.domain import (
    Citation,
    Conversation,
    ConversationPurpose,
    DeletionReceipt,
    EvaluationResult,
    EvaluationRun,
    IndexedVersion,
    KeywordSearch,
    Message,
    MessageStatus,
    NewSource,
    Notebook,
    Passage,
    PassageStrategy,
    Progress,
    Ranked,
    Scope,
    Source,
    SourceKind,
    SourceStatus,
    SourceText,
    VectorSearch,
)
from notebook_core.engine_events import AnswerRequest, EngineEvent
from notebook_core.extraction import Extraction, Given
from notebook_core.settings import Settings

Vector = NDArray[np.float32]
ReportProgress = Callable[[int, int], None]
"""Called with units done and units in all; raises Cancelled to stop the work."""
Tell = Callable[[str], None]
"""Called with a sentence for the reader, on something that was done otherwise than asked."""


def tell_nobody(sentence: str) -> None:
    """A `Tell` for those who don't want to know."""


class NotebookStore(Protocol):
    """Notebooks and who owns them."""

    def create(self, user: str, title: str, strategy: PassageStrategy) -> Notebook: ...

    def all(self, user: str) -> tuple[Notebook, ...]:
        """The user's notebooks, oldest first."""

    def get(self, user: str, notebook_id: str) -> Notebook: ...

    def rename(self, user: str, notebook_id: str, title: str) -> None: ...

    def unticked(self, user: str, notebook_id: str) -> frozenset[str]:
        """The source ids that the user took the tick from. Every other source that is ready is
        ticked, a new one too, so that only what was done by hand has to be kept."""

    def set_unticked(self, user: str, notebook_id: str, source_ids: Collection[str]) -> None:
        """Keep the unticked ids, replacing those kept before."""

    def delete(self, user: str, notebook_id: str) -> None:
        """Remove the notebook with its conversations; its sources must be gone already."""


class SourceStore(Protocol):
    """Sources, their texts and versions, and their way to ready or gone."""

    def add(self, user: str, new: NewSource) -> tuple[Source, bool]:
        """Insert as `queued` and return it with True, or the live source that has the same
        (notebook, content_hash, copy) with False. Raises Conflict while that one is deleting."""

    def all(self, user: str, notebook_id: str) -> tuple[Source, ...]:
        """The notebook's sources that are not being deleted, in the order they were added."""

    def get(self, user: str, source_id: str) -> Source: ...

    def by_origin(self, user: str, notebook_id: str, origin: str) -> Source | None: ...

    def by_content(self, user: str, notebook_id: str, content_hash: str) -> Source | None: ...

    def rename(self, user: str, source_id: str, title: str) -> None: ...

    def set_progress(
        self, user: str, source_id: str, status: SourceStatus, progress: Progress
    ) -> None:
        """Note how far an ingestion is. A source that is `ready` on a version stays ready; only
        its progress changes. Raises Cancelled when the source is being deleted."""

    def fail(self, user: str, source_id: str, reason: str) -> None:
        """`failed` with its reason, or, for one that is ready, `update_error`."""

    def publish(self, user: str, indexed: IndexedVersion) -> Source:
        """Make the version ready: text, passages, vectors, postings and status, in one
        transaction. Passages, vectors and postings of earlier versions leave search; their texts
        stay readable. The same version again replaces its passages (re-embedding). Raises
        Cancelled when the source was deleted meanwhile."""

    def text(self, user: str, source_id: str, version: int | None = None) -> SourceText:
        """The text of a version (None: the current one). Raises NotFound when there is none."""

    def passages(self, user: str, source_id: str) -> tuple[Passage, ...]:
        """The passages of the current version, by ordinal."""

    def vectors(self, user: str, source_id: str) -> dict[str, Vector]:
        """The stored vector of each passage id of the current version."""

    def mark_deleting(self, user: str, source_id: str) -> None:
        """Take the source out of every scope at once. Raises NotFound when it is gone."""

    def remove(self, user: str, source_id: str, files: int) -> DeletionReceipt:
        """Delete every row of a source that is `deleting`, look whether one is left, and keep the
        receipt, all in one transaction; `files` says how many of its files are left. Raises
        DeletionUnfinished, and deletes nothing, when anything would be left."""

    def deleting(self) -> tuple[tuple[str, Source], ...]:
        """(user, source) of deletions that are not finished; for the sweep at start."""

    def mark_interrupted(self, reason: str) -> int:
        """At start, before any job: fail what an ended process left unfinished, with `reason`,
        and mark answers that were running as stopped. Returns how many sources that were."""


class SearchStore(Protocol):
    """Scope, and rankings inside it. Nothing outside the scope has any influence."""

    def scope(self, user: str, notebook_id: str, requested: Sequence[str] | None) -> Scope:
        """Resolve the requested source ids (None: all) to those that may speak."""

    def rank_by_vector(
        self,
        scope: Scope,
        vector: Vector,
        model: str,
        limit: int,
        way: VectorSearch | None = None,
        tell: Tell = tell_nobody,
    ) -> tuple[Ranked, ...]:
        """By cosine, best first: the best `limit`, and each source's best three. Only vectors of
        `model` take part. Ties go by passage id. A way that can't be had is told."""

    def vector_plan(self, scope: Scope, vector: Vector, model: str) -> str:
        """How the engine runs an index search, as its EXPLAIN says; for the examination."""

    def rank_by_terms(
        self,
        scope: Scope,
        terms: Sequence[str],
        limit: int,
        way: KeywordSearch | None = None,
        tell: Tell = tell_nobody,
    ) -> tuple[Ranked, ...]:
        """By BM25 with statistics of the scope alone, best first: the best `limit`, and each
        source's best three; passages without any of the terms are not ranked. A way that can't be
        had is told."""

    def passages(self, scope: Scope, passage_ids: Sequence[str]) -> dict[str, tuple[Passage, str]]:
        """Each passage with its text, sliced from the normalised text."""

    def around(
        self, scope: Scope, passages: Sequence[Passage], before: int, after: int
    ) -> dict[str, tuple[str, str]]:
        """By passage id what stands right before and after it, so many characters at most."""

    def document_frequencies(
        self, scope: Scope, terms: Sequence[str]
    ) -> tuple[int, dict[str, int]]:
        """The number of passages in scope, and of those that hold each term."""


class ConversationStore(Protocol):
    """Conversations, messages, and the citations saved with them."""

    def create(
        self, user: str, notebook_id: str, title: str, purpose: ConversationPurpose = "chat"
    ) -> Conversation: ...

    def all(self, user: str, notebook_id: str) -> tuple[Conversation, ...]:
        """Those held by the user, newest first; the conversations of evaluations are not listed."""

    def get(self, user: str, conversation_id: str) -> Conversation: ...

    def set_ticks(self, user: str, conversation_id: str, ticks: Sequence[str]) -> None: ...

    def delete(self, user: str, conversation_id: str) -> None: ...

    def begin(
        self,
        user: str,
        conversation_id: str,
        question: str,
        *,
        chosen: str = "",
        searched: str = "",
    ) -> tuple[Message, Message]:
        """Save the question and an empty running answer, in one transaction: with the question
        what its asker `chose` to be searched instead, with the answer what is `searched`."""

    def save_partial(self, user: str, message_id: str, text: str) -> None:
        """Keep what a running answer has so far."""

    def finish(self, user: str, answer: Message) -> None:
        """Save an ended answer with its citations, in one transaction."""

    def messages(self, user: str, conversation_id: str) -> tuple[Message, ...]:
        """In the order they were asked and answered."""

    def message(self, user: str, message_id: str) -> Message: ...

    def citation(self, user: str, message_id: str, n: int) -> Citation: ...


class EvaluationStore(Protocol):
    """Runs of evaluations, and the result of each of their cases."""

    def begin(
        self, user: str, notebook_id: str, conversation_id: str, fingerprint: Mapping[str, str]
    ) -> EvaluationRun: ...

    def add(self, user: str, run_id: str, result: EvaluationResult) -> None:
        """Keep the result of one more case."""

    def finish(self, user: str, run_id: str, status: MessageStatus) -> EvaluationRun: ...

    def runs(self, user: str, notebook_id: str) -> tuple[EvaluationRun, ...]:
        """Oldest first."""

    def results(self, user: str, run_id: str) -> tuple[EvaluationResult, ...]:
        """In the order in which they were asked."""


class Store(Protocol):
    """All that is kept; one process owns it at a time."""

    @property
    def notebooks(self) -> NotebookStore: ...

    @property
    def sources(self) -> SourceStore: ...

    @property
    def search(self) -> SearchStore: ...

    @property
    def conversations(self) -> ConversationStore: ...

    @property
    def evaluations(self) -> EvaluationStore: ...

    @property
    def notice(self) -> str:
        """A sentence on changes that a damaged log has lost, or ""."""

    def health(self) -> dict[str, str]:
        """ "ok" or a sentence for each of `store`, `fts` and `vss`, each tried for real."""

    def close(self) -> None: ...


class Reader(Protocol):
    """Turns the bytes of one kind of source into extracted pages."""

    def read(self, given: Given, report: ReportProgress) -> Extraction:
        """Raises UnreadableSource."""


class TokenCounter(Protocol):
    """Counts tokens as the embedding model does, special tokens not included."""

    def __call__(self, texts: Sequence[str]) -> list[int]: ...


class Embedder(Protocol):
    """Texts to unit vectors; the same text gives the same bytes, alone or in a batch."""

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def token_limit(self) -> int:
        """Tokens the model reads at most, its special tokens included."""

    @property
    def languages(self) -> frozenset[str] | None:
        """ISO 639-1 codes of the languages it can read; None: any."""

    @property
    def unavailable(self) -> str:
        """ "" when it is ready to embed, else one sentence on why not and what will happen."""

    def prepare(self) -> None:
        """Get the model ready, building it when needed. Raises ModelUnavailable."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text by the model's tokenizer, special tokens not included."""

    def embed_passages(self, texts: Sequence[str]) -> Iterator[Vector]: ...

    def embed_question(self, text: str) -> Vector: ...


class Originals(Protocol):
    """The original bytes of source versions, under names that the app chooses."""

    def keep(self, source_id: str, version: int, kind: SourceKind, data: bytes) -> None:
        """Write the bytes of a version, replacing what was kept for it. Raises StoreError."""

    def read(self, source_id: str, version: int) -> bytes | None: ...

    def path(self, source_id: str, version: int) -> Path | None: ...

    def remove(self, source_id: str) -> int:
        """Delete every file of a source; returns how many are left. Raises StoreError."""


class AnswerEngine(Protocol):
    """Evidence in, a stream of events out, ending with one Finished."""

    @property
    def name(self) -> str: ...

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        """Ends early, without Finished, once `cancelled()` is true. Raises EngineError."""


class Fetcher(Protocol):
    """Fetches a web page safely."""

    def fetch(self, url: str) -> Fetched: ...


@dataclass(frozen=True)
class Fetched:
    """A page as it came: decoded bytes, the final URL, and what the header said of its type."""

    data: bytes
    url: str
    content_type: str
    charset: str


@dataclass(frozen=True)
class Core:
    """The app in one process: settings and the adapters that `bootstrap` picked."""

    settings: Settings
    store: Store
    embedder: Embedder
    originals: Originals
    readers: Mapping[SourceKind, Reader]
    fetcher: Fetcher
    engines: Mapping[str, AnswerEngine]
