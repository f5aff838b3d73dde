"""Pages on a core of their own: the real store in memory, the real embedding model."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from notebook_core import accept, bootstrap, ingest
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.embedding import FastEmbedder
from notebook_core.jobs import Jobs
from notebook_core.ports import Core
from notebook_core.settings import settings_from
from notebook_core.store.duckdb import open_store

MAIN = Path(__file__).parents[2] / "pages" / "main.py"
Open = Callable[..., AppTest]


@pytest.fixture
def core(embedder: FastEmbedder, tmp_path: Path) -> Iterator[Core]:
    settings = replace(settings_from(), data=tmp_path)
    built = bootstrap.build(settings, store=open_store(None), embedder=embedder)
    yield built
    built.store.close()


@pytest.fixture
def jobs(core: Core) -> Iterator[Jobs]:
    with bootstrap.using(core) as running:
        yield running


@pytest.fixture
def open_page(jobs: Jobs) -> Open:
    """Opens a page as a browser would: the frame first, then the page with its parameters."""

    def open_page(
        name: str = "", user: dict[str, object] | None = None, **parameters: str
    ) -> AppTest:
        page = AppTest.from_file(str(MAIN), default_timeout=30)
        if user is not None:
            page.user = user
        page.run()
        for parameter, value in parameters.items():
            page.query_params[parameter] = value
        if name:
            page.switch_page(name)
        page.run()
        assert not page.exception
        return page

    return open_page


@pytest.fixture
def notebook(core: Core) -> Notebook:
    return core.store.notebooks.create(LOCAL_USER, "Tender $5 *draft*", "structure")


@pytest.fixture
def add_text(core: Core, notebook: Notebook) -> Callable[..., Source]:
    """Adds a text to the notebook and brings it to ready."""

    def add(text: str, name: str = "note.txt") -> Source:
        taken = accept.accept_file(core, LOCAL_USER, notebook.id, text.encode(), name)
        return ingest.process(core, LOCAL_USER, taken.source.id)

    return add


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    """Waits for what a job does in the background."""

    def wait(holds: Callable[[], bool]) -> None:
        for _ in range(600):
            if holds():
                return
            time.sleep(0.05)
        pytest.fail("it did not happen within 30 s")

    return wait
