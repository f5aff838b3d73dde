"""Gives notebooks and sources their names: one line, not blank, not endless."""

from __future__ import annotations

from notebook_core.domain import Notebook, PassageStrategy
from notebook_core.errors import InvalidInput
from notebook_core.ports import Core
from notebook_core.text.normalise import normalise_title

LONGEST_NAME = 300


def create_notebook(
    core: Core, user: str, title: str, strategy: PassageStrategy = "structure"
) -> Notebook:
    """A new notebook, whose sources are cut into passages by `strategy`. Raises InvalidInput."""
    return core.store.notebooks.create(user, checked_name(title), strategy)


def rename_notebook(core: Core, user: str, notebook_id: str, title: str) -> None:
    """Raises InvalidInput, NotFound."""
    core.store.notebooks.rename(user, notebook_id, checked_name(title))


def rename_source(core: Core, user: str, source_id: str, title: str) -> None:
    """Only what is shown changes: the title that search knows stays. Raises as above."""
    core.store.sources.rename(user, source_id, checked_name(title))


def checked_name(title: str) -> str:
    """The name on one line. Raises InvalidInput when it is blank or too long."""
    name = normalise_title(title)
    if not name:
        raise InvalidInput("Give it a name with at least one visible character.")
    if len(name) > LONGEST_NAME:
        raise InvalidInput(f"A name may have {LONGEST_NAME} characters; please shorten it.")
    return name
