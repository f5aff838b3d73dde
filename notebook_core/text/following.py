"""Whether a question leans on the one before it, as "why?" and "what about 2024?" do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

import regex

from notebook_core.text.chinese_following import leans_in_chinese
from notebook_core.text.function_words import function_terms
from notebook_core.text.pointing_words import POINTING, Pointing
from notebook_core.text.terms import terms

LONGEST_LEANING = 150
MOST_OWN_WHEN_JOINED = 2
MOST_OWN_WITH_A_POINTER = 3
MOST_OWN_WHEN_EXCHANGED = 4

HAN = regex.compile(r"\p{Han}")
_WORD = regex.compile(r"\d(?:[\d.,:]*\d)?(?!\p{L})|[\p{L}\p{M}\p{N}]+|[,;:.!?–—()]")


@dataclass(frozen=True)
class Word:
    """A word, or a mark between clauses: as it was typed, and as `terms` gives it unstemmed."""

    text: str
    term: str

    @property
    def is_mark(self) -> bool:
        return not self.text[0].isalnum()

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit() and not any(mark.isalpha() for mark in self.text)

    @property
    def has_capital(self) -> bool:
        return any(mark.isupper() for mark in self.text)


def leans(question: str, previous: str) -> bool:
    """Whether the question can't be searched without the `previous` one.

    It leans when it names no subject of its own, when it opens by going on from another and adds
    little, when it points at what it doesn't name itself, or when it is a question word and one
    word more. In doubt it stands by itself: a search that mixes two subjects finds the wrong one.

    >>> leans("Why did they leave?", "Who left?"), leans("Why did the audit fail?", "Who left?")
    (True, False)
    """
    if len(question) > LONGEST_LEANING:
        return False
    if HAN.search(question):
        return leans_in_chinese(question)
    words = words_of(question)
    language = language_of(question, previous)
    if not language:
        return bool(words) and all(word.is_mark or word.is_number for word in words)
    pointing = POINTING[language]
    words = _without_idioms(words, pointing)
    own = own_words(words, language)
    return (
        not own
        or _goes_on(words, own, pointing)
        or _points(words, own, pointing)
        or _is_bare(words, own, pointing, capitals_name=language != "de")
    )


def goes_on(question: str) -> bool:
    """Whether a question opens by going on from another, as "and …" and "what about …" do."""
    words = words_of(question)
    pointing = POINTING.get(language_of(question, ""))
    return bool(pointing and (_joins(words, pointing) or _exchanges(words, pointing)))


def words_of(text: str) -> list[Word]:
    """The words of a text, and the marks between its clauses, in order."""
    found = (match[0] for match in _WORD.finditer(text))
    return [Word(word, next(iter(terms(word, "")), word)) for word in found]


def own_words(words: Sequence[Word], language: str) -> list[Word]:
    """Those that say what is asked about: no number, no mark, no word of the closed classes."""
    closed = closed_terms(language)
    return [
        word
        for word in words
        if not (word.is_mark or word.is_number or word.term in closed or len(word.term) < 2)
    ]


def language_of(question: str, previous: str) -> str:
    """The language whose closed classes the question holds most of; where two tie, that of the
    `previous` one. "" when there is none: words of one or two letters alone prove little."""

    def held(text: str, language: str) -> int:
        closed = closed_terms(language)
        return sum(word.term in closed for word in words_of(text))

    scored = [(held(question, one), held(previous, one), one) for one in POINTING]
    most = max(scored, key=lambda score: score[:2])
    return most[2] if most[0] else ""


@cache
def closed_terms(language: str) -> frozenset[str]:
    """The terms of a language that say nothing of a subject."""
    if language not in POINTING:
        return function_terms(language)
    pointing = POINTING[language]
    spelled = " ".join(pointing.pronouns | pointing.possessives | pointing.joins)
    return (
        function_terms(language)
        | frozenset(terms(spelled, ""))
        | pointing.hollow
        | pointing.asks
        | pointing.breaks
        | pointing.relates
        | pointing.names
    )


# --- the rules -----------------------------------------------------------------------------


def _line(words: Sequence[Word]) -> str:
    return " ".join(word.term for word in words if not word.is_mark)


def _without_idioms(words: list[Word], pointing: Pointing) -> list[Word]:
    """The words but for those that only look as if they pointed at something."""
    plain = [word for word in words if not word.is_mark]
    line = _line(plain)
    idle: set[int] = set()
    for match in pointing.idioms.finditer(line):
        first = line.count(" ", 0, match.start())
        idle.update(id(word) for word in plain[first : first + match[0].count(" ") + 1])
    return [word for word in words if id(word) not in idle]


def _goes_on(words: Sequence[Word], own: Sequence[Word], pointing: Pointing) -> bool:
    """Whether it opens as something that goes on: "and …", "what about …", "for …?"."""
    if _exchanges(words, pointing):
        return len(own) <= MOST_OWN_WHEN_EXCHANGED
    asks = any(word.term in pointing.asks for word in words)
    fragment = words[0].term in pointing.relates and words[-1].text == "?" and not asks
    return (_joins(words, pointing) or fragment) and len(own) <= MOST_OWN_WHEN_JOINED


def _joins(words: Sequence[Word], pointing: Pointing) -> bool:
    return words[0].text.lower() in pointing.joins


def _exchanges(words: Sequence[Word], pointing: Pointing) -> bool:
    opening = _line(words[1:] if _joins(words, pointing) else words)
    return pointing.about.match(opening) is not None


def _points(words: Sequence[Word], own: Sequence[Word], pointing: Pointing) -> bool:
    """Whether a word points at what no word before it can have named.

    A pronoun can't mean what its own clause names (as in "who is responsible for it?"), but it
    may mean what an earlier one named; "its" may mean either.
    """
    if len(own) > MOST_OWN_WITH_A_POINTER:
        return False
    if pointing.pointers.search(_line(words)):
        return True
    earlier = here = False
    for place, word in enumerate(words):
        lower = word.text.lower()
        addresses = word.has_capital and lower in pointing.formal
        if word.is_mark or word.term in pointing.breaks:
            earlier, here = earlier or here, False
        elif word in own:
            here = True
        elif not earlier and not addresses:
            alone = not _goes_with_noun(words[place + 1 :], own)
            if lower in pointing.pronouns or (lower in pointing.articles and alone):
                return True
            if lower in pointing.possessives and not here:
                return True
    return False


def _goes_with_noun(following: Sequence[Word], own: Sequence[Word]) -> bool:
    """Whether a noun, which German writes with a capital, follows after adjectives at most."""
    phrase = takewhile(lambda word: word in own, following)
    return any(word.has_capital for word in phrase)


def _is_bare(
    words: Sequence[Word], own: Sequence[Word], pointing: Pointing, capitals_name: bool
) -> bool:
    """Whether it is a question word and one word that is no subject: "who won?", "how many
    pages?", but not "what is phishing?", "who is Quillmere?" or "how do I resign?"."""
    if len(own) != 1 or (capitals_name and own[0].has_capital):
        return False
    before = words[: words.index(own[0])]
    asks = any(word.term in pointing.asks for word in before)
    return asks and not any(word.term in pointing.names for word in words)
