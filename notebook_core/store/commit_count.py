"""Notices commits that were lost with a cut or missing log of changes.

DuckDB replays a cut log up to its last whole record and says nothing of the rest, and a database
whose file is gone comes back empty. So every commit counts up in the database, and the count is
noted in a file beside it after the commit: a note that is ahead of the database means a loss.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

COUNT_NAME = "groundnote.commits"


class CommitCount:
    """The note beside the database."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / COUNT_NAME

    def read(self) -> int:
        """The noted count; 0 when there is no note, or none that can be read."""
        with contextlib.suppress(OSError, ValueError):
            return int(self.path.read_text("ascii"))
        return 0

    def write(self, count: int) -> None:
        # The change itself is safe by now; without the note a later loss goes unnoticed, no more.
        with contextlib.suppress(OSError):
            self.path.write_text(str(count), "ascii")
