"""Deletion: the next question can't see the source, then nothing of it is left; answers stay."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from notebook_core import accept, answer, ingest, removal, retrieval, viewing
from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.errors import NotFound, StoreError
from notebook_core.ports import Core, Fetched

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


def test_a_notebook_can_be_deleted_after_a_deletion_in_it_failed_half_way(
    core: Core, notebook: Notebook, add_text: AddText, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = add_text(PUMP)

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as locked:
        locked.setattr(Path, "unlink", refuse)
        with pytest.raises(StoreError, match="can't be deleted"):
            removal.delete_source(core, LOCAL_USER, source.id)
    assert core.store.sources.all(LOCAL_USER, notebook.id) == ()
    (receipt,) = removal.delete_notebook(core, LOCAL_USER, notebook.id)
    assert (receipt.source_id, receipt.complete) == (source.id, True)
