"""Builds the core: the only place that picks adapters, and the keeper of the process's one core."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from notebook_core import ingest, removal
from notebook_core.embedding import FastEmbedder
from notebook_core.engines.extractive import ExtractiveEngine
from notebook_core.jobs import Jobs
from notebook_core.originals import OriginalFiles
from notebook_core.ports import Core
from notebook_core.readers import readers
from notebook_core.readers.fetch import GuardedFetcher
from notebook_core.settings import Settings, settings_from
from notebook_core.store.duckdb import open_store

_lock = threading.Lock()
_current: tuple[Core, Jobs] | None = None


def build(settings: Settings, **overrides: Any) -> Core:
    """The core for `settings`; `overrides` replace its fields, as tests do with fakes.

    What an ended process left half done is put right first: interrupted ingestions can be
    retried, running answers are marked as stopped, deletions are completed. Raises StoreError.
    """
    embedder = overrides.pop("embedder", None) or FastEmbedder(settings)
    store = overrides.pop("store", None) or open_store(
        settings.data,
        vector_search=settings.vector_search,
        keyword_search=settings.keyword_search,
    )
    core = Core(
        settings=settings,
        store=store,
        embedder=embedder,
        originals=OriginalFiles(settings.files),
        readers=readers(settings),
        fetcher=GuardedFetcher(settings),
        engines={ExtractiveEngine.name: ExtractiveEngine(embedder.embed_passages)},
    )
    core = replace(core, **overrides)
    try:
        core.store.sources.mark_interrupted(ingest.INTERRUPTED)
        removal.sweep(core)
    except BaseException:
        core.store.close()  # else the next try finds the folder in use, by this very process
        raise
    return core


def core() -> Core:
    """The process's core, opened on first use."""
    return _opened()[0]


def jobs() -> Jobs:
    """The jobs of the process's core."""
    return _opened()[1]


def _opened() -> tuple[Core, Jobs]:
    global _current
    with _lock:
        if _current is None:
            built = build(settings_from())
            _current = built, Jobs(built)
            _current[1].ingestions.prepare_model()
        return _current


def close() -> None:
    """Stop the process's jobs and close its store; the app's lifespan calls this."""
    global _current
    with _lock:
        if _current is not None:
            opened, running = _current
            running.close()
            opened.store.close()
            _current = None


@contextmanager
def using(replacement: Core) -> Iterator[Jobs]:
    """Put `replacement` in the place of the process's core, for tests."""
    global _current
    running = Jobs(replacement)
    with _lock:
        before, _current = _current, (replacement, running)
    try:
        yield running
    finally:
        running.close()
        with _lock:
            _current = before
