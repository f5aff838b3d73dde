"""Sources are added in every way, read in the background, and listed with their state."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from notebook_core import accept
from notebook_core.domain import (
    LOCAL_USER,
    Notebook,
    Source,
)
from notebook_core.errors import DiskFull
from notebook_core.jobs import Jobs
from notebook_core.ports import Core
from pages.parts.escaping import literal

Open = Callable[..., Any]
AddText = Callable[..., Source]
Eventually = Callable[[Callable[[], bool]], None]
FACT = "The weekly report is due on Friday at noon."


def test_files_are_added_read_and_listed(
    open_page: Open, notebook: Notebook, core: Core, jobs: Jobs, eventually: Eventually
) -> None:
    page = open_page("sources.py")
    page.test.file_uploader[0].upload("week_plan.txt", FACT.encode(), "text/plain")
    page.test.file_uploader[0].upload("blob.bin", bytes(range(256)) * 9, "application/octet-stream")
    page.click("Add to the notebook")
    assert "blob" in page.said(), "what can't be read is named"
    eventually(
        lambda: [s.status for s in core.store.sources.all(LOCAL_USER, notebook.id)] == ["ready"]
    )
    eventually(
        lambda: (
            not jobs.ingestions.is_at_work(
                LOCAL_USER, core.store.sources.all(LOCAL_USER, notebook.id)[0].id
            )
        )
    )
    frame = open_page("sources.py").test.dataframe[0].value
    assert frame["Title"].tolist() == ["week_plan.txt"]
    assert frame["Status"].tolist() == ["ready"]


def test_the_bytes_of_an_upload_are_taken_once(
    open_page: Open, notebook: Notebook, core: Core, jobs: Jobs, eventually: Eventually
) -> None:
    page = open_page("sources.py")
    page.test.file_uploader[0].upload("a.txt", FACT.encode(), "text/plain")
    page.click("Add to the notebook")
    page.test.run()
    page.test.run()
    eventually(
        lambda: [s.status for s in core.store.sources.all(LOCAL_USER, notebook.id)] == ["ready"]
    )
    (source,) = core.store.sources.all(LOCAL_USER, notebook.id)
    assert core.store.sources.text(LOCAL_USER, source.id).text.strip() == FACT


def test_the_same_again_is_said_to_be_here(
    open_page: Open, notebook: Notebook, add_text: AddText
) -> None:
    add_text(FACT, "a.txt")
    page = open_page("sources.py")
    page.test.file_uploader[0].upload("b.txt", FACT.encode(), "text/plain")
    page.click("Add to the notebook")
    assert "is here already" in page.said()


def test_another_file_of_the_same_name_is_said_to_be_a_new_version(
    open_page: Open, notebook: Notebook, add_text: AddText
) -> None:
    add_text(FACT, "a.txt")
    page = open_page("sources.py")
    page.test.file_uploader[0].upload("a.txt", b"The report is due at dusk.", "text/plain")
    page.click("Add to the notebook")
    assert "read as its version 2" in page.said()
    assert "1 source added" not in page.said()


def test_pasted_text_is_added_and_an_empty_paste_is_refused(
    open_page: Open, notebook: Notebook, core: Core
) -> None:
    page = open_page("sources.py")
    page.test.text_area[0].set_value(FACT)
    page.click("Add text")
    assert len(core.store.sources.all(LOCAL_USER, notebook.id)) == 1
    page.test.text_area[0].set_value("  \n ")
    page.click("Add text")
    assert "no text in what was pasted" in page.said()


@pytest.mark.parametrize(
    ("field", "button_label", "value", "words"),
    [
        (0, "Add page", "ftp://files.example", "full web address"),
        (2, "Add folder", "/no/such/folder", "There is no folder"),
    ],
)
def test_what_can_not_be_added_is_said(
    open_page: Open, notebook: Notebook, field: int, button_label: str, value: str, words: str
) -> None:
    page = open_page("sources.py")
    page.test.text_input[field].set_value(value)
    page.click(button_label)
    assert words in page.said()


def test_a_folder_is_added_and_twice_changes_nothing(
    open_page: Open,
    notebook: Notebook,
    core: Core,
    tmp_path: Path,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for n in (1, 2):
        (folder / f"{n}.md").write_text(f"# Paper {n}\n\n{FACT}")
    for _ in range(2):
        page = open_page("sources.py")
        page.test.text_input[2].set_value(str(folder))
        page.click("Add folder")
        sources = core.store.sources.all(LOCAL_USER, notebook.id)
        assert len(sources) == 2
        eventually(
            lambda ids=[s.id for s in sources]: (
                not any(jobs.ingestions.is_at_work(LOCAL_USER, i) for i in ids)
            )
        )


def test_what_a_folder_holds_besides_sources_is_said_and_stops_nothing(
    open_page: Open, notebook: Notebook, core: Core, eventually: Eventually, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "plan.md").write_text(f"# Plan\n\n{FACT}")
    for n in range(5):
        (folder / f"sheet {n}.xlsx").write_bytes(b"PK")
    page = open_page("sources.py")
    page.test.text_input[2].set_value(str(folder))
    page.click("Add folder")
    said = [message.value for message in page.test.success]
    assert len([sentence for sentence in said if "is left out" in sentence]) == 3
    assert literal("2 more are left out.") in said
    assert any("1 source added" in sentence for sentence in said)
    eventually(
        lambda: [s.status for s in core.store.sources.all(LOCAL_USER, notebook.id)] == ["ready"]
    )


def test_folders_of_the_machine_are_not_offered_to_signed_in_users(
    open_page: Open, core: Core
) -> None:
    core.store.notebooks.create("https://id.example#2", "Theirs", "structure")
    other = {"is_logged_in": True, "iss": "https://id.example", "sub": "2"}
    assert "Add folder" not in open_page("sources.py", user=other).labels()


def test_what_was_refused_stays_said_until_the_user_does_something(
    open_page: Open, notebook: Notebook, core: Core, jobs: Jobs, eventually: Eventually
) -> None:
    page = open_page("sources.py")
    page.test.file_uploader[0].upload("week_plan.txt", FACT.encode(), "text/plain")
    page.test.file_uploader[0].upload("empty.txt", b"", "text/plain")
    page.click("Add to the notebook")
    assert literal("empty.txt") in page.said()
    (source,) = core.store.sources.all(LOCAL_USER, notebook.id)
    eventually(lambda: not jobs.ingestions.is_at_work(LOCAL_USER, source.id))
    page.test.session_state["notices_held"] = True  # as a page does that redraws itself
    page.test.run()
    assert literal("empty.txt") in page.said()
    page.test.run()
    assert literal("empty.txt") not in page.said()


def test_a_failure_that_a_full_disk_does_not_keep_is_listed_nevertheless(
    open_page: Open,
    notebook: Notebook,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(user: str, source_id: str, reason: str) -> None:
        raise DiskFull("There is no room left.")

    monkeypatch.setattr(core.store.sources, "fail", full)
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, b"%PDF-1.7 and no more", "a.pdf")
    jobs.ingestions.ingest(LOCAL_USER, taken.source.id)
    eventually(lambda: not jobs.ingestions.is_at_work(LOCAL_USER, taken.source.id))
    frame = open_page("sources.py").test.dataframe[0].value
    assert frame["Status"].tolist() == ["failed"]
    assert frame["Note"].tolist() == ["There is no room left."]


def test_a_deletion_that_could_not_be_finished_is_said_and_can_be_tried_again(
    open_page: Open, notebook: Notebook, core: Core, add_text: AddText
) -> None:
    source = add_text(FACT)
    core.store.sources.mark_deleting(LOCAL_USER, source.id)
    page = open_page("sources.py")
    assert "isn't all gone yet" in page.said()
    page.click("Delete the rest")
    assert "tables and its files were looked through" in page.said()
    assert "isn't all gone yet" not in page.said()
    assert core.store.sources.deleting() == ()
