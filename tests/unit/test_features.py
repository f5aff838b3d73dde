"""What a sentence says about a question, as numbers."""

import pytest

from notebook_core.domain import Hit, Passage
from notebook_core.engines.features import features_of
from notebook_core.engines.sentence import Sentence, candidate_sentences
from notebook_core.text.asked import asked_about
from notebook_core.text.function_words import asked_terms


def features(question: str, sentence: str, passage: str = "", title: str = "") -> dict[str, float]:
    weights = dict.fromkeys(asked_terms(question, ["en"]), 1.0)
    place = Passage("p", "s", 1, 0, 0, 100, None, "", 10)
    hit = Hit(place, title, passage or sentence, 0.1, 1, 1)
    found = [one for one in candidate_sentences([hit]) if one.text == sentence]
    return features_of(asked_about(question, weights, "en"), found[0], meaning=0.5)


SHARES = ("named", "said_other", "alike", "said_before", "said_around", "in_passage", "unsaid")


def test_the_shares_of_the_question_add_up_to_one() -> None:
    measured = features(
        "Which inspector at Kessing saw rust on the hinge of the weir gate and repaired it?",
        "The inspection at Kessing found rust.",
        "It concerns the hinge. The inspection at Kessing found rust. The gate stayed shut.",
        title="Weirs",
    )
    assert sum(measured[name] for name in SHARES) == pytest.approx(1.0)
    assert all(measured[name] > 0 for name in SHARES), measured


def test_the_sentence_before_tells_what_a_pronoun_points_to() -> None:
    passage = "The Kessing weir was built in 1911. It is four metres high."
    measured = features("How high is the Kessing weir?", "It is four metres high.", passage)
    assert measured["unsaid"] == 0
    assert measured["said_before"] > 0


def test_another_year_is_seen_only_where_the_asked_one_is_not_near() -> None:
    question = "How large was the volume in 2023?"
    assert features(question, "In 2021 the volume was 300 terabytes.")["other_year"] == 1
    assert features(question, "From 2021 to 2023 the volume grew.")["other_year"] == 0
    assert features(question, "The volume was 300 terabytes.")["other_year"] == 0
    assert features(question, "It was 300 in 2021.", title="Report 2023")["other_year"] == 0


def test_an_identifier_must_stand_somewhere_in_the_passage() -> None:
    assert features("What does ERR-4013 mean?", "ERR-4012 means rust.")["identifiers_missing"] == 1
    assert features("What does ERR-4012 mean?", "ERR-4012 means rust.")["identifiers_missing"] == 0


def test_a_question_on_what_is_not_so_wants_a_denial() -> None:
    question = "Which gate was not repaired?"
    assert features(question, "The south gate was repaired.")["not_denied"] == 1
    assert features(question, "The north gate was never repaired.")["not_denied"] == 0


def test_the_order_of_the_words_counts() -> None:
    question = "Did the pump damage the gate?"
    said = features(question, "The pump did damage the gate.")
    turned = features(question, "The gate did damage the pump.")
    assert said["order"] > turned["order"]


def test_the_row_of_a_table_is_read_under_its_header() -> None:
    table = "| Weir | Height |\n| --- | --- |\n| A | 3 m |\n| C | 7 m |"
    measured = features("What is the height of weir C?", "| C | 7 m |", table)
    assert measured["unsaid"] == 0


def test_a_sentence_without_a_word_of_the_question_says_nothing() -> None:
    passage = Passage("p", "s", 1, 0, 0, 100, None, "", 10)
    sentence = Sentence(Hit(passage, "", "Choirs sing.", 0.1, None, None), 0, "Choirs sing.")
    measured = features_of(asked_about("What is rust?", {"rust": 1.0}, "en"), sentence, 0.0)
    assert measured["unsaid"] == 1
    assert measured["vector_first"] == 0
