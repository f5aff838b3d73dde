"""Which script a language is written in, and whether a text is written in it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import regex

_SCRIPTS_IN_USE = {
    "Hans": ("Hani",),
    "Hant": ("Hani",),
    "Jpan": ("Hani", "Hira", "Kana"),
    "Kore": ("Hang", "Hani"),
}
_LETTER = regex.compile(r"\p{L}")


@cache
def scripts_of(language: str) -> frozenset[str]:
    """The ISO 15924 codes of the scripts that a language (ISO 639-1) is mostly written in, as
    Unicode's CLDR says; empty for a language that it doesn't know.

    >>> sorted(scripts_of("de")), sorted(scripts_of("ko"))
    (['Latn'], ['Hang', 'Hani'])
    """
    from babel.core import get_global

    likely = str(get_global("likely_subtags").get(language, ""))
    script = likely.split("_")[1] if likely.count("_") == 2 else ""
    return frozenset(_SCRIPTS_IN_USE.get(script, (script,) if script else ()))


def language_name(language: str) -> str:
    """The English name of a language (ISO 639-1), or the code when there is none."""
    from babel import Locale

    return str(Locale("en").languages.get(language, language))


def is_mostly_in(text: str, scripts: Collection[str]) -> bool:
    """Whether at least half of the letters belong to the scripts; so it is without letters."""
    letters = _LETTER.findall(text)
    belonging = regex.compile("|".join(rf"\p{{Script={script}}}" for script in sorted(scripts)))
    return 2 * sum(1 for letter in letters if belonging.match(letter)) >= len(letters)
