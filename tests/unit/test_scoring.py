"""Which sentences the extractive engine compares when there are more than it can."""

from notebook_core.domain import Hit, Passage
from notebook_core.engines.scoring import MOST_SENTENCES_SCORED, in_order, most_promising
from notebook_core.engines.sentence import Sentence


def sentences_of(source_id: str, number: int, coverage: float) -> list[Sentence]:
    passage = Passage(f"{source_id}-1", source_id, 1, 0, 0, 100, None, "", 10)
    hit = Hit(passage, source_id, "", 1.0, 1, 1)
    return [
        Sentence(hit, start, f"Here is sentence {start}.", coverage=coverage)
        for start in range(number)
    ]


def test_a_loud_source_leaves_room_for_the_best_sentence_of_each_quiet_one() -> None:
    loud = sentences_of("loud", 200, 0.9)
    quiet = [one for n in range(12) for one in sentences_of(f"quiet-{n}", 3, 0.1)]
    kept = most_promising([*loud, *quiet])
    assert len(kept) == MOST_SENTENCES_SCORED
    assert len({sentence.source_id for sentence in kept}) == 13


def test_where_each_source_is_asked_the_best_of_each_is_compared_before_the_second_of_any() -> None:
    loud = sentences_of("loud", 200, 0.9)
    quiet = [one for n in range(50) for one in sentences_of(f"quiet-{n}", 3, 0.1)]
    assert len({one.source_id for one in most_promising([*loud, *quiet])}) < 51
    assert len({one.source_id for one in most_promising([*loud, *quiet], 0)}) == 51


def test_few_sentences_are_all_compared() -> None:
    few = [*sentences_of("a", 5, 0.9), *sentences_of("b", 2, 0.1)]
    assert sorted(most_promising(few), key=few.index) == few


def test_the_same_words_in_one_source_are_compared_once_and_in_two_sources_twice() -> None:
    passage = Passage("p", "a", 1, 0, 0, 100, None, "", 10)
    first = Sentence(Hit(passage, "a", "", 1.0, 1, 1), 0, "The pump rests for an hour.")
    again = Sentence(first.hit, 50, first.text)
    elsewhere = sentences_of("b", 1, 0.0)[0]
    assert most_promising([first, again]) == [first]
    assert len(most_promising([first, elsewhere])) == 2


def test_sentences_are_ordered_by_their_weighed_features_and_ties_by_place() -> None:
    weak, strong, tied = sentences_of("a", 3, 0.5)
    measured = [
        Sentence(one.hit, one.start, one.text, features={"said": said})
        for one, said in ((weak, 0.1), (tied, 0.7), (strong, 0.7))
    ]
    ordered = in_order(measured, {"said": 2.0})
    assert [one.start for one in ordered] == [strong.start, tied.start, weak.start]
    assert ordered[0].score == 1.4
