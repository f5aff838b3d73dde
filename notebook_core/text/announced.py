"""Finds the sentences that another one announces: "It made three findings." and the next three."""

from __future__ import annotations

from collections.abc import Collection

import regex

from notebook_core.text.lists import MOST_CHARACTERS, Span
from notebook_core.text.sentences import sentences
from notebook_core.text.spans import slice_text
from notebook_core.text.terms import terms

_NUMERALS = (
    "two zwei deux dos dois duas 两 二",
    "three drei trois tres três 三",
    "four vier quatre cuatro quatro 四",
    "five fünf cinq cinco 五",
    "six sechs seis 六",
    "seven sieben sept siete sete 七",
)
_NUMBER_OF = {word: n for n, words in enumerate(_NUMERALS, start=2) for word in words.split()}
_ENDS_WITH_A_COUNT = regex.compile(
    r"(?<![\p{L}\p{M}])(?P<number>\L<numerals>) (?P<counted>(?:[\p{L}-]+ )?[\p{L}-]+)[.:]$"
    r"|(?<!第)(?P<number>[两二三四五六七])[个项点种条类]?(?P<counted>\p{Han}{2,4})[。：]$",
    regex.IGNORECASE,
    numerals=list(_NUMBER_OF),
)


def with_announced(text: str, start: int, end: int, language: str, asked: Collection[str]) -> Span:
    """The sentence `start:end` and the sentences that it announces, or the sentence alone.

    It announces as many as it counts at its end, if what it counts is among the terms asked for
    and as many follow in its paragraph.
    """
    number = _counted(slice_text(text, start, end), language, asked)
    if number:
        paragraph = text.find("\n\n", end)
        rest = slice_text(text, start, paragraph if paragraph >= 0 else len(text))
        pieces = sentences(rest)[: number + 1]
        last = start + len(slice_text(rest, 0, pieces[-1][1]).rstrip())
        begins_there = start + pieces[0][1] >= end
        if len(pieces) == number + 1 and begins_there and last - start <= MOST_CHARACTERS:
            return start, last
    return start, end


def _counted(sentence: str, language: str, asked: Collection[str]) -> int:
    """How many of what is asked for a sentence counts at its end; 0 for none."""
    match = _ENDS_WITH_A_COUNT.search(sentence)
    if match is None or set(asked).isdisjoint(terms(match["counted"], language)):
        return 0
    return _NUMBER_OF.get(match["number"].casefold(), 0)
