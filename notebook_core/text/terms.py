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

LONGEST_TERM = 64
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ′`´＇", "'"))
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_RAISED = str.maketrans(dict.fromkeys("™℠¹²³⁰⁴⁵⁶⁷⁸⁹", " "))  # marks and notes, no part of a word
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
# Diacritics of Latin and Greek, stress marks of Cyrillic (not й, ї, ѓ: these are letters), vowel
# points of Hebrew and Arabic; the marks of other scripts are letters as much as any.
_FOLDED_MARKS = regex.compile(
    r"(?<=[\p{Latin}\p{Greek}е])[\u0300-\u036f]++|(?<=[аеиоуыэюяієї])\u0301"
    r"|[\u0591-\u05bd\u05bf-\u05c7\u064b-\u0655\u0670\u0640]"
)
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー"
_UNSPACED_RUN = regex.compile(rf"[{_UNSPACED}][{_UNSPACED}\p{{M}}]*")
_WORD = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_UNSPACED}]]+"
_TOKEN = regex.compile(
    rf"(?P<symbol>(?<![\p{{L}}\p{{N}}])\p{{Latin}}(?:\+\+|#)(?![\p{{L}}\p{{N}}]))"  # C++, C#
    rf"|(?P<compound>{_WORD}(?:[-_./:@+&',]{_WORD})*)|(?P<run>{_UNSPACED_RUN.pattern})",
    regex.V1,
)
_NUMBER = r"\d+(?:[.,:]\d+)+"
_PART = regex.compile(
    rf"(?<![\p{{L}}\p{{N}}])v?(?P<number>{_NUMBER})(?![\p{{L}}\p{{N}}])|{_WORD}", regex.V1
)
_WHOLE_NUMBER = regex.compile(_NUMBER)
_GROUPED = regex.compile(r"(\d{1,3}(?:,\d{3})+)(\.\d+)?")
_ACRONYM = regex.compile(r"\p{L}(?:\.\p{L}){2,}")
_NOT_WHOLE = regex.compile(r"[',]")
_POSSESSIVE = regex.compile(r"'s\b")


def terms(text: str, language: str) -> list[str]:
    """The terms of a text in its language (ISO 639-1, "" if unknown), in order, with repeats.

    Words are folded (compatibility forms, case, accents) and stemmed in the language. What is
    joined by a hyphen, dot, slash or the like counts by its parts and whole, without its hyphens,
    so that spellings with other hyphens or none are found too. Scripts without spaces give pairs
    of neighbouring characters.

    >>> terms("The keeper’s well-known plan, ERR-4012", "en")
    ['the', 'keeper', 'wellknown', 'well', 'known', 'plan', 'err4012', 'err', '4012']
    >>> terms("1,250 of v2.0.1", "en")
    ['1250', 'of', 'v2.0.1', '2.0.1']
    >>> terms("水泵检查", "zh")
    ['水泵', '泵检', '检查']
    """
    found: list[str] = []
    for token in _TOKEN.finditer(_folded(text)):
        if token["symbol"]:
            found.extend((token["symbol"], token["symbol"][0]))
        elif token["run"]:
            found.extend(_pairs(token["run"]))
        else:
            found.extend(_of_compound(token["compound"], language))
    return found


def question_terms(question: str, languages: Collection[str]) -> tuple[str, ...]:
    """What to look for in sources of these languages: each stem once, sorted."""
    spoken = set(languages) or {""}
    return tuple(sorted({term for language in spoken for term in terms(question, language)}))


def _folded(text: str) -> str:
    text = text.translate(_RAISED).translate(_APOSTROPHES)
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
    decomposed = unicodedata.normalize("NFD", plain.casefold())
    return unicodedata.normalize("NFC", _FOLDED_MARKS.sub("", decomposed)).translate(_LETTERS)


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for first in range(len(run) - 1):
        yield run[first : first + 2]


@lru_cache(maxsize=100_000)
def _of_compound(compound: str, language: str) -> tuple[str, ...]:
    return tuple(_whole_and_parts(compound, language))


def _whole_and_parts(compound: str, language: str) -> Iterator[str]:
    whole = _POSSESSIVE.sub("", compound)
    if _WHOLE_NUMBER.fullmatch(whole):
        yield _number(whole)
        return
    if _ACRONYM.fullmatch(whole):
        yield whole.replace(".", "")
        return
    parts = list(_PART.finditer(whole))
    if len(parts) > 1 or parts[0]["number"]:
        yield from _whole(whole, language)
    for part in parts:
        yield _number(part["number"]) if part["number"] else _stem(part[0], language)


def _whole(compound: str, language: str) -> Iterator[str]:
    joined = compound.replace("-", "").replace("_", "")
    if not _NOT_WHOLE.search(joined) and len(joined) <= LONGEST_TERM:
        yield _stem(joined, language)


def _number(number: str) -> str:
    """The number without commas between its thousands."""
    grouped = _GROUPED.fullmatch(number)
    return (number.replace(",", "") if grouped else number)[:LONGEST_TERM]


def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(language)
    return str(stemmer.stem_word(word) if stemmer else word)[:LONGEST_TERM]


@cache
def _stemmer(language: str) -> SnowballStemmer | None:
    if language not in _STEMMERS:
        return None
    from py_rust_stemmers import SnowballStemmer

    return SnowballStemmer(_STEMMERS[language])
