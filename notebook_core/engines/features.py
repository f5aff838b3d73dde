"""Features: what a sentence says about a question, as numbers that a ranking can weigh."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from notebook_core.engines.sentence import Sentence
from notebook_core.text.asked import Asked, names_in, words_of
from notebook_core.text.function_words import function_terms
from notebook_core.text.kinds import YEAR, fit, is_denied, plain_numbers
from notebook_core.text.terms import terms

SHARED_STEM = 4
FEWEST_IN_COMMON = 0.6


@dataclass(frozen=True)
class Surroundings:
    """The terms of a sentence, of the one before it, and of what it stands under."""

    said: frozenset[str]
    before: frozenset[str]
    around: frozenset[str]


def features_of(
    asked: Asked, sentence: Sentence, meaning: float, names: Collection[str] = ()
) -> dict[str, float]:
    """Everything that is known about a sentence as an answer; all but `meaning` from its words.

    `meaning` is the cosine of sentence and question, `names` are those known of its source. The
    shares of the question's term weights that the sentence says, or that stand near it, add up to
    1 with `unsaid`.
    """
    hit = sentence.hit
    near = surroundings(sentence, asked.language)
    numbers = set(plain_numbers(sentence.spoken))
    near_numbers = numbers | set(plain_numbers(_context(sentence)))
    passage_numbers = near_numbers | set(plain_numbers(hit.text))
    new_names = [
        name
        for name in names_in(sentence.spoken, asked.language)
        if not _term_set(name, asked.language) & set(asked.sequence)
    ]
    passage = _term_set(hit.text, asked.language)
    new_name_terms = frozenset[str]().union(*(_term_set(n, asked.language) for n in new_names))
    everywhere = near.said | near.before | near.around | passage
    new_numbers = [number for number in numbers if number not in asked.numbers]
    return _shares(asked, near, passage) | {
        "meaning": meaning,
        "passage": hit.score,
        "vector_first": 1 / hit.rank_vector if hit.rank_vector else 0.0,
        "order": _in_order(asked.sequence, _terms(sentence.spoken, asked.language)),
        "names_missing": _share(not name & everywhere for name in asked.names),
        "numbers_missing": _share(n not in passage_numbers for n in asked.numbers),
        "identifiers_missing": _share(i not in everywhere for i in asked.identifiers),
        "years_missing": _share(year not in passage_numbers for year in asked.years),
        "other_subject": _other_subject(asked, sentence, near, {*names, *new_names}),
        "other_name": _other_name_in_place(asked, sentence.spoken, new_name_terms),
        "names_far": _share(
            not name & (near.said | near.before | near.around) for name in asked.names
        ),
        "other_year": _other_year(asked, new_numbers, near_numbers),
        "not_denied": float(asked.is_denied and not is_denied(sentence.spoken, asked.language)),
        "fits": fit(asked.kind, sentence.spoken, new_numbers, new_names, asked.language),
    }


@lru_cache(maxsize=20_000)
def names_of(text: str, language: str) -> frozenset[str]:
    """The names in a passage, as far as they don't only begin sentences."""
    return frozenset(names_in(text, language))


def surroundings(sentence: Sentence, language: str) -> Surroundings:
    return Surroundings(
        said=_term_set(sentence.spoken, language),
        before=_term_set(sentence.before, language),
        around=_term_set(_over(sentence), language),
    )


