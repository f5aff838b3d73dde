"""Citations fail closed: a quote is where it says it is, is found again exactly, or has no link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from notebook_core.domain import Citation, ScopedSource, SourceText
from notebook_core.engine_events import Quote
from notebook_core.text.spans import heading_path, pages_of, slice_text

SHORTEST_RELOCATED_QUOTE = 12
MARKER = re.compile(r"\{\{cite:(\d+)\}\}")


def marker(n: int) -> str:
    """What stands for citation `n` in stored text."""
    return f"{{{{cite:{n}}}}}"


def locate(text: str, quote: str, start: int) -> tuple[int, int] | None:
    """Where `quote` stands in `text`, or None when no place is certain.

    The claimed place counts if the text there equals the quote. Otherwise the nearest exact
    occurrence counts, whatever its distance, unless two are equally near or the quote is shorter
    than 12 characters. Nothing is ever matched loosely.

    >>> locate("a rule. Another rule, twice.", "Another rule", 2)
    (8, 20)
    """
    if not quote:
        return None
    end = start + len(quote)
    if start >= 0 and end <= len(text) and slice_text(text, start, end) == quote:
        return start, end
    if len(quote) < SHORTEST_RELOCATED_QUOTE:
        return None
    nearest = sorted((abs(found - start), found) for found in occurrences(text, quote))[:2]
    if not nearest or (len(nearest) == 2 and nearest[0][0] == nearest[1][0]):
        return None
    found = nearest[0][1]
    return found, found + len(quote)


def occurrences(text: str, quote: str) -> Iterator[int]:
    """The start of every occurrence of `quote`, overlapping ones included."""
    found = text.find(quote)
    while found >= 0:
        yield found
        found = text.find(quote, found + 1)


@dataclass
class Numbering:
    """Gives citations their numbers: the same span keeps its number, and none ever changes."""

    _numbers: dict[tuple[str, int, int, int, str], int] = field(default_factory=dict)
    citations: list[Citation] = field(default_factory=list)

    def cite(self, quote: Quote, source: ScopedSource, text: SourceText) -> tuple[Citation, bool]:
        """The citation for a quote, verified against `text`, and whether its number is new."""
        span = locate(text.text, quote.text, quote.start)
        start, end = span if span else (-1, -1)
        key = (quote.source_id, quote.version, start, end, "" if span else quote.text)
        if key in self._numbers:
            return self.citations[self._numbers[key] - 1], False
        page, page_end = pages_of(text, start, end) if span else (None, None)
        citation = Citation(
            n=len(self.citations) + 1,
            source_id=quote.source_id,
            version=quote.version,
            title=source.title,
            quote=quote.text,
            start=start if span else None,
            end=end if span else None,
            page=page,
            page_end=page_end,
            heading=heading_path(text.headings, start) if span else "",
            verified=span is not None,
            content_hash=source.content_hash,
        )
        self._numbers[key] = citation.n
        self.citations.append(citation)
        return citation, True
