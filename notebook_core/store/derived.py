"""What is kept in memory beside the tables: made from them, dropped when it is out of date."""

from __future__ import annotations

from notebook_core.store.connection import Database
from notebook_core.store.fts import FullTextIndex
from notebook_core.store.hnsw import VectorIndexes
from notebook_core.store.texts import TextCache


class Derived:
    """Everything that could remember a source after its rows are gone."""

    def __init__(self, database: Database) -> None:
        self.texts = TextCache()
        self.full_text = FullTextIndex(database)
        self.vectors = VectorIndexes(database)

    def forget(self, source_id: str) -> dict[str, int]:
        """Drop whatever holds something of the source; return how much is left, by kind."""
        return {
            "texts in memory": self.texts.forget(source_id),
            "full-text index": self.full_text.forget(source_id),
            "vector indexes": self.vectors.forget(source_id),
        }

    def close(self) -> None:
        self.vectors.close()
        self.full_text.close()
