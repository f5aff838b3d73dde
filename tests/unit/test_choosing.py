"""Which sentences a lookup shows, and which question is refused as a near miss."""

from notebook_core.domain import Hit, Passage
from notebook_core.engines.choosing import choose
from notebook_core.engines.sentence import Sentence


def sentence(source_id: str, start: int, score: float, text: str = "It is so.") -> Sentence:
    passage = Passage(f"{source_id}-1", source_id, 1, 0, 0, 100, None, "", 10)
    return Sentence(Hit(passage, source_id, "", 1.0, 1, 1), start, text, score=score)


def test_the_second_and_the_third_may_be_far_behind_but_not_too_far() -> None:
    scored = [sentence("a", n, score) for n, score in enumerate((9.0, 5.0, 4.5, 4.4, 1.0))]
    assert [one.score for one in choose(scored)] == [9.0, 5.0, 4.5]
    assert [one.score for one in choose([scored[0], scored[4]])] == [9.0]


def test_after_three_each_further_source_that_is_about_as_sure_has_its_best_one_shown() -> None:
    scored = [sentence("a", n, 9.0 - n / 10) for n in range(6)]
    scored += [sentence("b", 1, 8.3), sentence("b", 2, 8.2), sentence("c", 1, 6.0)]
    scored.sort(key=lambda one: -one.score)
    assert [one.source_id for one in choose(scored)] == ["a", "a", "a", "b"]


def test_a_heading_supports_nothing() -> None:
    scored = [sentence("a", 0, 9.0), sentence("a", 1, 8.9, "# Opening hours")]
    assert choose(scored) == scored[:1]
