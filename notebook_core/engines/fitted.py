"""Fitted coefficients: how much each feature counts for a sentence, and for there being an answer.

They are made by `tests/quality/answers.py --fit`; only the numbers are kept here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Fitted:
    """Coefficients of two linear models, by the names of the features.

    `ranking` gives a sentence's score: the difference of two is the logarithm of how many times
    likelier one is to hold the answer. `confidence` and `intercept` give the log-odds that there
    is an answer, moved so that 0 is where answers begin.
    """

    ranking: Mapping[str, float]
    confidence: Mapping[str, float]
    intercept: float


def weighed(coefficients: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The sum of the features by their coefficients."""
    return sum(weight * features[name] for name, weight in coefficients.items())


@dataclass(frozen=True)
class Coefficients:
    """One set for evidence that can be compared by meaning, and one for words alone."""

    with_meaning: Fitted
    words_alone: Fitted


FITTED = Coefficients(
    with_meaning=Fitted(
        ranking={
            "meaning": 7.351,
            "passage": 13.075,
            "vector_first": 0.718,
            "named": 2.162,
            "said_other": 6.613,
            "alike": 5.360,
            "said_before": 3.335,
            "said_around": 4.340,
            "unsaid": -1.992,
            "order": 3.369,
            "names_missing": -2.141,
            "numbers_missing": -1.539,
            "fits": 1.055,
        },
        confidence={
            "together": 6.026,
            "most_said": 1.540,
            "least_unsaid": -2.208,
            "not_denied": -2.588,
            "other_year": -5.053,
        },
        intercept=-1.314,
    ),
    words_alone=Fitted(
        ranking={
            "named": 5.298,
            "said_other": 8.436,
            "alike": 6.640,
            "said_before": 3.409,
            "said_around": 1.750,
            "unsaid": -4.239,
            "order": 3.857,
            "names_missing": -3.069,
            "numbers_missing": -2.067,
            "fits": 1.043,
        },
        confidence={
            "most_said": 3.599,
            "least_unsaid": -1.080,
            "not_denied": -2.035,
            "other_year": -2.898,
        },
        intercept=0.519,
    ),
)
