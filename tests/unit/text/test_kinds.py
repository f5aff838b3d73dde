"""What kind of thing a question asks for, and which sentences give one."""

import pytest

from notebook_core.text.kinds import (
    GIVES,
    LACKS,
    MAY_GIVE,
    Kind,
    fit,
    is_denied,
    kind_of,
    names_a_day_or_hour,
)


@pytest.mark.parametrize(
    ("question", "language", "kind"),
    [
        ("Who opened the weir?", "en", Kind.PERSON),
        ("How many gates does it have?", "en", Kind.NUMBER),
        ("How long does the repair take?", "en", Kind.DURATION),
        ("In which year was the weir built?", "en", Kind.TIME),
        ("What is the height of the weir?", "en", Kind.NUMBER),
        ("What is Mara Quist's telephone number?", "en", Kind.NUMBER),
        ("Which city owns it?", "en", Kind.PLACE),
        ("Why was it closed?", "en", Kind.REASON),
        ("What is a canary file?", "en", Kind.OTHER),
        ("Wie lange dauert die Reparatur?", "de", Kind.DURATION),
        ("Wie viele Tore hat das Wehr?", "de", Kind.NUMBER),
        ("Combien de portes y a-t-il ?", "fr", Kind.NUMBER),
        ("Combien de temps dure la réparation ?", "fr", Kind.DURATION),
        ("¿Cuándo se construyó?", "es", Kind.TIME),
        ("¿Cuánto tiempo dura?", "es", Kind.DURATION),
        ("Quem abriu a barragem?", "pt", Kind.PERSON),
        ("谁打开了水闸？", "zh", Kind.PERSON),
        ("修理需要多长时间？", "zh", Kind.DURATION),
        ("水闸有多少个门？", "zh", Kind.NUMBER),
    ],
)
def test_the_question_words_tell_the_kind(question: str, language: str, kind: Kind) -> None:
    assert kind_of(question, language) is kind


@pytest.mark.parametrize(
    ("kind", "text", "numbers", "names", "language", "fits"),
    [
        (Kind.PERSON, "Mara Quist opened it.", [], ["Mara", "Quist"], "en", GIVES),
        (Kind.PERSON, "It was opened at noon.", [], [], "en", LACKS),
        (Kind.TIME, "It was built in May.", [], [], "en", GIVES),
        (Kind.TIME, "It was built in 1911.", ["1911"], [], "en", GIVES),
        (Kind.TIME, "It took weeks.", [], [], "en", MAY_GIVE),
        (Kind.TIME, "Es wurde im März gebaut.", [], [], "de", GIVES),
        (Kind.NUMBER, "It has 4 gates.", ["4"], [], "en", GIVES),
        (Kind.NUMBER, "It has four gates.", [], [], "en", MAY_GIVE),
        (Kind.NUMBER, "It has gates.", [], [], "en", LACKS),
        (Kind.NUMBER, "It was built in 1911.", ["1911"], [], "en", MAY_GIVE),
        (Kind.NUMBER, "He came on 22 April at 11:52.", ["22", "11:52"], [], "en", LACKS),
        (Kind.NUMBER, "Er kam am 22. April.", ["22"], [], "de", LACKS),
        (Kind.DURATION, "It takes 4 weeks.", ["4"], [], "en", GIVES),
        (Kind.DURATION, "需要3天。", ["3"], [], "zh", GIVES),
        (Kind.REASON, "It was closed because of ice.", [], [], "en", GIVES),
        (Kind.PLACE, "It stands in Kessing.", [], ["Kessing"], "en", GIVES),
        (Kind.OTHER, "Anything.", [], [], "en", 0.0),
    ],
)
def test_a_sentence_gives_what_is_asked_for_or_not(
    kind: Kind, text: str, numbers: list[str], names: list[str], language: str, fits: float
) -> None:
    assert fit(kind, text, numbers, names, language) == fits


def test_a_denial_is_a_word_of_its_own() -> None:
    assert is_denied("It is not open.", "en")
    assert not is_denied("The knot holds.", "en")
    assert is_denied("Es ist nicht offen.", "de")
    assert is_denied("水闸没有打开。", "zh")


@pytest.mark.parametrize(
    ("text", "language", "names_one"),
    [
        ("It is closed on Mondays.", "en", True),
        ("It opens at ten, and closes at 5 pm.", "en", True),
        ("The valve opens at 9 bar.", "en", False),
        ("It rests for nine days.", "en", False),
        ("Sie beginnt um 14 Uhr.", "de", True),
        ("Sie dauert drei Tage.", "de", False),
        ("Il ferme à midi.", "fr", True),
        ("Il dure neuf heures.", "fr", False),
        ("Responde en cuatro horas.", "es", False),
        ("Fecha às 20h.", "pt", True),
        ("早上九点开门。", "zh", True),
        ("It opens at 9:30.", "xx", True),
    ],
)
def test_days_and_hours_are_told_from_spans(text: str, language: str, names_one: bool) -> None:
    assert names_a_day_or_hour(text, language) is names_one
