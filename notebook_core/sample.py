"""The sample: a notebook of documents that come with the app, and questions to ask them."""

from __future__ import annotations

from pathlib import Path

from notebook_core import accept
from notebook_core.domain import Notebook
from notebook_core.errors import NotFound
from notebook_core.evaluation.cases import Case, read_cases
from notebook_core.ports import Core
from notebook_core.settings import ROOT

FOLDER = ROOT / "data" / "sample"
TITLE = "Sample: a hospital looks for a backup service"
NO_DOCUMENTS = frozenset({"make_pdf.py", "questions.jsonl"})
QUESTIONS_SUGGESTED = 4


def documents() -> list[Path]:
    """The files of the sample. Raises NotFound when they were not installed."""
    found = [path for path in sorted(FOLDER.glob("*.*")) if path.name not in NO_DOCUMENTS]
    if not found:
        raise NotFound("The sample documents are missing; get the project's whole folder again.")
    return found


def open_sample(core: Core, user: str) -> tuple[Notebook, tuple[str, ...]]:
    """The user's sample notebook, made on first use, and the ids of sources yet to be processed."""
    notebooks = core.store.notebooks
    known = next((notebook for notebook in notebooks.all(user) if notebook.title == TITLE), None)
    notebook = known or notebooks.create(user, TITLE, "structure")
    taken = [
        accept.accept_file(core, user, notebook.id, path.read_bytes(), path.name)
        for path in documents()
    ]
    return notebook, tuple(item.source.id for item in taken if item.needs_processing)


def cases() -> tuple[Case, ...]:
    """The evaluation cases that come with the sample."""
    return read_cases((FOLDER / "questions.jsonl").read_text("utf-8").splitlines())


def questions() -> list[str]:
    """A few questions that suit the sample, one of each kind."""
    first_of_kind: dict[str, str] = {}
    for case in cases():
        first_of_kind.setdefault(case.kind, case.question)
    return list(first_of_kind.values())[:QUESTIONS_SUGGESTED]
