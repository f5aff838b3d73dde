"""What an answer says to those who watch it: JSON objects, each with its `type`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from notebook_core.domain import Citation, Hit

Event = dict[str, Any]


def status_event(text: str) -> Event:
    """A sentence on the step that is under way."""
    return {"type": "status", "text": text}


def evidence_event(hits: Sequence[Hit], searched: str) -> Event:
    """What the search found and what was searched, before the first text."""
    return {"type": "evidence", "hits": [_hit(hit) for hit in hits], "searched": searched}


def source_event(citation: Citation) -> Event:
    """A citation, once, before its number is first used; an unverified one has null offsets."""
    event: Event = {"type": "source", **asdict(citation)}
    del event["content_hash"]
    if citation.role == "cited":
        del event["role"]
    return event


def error_event(code: str, message: str) -> Event:
    """The end of an answer that could not be given."""
    return {"type": "error", "code": code, "message": message}


def _hit(hit: Hit) -> Event:
    passage = hit.passage
    return {
        "source_id": passage.source_id,
        "version": passage.version,
        "title": hit.title,
        "start": passage.start,
        "end": passage.end,
        "page": passage.page,
        "heading": passage.heading,
        "score": hit.score,
        "rank_vector": hit.rank_vector,
        "rank_text": hit.rank_text,
    }
