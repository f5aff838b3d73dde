"""What is searched for a question: itself, or, where it leans on those before it, itself and what
those were about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import regex

from notebook_core.text.chinese_following import subject_runs
from notebook_core.text.following import HAN, Word, goes_on, language_of, leans, own_words, words_of

LONGEST_SEARCHED = 250
"""In characters, so that the embedding model, which reads 256 tokens, reads all of it."""
MOST_CARRIED = 12
MOST_QUOTED_NAMES = 3

_ELSEWHERE = regex.compile(
    r"\b(?:others?|another|andere[mnrs]?|autres?|otr[oa]s?|outr[oa]s?)\b|另|其他|其它|别的",
    regex.IGNORECASE,
)
_ASKS_WHO = regex.compile(
    r"\W*(?:who|whose|whom|which|wer|wem|wen|wessen|qui|qui[eé]n(?:es)?|quem)\b",
    regex.IGNORECASE,
)


@dataclass(frozen=True)
class EarlierQuestion:
    """A question that was asked before; what its asker `chose` to be searched instead of it, ""
    if nothing; and the quotes of its answer that may be used."""

    question: str
    chosen: str = ""
    quotes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.chosen or self.question


def search_text(question: str, before: Sequence[EarlierQuestion]) -> str:
    """The text to search for a question; `before` are the questions before it, the newest first.

    A question that stands by itself is searched as it is. One that leans comes first, and after
    it in brackets what those were about that it leans on, back to one that stands. What it puts
    something else in the place of is left out. Of one that asked who, what matters is the answer:
    the names in its first quote.

    >>> search_text("And in 2024?", [EarlierQuestion("What was the revenue of Norhaven in 2023?")])
    'And in 2024? (revenue Norhaven)'
    """
    carried: list[str] = []
    for word in list(dict.fromkeys(_carried(question, before)))[:MOST_CARRIED]:
        if len(_joined(question, [*carried, word])) <= LONGEST_SEARCHED:
            carried.append(word)
    return _joined(question, carried)


def _joined(question: str, carried: Sequence[str]) -> str:
    return f"{question} ({' '.join(carried)})" if carried else question


def _carried(question: str, before: Sequence[EarlierQuestion]) -> Iterator[str]:
    """The words of the questions that this one leans on, each once: back to one that stands or
    whose asker chose what to search."""
    later = [question]
    for asked in before:
        if not leans(later[-1], asked.question):
            return
        for word in _quoted_names(later[-1], asked) or _subject_words(asked.text):
            if not _is_said(word, later) and not _is_changed(word, asked.text, later):
                yield word.text
        if asked.chosen:
            return
        later.append(asked.question)


# --- what a question was about -------------------------------------------------------------


def _subject_words(text: str) -> list[Word]:
    """A text's words but for those that say nothing of a subject; of Chinese, runs of such."""
    if HAN.search(text):
        return [Word(run, run) for run in subject_runs(text)]
    words = words_of(text)
    own = own_words(words, language_of(text, ""))
    return list(dict.fromkeys(word for word in words if word in own or word.is_number))


def _is_said(word: Word, texts: Sequence[str]) -> bool:
    if HAN.search(word.text):
        return any(word.text in text for text in texts)
    return any(word.term in {one.term for one in words_of(text)} for text in texts)


def _is_changed(word: Word, text: str, later: Sequence[str]) -> bool:
    """Whether a later question exchanged this word of a text: a number for another number ("and
    in 2024?"), its only name for another one, or any name for "the other"."""
    if word.is_number:
        return any(one.is_number for other in later for one in _subject_words(other))
    names = _names(text)
    if not any(word in name for name in names):
        return False
    exchanged = len(names) == 1 and any(_is_a_name_alone(other) for other in later)
    return exchanged or any(_ELSEWHERE.search(other) for other in later)


def _names(text: str) -> list[list[Word]]:
    """The names in a question: neighbours that begin with a capital. Not its first word, nor any
    in German, where every noun has one; nor what is all capitals, which may be any short form."""
    if HAN.search(text):
        words = _subject_words(text)
    elif language_of(text, "") == "de":
        return []
    else:
        words = words_of(text)[1:]
    grouped = groupby(words, key=lambda word: word.text[0].isupper() and not word.text.isupper())
    return [list(name) for is_name, name in grouped if is_name]


def _is_a_name_alone(question: str) -> bool:
    """Whether all that it says is a name, as in "and Quillmere?"."""
    named = [word for name in _names(question) for word in name]
    said = [word for word in _subject_words(question) if not word.is_number]
    return bool(named) and all(word in named for word in said)


# --- what its answer quoted ----------------------------------------------------------------


def _quoted_names(question: str, asked: EarlierQuestion) -> list[Word]:
    """The names that answered a question that asked who, for one that now asks something else of
    them: "when was it founded?" does, but "why?" and "and in 2024?" go on with the question."""
    if not asked.quotes or not _ASKS_WHO.match(asked.text) or HAN.search(question):
        return []
    if goes_on(question) or _names(question) or not _subject_words(question):
        return []
    own = own_words(words_of(asked.quotes[0]), language_of(asked.quotes[0], ""))
    named = [word for word in own if word.has_capital and not _is_said(word, [asked.text])]
    return list(dict.fromkeys(named))[:MOST_QUOTED_NAMES]
