"""Questions across sources: comparisons and surveys, told apart from questions for one answer."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

import regex

from notebook_core.text.across_phrases import BEFORE_AN_ORDER, HOW_IT_IS_PUT, PHRASES, WORDS
from notebook_core.text.function_words import only_function_words

_TOKEN = regex.compile(r"\p{Han}|[[\p{L}\p{M}\p{N}]--\p{Han}]+", regex.V1)
_PART = regex.compile(r"[\^…]|[\p{L}\p{M}|]+")
_SPACES_LEFT = regex.compile(r"\s+(?=[\s?!.,;:？！。，；：])")
LONGEST_GAP = 24
_START = frozenset({"^"})
_GAP = frozenset({"…"})

Phrase = tuple[frozenset[str], ...]
Token = tuple[str, int, int]


def asks_across(question: str) -> bool:
    """Whether the question asks each source rather than for the one place that answers it.

    >>> asks_across("How do the two offers differ in price?")
    True
    >>> asks_across("What is the differential pressure?")
    False
    """
    return bool(_places(_tokens(question), _phrases()))


def what_is_compared(question: str, languages: Collection[str]) -> str:
    """A question across sources without the words that only say so; any other as it is.

    `languages` are those of the sources. Where sources hold words such as "compare" and "differ",
    they speak of comparing and not of what is compared.

    >>> what_is_compared("How do the support hours differ in the two offers?", {"en"})
    'How the support hours in offers?'
    """
    tokens = _tokens(question)
    places = _places(tokens, _phrases())
    if not places:
        return question
    kept, end = [], 0
    for at in sorted(places | _places(tokens, _how_it_is_put())):
        _, start, after = tokens[at]
        kept.append(question[end:start])
        end = after
    rest = _SPACES_LEFT.sub("", " ".join([*kept, question[end:]])).strip(" ,;:，：")
    return question if only_function_words(rest, languages) else rest


def _tokens(question: str) -> list[Token]:
    """Words (of Chinese, characters) without case and accents, and where they stand."""
    return [(_folded(word[0]), word.start(), word.end()) for word in _TOKEN.finditer(question)]


def _folded(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(mark for mark in decomposed if not unicodedata.combining(mark))


def _places(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> frozenset[int]:
    """Which of the tokens belong to one of the phrases."""
    words = [word for word, *_ in tokens]
    first = next((at for at, word in enumerate(words) if word not in _before_an_order()), 0)
    found: set[int] = set()
    for phrase in phrases:
        if phrase[0] == _START:
            found.update(_match(phrase[1:], words, first) or ())
            continue
        for begin in range(len(words)):
            found.update(_match(phrase, words, begin) or ())
    return frozenset(found)


def _match(phrase: Phrase, words: Sequence[str], at: int) -> tuple[int, ...] | None:
    """Where the phrase's words stand if it begins at `at`, else None."""
    if not phrase:
        return ()
    if phrase[0] == _GAP:
        last = min(len(words), at + LONGEST_GAP + 1)
        rests = (_match(phrase[1:], words, later) for later in range(at, last))
        return next((rest for rest in rests if rest is not None), None)
    if at >= len(words) or words[at] not in phrase[0]:
        return None
    rest = _match(phrase[1:], words, at + 1)
    return None if rest is None else (at, *rest)


# --- the tables, taken apart once ----------------------------------------------------------


@cache
def _phrases() -> tuple[Phrase, ...]:
    return tuple(
        tuple(_parts(line, WORDS[language]))
        for language, lines in PHRASES.items()
        for line in lines.strip().splitlines()
    )


@cache
def _how_it_is_put() -> tuple[Phrase, ...]:
    return tuple(tuple(_parts(line, {})) for line in HOW_IT_IS_PUT.strip().splitlines())


def _parts(line: str, names: Mapping[str, str]) -> Iterator[frozenset[str]]:
    for part in _PART.findall(line):
        choices = names.get(part, part).split("|")
        if len(choices) > 1 or part in "^…":
            yield frozenset(choices if part in "^…" else map(_folded, choices))
        else:
            yield from (frozenset({_folded(one[0])}) for one in _TOKEN.finditer(choices[0]))


@cache
def _before_an_order() -> frozenset[str]:
    return frozenset(map(_folded, BEFORE_AN_ORDER.split()))
