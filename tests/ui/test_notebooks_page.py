"""Notebooks are made, renamed, and deleted after a question."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from notebook_core import bootstrap
from notebook_core.domain import (
    LOCAL_USER,
)
from notebook_core.embedding import FastEmbedder
from notebook_core.ports import Core
from notebook_core.settings import settings_from
from notebook_core.store.commit_count import COUNT_NAME
from notebook_core.store.duckdb import open_store
from pages.parts.escaping import literal

Open = Callable[..., Any]
MAIN = Path(__file__).parents[2] / "pages" / "main.py"


def test_the_first_visit_offers_the_sample_and_a_new_notebook(open_page: Open) -> None:
    page = open_page()
    assert "Open the sample" in page.labels()
    assert "Create" in page.labels()
    assert "There is no notebook yet" in open_page("chat.py").said()


def test_a_notebook_is_made_renamed_and_deleted_after_a_question(
    open_page: Open, core: Core
) -> None:
    page = open_page()
    page.test.text_input[0].set_value("Plans_2024 *")
    page.click("Create")
    (made,) = core.store.notebooks.all(LOCAL_USER)
    assert made.title == "Plans_2024 *"

    page = open_page()
    assert literal(made.title) in page.said()
    page.test.text_input[0].set_value("Plans 2025")
    page.click("Rename")
    assert core.store.notebooks.get(LOCAL_USER, made.id).title == "Plans 2025"

    page = open_page()
    assert "will be gone for good" in page.said()
    assert "Delete" not in page.labels(), "only the answer to the question deletes"
    page.click("Delete for good")
    assert core.store.notebooks.all(LOCAL_USER) == ()


def test_a_notebook_needs_a_title(open_page: Open, core: Core) -> None:
    page = open_page()
    page.test.text_input[0].set_value("   ")
    page.click("Create")
    assert "Give the notebook a title." in page.said()
    assert core.store.notebooks.all(LOCAL_USER) == ()


def test_changes_that_were_lost_with_the_log_are_said(
    embedder: FastEmbedder, tmp_path: Path
) -> None:
    store = open_store(tmp_path)
    store.notebooks.create(LOCAL_USER, "Tender", "structure")
    store.close()
    (tmp_path / COUNT_NAME).write_text("99")
    core = bootstrap.build(replace(settings_from(), data=tmp_path), embedder=embedder)
    with bootstrap.using(core):
        page = AppTest.from_file(str(MAIN), default_timeout=30).run()
    core.store.close()
    assert "changes are missing" in page.warning[0].value
