"""What is kept in memory beside the tables: made from them, dropped when it is out of date."""

from __future__ import annotations

from notebook_core.store.texts import TextCache


class Derived:
    """Everything that could remember a source after its rows are gone."""

    def __init__(self) -> None:
        self.texts = TextCache()

    def forget(self, source_id: str) -> None:
        """Drop whatever holds something of the source."""
        self.texts.forget(source_id)

    def held(self, source_id: str) -> dict[str, int]:
        """How much of the source is held, by kind; all 0 after `forget`."""
        return {"texts in memory": self.texts.held(source_id)}