def _shares(asked: Asked, near: Surroundings, passage: frozenset[str]) -> dict[str, float]:
    """The question's term weights by where the terms are said, as shares of them all.

    A term that is said in another form ("inspection", "inspector") counts as far as the two agree;
    the rest of it may still stand nearby.
    """
    names = frozenset[str]().union(*asked.names)
    shares = dict.fromkeys(
        ("named", "said_other", "alike", "said_before", "said_around", "in_passage", "unsaid"), 0.0
    )
    for term, weight in asked.weights.items():
        if term in near.said:
            shares["named" if term in names else "said_other"] += weight
            continue
        agreed = _agreement(term, near.said)
        shares["alike"] += agreed * weight
        rest = weight * (1 - agreed)
        if term in near.before:
            shares["said_before"] += rest
        elif term in near.around:
            shares["said_around"] += rest
        else:
            held = float(term in passage) or (0.0 if agreed else _agreement(term, passage))
            shares["in_passage"] += held * rest
            shares["unsaid"] += (1 - held) * rest
    return {name: share / asked.total for name, share in shares.items()}


def _agreement(term: str, said: Collection[str]) -> float:
    """How far a term agrees with the likest of others that begin alike, from 0 to 1."""
    if len(term) < SHARED_STEM or term[0].isdigit():
        return 0.0
    alike = (other for other in said if other[:SHARED_STEM] == term[:SHARED_STEM])
    best = max((_common_start(term, other) for other in alike), default=0.0)
    return best if best >= FEWEST_IN_COMMON else 0.0


def _common_start(one: str, other: str) -> float:
    length = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        length += 1
    return length / max(len(one), len(other))


def _in_order(asked: Sequence[str], said: Sequence[str]) -> float:
    """The longest common subsequence of two lists of terms, as a share of the first."""
    previous = [0] * (len(said) + 1)
    for term in asked:
        current = [0]
        for place, other in enumerate(said, start=1):
            longer = previous[place - 1] + 1 if term == other else 0
            current.append(max(longer, previous[place], current[-1]))
        previous = current
    return previous[-1] / max(1, len(asked))


def _other_year(asked: Asked, new: Sequence[str], near: Collection[str]) -> float:
    """1 if the question asks about a year and the sentence speaks of another one instead."""
    speaks_of_another = any(YEAR.fullmatch(number) for number in new)
    return float(bool(asked.years) and not set(asked.years) & set(near) and speaks_of_another)


def _other_subject(
    asked: Asked, sentence: Sentence, near: Surroundings, names: Collection[str]
) -> float:
    """1 if a name that was asked about isn't near, and the sentence begins with another one."""
    known = near.said | near.before | near.around
    far = any(not name & known for name in asked.names)
    first = next(iter(words_of(sentence.text)), "")
    asked_too = _term_set(first, asked.language) & set(asked.sequence)
    return float(far and first in names and not asked_too)


def _other_name_in_place(asked: Asked, text: str, new_names: Collection[str]) -> float:
    """1 if another name stands where one that was asked about should, by the words on both sides:
    "inspects Ostmere harbour" where "inspects Kessing harbour" was asked about."""
    function_words = function_terms(asked.language or "en")
    question = [term for term in asked.sequence if term not in function_words]
    said = [term for term in _terms(text, asked.language) if term not in function_words]
    names = frozenset[str]().union(*asked.names)
    places = {
        (before, after)
        for before, term, after in _with_neighbours(question)
        if term in names and term not in said
    }
    return float(
        any(
            term in new_names and (before, after) in places
            for before, term, after in _with_neighbours(said)
        )
    )


def _with_neighbours(listed: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    return zip(listed, listed[1:], listed[2:], strict=False)


def _share(missing: Iterable[bool]) -> float:
    values = list(missing)
    return sum(values) / len(values) if values else 0.0


def _context(sentence: Sentence) -> str:
    return f"{sentence.before} {_over(sentence)}"


def _over(sentence: Sentence) -> str:
    """What a sentence stands under: its source, its section, and the heading next above it."""
    hit = sentence.hit
    return f"{hit.title} {sentence.called} {hit.passage.heading} {sentence.lead}"


@lru_cache(maxsize=20_000)
def _terms(text: str, language: str) -> tuple[str, ...]:
    return tuple(terms(text, language))


@lru_cache(maxsize=20_000)
def _term_set(text: str, language: str) -> frozenset[str]:
    return frozenset(terms(text, language))
