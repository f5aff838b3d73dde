"""What an answer shows: sentences by source, and values that stand side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from notebook_core.engines.sentence import Sentence
from notebook_core.engines.side_by_side import Row


@dataclass(frozen=True)
class Selection:
    """The sentences that were chosen, a part per source.

    `statements` are those in which sources may contradict each other, best first; `rows` the
    values that they give for the same thing, where these are to stand in a table.
    """

    parts: Sequence[Sequence[Sentence]]
    statements: Sequence[Sentence]
    rows: Sequence[Row] = ()
