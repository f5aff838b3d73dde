"""Fair share: every source keeps its best, order stays by score, nothing counts twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notebook_core.domain import Hit, Passage
from notebook_core.fair_share import candidates, in_order, once_each, read_in_time, shared_hits


def hit(source: str, score: float, text: str = "") -> Hit:
    name = f"{source}{score}"
    passage = Passage(name, source, 1, 0, 0, 1, page=None, heading="", terms=1)
    return Hit(passage, source, text or name, score, rank_vector=None, rank_text=None)


def names(hits: tuple[Hit, ...]) -> list[str]:
    return [found.passage.id for found in hits]


LONG = [hit("long", score / 100) for score in range(90, 60, -1)]
MEMO = hit("memo", 0.02)
NOTE = hit("note", 0.01)


def test_the_best_of_every_source_is_among_the_hits():
    found = in_order([*LONG, MEMO, NOTE])
    assert names(shared_hits(found, 4, 3)) == ["long0.9", "long0.89", "memo0.02", "note0.01"]


def test_with_more_sources_than_hits_the_order_stands_alone():
    found = in_order([*LONG, MEMO, NOTE])
    assert names(shared_hits(found, 2, 3)) == ["long0.9", "long0.89"]


def test_a_source_gives_way_only_while_it_has_most():
    two = [hit("two", 0.5), hit("two", 0.4)]
    found = in_order([*LONG[:3], *two, MEMO, NOTE])
    assert names(shared_hits(found, 5, 4)) == [
        "long0.9",
        "long0.89",
        "two0.5",
        "memo0.02",
        "note0.01",
    ]


def test_fewer_hits_than_asked_for_are_all_kept():
    assert names(shared_hits((MEMO, NOTE), 10, 2)) == ["memo0.02", "note0.01"]


def test_candidates_are_the_first_and_the_best_three_of_each_source():
    late = [hit("memo", score / 1000) for score in (5, 4, 3, 2)]
    found = candidates(in_order([*LONG, *late]), most=5)
    assert names(found) == [
        *(h.passage.id for h in LONG[:5]),
        *(h.passage.id for h in late[:3]),
    ]


def test_identical_texts_count_once_and_the_better_one_stays():
    found = (hit("a", 0.9, "same"), hit("b", 0.8, "other"), hit("c", 0.7, "same"))
    assert names(once_each(found)) == ["a0.9", "b0.8"]


def test_where_each_source_is_asked_the_same_words_of_another_source_count():
    found = in_order([hit("a", 0.9, "same"), hit("a", 0.8, "same"), hit("b", 0.7, "same")])
    assert names(once_each(found, in_each_source=True)) == ["a0.9", "b0.7"]


def test_equal_scores_go_by_passage_id():
    assert names(in_order([hit("b", 0.5), hit("a", 0.5)])) == ["a0.5", "b0.5"]


SOME_HITS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.integers(1, 99)), unique=True, max_size=30
).map(lambda pairs: in_order(hit(source, score / 100) for source, score in pairs))


@given(SOME_HITS, st.integers(4, 12))
def test_whatever_is_found_each_source_speaks_and_the_order_holds(found, k):
    chosen = shared_hits(found, k, 4)
    assert len(chosen) == min(k, len(found))
    assert {h.passage.source_id for h in chosen} == {h.passage.source_id for h in found}
    assert chosen == in_order(chosen)
    assert set(chosen) <= set(found)


@pytest.mark.parametrize("most", [0, 3])
def test_nothing_found_is_nothing(most):
    assert candidates((), most) == shared_hits((), most, 0) == once_each(()) == ()


def test_with_little_time_the_best_of_every_source_is_read_before_a_second_of_any():
    found = in_order([*LONG, MEMO, NOTE])
    assert names(read_in_time(found, 4)) == ["long0.9", "long0.89", "memo0.02", "note0.01"]
    assert names(read_in_time(found, 2)) == ["long0.9", "memo0.02"]


def test_what_can_be_read_in_time_is_all_read():
    found = in_order([*LONG, MEMO, NOTE])
    assert read_in_time(found, len(found)) == found
