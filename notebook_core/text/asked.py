"""What a question asks about, as it can be looked for in the sentences of one language."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import regex

from notebook_core.text.function_words import function_terms
from notebook_core.text.kinds import (
    NUMBER,
    YEAR,
    Kind,
    asks_for_a_date,
    is_denied,
    kind_of,
    kind_phrase,
    plain_numbers,
)
from notebook_core.text.terms import terms

_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}’'._/-]*(?<=[\p{L}\p{M}\p{N}])")
_CAPITAL = regex.compile(r"\p{Lu}")
_SENTENCE_END = regex.compile(r"[.!?:•*|]")
_ORDINAL_OR_DECADE = regex.compile(r"\d+(?:st|nd|rd|th|s|er|e|º|ª)")
NOUNS_ARE_CAPITALISED = frozenset({"de", "lb"})


@dataclass(frozen=True)
class Asked:
    """A question, taken apart.

    `weights` holds how rare each term that it is about is in scope (inverse document frequency),
    `sequence` all its terms in order. `names` are its capitalised words but the first, each as its
    terms; `numbers` its figures without commas, of which `years` are some; `identifiers` its words
    of letters and digits, each as one term. `is_denied`: it asks what is not so; `wants_a_date`:
    nothing less will do.
    """

    text: str
    language: str
    sequence: tuple[str, ...]
    weights: dict[str, float]
    names: tuple[frozenset[str], ...]
    numbers: tuple[str, ...]
    years: tuple[str, ...]
    identifiers: tuple[str, ...]
    kind: Kind
    is_denied: bool
    wants_a_date: bool

    @property
    def total(self) -> float:
        return math.fsum(self.weights.values()) or 1.0


def asked_about(
    question: str, term_weights: Mapping[str, float], language: str, own_question: str = ""
) -> Asked:
    """Take a question apart for sources in a language (ISO 639-1, "" if unknown).

    `question` is all that is searched. Where that is more than what was asked, `own_question` is
    what was, and alone tells the kind, the order of words, and whether it asks what is not so.
    """
    own = own_question or question
    sequence = tuple(terms(own, language))
    numbers = tuple(plain_numbers(question))
    put = set(terms(kind_phrase(own, language), language))
    searched = set(terms(question, language))
    weights = {t: w for t, w in term_weights.items() if t in searched}
    return Asked(
        text=question,
        language=language,
        sequence=sequence,
        weights={t: w for t, w in weights.items() if t not in put} or weights,
        names=tuple(_asked_names(question, language)),
        numbers=numbers,
        years=tuple(number for number in numbers if YEAR.fullmatch(number)),
        identifiers=tuple(_identifiers(question, language)),
        kind=kind_of(own, language),
        is_denied=is_denied(own, language),
        wants_a_date=asks_for_a_date(own, language),
    )


def words_of(text: str) -> list[str]:
    """The words of a text as they are written, compounds whole."""
    return _WORD.findall(text)


def names_in(text: str, language: str) -> list[str]:
    """The capitalised words of a sentence; its first only where another one follows."""
    function_words = function_terms(language or "en")
    words = list(_WORD.finditer(text))
    found = []
    for place, word in enumerate(words):
        if not _CAPITAL.match(word[0]) or len(word[0]) < 2 or word[0].lower() in function_words:
            continue
        gap = text[words[place - 1].end() : word.start()] if place else "."
        following = words[place + 1][0] if place + 1 < len(words) else ""
        if _SENTENCE_END.search(gap) and not _CAPITAL.match(following):
            continue
        found.append(word[0])
    return found


def _asked_names(question: str, language: str) -> list[frozenset[str]]:
    if language in NOUNS_ARE_CAPITALISED:
        return []
    function_words = function_terms(language or "en")
    return [
        frozenset(terms(word[0], language))
        for word in list(_WORD.finditer(question))[1:]
        if _CAPITAL.match(word[0])
        and word[0].lower() not in function_words
        and not NUMBER.search(word[0])
    ]


def _identifiers(question: str, language: str) -> list[str]:
    return [
        terms(word[0], language)[0]
        for word in _WORD.finditer(question)
        if regex.search(r"\p{N}", word[0])
        and regex.search(r"\p{L}", word[0])
        and not _ORDINAL_OR_DECADE.fullmatch(word[0])
    ]
