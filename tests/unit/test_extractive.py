"""Which sentences the extractive engine compares when there are more than it can."""

from collections import Counter

from notebook_core.domain import Hit, Passage
from notebook_core.engines.extractive import MOST_SENTENCES_SCORED, fairly_cut
from notebook_core.engines.sentence import Sentence


def sentences_of(source_id: str, number: int, coverage: float) -> list[Sentence]:
    passage = Passage(f"{source_id}-1", source_id, 1, 0, 0, 100, None, "", 10)
    hit = Hit(passage, source_id, "", 1.0, 1, 1)
    return [Sentence(hit, start, f"Sentence {start}.", "", coverage) for start in range(number)]


def test_the_best_sentence_of_every_source_is_compared_before_the_second_of_any() -> None:
    loud = sentences_of("loud", 200, 0.9)
    quiet = [one for n in range(40) for one in sentences_of(f"quiet-{n}", 3, 0.1)]
    kept = fairly_cut([*loud, *quiet])
    assert len(kept) == MOST_SENTENCES_SCORED
    assert len({sentence.source_id for sentence in kept}) == 41


def test_few_sentences_are_all_compared_and_room_that_is_left_goes_to_the_best() -> None:
    few = [*sentences_of("a", 5, 0.9), *sentences_of("b", 2, 0.1)]
    assert sorted(fairly_cut(few), key=few.index) == few
    many = [*sentences_of("a", 100, 0.9), *sentences_of("b", 50, 0.1)]
    share = Counter(sentence.source_id for sentence in fairly_cut(many))
    assert share == {"a": MOST_SENTENCES_SCORED - 3, "b": 3}
