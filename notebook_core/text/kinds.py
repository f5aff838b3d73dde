"""Kinds: what kind of thing a question asks for, and whether a sentence gives one.

The kinds follow the coarse answer types of question answering (Li and Roth, 2002, "Learning
Question Classifiers", https://aclanthology.org/C02-1150), told by their question words alone.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from functools import cache

import regex

from notebook_core.text.kind_words import DAYS_AND_HOURS, kind_words

NUMBER = regex.compile(r"(?<![\p{Latin}\p{N}.,])\p{Nd}+(?:[.,:]\p{Nd}+)*")
YEAR = regex.compile(r"(?<![\p{Latin}\p{N}.,])(?:1\d{3}|20\d{2})(?!\p{N}|[.,]\d)")
_WORD = regex.compile(r"\p{L}+")
_CAPITAL = r"(?:the |a |an )?(?:\p{Ll}+ )?(?:\p{Lu}|\p{Han})"
_COPULA = regex.compile(
    r"\b(?:is|was|are|were) the (?:\p{L}+ )?(\p{L}+) (?:of|for|in)\b"
    r"|['’]s (?:\p{L}+[ -])*(\p{L}+)\s*\?*$"
)
_NOUN_REACH = 3
_VERBS = frozenset(
    {"is", "was", "are", "were", "did", "does", "do", "of", "has", "had", "can", "would", "will"}
)

GIVES, MAY_GIVE, LACKS = 1.0, 0.3, -1.0


class Kind(Enum):
    """What is asked for; OTHER where the question words leave it open."""

    NUMBER = "number"
    DURATION = "duration"
    PERSON = "person"
    TIME = "time"
    PLACE = "place"
    REASON = "reason"
    OTHER = "other"


_BY_ITSELF = (Kind.DURATION, Kind.NUMBER, Kind.PERSON, Kind.TIME, Kind.PLACE, Kind.REASON)
_BY_ITS_NOUN = (Kind.TIME, Kind.PLACE, Kind.NUMBER, Kind.PERSON)


def kind_of(question: str, language: str) -> Kind:
    """The kind of thing that a question in this language (ISO 639-1) asks for.

    >>> kind_of("How long may it rest?", "en"), kind_of("Which year was it?", "en")
    (<Kind.DURATION: 'duration'>, <Kind.TIME: 'time'>)
    """
    words = kind_words(language)
    for kind in _BY_ITSELF:
        if phrases(getattr(words, kind.value)).search(question):
            return kind
    asked = phrases(words.which).search(question)
    return _kind_of_noun(question, asked.end(), language) if asked else Kind.OTHER


def kind_phrase(question: str, language: str) -> str:
    """The words that ask for the kind by themselves: "how high", "combien"; "" if there are none.

    They say how the question is put. "How high is it?" is answered by "a height of 3 m".
    """
    words = kind_words(language)
    for kind in _BY_ITSELF:
        if found := phrases(getattr(words, kind.value)).search(question):
            return str(found[0])
    return ""


def asks_for_a_date(question: str, language: str) -> bool:
    """Whether nothing less than a date will do: "since when", "on which day", but not "when"."""
    return bool(phrases(kind_words(language).date).search(question))


def names_a_day_or_hour(text: str, language: str) -> bool:
    """Whether a text says a day of the week or of several, or a time of day.

    >>> names_a_day_or_hour("It opens at 9:30.", "en"), names_a_day_or_hour("At 9 bar.", "en")
    (True, False)
    """
    return bool(_days_and_hours(language).search(text))


def _kind_of_noun(question: str, after: int, language: str) -> Kind:
    words = kind_words(language)
    following = []
    for word in _WORD.findall(question[after:])[:_NOUN_REACH]:
        if word.lower() in _VERBS:
            break
        following.append(word)
    if named := _COPULA.search(question):
        following.append(named[1] or named[2])
    for word in following:
        for kind in _BY_ITS_NOUN:
            if phrases(getattr(words, f"{kind.value}_nouns")).match(word):
                return kind
    return Kind.OTHER


@cache
def phrases(words: str) -> regex.Pattern[str]:
    """A pattern for words separated by "|", each between what are no Latin letters."""
    return regex.compile(rf"(?<!\p{{Latin}})(?:{words})(?!\p{{Latin}})", regex.I)


def plain_numbers(text: str) -> list[str]:
    """The figures of a text without commas: "1,250" and "1250" are the same."""
    return [number.replace(",", "") for number in NUMBER.findall(text)]


def is_denied(text: str, language: str) -> bool:
    """Whether a text holds a word that turns a statement round: "not", "never", "without"."""
    return bool(phrases(kind_words(language).denials).search(text))


def fit(
    kind: Kind, text: str, numbers: Collection[str], names: Collection[str], language: str
) -> float:
    """Whether a sentence gives what is asked for: GIVES, MAY_GIVE or LACKS; 0 if that's open.

    `numbers` and `names` are those of the sentence that don't stand in the question: what is
    asked for isn't said in it.
    """
    words = kind_words(language)
    years = [number for number in numbers if YEAR.fullmatch(number)]
    numerals = phrases(words.numerals).search(text)
    spans = phrases(words.spans_of_time).search(text)
    match kind:
        case Kind.PERSON:
            return _grade(bool(names))
        case Kind.TIME:
            return _grade(bool(years or _months(language).search(text)), bool(spans))
        case Kind.PLACE:
            return _grade(bool(names and _place(language).search(text)), bool(names))
        case Kind.NUMBER:
            undated = _dates(language).sub(" ", text)
            figures = [n for n in numbers if n in plain_numbers(undated) and n not in years]
            return _grade(bool(figures) or "%" in text, bool(numerals or years))
        case Kind.DURATION:
            return _grade(bool(spans and (numbers or numerals)), bool(numbers))
        case Kind.REASON:
            return _grade(bool(phrases(words.because).search(text)))
        case Kind.OTHER:
            return 0.0


def _grade(gives: bool, may_give: bool = False) -> float:
    if gives:
        return GIVES
    return MAY_GIVE if may_give else LACKS


@cache
def _place(language: str) -> regex.Pattern[str]:
    before = kind_words(language).before_a_place
    return regex.compile(rf"(?<!\p{{Latin}})(?i:{before}) ?{_CAPITAL}")


@cache
def _dates(language: str) -> regex.Pattern[str]:
    """A day beside its month, and a time of day: figures that count nothing."""
    month = _months(language).pattern
    return regex.compile(
        rf"\d{{1,2}}\.? ?(?:{month})|(?:{month}) ?\d{{1,2}}|\d{{1,2}}:\d\d", regex.I
    )


@cache
def _days_and_hours(language: str) -> regex.Pattern[str]:
    """The names of the days as Unicode's CLDR has them, in the plural too, and the rest."""
    from babel import UnknownLocaleError
    from babel.dates import get_day_names

    try:
        named = get_day_names("wide", locale=language or "en").values()
    except (UnknownLocaleError, ValueError):
        named = get_day_names("wide", locale="en").values()
    days = "|".join(sorted(regex.escape(str(day)) for day in named))
    return phrases(f"(?:{days})s?|{DAYS_AND_HOURS}")


@cache
def _months(language: str) -> regex.Pattern[str]:
    """The names of months in a language as Unicode's CLDR has them, long and short."""
    from babel import UnknownLocaleError
    from babel.dates import get_month_names

    try:
        widths = [
            get_month_names(width, locale=language or "en") for width in ("wide", "abbreviated")
        ]
    except (UnknownLocaleError, ValueError):
        widths = [get_month_names("wide", locale="en")]
    names = {str(name).rstrip(".") for months in widths for name in months.values()}
    return phrases("|".join(sorted(map(regex.escape, names), key=len, reverse=True)))
