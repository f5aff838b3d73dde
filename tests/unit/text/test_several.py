"""Questions that want a list are told from those that want one thing, in six languages."""

import pytest

from notebook_core.text.several import asks_for_several


@pytest.mark.parametrize(
    "question",
    [
        "Which lamps are lit?",
        "Which of the lamps are lit?",
        "What are the findings?",
        "Who were the members?",
        "What steps does a restore take?",
        "What old plans did they offer?",
        "List the towers",
        "Name all of the towers.",
        "Nenne die Punkte.",
        "Welche Lampen brennen?",
        "Welche Systeme gehören zu Klasse A?",
        "Was sind die Befunde?",
        "Quels sont les points ?",
        "Énumérez les lampes",
        "¿Qué lámparas hay?",
        "¿Cuáles son?",
        "Quais são os planos?",
        "Que planos oferece?",
        "有哪些灯？",
    ],
)
def test_a_plural_question_asks_for_several_things(question: str) -> None:
    assert asks_for_several(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which lamp is lit?",
        "What is the status of this process?",
        "What happens when the lamp goes out?",
        "Which command replays the log?",
        "What does the keeper's lamp cost?",
        "At what amount does the draft cap it?",
        "Who is the second person?",
        "Welche Farbe hat die Lampe?",
        "Was ist ein Turm?",
        "Quel est le prix ?",
        "¿Qué es esto?",
        "Qual é o preço?",
        "价格是多少？",
    ],
)
def test_a_singular_question_asks_for_one_thing(question: str) -> None:
    assert not asks_for_several(question)
