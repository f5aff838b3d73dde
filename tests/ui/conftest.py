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
Open = Callable[..., "OpenedPage"]
KINDS_OF_TEXT = ("title", "header", "markdown", "caption", "text")
KINDS_OF_MESSAGE = ("info", "error", "warning", "success")


class OpenedPage:
    """A page as a test sees it: what it says, what can be clicked, and Streamlit's `test`."""

    def __init__(self, test: AppTest) -> None:
        self.test = test

    def said(self) -> str:
        """Everything that the page says in widgets of Streamlit, as Markdown."""
        kinds = (*KINDS_OF_TEXT, *KINDS_OF_MESSAGE)
        return "\n".join(str(element.value) for kind in kinds for element in self.test.get(kind))

    def labels(self) -> list[str]:
        return [button.label for button in self.test.button]

    def click(self, label: str) -> None:
        next(button for button in self.test.button if button.label == label).click().run()

    def ask(self, question: str) -> None:
        self.test.chat_input[0].set_value(question).run()


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
    ) -> OpenedPage:
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
        return OpenedPage(page)

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
