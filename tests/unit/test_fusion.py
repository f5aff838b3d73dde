"""Reciprocal rank fusion: by hand, and the properties that search relies on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notebook_core.fusion import fuse

IDS = st.text("abcdefgh", min_size=1, max_size=2)
RANKINGS = st.lists(st.lists(IDS, unique=True, max_size=8), max_size=4)


def test_scores_are_sums_of_reciprocal_ranks():
    assert fuse([["x", "y", "z"], ["z", "x"]]) == [
        ("x", 1 / 11 + 1 / 12),
        ("z", 1 / 13 + 1 / 11),
        ("y", 1 / 12),
    ]


def test_one_ranking_keeps_its_order():
    assert [found for found, _ in fuse([["c", "a", "b"]])] == ["c", "a", "b"]


def test_ties_go_by_id():
    assert [found for found, _ in fuse([["b", "a"], ["a", "b"]])] == ["a", "b"]


def test_a_weight_scales_the_vote_of_its_ranking():
    assert fuse([["a"], ["b"]], k=1, weights=[1, 3]) == [("b", 1.5), ("a", 0.5)]


def test_weights_of_another_number_are_refused():
    with pytest.raises(ValueError, match="2 rankings"):
        fuse([["a"], ["b"]], weights=[1])


@pytest.mark.parametrize("rankings", [[], [[]], [[], []]])
def test_nothing_fused_is_nothing(rankings):
    assert fuse(rankings) == []


@given(RANKINGS)
def test_every_ranked_id_is_there_once_and_best_first(rankings):
    fused = fuse(rankings)
    assert {found for found, _ in fused} == {found for ranking in rankings for found in ranking}
    assert fused == sorted(fused, key=lambda scored: (-scored[1], scored[0]))
    assert len(dict(fused)) == len(fused)


@given(RANKINGS, IDS)
def test_an_id_at_the_end_of_a_ranking_changes_no_other_score(rankings, late):
    if any(late in ranking for ranking in rankings):
        return
    before = fuse(rankings)
    after = fuse([[*ranking, late] for ranking in rankings])
    assert [scored for scored in after if scored[0] != late] == before
