"""Who asks is settled before a page shows anything, and users see only what is theirs."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from notebook_core import bootstrap
from notebook_core.answer import Ask
from notebook_core.domain import (
    LOCAL_USER,
    Notebook,
    Source,
)
from notebook_core.errors import StoreInUse
from notebook_core.jobs import Jobs
from notebook_core.ports import Core

Open = Callable[..., Any]
AddText = Callable[..., Source]
Eventually = Callable[[Callable[[], bool]], None]
FACT = "The weekly report is due on Friday at noon."

PAGES = Path(__file__).parents[2] / "pages"


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.py")), ids=lambda path: path.name)
def test_every_page_asks_who_is_there_before_anything_else(path: Path) -> None:
    """Only configuring the page may come before: a page can be reached without the frame."""
    if path.name == "__init__.py":
        return
    calls = [
        node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.Assign | ast.Expr)
        for node in ast.walk(statement.value)
        if isinstance(node, ast.Call)
    ]
    assert (
        next(c for c in calls if c not in ("st.set_page_config", "apply_layout")) == "require_user"
    )


@pytest.mark.parametrize("name", ["", "sources.py", "chat.py", "viewer.py"])
def test_where_sign_in_is_configured_nobody_gets_past_it(open_page: Open, name: str) -> None:
    page = open_page(name, user={"is_logged_in": False})
    assert page.labels() == ["Sign in"]


def test_users_see_their_own_notebooks_alone(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    job = jobs.start_answer(LOCAL_USER, notebook.id, Ask("When is the weekly report due?"))
    eventually(job.done.is_set)
    other = {"is_logged_in": True, "iss": "https://id.example", "sub": "2"}
    assert "Tender" not in open_page("", user=other).said()
    page = open_page("viewer.py", user=other, message=job.message_id, n="1")
    assert len(page.test.error) == 1
    assert "weekly" not in page.said()


def test_a_store_that_can_not_be_opened_is_said_in_a_sentence(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> Core:
        raise StoreInUse("Another Groundnote (process 7) uses this data folder; close it first.")

    monkeypatch.setattr(bootstrap, "core", refuse)
    page = open_page("chat.py")
    assert "process 7" in page.said()
    assert not page.test.chat_input
