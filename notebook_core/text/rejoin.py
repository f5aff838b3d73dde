"""Rejoin: what stood at a line end between two lines of running text.

A hyphen at a line end belongs to the word (`well-known`, `2019-2021`) or to the line alone
(`infor-` + `mation`). The document itself is asked first, which of the two forms it has elsewhere;
only then do the rules below guess. A wrong guess costs little: keyword search knows a hyphenated
word by its parts and as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import regex

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:[-\u2010\u2011]\p{L}[\p{L}\p{M}]*)*")
_BROKEN_WORD = regex.compile(r"[^\s\-\u2010][-\u2010]$")
_LAST_TOKEN = regex.compile(
    r"(?:^|[\s\u2012-\u2015])[\p{Ps}\p{Pi}\p{Po}]*([^\s\u2012-\u2015]*?)[-\u2010]$"
)
_FIRST_TOKEN = regex.compile(r"\S+")
_FIRST_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?![-\u2010\u2011@/\d]|\.\p{Ll})")
_ONLY_LETTERS = regex.compile(r"\p{L}[\p{L}\p{M}]*")
_BINDING_END = regex.compile(r"\S(?:[\u2011-\u2015]|--)$|(?:^|\s)\p{L}+/$")
_WITHOUT_SPACES = (
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\u3000-\u303f\u30fc\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]"
)
_ENDS_WITHOUT_SPACES = regex.compile(rf"{_WITHOUT_SPACES}$")
_STARTS_WITHOUT_SPACES = regex.compile(_WITHOUT_SPACES)
_COMPOSES_WITH_WHAT_IS_BEFORE = regex.compile(r"\p{M}|[\u1160-\u11ff\ud7b0-\ud7ff]")
_CONJUNCTIONS = frozenset(
    ("and", "or", "to", "und", "oder", "bis", "bzw.", "sowie", "et", "ou", "y", "en", "of", "och")
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_COMPOUND_HEADS = frozenset(("well", "self", "half", "non", "quasi", "two", "three", *_TENS))
_NEVER_HEADS = frozenset(("over", "under", "with", "some", "every", "through"))
_SHORTEST_PART = 4


class Vocabulary:
    """How often words, hyphenated ones as a whole, stand inside the lines of a document."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        """Count the words of lines in reading order, without the halves of broken ones."""
        self._counts: Counter[str] = Counter()
        broken = False
        for line in lines:
            whole = line.partition(" ")[2] if broken else line
            broken = bool(_BROKEN_WORD.search(line))
            if broken:
                whole = whole.rpartition(" ")[0]
            self._counts.update(word.casefold() for word in _WORD.findall(whole))

    def count(self, word: str) -> int:
        return self._counts[word.casefold()]


def rejoined(left: str, right: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """The left line as it stays (its hyphen may go) and what comes between it and the right one.

    Both are normalised lines without blanks at their ends; the second value is "" or " ".
    """
    if _COMPOSES_WITH_WHAT_IS_BEFORE.match(right):
        return left, " "
    if _BROKEN_WORD.search(left):
        if _first_token(right).casefold() in _CONJUNCTIONS:
            return left, " "
        return left if _hyphen_stays(left, right, vocabulary) else left[:-1], ""
    if _BINDING_END.search(left):
        return left, ""
    if _ENDS_WITHOUT_SPACES.search(left) and _STARTS_WITHOUT_SPACES.match(right):
        return left, ""
    return left, " "


def joins_safely(right: str) -> bool:
    """Whether `right` can follow any text directly without changing its last character."""
    return not _COMPOSES_WITH_WHAT_IS_BEFORE.match(right)


def _first_token(line: str) -> str:
    match = _FIRST_TOKEN.match(line)
    return match[0] if match else ""


def _hyphen_stays(left: str, right: str, vocabulary: Vocabulary) -> bool:
    last, first = _LAST_TOKEN.search(left), _FIRST_WORD.match(right)
    if not last or not first or not _ONLY_LETTERS.fullmatch(last[1]):
        return True  # a number, an address, a compound that has other hyphens
    head, tail = last[1], first[0]
    shouted = head.isupper() and tail.isupper()
    if tail[0].isupper() and not shouted:
        return True
    rejoined_count = vocabulary.count(head + tail)
    hyphenated_count = vocabulary.count(f"{head}-{tail}")
    if rejoined_count != hyphenated_count:
        return hyphenated_count > rejoined_count
    return shouted or _looks_compound(head, tail, vocabulary)


def _looks_compound(head: str, tail: str, vocabulary: Vocabulary) -> bool:
    """Whether both parts are words in their own right, as far as can be known."""
    if len(tail) < _SHORTEST_PART:
        return False
    if head.casefold() in _COMPOUND_HEADS:
        return True
    if len(head) < _SHORTEST_PART or head.casefold() in _NEVER_HEADS:
        return False
    return bool(vocabulary.count(head) and vocabulary.count(tail))
