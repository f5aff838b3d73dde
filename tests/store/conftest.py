"""A store in memory that is opened once, a fresh user for each test, and ready sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from notebook_core.domain import Notebook, Source
from notebook_core.store.duckdb import DuckDBStore, open_store
from tests.store.builders import indexed, new_source, numbers


@pytest.fixture(scope="session")
def shared_store() -> Iterator[DuckDBStore]:
    store = open_store(None)
    yield store
    store.close()


@pytest.fixture
def store(shared_store: DuckDBStore) -> DuckDBStore:
    """The store that all tests share; what a test sees of it is its own `user`'s."""
    return shared_store


@pytest.fixture
def user() -> str:
    return f"user-{next(numbers)}"


@pytest.fixture
def notebook(store: DuckDBStore, user: str) -> Notebook:
    return store.notebooks.create(user, "A notebook", "structure")


AddReady = Callable[..., Source]


@pytest.fixture
def add_ready(store: DuckDBStore, user: str) -> AddReady:
    """Add a source whose passages are the given words and make it ready."""

    def add(notebook: Notebook, passages: Sequence[str], **options: object) -> Source:
        source, _ = store.sources.add(user, new_source(notebook))
        return store.sources.publish(user, indexed(source.id, passages, **options))  # type: ignore[arg-type]

    return add
