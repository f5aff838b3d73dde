"""More from a source: what it says next on a question that was answered, as quotes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from notebook_core import retrieval
from notebook_core.citations import Numbering
from notebook_core.domain import Citation, Evidence, Hit, Message, ScopedSource, SourceText
from notebook_core.engine_events import Quote
from notebook_core.errors import InvalidInput
from notebook_core.follow_up import what_to_search_again
from notebook_core.ports import Core
from notebook_core.text.sentences import sentences
from notebook_core.text.spans import slice_text, trim
from notebook_core.text.terms import terms

MOST_QUOTES = 5
FIRST_PASSAGE_BONUS = 0.5
PASSAGES_ALIKE = 3
"""Of this many passages, those nearest by meaning, sentences without any term count too."""


def more(core: Core, user: str, message_id: str, source_id: str) -> tuple[Citation, ...]:
    """What a source says next on the question of an answer: sentences, best first.

    They come from the same search within that source alone, leave out what the answer quotes from
    it, and are verified as citations are; their numbers are their own. There may be none. Raises
    NotFound for an answer that isn't the user's, and InvalidInput for a source that may not speak
    now, since it was unticked or removed.
    """
    answer = core.store.conversations.message(user, message_id)
    notebook_id = core.store.conversations.get(user, answer.conversation_id).notebook_id
    scope = core.store.search.scope(user, notebook_id, [source_id])
    if not scope.sources or source_id in core.store.notebooks.unticked(user, notebook_id):
        raise InvalidInput("This source is not ticked or not ready; tick it to read more from it.")
    (source,) = scope.sources
    evidence = retrieval.search(core, scope, _searched(core, user, notebook_id, answer))
    text = core.store.sources.text(user, source.id, source.version)
    quoted = [citation for citation in answer.citations if citation.source_id == source_id]
    numbering = Numbering()
    for quote in _quotes(evidence, source, text, quoted)[:MOST_QUOTES]:
        numbering.cite(quote, source, text)
    return tuple(citation for citation in numbering.citations if citation.verified)


def _searched(core: Core, user: str, notebook_id: str, answer: Message) -> str:
    """What to search: not simply what was searched then, in which a source unticked or removed
    since may have had a say."""
    unticked = core.store.notebooks.unticked(user, notebook_id)
    sources = core.store.sources.all(user, notebook_id)
    ticked = [source.id for source in sources if source.id not in unticked]
    scope = core.store.search.scope(user, notebook_id, ticked)
    messages = core.store.conversations.messages(user, answer.conversation_id)
    return what_to_search_again(messages, answer, scope)


def _quotes(
    evidence: Evidence, source: ScopedSource, text: SourceText, quoted: Collection[Citation]
) -> list[Quote]:
    """The sentences that bear on the question, best first, each wording once."""
    scored = [
        (_score(quote, hit, rank, evidence.term_weights, source.language), quote)
        for rank, hit in enumerate(evidence.candidates)
        for quote in _statements(hit, text)
        if not any(_says(citation, quote) for citation in quoted)
    ]
    best: dict[str, Quote] = {}
    for score, quote in sorted(scored, key=lambda one: (-one[0], one[1].start)):
        if score > 0:
            best.setdefault(quote.text, quote)
    return list(best.values())


def _statements(hit: Hit, text: SourceText) -> Iterator[Quote]:
    """The sentences of a passage, without its headings."""
    passage = hit.passage
    headings = {heading.start for heading in text.headings}
    for first, last in sentences(hit.text):
        start, end = trim(hit.text, first, last)
        words = slice_text(hit.text, start, end)
        place = passage.start + start
        if any(letter.isalnum() for letter in words) and place not in headings:
            yield Quote(passage.source_id, passage.version, words, place)


def _score(quote: Quote, hit: Hit, rank: int, weights: Mapping[str, float], language: str) -> float:
    """The share of the question's term weights that a sentence says, and its passage's rank; 0
    for one that doesn't bear on the question."""
    said = set(terms(quote.text, language))
    share = math.fsum(w for term, w in weights.items() if term in said)
    share /= math.fsum(weights.values()) or 1.0
    is_alike = hit.rank_vector is not None and hit.rank_vector <= PASSAGES_ALIKE
    return share + FIRST_PASSAGE_BONUS / (1 + rank) if share or is_alike else 0.0


def _says(citation: Citation, quote: Quote) -> bool:
    """Whether a citation covers a sentence, or says the same at another place or version."""
    if quote.text in citation.quote:
        return True
    if citation.start is None or citation.end is None or citation.version != quote.version:
        return False
    return citation.start < quote.start + len(quote.text) and quote.start < citation.end
