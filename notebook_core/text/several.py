"""Tells whether a question asks for several things, which a list answers, or for how many."""

from __future__ import annotations

import regex

_IN_ENGLISH = (
    r"^(?:please )?(?:list|name|enumerate) | all (?:the|of the) "
    r"|\b(?:what|which|who) (?:\p{L}[\p{L}-]* ){0,3}(?:are|were) "
    r"|\b(?:what|which) (?:\p{L}[\p{L}-]* ){0,2}\p{L}+(?<![sui])s "
    r"(?:do|does|did|have|had|has|must|can|could|may|should|shall|will|would|need|belong|exist) "
)
_IN_GERMAN = (
    r"^(?:bitte )?(?:nennen?|liste|zähle?n?) | alle |\b(?:was|wer) (?:sind|waren) "
    r"|\bwelche \p{L}{3,}(?:en|ern|eln)\b|\bwelche (?:\p{L}+ ){1,4}?(?:sind|waren|werden|wurden"
    r"|haben|hatten|gehören|müssen|sollen|können|dürfen|gelten|gibt)\b"
)
_IN_FRENCH = (
    r"^(?:liste[rz]?|énumère[rz]?|énumérez|cite[rz]?|nomme[rz]?) |\b(?:les)?quel(?:le)?s\b"
    r"|\b(?:tous les|toutes les)\b"
)
_IN_SPANISH = (
    r"^(?:lista|enumer[ae]|nombr[ae]|cit[ae]) |\b(?:cuáles|quiénes)\b|\bqué \p{L}{2,}[aeo]s\b"
    r"|\b(?:todos los|todas las)\b"
)
_IN_PORTUGUESE = (
    r"^(?:liste|enumere|nomeie|cite) |\bquais\b|^que \p{L}{2,}[aeo]s\b|\bquem são\b"
    r"|\b(?:todos os|todas as)\b"
)
_IN_CHINESE = r"哪些|哪几|列出|列举|有什么|都有|分别"
_SEVERAL = regex.compile(
    "|".join(
        (_IN_ENGLISH, _IN_GERMAN, _IN_FRENCH, _IN_SPANISH, _IN_PORTUGUESE, _IN_CHINESE),
    ),
    regex.I,
)
_HOW_MANY = regex.compile(
    r"\bhow (?:many|much|long|often|old|large|far)\b|\bwie ?(?:viele?n?|lange|oft|groß|weit)\b"
    r"|\bcombien\b|\bcuánt[oa]s?\b|\bquant[oa]s?\b|多少|几",
    regex.I,
)


def asks_how_many(question: str) -> bool:
    """Whether the question asks for a number of things, in one of six languages.

    >>> asks_how_many("How many lamps are lit?"), asks_how_many("Which lamps are lit?")
    (True, False)
    """
    return _HOW_MANY.search(question) is not None


def asks_for_several(question: str) -> bool:
    """Whether the question is put in the plural, or asks for a list, in one of six languages.

    >>> asks_for_several("Which lamps are lit?"), asks_for_several("Which lamp is lit?")
    (True, False)
    """
    return _SEVERAL.search(question.strip()) is not None
