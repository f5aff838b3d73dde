"""Deletion: the next question can't see the source, then nothing of it is left; answers stay."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from notebook_core import accept, answer, ingest, removal, retrieval, viewing
from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.errors import DeletionUnfinished, DiskFull, NotFound
from notebook_core.ports import Core, Fetched
from notebook_core.store import sources as store_sources

AddText = Callable[..., Source]
PUMP = "The pump must run dry for two minutes. It is then stored upright."
QUESTION = "How long must the pump run dry?"


def asked(core: Core, notebook: Notebook) -> list[dict]:
    return list(answer.ask(core, LOCAL_USER, notebook.id, Ask(QUESTION)))


def test_a_deletion_leaves_no_row_and_no_file(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    source = add_text(PUMP)
    assert core.originals.path(source.id, 1) is not None
    receipt = removal.delete_source(core, LOCAL_USER, source.id)
    assert receipt.complete
    assert {"source", "source_text", "passage", "posting"} <= set(receipt.rows)
    assert set(receipt.rows.values()) == {0}
    assert core.originals.path(source.id, 1) is None
    assert not list(Path(core.settings.files).glob(f"{source.id}*"))


def test_a_deleted_source_does_not_speak_again(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text("The valve closes at four bar and opens at three.", "valve.txt")
    pump = add_text(PUMP, "pump.txt")
    scope = core.store.search.scope(LOCAL_USER, notebook.id, None)
    removal.delete_source(core, LOCAL_USER, pump.id)
    assert pump.id not in json.dumps(asked(core, notebook))
    found = retrieval.search(core, scope, QUESTION).candidates
    assert pump.id not in {hit.passage.source_id for hit in found}


def test_an_old_answer_stays_and_says_that_its_source_was_removed(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    source = add_text(PUMP)
    message_id = asked(core, notebook)[-1]["message_id"]
    assert viewing.open_citation(core, LOCAL_USER, message_id, 1).state == "current"
    removal.delete_source(core, LOCAL_USER, source.id)
    opened = viewing.open_citation(core, LOCAL_USER, message_id, 1)
    assert (opened.state, opened.text) == ("removed", None)
    assert opened.citation.quote == "The pump must run dry for two minutes."
    citations = core.store.conversations.message(LOCAL_USER, message_id).citations
    assert set(viewing.citation_states(core, LOCAL_USER, citations)) == {"removed"}


def test_a_second_deletion_finds_nothing_and_breaks_nothing(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    source = add_text(PUMP)
    removal.delete_source(core, LOCAL_USER, source.id)
    with pytest.raises(NotFound):
        removal.delete_source(core, LOCAL_USER, source.id)
    add_text(PUMP, "again.txt")
    assert asked(core, notebook)[-1]["type"] == "done"


def test_an_old_answer_opens_the_version_that_it_cites(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(PUMP, "pump.txt")
    message_id = asked(core, notebook)[-1]["message_id"]
    add_text(PUMP.replace("two", "nine"), "pump.txt")
    opened = viewing.open_citation(core, LOCAL_USER, message_id, 1)
    assert (opened.state, opened.citation.version) == ("changed", 1)
    assert opened.text is not None
    assert "two minutes" in opened.text.text


def test_a_notebook_goes_with_all_that_it_holds(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    source = add_text(PUMP)
    message_id = asked(core, notebook)[-1]["message_id"]
    receipts = removal.delete_notebook(core, LOCAL_USER, notebook.id)
    assert [receipt.source_id for receipt in receipts] == [source.id]
    for gone in (
        lambda: core.store.notebooks.get(LOCAL_USER, notebook.id),
        lambda: core.store.conversations.message(LOCAL_USER, message_id),
    ):
        with pytest.raises(NotFound):
            gone()


def test_a_page_that_is_deleted_while_it_is_fetched_leaves_no_file(
    core: Core, notebook: Notebook
) -> None:
    taken = accept.accept_url(core, LOCAL_USER, notebook.id, "https://example.org/pump")

    class DeletedMeanwhile:
        def fetch(self, url: str) -> Fetched:
            removal.delete_source(core, LOCAL_USER, taken.source.id)
            return Fetched(f"<p>{PUMP}</p>".encode(), url, "text/html", "utf-8")

    with pytest.raises(NotFound):
        ingest.process(replace(core, fetcher=DeletedMeanwhile()), LOCAL_USER, taken.source.id)
    assert not list(Path(core.settings.files).glob(f"{taken.source.id}*"))


def refuse(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def no_room(*_: object, **__: object) -> None:
    raise DiskFull("There is no room left on the disk.")


FAULTS: dict[str, Callable[[Core, pytest.MonkeyPatch], None]] = {
    "the folder of files can't be read": lambda core, broken: broken.setattr(
        Path, "iterdir", refuse
    ),
    "a file can't be deleted": lambda core, broken: broken.setattr(Path, "unlink", refuse),
    "a file is still there": lambda core, broken: broken.setattr(
        Path, "unlink", lambda self, missing_ok: None
    ),
    "memory isn't cleared": lambda core, broken: broken.setattr(
        core.store.sources._derived, "forget", no_room
    ),
    "the rows can't be deleted": lambda core, broken: broken.setattr(
        store_sources, "delete_rows", no_room
    ),
    "the receipt can't be kept": lambda core, broken: broken.setattr(
        store_sources, "keep_receipt", no_room
    ),
}


def receipts(core: Core, source_id: str) -> list[tuple]:
    with core.store._database.reading() as transaction:
        return transaction.rows(
            """SELECT files, "rows" FROM receipt WHERE source_id = $id""", id=source_id
        )


@pytest.fixture(params=FAULTS)
def half_gone(
    core: Core,
    notebook: Notebook,
    add_text: AddText,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Source:
    """A source whose deletion failed at one of its steps."""
    source = add_text(PUMP)
    with monkeypatch.context() as broken:
        FAULTS[request.param](core, broken)
        with pytest.raises(DeletionUnfinished, match="can't be asked any more"):
            removal.delete_source(core, LOCAL_USER, source.id)
    return source


def test_a_deletion_that_failed_stays_under_way_and_has_no_receipt(
    core: Core, notebook: Notebook, half_gone: Source
) -> None:
    assert core.store.sources.get(LOCAL_USER, half_gone.id).status == "deleting"
    assert [one.id for one in removal.unfinished(core, LOCAL_USER, notebook.id)] == [half_gone.id]
    assert removal.unfinished(core, "stranger", notebook.id) == ()
    assert receipts(core, half_gone.id) == []
    assert core.store.sources.all(LOCAL_USER, notebook.id) == ()
    assert core.store.search.scope(LOCAL_USER, notebook.id, None).sources == ()


def test_a_deletion_that_failed_is_finished_at_the_next_start(
    core: Core, notebook: Notebook, half_gone: Source
) -> None:
    removal.sweep(core)
    assert removal.unfinished(core, LOCAL_USER, notebook.id) == ()
    ((files, rows),) = receipts(core, half_gone.id)
    assert (files, set(json.loads(rows).values())) == (0, {0})
    assert not list(Path(core.settings.files).glob(f"{half_gone.id}*"))


def test_a_deletion_that_failed_is_finished_when_it_is_asked_for_again(
    core: Core, half_gone: Source
) -> None:
    assert removal.delete_source(core, LOCAL_USER, half_gone.id).complete


def test_a_start_at_which_a_deletion_fails_again_keeps_it_for_the_next(
    core: Core, notebook: Notebook, half_gone: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(Path, "iterdir", refuse)
        removal.sweep(core)
    assert [one.id for one in removal.unfinished(core, LOCAL_USER, notebook.id)] == [half_gone.id]


def test_a_notebook_can_be_deleted_after_a_deletion_in_it_failed_half_way(
    core: Core, notebook: Notebook, half_gone: Source
) -> None:
    (receipt,) = removal.delete_notebook(core, LOCAL_USER, notebook.id)
    assert (receipt.source_id, receipt.complete) == (half_gone.id, True)
