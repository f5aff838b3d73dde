"""Ingests or deletes a source and stands still at a given moment, so that it can be killed there.

Run as `crash_child.py DATA MOMENT`; it says "HERE" on standard output once it stands still.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from notebook_core import accept, answer, bootstrap, ingest, removal
from notebook_core.domain import LOCAL_USER, IndexedVersion, Source
from notebook_core.engine_events import AnswerRequest, Delta, EngineEvent
from notebook_core.extraction import Extraction
from notebook_core.ports import Core, Store, Vector
from notebook_core.settings import settings_from
from notebook_core.store.connection import Database, Transaction

TEXT = "The pump must run dry for two minutes.\n\nThe valve closes at four bar."
QUESTION = "How long must the pump run dry?"


def stand_still() -> None:
    print("HERE", flush=True)
    time.sleep(600)


class Passing:
    """Hands everything on to another object, but for what a subclass puts in between."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class StillReader(Passing):
    def read(self, *given: Any) -> Extraction:
        stand_still()
        extraction: Extraction = self._inner.read(*given)
        return extraction


class StillEmbedder(Passing):
    def embed_passages(self, texts: Sequence[str]) -> Iterator[Vector]:
        stand_still()
        yield from self._inner.embed_passages(texts)


class StillEngine:
    """Says something, then nothing more."""

    name = "extractive"

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        yield Delta("So far.")
        stand_still()


class StillSources(Passing):
    """Sources that stand still once something was done to them for good."""

    def publish(self, user: str, indexed: IndexedVersion) -> Source:
        published: Source = self._inner.publish(user, indexed)
        stand_still()
        return published

    def mark_deleting(self, user: str, source_id: str) -> None:
        self._inner.mark_deleting(user, source_id)
        stand_still()


class StillStore(Passing):
    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.sources = StillSources(inner.sources)


def stand_still_before_publishing_commits() -> None:
    """Let the transaction that publishes write everything, then stand still before its COMMIT."""
    writing = Database.writing

    @contextmanager
    def still(self: Database) -> Iterator[Transaction]:
        with writing(self) as transaction:
            yield transaction
            if transaction.value("SELECT count(*) FROM passage") > 0:
                stand_still()

    Database.writing = still  # type: ignore[method-assign]


def run(core: Core, moment: str) -> None:
    notebook = core.store.notebooks.create(LOCAL_USER, "Crash", "structure")
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, TEXT.encode(), "note.txt")
    match moment:
        case "queued":
            stand_still()
        case "extracting":
            core = replace(core, readers={"text": StillReader(core.readers["text"])})
        case "indexing":
            core = replace(core, embedder=StillEmbedder(core.embedder))
        case "committing":
            stand_still_before_publishing_commits()
        case "ready":
            core = replace(core, store=StillStore(core.store))
        case "answering":
            core = replace(core, engines={"extractive": StillEngine()})
    ingest.process(core, LOCAL_USER, taken.source.id)
    if moment == "deleting":
        still = replace(core, store=StillStore(core.store))
        removal.delete_source(still, LOCAL_USER, taken.source.id)
    if moment == "answering":
        for _ in answer.ask(core, LOCAL_USER, notebook.id, answer.Ask(QUESTION)):
            pass


if __name__ == "__main__":
    built = bootstrap.build(replace(settings_from(), data=Path(sys.argv[1])))
    built.embedder.prepare()
    run(built, sys.argv[2])
