"""Conflicts: different values for the same thing are set side by side; near misses are not."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from notebook_core.domain import Hit, Passage
from notebook_core.engine_events import Conflict, Quote
from notebook_core.engines.conflicts import conflicts
from notebook_core.text.asked import asked_about
from notebook_core.text.function_words import asked_in


@dataclass(frozen=True)
class Said:
    """A statement of a source."""

    source_id: str
    text: str
    coverage: float = 1.0

    @property
    def spoken(self) -> str:
        return self.text

    @property
    def hit(self) -> Hit:
        passage = Passage(self.source_id, self.source_id, 1, 0, 0, len(self.text), None, "", 9)
        return Hit(passage, self.source_id, self.text, 1.0, 1, 1)

    @property
    def quote(self) -> Quote:
        return Quote(self.source_id, 1, self.text, 0)


def found(question: str, *statements: Said, language: str = "en") -> tuple[Conflict, ...]:
    weights = dict.fromkeys(asked_in(question, language, {language}), 1.0)
    asked = asked_about(question, weights, language)
    return conflicts(statements, {said.source_id: asked for said in statements}, question)


def values(question: str, *texts: str, language: str = "en") -> list[list[str]]:
    said = [Said(f"source-{n}", text) for n, text in enumerate(texts)]
    return [
        [value.value for value in conflict.values]
        for conflict in found(question, *said, language=language)
    ]


# --- what is no conflict -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        # the same, in other words or in another spelling
        ("How long is the notice period?", "The notice period is 30 days.", "It is 30 days."),
        (
            "What was the price of Norbrant?",
            "The price was $52.4 Billion in all, they say.",
            "The price was $52.4 billion in all, they say.",
        ),
        ("How long does it rest?", "It rests for 24 hours in all.", "It rests for one day in all."),
        (
            "When was it released?",
            "The game was released on Jul 29, 2021 in all towns.",
            "The game was released on July 29, 2021 in all towns.",
        ),
        (
            "When was it founded?",
            "The guild was founded in December 2015 by weavers.",
            "The guild was founded in 2015 by weavers.",
        ),
        (
            "Who won the race?",
            "The race was won by Tadej Pogačar in the end.",
            "The race was won by Pogacar in the end.",
        ),
        # other subjects
        (
            "How much does station 3 pump?",
            "Station 3 pumps 40 litres a minute.",
            "Station 4 pumps 45 litres a minute.",
        ),
        (
            "How much does the station pump?",
            "Station 3 pumps 40 litres a minute.",
            "Station 4 pumps 45 litres a minute.",
        ),
        (
            "How much does the station pump?",
            "Station 3 pumps 40 litres a minute.",
            "Station 4 pumps 40 litres a minute.",
        ),
        (
            "How long must the pump rest?",
            "The north pump must rest for 20 minutes.",
            "The south pump must rest for 30 minutes.",
        ),
        (
            "What was the revenue?",
            "In 2021 the revenue of the harbour was 5 million euros.",
            "In 2022 the revenue of the harbour was 6 million euros.",
        ),
        (
            "What was the revenue in 2021?",
            "In 2021 the revenue of the harbour was 5 million euros.",
            "In 2022 the revenue of the harbour was 5 million euros.",
        ),
        (
            "How much did the harbour earn?",
            "The harbour earned 5 million euros in 2021.",
            "Earnings of the harbour came to 6 million euros over 2022.",
        ),
        (
            "For how many days is the copy locked?",
            "Norbrant keeps the copy locked for 14 days.",
            "The copy is locked by Quillmere for 30 days.",
        ),
        (
            "How far away is the second location?",
            "Norbrant has a second location 22 kilometres away.",
            "Quillmere has a second location 85 kilometres away.",
        ),
        (
            "What does Norbrant charge?",
            "Norbrant charges a fee for each restore of the archive.",
            "Quillmere charges a fee for each restore of the archive.",
        ),
        (
            "Which bidders have a second location?",
            "Norbrant has a second location beyond the river.",
            "Quillmere has a second location beyond the river.",
        ),
        (
            "Where is the second site?",
            "The second site of Norbrant is in Aldermoor near the line.",
            "The second site of Quillmere is in Kessing near the line.",
        ),
        (
            "Who approved the budget?",
            "The 2021 budget was approved by the council of the town.",
            "The 2022 budget was approved by the council of the town.",
        ),
        (
            "Who may park in the yard?",
            "Visitors may park in the yard at night.",
            "Staff may park in the yard at night.",
        ),
        # other things about the same subject
        (
            "How long is the notice period?",
            "The notice period is 30 days.",
            "The choir sings for 6 days in the old church.",
        ),
        (
            "When was the contract signed?",
            "The contract was signed in 2021.",
            "The contract runs out in 2026.",
        ),
        (
            "How long does the contract last?",
            "The contract lasts for 5 years.",
            "Work under the contract begins within 2 years.",
        ),
        (
            "How high is weir C?",
            "Weir C was built in 1921 and is 31 metres high.",
            "Weir C was built in 1934 and is 31 metres high.",
        ),
        (
            "How much does the station pump?",
            "The station pumps 40 litres a minute at night.",
            "The station pumps 45 litres a minute by day.",
        ),
        (
            "Why was the gate closed?",
            "The gate was closed for 3 days because of the flood.",
            "The gate was closed for 5 days because of the flood.",
        ),
    ],
)
def test_near_misses_are_no_conflict(question: str, one: str, other: str) -> None:
    assert values(question, one, other) == []
    assert values(question, other, one) == []


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "Is smoking permitted in the yard?",
            "Smoking is permitted in the yard.",
            "Smoking is not permitted in the hall.",
        ),
        (
            "Is the lamp lit?",
            "The lamp is lit at night.",
            "The lamp is not lit at noon.",
        ),
        (
            "Is station 3 staffed?",
            "Station 3 is staffed by day.",
            "Station 4 is not staffed by day.",
        ),
        (
            "Are dogs allowed on the beach?",
            "Dogs are allowed on the beach from October to March.",
            "Dogs are not allowed on the beach.",
        ),
        (
            "Are dogs allowed on the beach?",
            "Dogs are allowed on the beach.",
            "Dogs are not allowed on the beach unless they are on a lead.",
        ),
        (
            "Does Norbrant keep the keys?",
            "Norbrant keeps the keys of the customers.",
            "Quillmere does not keep the keys of the customers.",
        ),
        (
            "Are systems of class B copied daily?",
            "Systems of class A are copied daily.",
            "Systems of class B are not copied daily.",
        ),
        (
            "Is smoking permitted in the yard?",
            "Smoking is permitted in the yard.",
            "Smoking is not permitted in the yard of Kessing.",
        ),
        (
            "Is the drill scored?",
            "The drill is not scored.",
            "The drill is never scored.",
        ),
        (
            "Is the drill scored?",
            "The drill is scored.",
            "The drill is not only scored but filmed.",
        ),
        (
            "Is the drill risky?",
            "The drill is filmed.",
            "The drill is not filmed.",
        ),
    ],
)
def test_a_denial_of_something_else_is_no_conflict(question: str, one: str, other: str) -> None:
    assert values(question, one, other) == []
    assert values(question, other, one) == []


@pytest.mark.parametrize(
    ("language", "question", "one", "other"),
    [
        (
            "de",
            "Wie viel pumpt die Station?",
            "Station 3 pumpt 40 Liter pro Minute.",
            "Station 4 pumpt 45 Liter pro Minute.",
        ),
        (
            "de",
            "Wie weit ist der zweite Standort entfernt?",
            "Norbrant hat einen zweiten Standort, 22 Kilometer entfernt.",
            "Quillmere hat einen zweiten Standort, 85 Kilometer entfernt.",
        ),
        (
            "fr",
            "Combien la station pompe-t-elle ?",
            "La station 3 pompe 40 litres par minute.",
            "La station 4 pompe 45 litres par minute.",
        ),
        (
            "es",
            "¿Cuánto ingresó el puerto?",
            "En 2021 el puerto ingresó 5 millones de euros.",
            "En 2022 el puerto ingresó 6 millones de euros.",
        ),
        (
            "pt",
            "É permitido fumar no pátio?",
            "É permitido fumar no pátio.",
            "Não é permitido fumar no salão.",
        ),
        ("zh", "泵站每分钟抽多少水？", "三号泵站每分钟抽水40升。", "四号泵站每分钟抽水45升。"),
        ("zh", "每天要做什么？", "每天检查北边的水泵和阀门。", "每天更换北边的水泵和阀门。"),
        ("zh", "院子里可以吸烟吗？", "院子里可以吸烟。", "大厅里不可以吸烟。"),
    ],
)
def test_near_misses_in_other_languages_are_no_conflict(
    language: str, question: str, one: str, other: str
) -> None:
    assert values(question, one, other, language=language) == []


def test_one_source_does_not_contradict_itself() -> None:
    one, other = Said("a", "The limit is 30 days."), Said("a", "The limit is 45 days.")
    assert found("How long is the limit?", one, other) == ()


def test_numbers_of_one_unit_conflict_only_where_both_say_what_is_asked() -> None:
    question = "How long is the limit on the number of guests?"
    assert values(question, "The limit is 30 days.", "Tickets are sold for 45 days.") == []


# --- what is one ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "one", "other", "expected"),
    [
        (
            "Where was the match played?",
            "The match was played on Sunday in Tampa, Florida, before a full house.",
            "The match was played on Sunday in Glendale, Arizona, before a full house.",
            ["Tampa, Florida", "Glendale, Arizona"],
        ),
        (
            "How much was the revenue in the first quarter?",
            "Revenue rose to $10.4 billion in the first quarter of the year.",
            "Revenue rose to $1.39 billion in the first quarter of the year.",
            ["$10.4 billion", "$1.39 billion"],
        ),
        (
            "How long is the notice period?",
            "Either party may end the contract with a notice period of 45 days.",
            "The notice period is 30 days.",
            ["45 days", "30 days"],
        ),
        (
            "By how many percent does the archive grow in a year?",
            "The archive grows by 18 percent a year.",
            "A growth of 24 percent a year is what the archive will see.",
            ["18 percent", "24 percent"],
        ),
        (
            "When was the game released?",
            "The game was released on December 1, 2017 in all towns.",
            "The game was released on December 21, 2007 in all towns.",
            ["December 1, 2017", "December 21, 2007"],
        ),
        (
            "Who directed the film?",
            "The film was directed by James Cameron in the nineties.",
            "The film was directed by James Wan in the nineties.",
            ["James Cameron", "James Wan"],
        ),
        (
            "Who bought the mill?",
            "They say that Norbrant bought the mill. Norbrant bought the mill for a song.",
            "They say that Quillmere bought the mill. Quillmere bought the mill for a song.",
            ["Norbrant", "Quillmere"],
        ),
        (
            "Is the notice period 30 days?",
            "The notice period is 30 days.",
            "The notice period is now 45 days.",
            ["30 days", "45 days"],
        ),
    ],
)
def test_different_values_for_the_same_thing_are_found(
    question: str, one: str, other: str, expected: list[str]
) -> None:
    assert values(question, one, other) == [expected]


@pytest.mark.parametrize(
    ("language", "question", "one", "other", "expected"),
    [
        (
            "de",
            "Wie lang ist die Kündigungsfrist?",
            "Die Kündigungsfrist beträgt 30 Tage.",
            "Die Kündigungsfrist beträgt 45 Tage.",
            ["30 Tage", "45 Tage"],
        ),
        (
            "fr",
            "Quel est le délai de préavis ?",
            "Le délai de préavis est de 30 jours.",
            "Le délai de préavis est de 45 jours.",
            ["30 jours", "45 jours"],
        ),
        (
            "es",
            "¿Cuánto dura el plazo de preaviso?",
            "El plazo de preaviso dura 30 días.",
            "El plazo de preaviso dura 45 días.",
            ["30 días", "45 días"],
        ),
        (
            "pt",
            "Quanto tempo dura o aviso prévio?",
            "O aviso prévio dura 30 dias.",
            "O aviso prévio dura 45 dias.",
            ["30 dias", "45 dias"],
        ),
        ("zh", "通知期是多长？", "合同的通知期为30天。", "合同的通知期为45天。", ["30天", "45天"]),
    ],
)
def test_values_are_told_apart_in_other_languages(
    language: str, question: str, one: str, other: str, expected: list[str]
) -> None:
    assert values(question, one, other, language=language) == [expected]


@pytest.mark.parametrize(
    ("language", "question", "yes", "no"),
    [
        (
            "en",
            "Is smoking permitted in the yard?",
            "Smoking is permitted in the yard.",
            "Smoking is not permitted in the yard.",
        ),
        (
            "en",
            "May visitors smoke in the yard?",
            "Visitors may smoke in the yard.",
            "The rules say that visitors mustn't smoke in the yard.",
        ),
        (
            "en",
            "Is smoking allowed in the yard?",
            "Smoking is allowed in the yard.",
            "Smoking is prohibited in the yard.",
        ),
        (
            "de",
            "Ist Rauchen im Hof erlaubt?",
            "Das Rauchen im Hof ist erlaubt.",
            "Das Rauchen im Hof ist nicht erlaubt.",
        ),
        (
            "fr",
            "Est-il permis de fumer dans la cour ?",
            "Il est permis de fumer dans la cour.",
            "Il n'est pas permis de fumer dans la cour.",
        ),
        (
            "es",
            "¿Está permitido fumar en el patio?",
            "Está permitido fumar en el patio.",
            "No está permitido fumar en el patio.",
        ),
        (
            "pt",
            "É permitido fumar no pátio?",
            "É permitido fumar no pátio.",
            "Não é permitido fumar no pátio.",
        ),
        ("zh", "院子里可以吸烟吗？", "院子里可以吸烟。", "院子里不可以吸烟。"),
    ],
)
def test_what_one_source_affirms_and_another_denies_is_a_conflict(
    language: str, question: str, yes: str, no: str
) -> None:
    assert values(question, yes, no, language=language) == [[yes, no]]


def test_a_value_that_two_sources_share_is_one_value_with_both_quotes() -> None:
    (conflict,) = found(
        "How long is the notice period?",
        Said("a", "The notice period is 30 days."),
        Said("b", "A notice period of 45 days holds."),
        Said("c", "It has a notice period of 30 days."),
    )
    quoted = {value.value: [q.source_id for q in value.quotes] for value in conflict.values}
    assert quoted == {"30 days": ["a", "c"], "45 days": ["b"]}
    assert conflict.about == "How long is the notice period?"
