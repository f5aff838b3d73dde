"""The evaluation page: what can be run, what a run shows, what is said when nothing was."""

from collections.abc import Callable
from typing import Any

from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.evaluation.cases import Case, Expected
from notebook_core.evaluation.run import begin
from notebook_core.ports import Core

Open = Callable[..., Any]
DRY = "The pump must run dry for two minutes."


def test_before_the_first_run_the_page_says_so(open_page: Open, notebook: Notebook) -> None:
    page = open_page("evals.py", notebook=notebook.id)
    assert "Nothing has been evaluated yet." in page.said()


def test_a_run_shows_its_figures_with_interval_and_n(
    core: Core, open_page: Open, notebook: Notebook, add_text: Callable[..., Source]
) -> None:
    add_text(DRY, "pump.txt")
    cases = [
        Case("1", "How long must the pump run dry?", "answerable", (Expected("pump.txt", DRY),)),
        Case("2", "Who won the chess championship of 1972?", "unanswerable", ()),
    ]
    list(begin(core, LOCAL_USER, notebook.id, cases, "extractive").results())
    page = open_page("evals.py", notebook=notebook.id)
    shown = {metric.label: (metric.value, metric.delta) for metric in page.test.metric}
    assert shown["Coverage"][0] == "1.00"
    assert shown["Refused rightly"][0] == "1.00"
    assert shown["Scope violations"][0] == "0.00"
    assert "N = 2" in shown["Scope violations"][1]
