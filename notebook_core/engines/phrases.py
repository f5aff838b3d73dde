"""An answer's own words, in the language of the question."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from notebook_core.text.function_words import function_terms
from notebook_core.text.language import detect_language
from notebook_core.text.terms import terms

FALLBACK = "en"


@dataclass(frozen=True)
class Phrases:
    """What the engine says itself; everything else in an answer is quoted.

    `language` is theirs (ISO 639-1). `no_answer_in_many` takes the number of ticked sources as
    `{}`. Sources that were each asked and had nothing to say are `silent`; of those that may only
    say less than the ones quoted, no more is said than that they are `unquoted`.
    """

    language: str
    no_answer_in_one: str
    no_answer_in_many: str
    silent: str
    unquoted: str
    different: str
    contradictory: str
    side_by_side: str
    source: str
    value: str


PHRASES = {
    "en": Phrases(
        "en",
        "I found no answer to this in the ticked source.",
        "I found no answer to this in the {} ticked sources.",
        "No sentence on this was found in:",
        "Nothing is quoted here from:",
        "The sources give different values:",
        "The sources contradict each other:",
        "Side by side:",
        "Source",
        "Value",
    ),
    "de": Phrases(
        "de",
        "In der angekreuzten Quelle habe ich darauf keine Antwort gefunden.",
        "In den {} angekreuzten Quellen habe ich darauf keine Antwort gefunden.",
        "Kein Satz dazu fand sich in:",
        "Hier ist nichts zitiert aus:",
        "Die Quellen nennen verschiedene Werte:",
        "Die Quellen widersprechen einander:",
        "Nebeneinander:",
        "Quelle",
        "Wert",
    ),
    "fr": Phrases(
        "fr",
        "Je n'ai pas trouvé de réponse à cela dans la source cochée.",
        "Je n'ai pas trouvé de réponse à cela dans les {} sources cochées.",
        "Aucune phrase à ce sujet n'a été trouvée dans :",
        "Rien n'est cité ici de :",
        "Les sources donnent des valeurs différentes :",
        "Les sources se contredisent :",
        "Côte à côte :",
        "Source",
        "Valeur",
    ),
    "es": Phrases(
        "es",
        "No he encontrado respuesta a esto en la fuente marcada.",
        "No he encontrado respuesta a esto en las {} fuentes marcadas.",
        "No se encontró ninguna frase sobre esto en:",
        "Aquí no se cita nada de:",
        "Las fuentes dan valores diferentes:",
        "Las fuentes se contradicen:",
        "Lado a lado:",
        "Fuente",
        "Valor",
    ),
    "pt": Phrases(
        "pt",
        "Não encontrei resposta a isto na fonte marcada.",
        "Não encontrei resposta a isto nas {} fontes marcadas.",
        "Nenhuma frase sobre isto foi encontrada em:",
        "Aqui nada é citado de:",
        "As fontes dão valores diferentes:",
        "As fontes se contradizem:",
        "Lado a lado:",
        "Fonte",
        "Valor",
    ),
    "zh": Phrases(
        "zh",
        "在勾选的来源中没有找到答案。",
        "在勾选的 {} 个来源中没有找到答案。",
        "以下来源中没有找到相关的句子：",
        "此处未引用以下来源：",
        "各来源给出的数值不同：",
        "各来源的说法相互矛盾：",
        "并列对照：",
        "来源",
        "数值",
    ),
}


def phrases_for(question: str, spoken: Collection[str]) -> Phrases:
    """The words for a question; where its language is unsure, that of the sources (`spoken`, if
    they share one), and English where there are no words for it."""
    language = detect_language(question) or _by_function_words(question)
    if not language and len(set(spoken)) == 1:
        language = next(iter(spoken))
    return PHRASES.get(language, PHRASES[FALLBACK])


def _by_function_words(question: str) -> str:
    """The language whose function words the question holds most of; a short question has too few
    letters for a language model, but seldom no such word. "" where two languages tie."""
    said = set(terms(question, ""))
    held = sorted(((len(said & function_terms(code)), code) for code in PHRASES), reverse=True)
    return held[0][1] if held[0][0] > held[1][0] else ""
