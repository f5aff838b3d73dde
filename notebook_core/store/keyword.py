"""Keyword search as SQL over the postings: BM25 with statistics of the scope alone.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the
inverse document frequency of DuckDB's match_bm25, whose scores it equals:
log10((N - df + 0.5) / (df + 0.5) + 1).
"""

from __future__ import annotations

from collections.abc import Sequence

from notebook_core.domain import Scope
from notebook_core.store.connection import Transaction
from notebook_core.store.ranking import BEST_AND_FAIR, Scored
from notebook_core.store.scoping import LIVE, scope_parameters

K1 = 1.2
B = 0.75
STEPS = 1_000_000_000
"""A score is a whole number of these parts: any finer, sums of floats differ between runs."""

FOUND = """found AS (
    SELECT source_id, passage_id, term, tf, length FROM posting
    WHERE term IN (SELECT term_key(unnest($terms::VARCHAR[])))
        AND source_id IN (SELECT id FROM live)
)"""

# A term's share of a score is rounded to 1e-12 and summed as integers: DuckDB's sum of DOUBLE
# depends on the order in which threads deliver.
_RANK = f"""WITH {LIVE}, statistics AS (
    SELECT sum(passage_count)::DOUBLE AS passages,
        sum(term_count)::DOUBLE / sum(passage_count)::DOUBLE AS average
    FROM live
), {FOUND}, weight AS (
    SELECT term, log10((passages - count(*) + 0.5) / (count(*) + 0.5) + 1) AS idf
    FROM found, statistics GROUP BY term, passages
), summed AS (
    SELECT source_id, passage_id, sum(round(
        1e12 * idf * tf * ({K1} + 1) / (tf + {K1} * (1 - {B} + {B} * length / average))
    )::BIGINT) AS parts
    FROM found JOIN weight USING (term), statistics GROUP BY source_id, passage_id
), scored AS MATERIALIZED (
    SELECT source_id, passage_id, ((parts + 500) // 1000)::BIGINT AS score FROM summed
), {BEST_AND_FAIR}"""


def rank_by_postings(
    transaction: Transaction, scope: Scope, terms: Sequence[str], limit: int
) -> list[Scored]:
    """The best, and each source's best, in order."""
    rows = transaction.rows(_RANK, terms=list(terms), limit=limit, **scope_parameters(scope))
    return [(source, passage, steps / STEPS) for source, passage, steps in rows]


def document_frequencies(
    transaction: Transaction, scope: Scope, terms: Sequence[str]
) -> tuple[int, dict[str, int]]:
    """The passages in scope, and how many of them hold each term."""
    parameters = scope_parameters(scope)
    passages = transaction.value(
        f"WITH {LIVE} SELECT coalesce(sum(passage_count), 0)::BIGINT FROM live", **parameters
    )
    rows = transaction.rows(
        f"""WITH {LIVE}, {FOUND}, asked AS (SELECT unnest($terms::VARCHAR[]) AS word)
        SELECT word, count(found.term) FROM asked LEFT JOIN found ON found.term = term_key(word)
        GROUP BY word ORDER BY word""",
        terms=list(terms),
        **parameters,
    )
    return passages, dict(rows)
