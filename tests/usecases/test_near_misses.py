"""Questions that the sources nearly answer are refused: another year, another name, no figure."""

from collections.abc import Callable

import pytest

from notebook_core.answer import Ask, ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.ports import Core

AddText = Callable[..., Source]

MINUTES = """# Harbour board, minutes

The dredger cost 41,000 euros in 2021 and 52,000 euros in 2024. The board praised the crew.

Petra Vane inspects the Ostmere locks on 3 May. She writes the report herself.

Corwen Marine offers a pontoon 14 metres from the quay. Its references are two marinas.

Alvarez and Pike answered late. They name one subcontractor for the winter.

Fault F-210 means that the sluice is jammed. The duty officer is called.

Hanne Lodz, head of pilotage, speaks to the board twice a year.
"""


def outcome(core: Core, notebook: Notebook, question: str) -> tuple[bool, list[str]]:
    events = list(ask(core, LOCAL_USER, notebook.id, Ask(question)))
    quotes = [e["quote"] for e in events if e["type"] == "source" and "role" not in e]
    return events[-1]["abstained"], quotes


@pytest.mark.parametrize(
    "question",
    [
        "What did the dredger cost in 2019?",
        "What does fault F-211 mean?",
        "On which day does Petra Vane inspect the Kessing locks?",
        "How far from the quay is the pontoon of Alvarez and Pike?",
        "What is Petra Vane's telephone number?",
        "Since when has Hanne Lodz been head of pilotage?",
        "What is the fine for mooring without a licence?",
    ],
)
def test_a_near_miss_is_refused(
    core: Core, notebook: Notebook, add_text: AddText, question: str
) -> None:
    add_text(MINUTES, "minutes.md")
    assert outcome(core, notebook, question) == (True, [])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What did the dredger cost in 2024?", "52,000 euros"),
        ("What does fault F-210 mean?", "the sluice is jammed"),
        ("On which day does Petra Vane inspect the Ostmere locks?", "3 May"),
        ("How far from the quay is the pontoon of Corwen Marine?", "14 metres"),
        ("Who is head of pilotage?", "Hanne Lodz"),
        ("Who writes the report on the locks?", "She writes the report"),
    ],
)
def test_what_the_source_does_say_is_answered_beside_it(
    core: Core, notebook: Notebook, add_text: AddText, question: str, answer: str
) -> None:
    add_text(MINUTES, "minutes.md")
    abstained, quotes = outcome(core, notebook, question)
    assert not abstained
    assert answer in quotes[0]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The museum opens at 9:30.", "What time does the museum open?"),
        ("The tour starts at ten o'clock.", "At what time does the tour start?"),
        ("The museum is closed on Tuesdays.", "On which day is the museum closed?"),
        ("A note is required from the third day.", "From which day is a note required?"),
        (
            "Die Bibliothek ist am Montag geschlossen.",
            "An welchem Tag ist die Bibliothek geschlossen?",
        ),
        ("Le musée ouvre à 9 heures et ferme à midi.", "À quelle heure ouvre le musée ?"),
        ("La tienda abre a las nueve.", "¿A qué hora abre la tienda?"),
        ("A loja fecha ao domingo.", "Em que dia fecha a loja?"),
        ("商店星期天休息。", "商店哪一天休息？"),
    ],
)
def test_a_day_or_an_hour_is_a_time(
    core: Core, notebook: Notebook, add_text: AddText, text: str, question: str
) -> None:
    filler = "\n\nThe doors are blue." if text.isascii() else ""
    add_text(text + filler, "times.md")
    abstained, quotes = outcome(core, notebook, question)
    assert not abstained
    assert quotes[0] == text
