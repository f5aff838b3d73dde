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
            "meaning": 7.356,
            "passage": 13.079,
            "vector_first": 0.717,
            "named": 2.179,
            "said_other": 6.624,
            "alike": 5.371,
            "said_before": 3.351,
            "said_around": 4.354,
            "unsaid": -1.981,
            "order": 3.373,
            "names_missing": -2.139,
            "numbers_missing": -1.538,
            "fits": 1.046,
        },
        confidence={
            "together": 6.025,
            "most_said": 1.541,
            "least_unsaid": -2.197,
            "not_denied": -2.588,
            "other_year": -5.054,
        },
        intercept=-1.377,
    ),
    words_alone=Fitted(
        ranking={
            "named": 5.317,
            "said_other": 8.444,
            "alike": 6.643,
            "said_before": 3.421,
            "said_around": 1.762,
            "unsaid": -4.230,
            "order": 3.867,
            "names_missing": -3.068,
            "numbers_missing": -2.065,
            "fits": 1.030,
        },
        confidence={
            "most_said": 3.598,
            "least_unsaid": -1.075,
            "not_denied": -2.035,
            "other_year": -2.898,
        },
        intercept=0.515,
    ),
)
