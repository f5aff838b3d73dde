"""Terms: what keyword search counts in a passage and looks for in a question."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from py_rust_stemmers import SnowballStemmer

_STEMMERS = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "nb": "norwegian",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ′`´＇", "'"))
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
# Diacritics of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic; the marks of other
# scripts (Devanagari, Thai, kana) are letters as much as any.
_FOLDED_MARKS = regex.compile(r"[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670\u0640]")
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー"
_UNSPACED_RUN = regex.compile(rf"[{_UNSPACED}][{_UNSPACED}\p{{M}}]*")
_WORD = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_UNSPACED}]]+"
_TOKEN = regex.compile(
    rf"(?P<compound>{_WORD}(?:[-_./:@+&',]{_WORD})*)|(?P<run>{_UNSPACED_RUN.pattern})",
    regex.V1,
)
_PARTS = regex.compile(r"[-_./:@+&,']")
_NUMBER = regex.compile(r"\d+(?:[.,:]\d+)+")
_POSSESSIVE = regex.compile(r"'s\b")


def terms(text: str, language: str) -> list[str]:
    """The terms of a text in its language (ISO 639-1, "" if unknown), in order, with repeats.

    Words are folded (compatibility forms, case, accents) and stemmed in the language. What is
    joined by a hyphen, dot, slash or the like counts whole and by its parts. Scripts without
    spaces give pairs of neighbouring characters.

    >>> terms("The keeper’s well-known plan, ERR-4012", "en")
    ['the', 'keeper', 'well-known', 'well', 'known', 'plan', 'err-4012', 'err', '4012']
    >>> terms("水泵检查", "zh")
    ['水泵', '泵检', '检查']
    """
    found: list[str] = []
    for token in _TOKEN.finditer(_folded(text)):
        if token["run"]:
            found.extend(_pairs(token["run"]))
        else:
            found.extend(_of_compound(token["compound"], language))
    return found


def question_terms(question: str, languages: Collection[str]) -> tuple[str, ...]:
    """What to look for in sources of these languages: each stem once, sorted."""
    spoken = set(languages) or {""}
    return tuple(sorted({term for language in spoken for term in terms(question, language)}))


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES)).translate(_DASHES)
    decomposed = unicodedata.normalize("NFD", plain.casefold())
    return unicodedata.normalize("NFC", _FOLDED_MARKS.sub("", decomposed))


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for first in range(len(run) - 1):
        yield run[first : first + 2]


def _of_compound(compound: str, language: str) -> Iterator[str]:
    whole = _POSSESSIVE.sub("", compound)
    if _NUMBER.fullmatch(whole):
        yield whole
        return
    parts = [part for part in _PARTS.split(whole) if part]
    if len(parts) > 1 and "'" not in whole and "," not in whole:
        yield whole
    for part in parts:
        yield _stem(part, language)


@lru_cache(maxsize=200_000)
def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(language)
    return str(stemmer.stem_word(word)) if stemmer else word


@cache
def _stemmer(language: str) -> SnowballStemmer | None:
    if language not in _STEMMERS:
        return None
    from py_rust_stemmers import SnowballStemmer

    return SnowballStemmer(_STEMMERS[language])
