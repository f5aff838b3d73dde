"""Fits the extractive engine's coefficients to questions whose answers are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from notebook_core.engines.fitted import Coefficients, Fitted
from notebook_core.engines.scoring import in_order
from notebook_core.engines.sentence import Sentence

Array = NDArray[np.float64]
Features = dict[str, float]

RANKING = (
    "meaning", "passage", "vector_first", "named", "said_other", "alike", "said_before",
    "said_around", "unsaid", "order", "names_missing", "numbers_missing", "fits",
)  # fmt: skip
CONFIDENCE = ("together", "most_said", "least_unsaid", "not_denied", "other_year")
NOT_WITHOUT_MEANING = frozenset({"meaning", "vector_first", "passage", "together"})

RANKING_PENALTY = 10.0
CONFIDENCE_STRENGTH = 0.3
REFUSED_OF_ANSWERABLE = {"squad2": 0.0125, "clapnq": 0.1}
"""The most that may be refused of the answerable questions of each set."""
FITTED_BY_SET = {"squad2": (3.0, 0.5), "clapnq": (1.0, 2.0)}
"""How much the answerable and the unanswerable questions of each set weigh, all together."""


@dataclass(frozen=True)
class Known:
    """A question with the sentences that were compared for it; `gold` tells which answer it."""

    set: str
    group: str
    is_answerable: bool
    sentences: tuple[Sentence, ...]
    gold: tuple[bool, ...]
    features_of_best: Callable[[Sequence[Sentence]], Features]


def fit(known: Sequence[Known]) -> Coefficients:
    """Coefficients for both ways, from questions of squad2 and clapnq."""
    ways = (frozenset[str](), NOT_WITHOUT_MEANING)
    return Coefficients(*(_fit(known, without) for without in ways))


def _fit(known: Sequence[Known], without: frozenset[str]) -> Fitted:
    ranking = _fit_ranking(
        [one for one in known if one.set == "squad2" and any(one.gold)],
        [name for name in RANKING if name not in without],
    )
    used = [one for one in known if one.set in FITTED_BY_SET and one.sentences]
    names = [name for name in CONFIDENCE if name not in without]
    return _fit_confidence(used, ranking, names)


def _fit_ranking(known: Sequence[Known], names: Sequence[str]) -> dict[str, float]:
    """Conditional logistic regression (McFadden, 1974, "Conditional Logit Analysis of Qualitative
    Choice Behavior"): the likelihood that a sentence which answers is chosen among all that were
    compared. No library at hand fits it with several right choices a question."""
    rows = [_matrix([sentence.features for sentence in one.sentences], names) for one in known]
    features = np.concatenate(rows)
    scale = features.std(axis=0) + 1e-6
    scaled = features / scale
    gold = np.concatenate([np.asarray(one.gold) for one in known])
    sizes = [len(row) for row in rows]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    question = np.repeat(np.arange(len(sizes)), sizes)

    def loss(weights: Array) -> tuple[float, Array]:
        scores = scaled @ weights
        likelihood = np.exp(scores - np.maximum.reduceat(scores, starts)[question])
        of_all = np.add.reduceat(likelihood, starts)
        of_gold = np.add.reduceat(likelihood * gold, starts)
        slope = likelihood / of_all[question] - likelihood * gold / of_gold[question]
        penalty = RANKING_PENALTY * weights
        total = float(np.log(of_all / of_gold).sum() + penalty @ weights / 2)
        return total, scaled.T @ slope + penalty

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    return dict(zip(names, map(float, found / scale), strict=True))


def _fit_confidence(
    known: Sequence[Known], ranking: dict[str, float], names: Sequence[str]
) -> Fitted:
    """Logistic regression on whether a question is answerable, moved so that from 0 on questions
    are answered: the highest place that keeps to `REFUSED_OF_ANSWERABLE`."""
    features = _matrix(
        [one.features_of_best(in_order(one.sentences, ranking)) for one in known], names
    )
    answerable = np.asarray([one.is_answerable for one in known])
    sets = np.asarray([one.set for one in known])
    weights = np.zeros(len(known))
    for name, by_class in FITTED_BY_SET.items():
        for is_answerable, weight in zip((True, False), by_class, strict=True):
            of_class = (sets == name) & (answerable == is_answerable)
            weights[of_class] = weight / max(1, of_class.sum())
    model = make_pipeline(StandardScaler(), LogisticRegression(C=CONFIDENCE_STRENGTH))
    model.fit(
        features, answerable, logisticregression__sample_weight=weights * len(known) / weights.sum()
    )
    slopes = model[-1].coef_[0] / model[0].scale_
    confidence = dict(zip(names, map(float, slopes), strict=True))
    log_odds = features @ slopes
    begin = min(
        float(np.quantile(log_odds[answerable & (sets == name)], share))
        for name, share in REFUSED_OF_ANSWERABLE.items()
    )
    return Fitted(ranking, confidence, -begin)


def _matrix(rows: Sequence[Features], names: Sequence[str]) -> Array:
    return np.asarray([[row[name] for name in names] for row in rows], dtype=np.float64)
