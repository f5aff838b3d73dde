"""Searches a scope: by words and by meaning, fused, with a fair share for every source."""

from __future__ import annotations

import logging
import math
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from notebook_core.domain import (
    Evidence,
    Hit,
    KeywordSearch,
    Ranked,
    Scope,
    ScopedSource,
    VectorSearch,
)
from notebook_core.errors import EmptyQuestion
from notebook_core.fair_share import candidates, in_order, once_each, shared_hits
from notebook_core.fusion import fuse
from notebook_core.ports import Core, Embedder
from notebook_core.text.across import asks_across, what_is_compared
from notebook_core.text.function_words import asked_terms, only_function_words
from notebook_core.text.normalise import normalise
from notebook_core.text.scripts import is_mostly_in, language_name, scripts_of
from notebook_core.text.sections import SPECIAL_TOKENS

RANK_DEPTH = 100
FUSION_K = 10
LATE_K = 1_000
MOST_CANDIDATES = 30
CHARACTERS_BEFORE = 4_000
CHARACTERS_AFTER = 1_300
TITLES_IN_A_NOTICE = 3
HALF_VOTE = 0.5
CONTROLS_TO_BLANKS = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")

NO_SOURCES = "There are no sources to search: add one, or tick one that is ready."
NO_WORDS = "The question holds no word to look for: it was compared by meaning alone."
FUNCTION_WORDS = (
    "The question holds only words such as “who” and “the”, so what was found may be about "
    "anything; name what it is about."
)
WORDS_FAILED = "Keyword search failed and was left out; the log says why."
MEANING_FAILED = "Comparing by meaning failed; the log says why."
KEYWORDS_ALONE = "Search ran on keywords alone."

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ranking:
    """One ranking of the scope's passages, and what the reader should know about it."""

    ranked: tuple[Ranked, ...] = ()
    vote: float = 1.0
    notices: tuple[str, ...] = ()
    term_weights: tuple[tuple[str, float], ...] = ()
    question_vector: tuple[float, ...] | None = None
    failure: Exception | None = None


def search(
    core: Core,
    scope: Scope,
    question: str,
    k: int = 10,
    vector_way: VectorSearch | None = None,
    keyword_way: KeywordSearch | None = None,
) -> Evidence:
    """The `k` best passages in scope, and the candidates behind them.

    The same question over the same scope gives the same bytes. When one of the two rankings can't
    be made, the other stands alone and a notice says so. Raises EmptyQuestion, and what went wrong
    when neither can be made.
    """
    question = checked_question(question)
    if not scope.sources:
        return Evidence(scope, question, (), (), None, notices=(NO_SOURCES,))
    subject = what_is_compared(question, {source.language for source in scope.sources})
    words = _attempt(lambda: _by_words(core, scope, subject, keyword_way), WORDS_FAILED)
    meaning = _attempt(
        lambda: _by_meaning(core, scope, subject, vector_way),
        f"{MEANING_FAILED} {KEYWORDS_ALONE}",
    )
    if words.failure and not meaning.ranked:
        raise words.failure
    # A source that says the same as another must not seem to be silent when each is asked.
    found = once_each(_hits(core, scope, words, meaning), in_each_source=asks_across(question))
    kept = _with_surroundings(core, scope, candidates(found, max(k, MOST_CANDIDATES)))
    best = {hit.passage.id for hit in shared_hits(found, k, len(scope.sources))}
    return Evidence(
        scope=scope,
        question=question,
        hits=tuple(hit for hit in kept if hit.passage.id in best),
        candidates=kept,
        question_vector=meaning.question_vector,
        term_weights=dict(words.term_weights),
        notices=words.notices + meaning.notices,
    )


def checked_question(question: str) -> str:
    """The question, normalised. Raises EmptyQuestion for one of punctuation and blanks alone."""
    text = normalise(question.translate(CONTROLS_TO_BLANKS)).strip()
    if not any(_says_something(character) for character in text):
        raise EmptyQuestion("Please write a question with at least one word.")
    return text


def _says_something(character: str) -> bool:
    """Letters, digits and pictographs do."""
    category = unicodedata.category(character)
    return category[0] in "LN" or category == "So"


def _attempt(rank: Callable[[], Ranking], notice: str) -> Ranking:
    """Whatever goes wrong in one ranking must not cost the other one."""
    try:
        return rank()
    except Exception as error:
        log.exception("%s", notice)
        return Ranking(notices=(notice,), failure=error)


def _hits(core: Core, scope: Scope, words: Ranking, meaning: Ranking) -> tuple[Hit, ...]:
    """All that was ranked, by fused score."""
    scores = _fused(words, meaning)
    rank_text = {ranked.passage_id: ranked.rank for ranked in words.ranked}
    rank_vector = {ranked.passage_id: ranked.rank for ranked in meaning.ranked}
    titles = {source.id: source.title for source in scope.sources}
    texts = core.store.search.passages(scope, list(scores))
    return in_order(
        Hit(
            passage=passage,
            title=titles[passage.source_id],
            text=text,
            score=scores[passage_id],
            rank_vector=rank_vector.get(passage_id),
            rank_text=rank_text.get(passage_id),
        )
        for passage_id, (passage, text) in texts.items()
    )


