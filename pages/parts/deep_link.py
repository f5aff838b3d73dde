"""Links into a source: a citation of an answer, or a stretch of a version. Never trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from notebook_core.errors import InvalidInput

_GREATEST = 10**9


@dataclass(frozen=True)
class CitationLink:
    """`?message=…&n=…`"""

    message_id: str
    n: int


@dataclass(frozen=True)
class SpanLink:
    """`?source=…`, and optionally `&version=…&start=…&end=…`; `version` None is the newest."""

    source_id: str
    version: int | None = None
    start: int = 0
    end: int = 0


def link_in(parameters: Mapping[str, str]) -> CitationLink | SpanLink:
    """The link in a page's query parameters. Raises InvalidInput for anything else."""
    if "message" in parameters:
        return CitationLink(parameters["message"], _number(parameters, "n"))
    if "source" in parameters:
        version = _number(parameters, "version") if "version" in parameters else None
        start = _number(parameters, "start") if "start" in parameters else 0
        end = _number(parameters, "end") if "end" in parameters else start
        return SpanLink(parameters["source"], version, start, end)
    raise InvalidInput("This link names no passage; open one from an answer.")


def _number(parameters: Mapping[str, str], name: str) -> int:
    value = parameters.get(name, "")
    if not (value.isascii() and value.isdecimal()) or int(value) > _GREATEST:
        raise InvalidInput(f"This link is damaged: “{name}” is not a number.")
    return int(value)
