"""A core on the real store in memory and the real embedding model; a notebook for each test."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from notebook_core import accept, bootstrap, ingest
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.embedding import FastEmbedder
from notebook_core.ports import Core
from notebook_core.settings import settings_from
from notebook_core.store.duckdb import open_store


@pytest.fixture(scope="session")
def core(embedder: FastEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Core]:
    """One core for the session; a test gets a notebook of its own rather than a store."""
    settings = replace(settings_from(), data=tmp_path_factory.mktemp("data"))
    built = bootstrap.build(settings, store=open_store(None), embedder=embedder)
    yield built
    built.store.close()


@pytest.fixture
def notebook(core: Core) -> Notebook:
    return core.store.notebooks.create(LOCAL_USER, "A test's notebook", "structure")


@pytest.fixture
def add_text(core: Core, notebook: Notebook) -> Callable[..., Source]:
    """Adds a text or Markdown file to the test's notebook and brings it to its end."""

    def add(text: str, name: str = "note.txt", title: str = "") -> Source:
        data = text.encode()
        taken = accept.accept_file(core, LOCAL_USER, notebook.id, data, name, title=title)
        return ingest.process(core, LOCAL_USER, taken.source.id)

    return add
