"""Finds out whether one sentence denies what another one affirms."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import regex

from notebook_core.text.function_words import function_terms
from notebook_core.text.terms import terms

FEWEST_SHARED = 2
MOST_ADDED = 4
_PERMITTED = " permitted "
_QUESTION = regex.compile(r"[?？][\p{Pe}\p{Pf}\"']*\s*$")


@dataclass(frozen=True)
class _Words:
    """The words of one language, regular expressions between "|".

    `deny` turn a statement round, but not in `unless_in`. `permitted` and `prohibited` say the
    opposite of each other. `conditions` narrow a statement down.
    """

    deny: str
    unless_in: str
    permitted: str
    prohibited: str
    conditions: str


_WORDS = {
    "en": _Words(
        deny=r"not|never|no|cannot|\p{L}+n['’]t",
        unless_in=r"not only|no\.? ?\p{N}+|(?:not|no) (?:more|less|fewer|later|longer) than",
        permitted="permitted|allowed",
        prohibited="prohibited|forbidden|banned",
        conditions="if|unless|except|only|until|when|while|without|between|before|after|during|from",
    ),
    "de": _Words(
        deny="nicht|nie|niemals|keine?[rsnm]?",
        unless_in="nicht nur|nicht (?:mehr|weniger|länger|später) als",
        permitted="erlaubt|gestattet|zulässig",
        prohibited="verboten|untersagt|unzulässig",
        conditions="wenn|falls|außer|nur|bis|ohne|zwischen|vor|nach|während|von|ab",
    ),
    "fr": _Words(
        deny=r"ne|n['’](?=\p{L})|pas|jamais|aucune?",
        unless_in=r"non seulement|pas (?:seulement|plus|moins)|n(?:e |['’])\p{L}+ que?",
        permitted="permise?s?|autorisée?s?",
        prohibited="interdite?s?|prohibée?s?|défendue?s?",
        conditions=r"si|sauf|seulement|jusqu['’]\p{L}+|sans|quand|lorsque|entre|avant|après|pendant"
        "|dès|du|depuis",
    ),
    "es": _Words(
        deny="no|nunca|jamás|ningun[oa]?|ningún",
        unless_in="no s[oó]lo|no (?:más|menos) de",
        permitted="permitid[oa]s?|autorizad[oa]s?",
        prohibited="prohibid[oa]s?|vedad[oa]s?",
        conditions="si|salvo|excepto|s[oó]lo|hasta|sin|cuando|entre|antes|después|durante|desde",
    ),
    "pt": _Words(
        deny="não|nunca|jamais|nenhuma?",
        unless_in="não só|não apenas|não (?:mais|menos) de",
        permitted="permitid[oa]s?|autorizad[oa]s?",
        prohibited="proibid[oa]s?|vedad[oa]s?",
        conditions="se|salvo|exceto|só|somente|apenas|até|sem|quando|entre|antes|depois|durante"
        "|desde",
    ),
    "zh": _Words(
        deny="不|没有|没|未",
        unless_in="不仅|不但|不只|不超过|不少于|不同",
        permitted="允许|准许",
        prohibited="禁止|严禁",
        conditions="如果|除非|除了|仅|只|直到|之前|之后|期间",
    ),
}


@dataclass(frozen=True)
class _Statement:
    """What a sentence says, and whether it says that it is so or that it isn't."""

    terms: frozenset[str]
    is_denied: bool
    conditions: int


def denies(one: str, other: str, language: str) -> bool:
    """Whether one of two sentences in a language (ISO 639-1) affirms what the other one denies.

    All that the shorter one says must be in the longer one, and what that adds must be little and
    no condition or figure: with those the two might both be true.
    """
    first, second = _statement(one, language), _statement(other, language)
    if first is None or second is None or first.is_denied == second.is_denied:
        return False
    shorter, longer = sorted((first, second), key=lambda statement: len(statement.terms))
    added = longer.terms - shorter.terms
    return (
        len(shorter.terms) >= FEWEST_SHARED
        and shorter.terms <= longer.terms
        and len(added) <= MOST_ADDED
        and longer.conditions == shorter.conditions
        and not any(character.isdigit() for term in added for character in term)
    )


def _statement(text: str, language: str) -> _Statement | None:
    """None for a question, in an unknown language, and where a denial is only apparent."""
    words = _WORDS.get(language)
    if words is None or _QUESTION.search(text) or _either(words.unless_in).search(text):
        return None
    affirmed, denials = _either(words.deny).subn(" " if language != "zh" else "", text)
    affirmed, prohibitions = _either(words.prohibited).subn(_PERMITTED, affirmed)
    affirmed = _either(words.permitted).sub(_PERMITTED, affirmed)
    return _Statement(
        frozenset(terms(affirmed, language)) - function_terms(language),
        bool(denials) != bool(prohibitions),
        len(_either(words.conditions).findall(text)),
    )


@cache
def _either(words: str) -> regex.Pattern[str]:
    """A pattern for words separated by "|", each between what are no Latin letters."""
    return regex.compile(rf"(?<!\p{{Latin}})(?:{words})(?<!\p{{Latin}}(?=\p{{Latin}}))", regex.I)
