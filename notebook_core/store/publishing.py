"""Makes a source version ready: text, passages, vectors and postings, in one transaction."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from notebook_core.domain import IndexedPassage, IndexedVersion, Source
from notebook_core.errors import Conflict
from notebook_core.store.connection import Transaction
from notebook_core.store.texts import write_text


def publish(transaction: Transaction, source: Source, indexed: IndexedVersion) -> None:
    """Replace what search reads of `source` by `indexed` and make it ready on that version.

    Raises Conflict when another version was published meanwhile.
    """
    if indexed.version < source.version:
        raise Conflict("This source was updated by someone else meanwhile; please try again.")
    write_text(transaction, source.id, indexed.version, indexed.text)
    leave_search(transaction, source.id)
    _write_passages(transaction, indexed)
    _write_postings(transaction, indexed.passages, source.id)
    _write_vectors(transaction, indexed)
    _write_source(transaction, indexed)
    if indexed.content_hash != source.content_hash:
        _write_content_hash(transaction, source, indexed.content_hash)


def leave_search(transaction: Transaction, source_id: str) -> None:
    """Delete what search reads of a source; its texts stay."""
    for table in ("passage", "posting", *embedding_tables(transaction)):
        transaction.run(f"DELETE FROM {table} WHERE source_id = $id", id=source_id)


def embedding_table(dimensions: int) -> str:
    """There is one table for each number of dimensions, made when it is first needed."""
    return f"embedding_{int(dimensions)}"


def embedding_tables(transaction: Transaction) -> list[str]:
    rows = transaction.rows(
        """SELECT table_name FROM duckdb_tables()
        WHERE database_name = current_database() AND starts_with(table_name, 'embedding_')"""
    )
    return sorted(name for (name,) in rows if re.fullmatch(r"embedding_\d+", name))


def _write_passages(transaction: Transaction, indexed: IndexedVersion) -> None:
    import pyarrow as pa

    passages = [item.passage for item in indexed.passages]
    if len({passage.id for passage in passages}) != len(passages):
        raise ValueError("two passages of one source version have the same id")
    if any((p.source_id, p.version) != (indexed.source_id, indexed.version) for p in passages):
        raise ValueError("a passage belongs to another source version")
    rows = pa.table(
        {
            "id": pa.array([passage.id for passage in passages], pa.string()),
            "ordinal": pa.array([passage.ordinal for passage in passages], pa.int32()),
            "start": pa.array([passage.start for passage in passages], pa.int64()),
            "end": pa.array([passage.end for passage in passages], pa.int64()),
            "page": pa.array([passage.page for passage in passages], pa.int32()),
            "heading": pa.array([passage.heading for passage in passages], pa.string()),
            "terms": pa.array([passage.terms for passage in passages], pa.int32()),
        }
    )
    with transaction.table("new_passages", rows):
        transaction.run(
            """INSERT INTO passage
            SELECT id, $source_id, $version, ordinal, start, "end", page, heading, terms
            FROM new_passages""",
            source_id=indexed.source_id,
            version=indexed.version,
        )


def _write_postings(
    transaction: Transaction, passages: Iterable[IndexedPassage], source_id: str
) -> None:
    import pyarrow as pa

    ids: list[str] = []
    terms: list[str] = []
    counts: list[int] = []
    lengths: list[int] = []
    for item in passages:
        ids.extend([item.passage.id] * len(item.term_counts))
        terms.extend(item.term_counts)
        counts.extend(item.term_counts.values())
        lengths.extend([item.passage.terms] * len(item.term_counts))
    rows = pa.table(
        {
            "passage_id": pa.array(ids, pa.string()),
            "term": pa.array(terms, pa.string()),
            "tf": pa.array(counts, pa.int32()),
            "length": pa.array(lengths, pa.int32()),
        }
    )
    with transaction.table("new_postings", rows):
        transaction.run(
            """INSERT INTO posting
            SELECT $source_id, passage_id, term_key(term), tf, length FROM new_postings""",
            source_id=source_id,
        )


def _write_vectors(transaction: Transaction, indexed: IndexedVersion) -> None:
    import numpy as np
    import pyarrow as pa

    found = [(item.passage.id, item.vector) for item in indexed.passages if item.vector]
    if not found:
        return
    matrix = np.array([vector for _, vector in found], dtype=np.float32)
    dimensions = matrix.shape[1]
    rows = pa.table(
        {
            "passage_id": [passage_id for passage_id, _ in found],
            "vector": pa.FixedSizeListArray.from_arrays(pa.array(matrix.ravel()), dimensions),
        }
    )
    table = embedding_table(dimensions)
    transaction.run(
        f"""CREATE TABLE IF NOT EXISTS {table} (
            source_id VARCHAR NOT NULL,
            passage_id VARCHAR NOT NULL,
            model VARCHAR NOT NULL,
            vector FLOAT[{dimensions}] NOT NULL
        )"""
    )
    with transaction.table("new_vectors", rows):
        transaction.run(
            f"INSERT INTO {table} SELECT $source_id, passage_id, $model, vector FROM new_vectors",
            source_id=indexed.source_id,
            model=indexed.embedding_model,
        )


def _write_source(transaction: Transaction, indexed: IndexedVersion) -> None:
    transaction.run(
        """UPDATE source SET
            kind = $kind, status = 'ready', version = $version, edition = edition + 1,
            stage = '', done = 0, total = 0, error = '', update_error = '',
            language = $language, token_count = $token_count, page_count = $page_count,
            passage_count = $passage_count, term_count = $term_count,
            embedding_model = $embedding_model, method = $method, warnings = $warnings,
            dated = $dated
        WHERE id = $id""",
        id=indexed.source_id,
        kind=indexed.kind,
        version=indexed.version,
        language=indexed.language,
        token_count=indexed.token_count,
        page_count=len(indexed.text.page_starts),
        passage_count=len(indexed.passages),
        term_count=sum(item.passage.terms for item in indexed.passages),
        embedding_model=indexed.embedding_model,
        method=indexed.method,
        warnings=json.dumps(indexed.warnings),
        dated=indexed.dated,
    )


def _write_content_hash(transaction: Transaction, source: Source, content_hash: str) -> None:
    """The new version may have come to equal another source: it is then kept as its copy."""
    transaction.run(
        """UPDATE source SET content_hash = $content_hash, copy = (
            SELECT coalesce(max(copy) + 1, 0) FROM source
            WHERE notebook_id = $notebook_id AND content_hash = $content_hash
        ) WHERE id = $id""",
        id=source.id,
        notebook_id=source.notebook_id,
        content_hash=content_hash,
    )
