"""Writes and reads the normalised text of source versions, which never change once written."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable

from notebook_core.domain import BlockSpan, Box, Heading, LineBox, SourceText
from notebook_core.errors import Conflict
from notebook_core.store.connection import Transaction

TEXT_CACHE_CHARACTERS = 16_000_000
"""Room for the texts of about five thousand pages; 64 MB at most, a quarter of it for Latin."""

TextKey = tuple[str, int]
"""Source id and version."""


def write_text(transaction: Transaction, source_id: str, version: int, text: SourceText) -> None:
    """Keep the text of a version; the same again changes nothing.

    Raises Conflict when that version has another text: old citations point into it.
    """
    kept = transaction.row(
        "SELECT text FROM source_text WHERE source_id = $source_id AND version = $version",
        source_id=source_id,
        version=version,
    )
    if kept and kept[0] == text.text:
        return
    if kept:
        raise Conflict("This source was updated by someone else meanwhile; please try again.")
    transaction.run(
        """INSERT INTO source_text VALUES ($source_id, $version, $title, $text, $page_starts,
        $page_labels, $headings, $blocks)""",
        source_id=source_id,
        version=version,
        title=text.title,
        text=text.text,
        page_starts=json.dumps(text.page_starts),
        page_labels=json.dumps(text.page_labels),
        headings=json.dumps([(h.start, h.level, h.title) for h in text.headings]),
        blocks=json.dumps([(b.start, b.end, b.kind) for b in text.blocks]),
    )
    _write_line_boxes(transaction, source_id, version, text.line_boxes)


def _write_line_boxes(
    transaction: Transaction, source_id: str, version: int, boxes: tuple[LineBox, ...]
) -> None:
    if not boxes:
        return
    import pyarrow as pa

    rows = pa.table(
        {
            "page": [line.page for line in boxes],
            "start": [line.start for line in boxes],
            "end": [line.end for line in boxes],
            "x0": [line.box.x0 for line in boxes],
            "y0": [line.box.y0 for line in boxes],
            "x1": [line.box.x1 for line in boxes],
            "y1": [line.box.y1 for line in boxes],
            "confidence": pa.array([line.confidence for line in boxes], pa.float64()),
        }
    )
    with transaction.table("new_line_boxes", rows):
        transaction.run(
            "INSERT INTO line_box SELECT $source_id, $version, * FROM new_line_boxes",
            source_id=source_id,
            version=version,
        )


def read_text(transaction: Transaction, source_id: str, version: int) -> SourceText | None:
    """The whole record of a version, or None."""
    row = transaction.row(
        """SELECT text, title, page_starts, page_labels, headings, blocks FROM source_text
        WHERE source_id = $source_id AND version = $version""",
        source_id=source_id,
        version=version,
    )
    if row is None:
        return None
    text, title, page_starts, page_labels, headings, blocks = row
    boxes = transaction.rows(
        """SELECT page, start, "end", x0, y0, x1, y1, confidence FROM line_box
        WHERE source_id = $source_id AND version = $version ORDER BY rowid""",
        source_id=source_id,
        version=version,
    )
    return SourceText(
        text=text,
        title=title,
        page_starts=tuple(json.loads(page_starts)),
        page_labels=tuple(json.loads(page_labels)),
        headings=tuple(Heading(*heading) for heading in json.loads(headings)),
        blocks=tuple(BlockSpan(*block) for block in json.loads(blocks)),
        line_boxes=tuple(
            LineBox(page, start, end, Box(*corners), confidence)
            for page, start, end, *corners, confidence in boxes
        ),
    )


class TextCache:
    """Texts that were read lately, so that slicing passages reads each of them once.

    It knows nothing of owners: whoever asks has checked that before.
    """

    def __init__(self, characters: int = TEXT_CACHE_CHARACTERS) -> None:
        self._room = characters
        self._texts: OrderedDict[TextKey, str] = OrderedDict()
        self._forgettings = 0
        self._lock = threading.Lock()

    def get(self, key: TextKey, read: Callable[[], str]) -> str:
        """The text of `key`, by `read()` if it isn't held."""
        with self._lock:
            if key in self._texts:
                self._texts.move_to_end(key)
                return self._texts[key]
            forgettings = self._forgettings
        text = read()
        with self._lock:
            # What was read before a deletion must not come back after it.
            if forgettings == self._forgettings:
                self._texts[key] = text
                self._make_room()
        return text

    def forget(self, source_id: str) -> int:
        """Drop the texts of a source; return how many are left."""
        with self._lock:
            self._forgettings += 1
            for key in [key for key in self._texts if key[0] == source_id]:
                del self._texts[key]
            return sum(key[0] == source_id for key in self._texts)

    def _make_room(self) -> None:
        while self._texts and sum(map(len, self._texts.values())) > self._room:
            self._texts.popitem(last=False)
