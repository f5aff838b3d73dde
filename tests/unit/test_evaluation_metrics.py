"""Figures count what they say they count, and say on how much they rest."""

import pytest

from notebook_core.domain import EvaluationResult, Outcome
from notebook_core.evaluation.metrics import Figure, figures, wilson_interval


def result(
    outcome: Outcome, verified: int = 1, citations: int = 1, **more: int
) -> EvaluationResult:
    return EvaluationResult("c", "Why?", "k", outcome, None, verified, citations, **more)


def named(results: list[EvaluationResult]) -> dict[str, Figure]:
    return {figure.name: figure for figure in figures(results)}


def test_coverage_and_refusals_are_shares_of_the_cases_they_are_about() -> None:
    found = named(
        [
            result("right"),
            result("elsewhere"),
            result("refused_wrongly", 0, 0),
            result("refused_rightly", 0, 0),
            result("answered_wrongly"),
        ]
    )
    assert (found["coverage"].value, found["coverage"].n) == (1 / 3, 3)
    assert (found["refused rightly"].value, found["refused rightly"].n) == (1 / 2, 2)
    assert (found["refused wrongly"].value, found["refused wrongly"].n) == (1 / 3, 3)


def test_citation_support_counts_citations_and_not_cases() -> None:
    found = named([result("right", 3, 4), result("elsewhere", 1, 1)])
    assert (found["citation support"].value, found["citation support"].n) == (4 / 5, 5)


def test_an_unscored_case_counts_in_no_figure() -> None:
    with_it = named([result("right"), result("unscored", 0, 5)])
    assert with_it == named([result("right")])


def test_a_figure_of_nothing_is_none_and_not_a_number() -> None:
    assert {figure.value for figure in figures([])} == {None}


def test_a_scope_violation_shows() -> None:
    found = named([result("right", scope_violations=2), result("right")])
    assert found["scope violations"].value == 1 / 2


@pytest.mark.parametrize(("successes", "n"), [(0, 5), (5, 5), (1, 3), (50, 100)])
def test_the_interval_holds_the_share_and_stays_between_0_and_1(successes: int, n: int) -> None:
    low, high = wilson_interval(successes, n)
    assert 0 <= low <= successes / n <= high <= 1
    assert low < high
