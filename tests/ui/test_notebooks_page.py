"""Notebooks are made, renamed, and deleted after a question."""

from collections.abc import Callable
from typing import Any

from notebook_core.domain import (
    LOCAL_USER,
)
from notebook_core.ports import Core
from pages.parts.escaping import literal

Open = Callable[..., Any]


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
