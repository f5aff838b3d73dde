"""A run asks as a user would, scores each case by where its citations point, and is kept."""

from dataclasses import replace

import pytest

from notebook_core.domain import LOCAL_USER, Notebook
from notebook_core.errors import InvalidInput, NotFound
from notebook_core.evaluation.cases import Case, Expected, read_cases
from notebook_core.evaluation.run import begin
from notebook_core.ports import Core

PUMP = "The pump must run dry for two minutes. It is then stored upright in the hall."
VALVE = "The valve closes at four bar. It opens again at three bar after an hour."
DRY = "The pump must run dry for two minutes."


def case(question: str, *quotes: str, source: str = "pump.txt", occurrence: int = 1) -> Case:
    expected = tuple(Expected(source, quote, occurrence) for quote in quotes)
    return Case("c", question, "answerable" if quotes else "unanswerable", expected)


@pytest.fixture
def filled(notebook: Notebook, add_text) -> Notebook:
    add_text(PUMP, "pump.txt")
    add_text(VALVE, "valve.txt")
    return notebook


def outcomes(core: Core, notebook: Notebook, *cases: Case) -> list[str]:
    evaluation = begin(core, LOCAL_USER, notebook.id, cases, "extractive")
    return [result.outcome for result in evaluation.results()]


def test_each_case_is_scored_by_where_its_citations_point(core: Core, filled: Notebook) -> None:
    assert outcomes(
        core,
        filled,
        case("How long must the pump run dry?", DRY),
        case("How long must the pump run dry?", "It opens again at three bar", source="valve.txt"),
        case("Who won the chess championship of 1972?"),
        case("How long must the pump run dry?"),
        case("Who won the chess championship of 1972?", DRY),
    ) == ["right", "elsewhere", "refused_rightly", "answered_wrongly", "refused_wrongly"]


def test_a_case_that_cannot_be_scored_says_why(core: Core, filled: Notebook) -> None:
    evaluation = begin(
        core,
        LOCAL_USER,
        filled.id,
        [case("How long must it run dry?", "No such quote."), case("?!")],
        "extractive",
    )
    gone, refused = evaluation.results()
    assert (gone.outcome, refused.outcome) == ("unscored", "unscored")
    assert "expected quote" in gone.error
    assert refused.error


def test_a_run_is_kept_with_its_answers_and_its_fingerprint(core: Core, filled: Notebook) -> None:
    cases = [case("How long must the pump run dry?", DRY)]
    evaluation = begin(core, LOCAL_USER, filled.id, cases, "extractive")
    results = tuple(evaluation.results())
    (run,) = core.store.evaluations.runs(LOCAL_USER, filled.id)
    assert (run.status, run.cases) == ("complete", 1)
    assert core.store.evaluations.results(LOCAL_USER, run.id) == results
    answer = core.store.conversations.message(LOCAL_USER, results[0].message_id)
    assert answer.citations[0].quote == DRY
    again = begin(core, LOCAL_USER, filled.id, cases, "extractive").run
    assert again.fingerprint == run.fingerprint
    other = begin(core, LOCAL_USER, filled.id, [case("Why?")], "extractive").run
    assert other.fingerprint != run.fingerprint


def test_the_conversations_of_evaluations_are_not_listed(core: Core, filled: Notebook) -> None:
    outcomes(core, filled, case("How long must the pump run dry?", DRY))
    assert core.store.conversations.all(LOCAL_USER, filled.id) == ()


def test_a_run_that_is_stopped_keeps_what_it_has(core: Core, filled: Notebook) -> None:
    cases = [case("How long must the pump run dry?", DRY)] * 3
    evaluation = begin(core, LOCAL_USER, filled.id, cases, "extractive")
    stop: list[bool] = []
    for _ in evaluation.results(cancelled=lambda: bool(stop)):
        stop.append(True)
    (run,) = core.store.evaluations.runs(LOCAL_USER, filled.id)
    assert (run.status, run.cases) == ("stopped", 1)


class NoModel:
    """An embedder whose model can't be had."""

    unavailable = "The model can't be had."
    model = ""


def test_without_the_model_nothing_is_evaluated(core: Core, filled: Notebook) -> None:
    with pytest.raises(InvalidInput, match="model"):
        begin(replace(core, embedder=NoModel()), LOCAL_USER, filled.id, [case("?")], "extractive")


def test_a_stranger_can_neither_run_nor_read(core: Core, filled: Notebook) -> None:
    outcomes(core, filled, case("How long must the pump run dry?", DRY))
    (run,) = core.store.evaluations.runs(LOCAL_USER, filled.id)
    for use in (
        lambda: begin(core, "stranger", filled.id, [case("Why?")], "extractive"),
        lambda: core.store.evaluations.results("stranger", run.id),
    ):
        with pytest.raises(NotFound):
            use()


@pytest.mark.parametrize(
    "line", ["no json", "[]", '{"kind": "x"}', '{"question": "a", "expect": [{}]}']
)
def test_a_line_that_is_no_case_is_named(line: str) -> None:
    with pytest.raises(InvalidInput, match="Line 2"):
        read_cases(['{"question": "Why?"}', line])


def test_a_file_without_cases_is_refused() -> None:
    with pytest.raises(InvalidInput):
        read_cases(["", "  "])
