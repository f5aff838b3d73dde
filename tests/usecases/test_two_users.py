"""One user's ids tell another user nothing: every use case says "not found"."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from notebook_core import accept, answer, indexing, ingest, naming, removal, viewing
from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.errors import GroundnoteError, NotFound
from notebook_core.jobs import Jobs
from notebook_core.ports import Core

STRANGER = "stranger"
AddText = Callable[..., Source]


def use_cases(core: Core, notebook: Notebook, source: Source, message_id: str, folder: Path):
    jobs = Jobs(core)
    return {
        "accept a file": lambda: accept.accept_file(core, STRANGER, notebook.id, b"Some.", "a.txt"),
        "accept a paste": lambda: accept.accept_paste(core, STRANGER, notebook.id, "Some text."),
        "accept an address": lambda: accept.accept_url(
            core, STRANGER, notebook.id, "https://example.org"
        ),
        "accept a folder": lambda: [
            raised(item) for item in accept.accept_folder(core, STRANGER, notebook.id, folder)
        ],
        "rename a notebook": lambda: naming.rename_notebook(core, STRANGER, notebook.id, "Mine"),
        "rename a source": lambda: naming.rename_source(core, STRANGER, source.id, "Mine"),
        "process": lambda: ingest.process(core, STRANGER, source.id),
        "index again": lambda: indexing.reindex(core, STRANGER, source.id),
        "ask": lambda: answer.prepare(core, STRANGER, notebook.id, Ask("How long?")),
        "ask in a job": lambda: jobs.start_answer(STRANGER, notebook.id, Ask("How long?")),
        "open a citation": lambda: viewing.open_citation(core, STRANGER, message_id, 1),
        "open a span": lambda: viewing.open_span(core, STRANGER, source.id),
        "open a page": lambda: viewing.open_page(core, STRANGER, source.id, 1),
        "delete a source": lambda: removal.delete_source(core, STRANGER, source.id),
        "delete a notebook": lambda: removal.delete_notebook(core, STRANGER, notebook.id),
    }


def raised(item: object) -> None:
    error = getattr(item, "error", None)
    if isinstance(error, GroundnoteError):
        raise error


@pytest.fixture
def theirs(
    core: Core, notebook: Notebook, add_text: AddText, tmp_path: Path
) -> Iterator[dict[str, Callable[[], object]]]:
    source = add_text("The pump must run dry for two minutes.")
    events = list(answer.ask(core, LOCAL_USER, notebook.id, Ask("How long must it run dry?")))
    (tmp_path / "a.md").write_text("Some text of a stranger.")
    yield use_cases(core, notebook, source, events[-1]["message_id"], tmp_path)
    assert core.store.sources.get(LOCAL_USER, source.id) == source


def test_every_use_case_says_not_found_to_a_stranger(
    theirs: dict[str, Callable[[], object]],
) -> None:
    for name, use_case in theirs.items():
        with pytest.raises(NotFound):
            pytest.fail(f"“{name}” gave a stranger {use_case()!r}")


def test_a_strangers_words_are_those_for_what_does_not_exist(
    core: Core, notebook: Notebook
) -> None:
    sentences = set()
    for user, notebook_id in ((STRANGER, notebook.id), (LOCAL_USER, "unknown")):
        with pytest.raises(NotFound) as caught:
            core.store.notebooks.get(user, notebook_id)
        sentences.add(str(caught.value))
    assert len(sentences) == 1