def _with_surroundings(core: Core, scope: Scope, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits with as much around them as a list or the head of a table may need."""
    around = core.store.search.around(
        scope, [hit.passage for hit in hits], CHARACTERS_BEFORE, CHARACTERS_AFTER
    )
    return tuple(
        replace(hit, before=around[hit.passage.id][0], after=around[hit.passage.id][1])
        for hit in hits
        if hit.passage.id in around
    )


def _fused(*rankings: Ranking) -> dict[str, float]:
    """The fused score of each passage: every ranking votes with its best `RANK_DEPTH`.

    Each source's best three are ranked too, however low. Those get no vote and come after all
    others: with one they would pass passages of a similar rank that just aren't among the best
    three of their source.
    """
    votes = [[r.passage_id for r in g.ranked if r.rank <= RANK_DEPTH] for g in rankings]
    late = [[r.passage_id for r in g.ranked if r.rank > RANK_DEPTH] for g in rankings]
    weights = [ranking.vote for ranking in rankings]
    return dict(fuse(late, LATE_K, weights)) | dict(fuse(votes, FUSION_K, weights))


# --- the two rankings ----------------------------------------------------------------------


def _by_words(core: Core, scope: Scope, question: str, way: KeywordSearch | None) -> Ranking:
    languages = {source.language for source in scope.sources}
    terms = asked_terms(question, languages)
    if not terms:
        return Ranking(notices=(NO_WORDS,))
    passages, frequencies = core.store.search.document_frequencies(scope, terms)
    notices = [FUNCTION_WORDS] if only_function_words(question, languages) else []
    return Ranking(
        ranked=core.store.search.rank_by_terms(scope, terms, RANK_DEPTH, way, notices.append),
        term_weights=tuple(
            (term, _rarity(passages, frequencies.get(term, 0))) for term in dict.fromkeys(terms)
        ),
        notices=tuple(notices),
    )


def _rarity(passages: int, holding: int) -> float:
    """Inverse document frequency as in BM25 (Robertson and Zaragoza, 2009, "The Probabilistic
    Relevance Framework"), kept positive by the 1."""
    return math.log(1 + (passages - holding + 0.5) / (holding + 0.5))


def _by_meaning(core: Core, scope: Scope, question: str, way: VectorSearch | None) -> Ranking:
    embedder = core.embedder
    if embedder.unavailable:
        return Ranking(notices=(KEYWORDS_ALONE, embedder.unavailable))
    comparable, notices = _comparable(scope, question, embedder)
    if not comparable.sources:
        return Ranking(notices=tuple(notices))
    vector = embedder.embed_question(question)
    if embedder.count_tokens([question])[0] + SPECIAL_TOKENS > embedder.token_limit:
        notices.append(
            f"The question is longer than the {embedder.token_limit} tokens that the embedding "
            "model reads: by meaning only its beginning was compared, by keywords all of it."
        )
    return Ranking(
        ranked=core.store.search.rank_by_vector(
            comparable, vector, embedder.model, RANK_DEPTH, way, notices.append
        ),
        vote=_vote(comparable, embedder),
        notices=tuple(notices),
        question_vector=tuple(vector.tolist()),
    )


# --- what can be compared by meaning -------------------------------------------------------


def _comparable(scope: Scope, question: str, embedder: Embedder) -> tuple[Scope, list[str]]:
    """The part of the scope whose vectors have a vote, and notices on what has none.

    Of a script that none of its languages is written in a model sees unknown tokens, and its
    ranking would spoil the one by keywords. In another language of a script that it knows it still
    helps a little. A source of unknown language is taken for readable.
    """
    scripts = _scripts(embedder)
    readable = [s for s in scope.sources if scripts is None or scripts_of(s.language) <= scripts]
    foreign = {s.language for s in scope.sources} - {s.language for s in readable}
    languages = ", ".join(sorted(map(language_name, foreign)))
    notices = []
    if scripts is not None and not is_mostly_in(question, scripts):
        notices.append(_unread("the script of this question" if readable else languages))
        readable = []
    elif foreign and not readable:
        notices.append(_unread(languages))
    elif foreign:
        notices.append(_unread(languages, "such sources were searched by keywords alone"))
    if other := [source for source in readable if source.embedding_model != embedder.model]:
        notices.append(f"By keywords alone until they are embedded again: {_titles(other)}.")
    comparable = tuple(s for s in readable if s.embedding_model == embedder.model)
    return replace(scope, sources=comparable), notices


def _scripts(embedder: Embedder) -> frozenset[str] | None:
    """The scripts that the model's languages are written in; None: any."""
    if embedder.languages is None:
        return None
    return frozenset[str]().union(*map(scripts_of, embedder.languages))


def _unread(what: str, then: str = "search ran on keywords alone") -> str:
    return f"The embedding model can't read {what}: {then}."


def _vote(scope: Scope, embedder: Embedder) -> float:
    """A whole vote for the ranking by meaning where the model knows the language of at least half
    of the sources, else half a vote."""
    known = embedder.languages
    fluent = [s for s in scope.sources if known is None or not s.language or s.language in known]
    return 1.0 if 2 * len(fluent) >= len(scope.sources) else HALF_VOTE


def _titles(sources: Sequence[ScopedSource]) -> str:
    named = [f"“{source.title}”" for source in sources[:TITLES_IN_A_NOTICE]]
    more = len(sources) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")
