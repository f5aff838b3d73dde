"""Context: what only the embedder sees before a passage, its source's title and heading path."""

from __future__ import annotations

import unicodedata

from notebook_core.text.spans import HEADING_SEPARATOR, join_headings

MOST_BYTES = 192
"""The longest context. No tokenizer makes more tokens than a text has bytes once it is decomposed,
so passages of the smallest model (256 tokens) keep room; in English it is about 45 tokens."""


def embedding_context(title: str, heading: str) -> str:
    """Title and heading path; when they are too long the inmost headings are kept.

    >>> embedding_context("Manual", "Manual › Pump › Storage")
    'Manual › Pump › Storage'
    """
    path = [part for part in heading.split(HEADING_SEPARATOR) if part]
    if title and path[:1] != [title]:
        path.insert(0, title)
    kept: list[str] = []
    for part in reversed(path):
        shortened = _shortened(part, MOST_BYTES - _bytes(join_headings(["", *kept])))
        if shortened:
            kept.insert(0, shortened)
        if shortened != part:
            break
    return join_headings(kept)


def embedding_text(title: str, heading: str, text: str) -> str:
    """What the embedder sees of a passage; it is never part of the normalised text."""
    context = embedding_context(title, heading)
    return f"{context}\n{text}" if context else text


def _shortened(text: str, room: int) -> str:
    """As much of the text as has at most `room` bytes, to the last whole word if there is one."""
    text = text[: max(room, 0) + 1]
    if _bytes(text) <= room:
        return text
    while text and _bytes(text) > room:
        text = text[:-1]
    return (text.rpartition(" ")[0] or text).rstrip()


def _bytes(text: str) -> int:
    return len(unicodedata.normalize("NFKD", text).encode("utf-8", "replace"))
