"""Sources and versions for the store's tests, made of words."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from notebook_core.domain import (
    IndexedPassage,
    IndexedVersion,
    NewSource,
    Notebook,
    Passage,
    SourceText,
)

numbers = itertools.count(1)


def new_source(notebook: Notebook, *, content_hash: str = "", **changes: object) -> NewSource:
    number = next(numbers)
    values: dict[str, object] = {
        "id": f"source-{number:06}",
        "notebook_id": notebook.id,
        "kind": "text",
        "title": f"Source {number}",
        "origin": f"file-{number}.txt",
        "content_hash": content_hash or f"hash-{number}",
    }
    return NewSource(**(values | changes))  # type: ignore[arg-type]


def indexed(
    source_id: str,
    passages: Sequence[str],
    *,
    version: int = 1,
    vectors: Sequence[Sequence[float]] | None = None,
    model: str = "",
    text: SourceText | None = None,
    content_hash: str = "",
) -> IndexedVersion:
    """A version whose passages are the given words, one passage a line of the text."""
    found, start = [], 0
    for ordinal, words in enumerate(passages):
        counts = Counter(words.split())
        passage = Passage(
            id=f"{source_id}-{version}-{ordinal:04}",
            source_id=source_id,
            version=version,
            ordinal=ordinal,
            start=start,
            end=start + len(words),
            page=None,
            heading="",
            terms=counts.total(),
        )
        vector = tuple(vectors[ordinal]) if vectors is not None else None
        found.append(IndexedPassage(passage, dict(counts), vector))
        start += len(words) + 1
    return IndexedVersion(
        source_id=source_id,
        version=version,
        text=text or SourceText("\n".join(passages), f"Title of {source_id}"),
        passages=tuple(found),
        language="en",
        token_count=sum(len(words.split()) for words in passages),
        method="plain",
        warnings=(),
        embedding_model=model,
        content_hash=content_hash or f"hash of {source_id} {version}",
        kind="text",
    )
