"""Questions and sources in the same language, other than English: answers, refusals, own words."""

from collections.abc import Callable

import pytest

from notebook_core.answer import Ask, ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.ports import Core

AddText = Callable[..., Source]

GERMAN = """Die Schleuse von Ostmere wurde im März 1911 eröffnet. Sie hat vier Tore.

Petra Vane prüft die Tore jedes Jahr im Mai. Danach schreibt sie einen Bericht.

Bei Frost wird die Schleuse geschlossen, weil das Eis die Tore beschädigt."""
FRENCH = """L'écluse d'Ostmere a été ouverte en mars 1911. Elle a quatre portes.

Petra Vane contrôle les portes chaque année en mai. Ensuite, elle écrit un rapport.

En cas de gel, l'écluse est fermée, car la glace abîme les portes."""
SPANISH = """La esclusa de Ostmere se abrió en marzo de 1911. Tiene cuatro compuertas.

Petra Vane revisa las compuertas cada año en mayo. Después escribe un informe.

Cuando hiela, la esclusa se cierra porque el hielo daña las compuertas."""
PORTUGUESE = """A eclusa de Ostmere foi aberta em março de 1911. Tem quatro comportas.

Petra Vane verifica as comportas todos os anos em maio. Depois escreve um relatório.

Quando gela, a eclusa é fechada porque o gelo danifica as comportas."""
CHINESE = """奥斯特米尔船闸于1911年3月开放。船闸有四个闸门。

王芳每年五月检查闸门。检查以后她写一份报告。

结冰时船闸关闭，因为冰会损坏闸门。"""


def asked(core: Core, notebook: Notebook, question: str) -> tuple[str, list[str], bool]:
    events = list(ask(core, LOCAL_USER, notebook.id, Ask(question)))
    text = "".join(event["text"] for event in events if event["type"] == "delta")
    quotes = [e["quote"] for e in events if e["type"] == "source" and "role" not in e]
    return text, quotes, events[-1]["abstained"]


@pytest.mark.parametrize(
    ("source", "question", "answer"),
    [
        (GERMAN, "Wann wurde die Schleuse eröffnet?", "im März 1911"),
        (GERMAN, "Wer prüft die Tore?", "Petra Vane prüft"),
        (GERMAN, "Warum wird die Schleuse bei Frost geschlossen?", "weil das Eis"),
        (FRENCH, "Quand l'écluse a-t-elle été ouverte ?", "en mars 1911"),
        (FRENCH, "Qui contrôle les portes ?", "Petra Vane contrôle"),
        (FRENCH, "Pourquoi l'écluse est-elle fermée en cas de gel ?", "car la glace"),
        (SPANISH, "¿Cuándo se abrió la esclusa?", "en marzo de 1911"),
        (SPANISH, "¿Quién revisa las compuertas?", "Petra Vane revisa"),
        (SPANISH, "¿Por qué se cierra la esclusa cuando hiela?", "porque el hielo"),
        (PORTUGUESE, "Quando foi aberta a eclusa?", "em março de 1911"),
        (PORTUGUESE, "Quem verifica as comportas?", "Petra Vane verifica"),
        (PORTUGUESE, "Por que a eclusa é fechada quando gela?", "porque o gelo"),
        (CHINESE, "船闸什么时候开放？", "1911年3月"),
        (CHINESE, "谁检查闸门？", "王芳"),
        (CHINESE, "结冰时船闸为什么关闭？", "因为冰"),
    ],
)
def test_the_sentence_that_answers_is_cited_first(
    core: Core, notebook: Notebook, add_text: AddText, source: str, question: str, answer: str
) -> None:
    add_text(source)
    _, quotes, abstained = asked(core, notebook, question)
    assert not abstained
    assert answer in quotes[0]


@pytest.mark.parametrize(
    ("source", "question", "words"),
    [
        (GERMAN, "Wie hoch ist die Strafe für Angeln ohne Schein?", "keine Antwort"),
        (FRENCH, "Quelle est l'amende pour la pêche sans permis ?", "pas trouvé de réponse"),
        (SPANISH, "¿Cuál es la multa por pescar sin permiso?", "No he encontrado"),
        (PORTUGUESE, "Qual é a multa por pescar sem licença?", "Não encontrei"),
        (CHINESE, "无证钓鱼的罚款是多少？", "没有找到答案"),
    ],
)
def test_what_the_source_does_not_say_is_refused_in_the_question_s_language(
    core: Core, notebook: Notebook, add_text: AddText, source: str, question: str, words: str
) -> None:
    add_text(source)
    text, quotes, abstained = asked(core, notebook, question)
    assert abstained
    assert not quotes
    assert words in text
