"""An answer's own words follow the question's language."""

import pytest

from notebook_core.engines.phrases import PHRASES, phrases_for

QUESTIONS = {
    "en": "How long must the pump run dry before it is stored?",
    "de": "Wie lange muss die Pumpe trocken laufen, bevor sie gelagert wird?",
    "fr": "Combien de temps la pompe doit-elle tourner à sec avant d'être stockée ?",
    "es": "¿Cuánto tiempo debe funcionar la bomba en seco antes de guardarla?",
    "pt": "Quanto tempo a bomba deve funcionar a seco antes de ser guardada?",
    "zh": "水泵在存放之前必须空转多长时间？",
}


@pytest.mark.parametrize("language", PHRASES)
def test_a_question_is_answered_in_its_language(language: str) -> None:
    assert phrases_for(QUESTIONS[language], {"en"}) == PHRASES[language]


def test_an_unsure_question_is_answered_in_the_language_of_its_sources() -> None:
    assert phrases_for("ERR-4012?", {"de"}) == PHRASES["de"]
    assert phrases_for("ERR-4012?", {"de", "fr"}) == PHRASES["en"]


def test_a_language_without_words_is_answered_in_english() -> None:
    question = "Jak dlouho musí čerpadlo běžet nasucho, než se uskladní?"
    assert phrases_for(question, {"cs"}) == PHRASES["en"]


@pytest.mark.parametrize("phrases", PHRASES.values())
def test_the_number_of_sources_has_its_place(phrases) -> None:
    assert "7" in phrases.no_answer_in_many.format(7)
