"""Puts an extractive answer into words: quotes by source, what is silent, what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from notebook_core.domain import Hit, ScopedSource
from notebook_core.engine_events import Cite, Conflict, Delta, EngineEvent, Quote
from notebook_core.engines.phrases import Phrases
from notebook_core.engines.showing import Quoted, show
from notebook_core.engines.side_by_side import Row, shown_in
from notebook_core.markup import escape

LOCALES = {"en": "en_GB"}
"""Where the dates of a language are written in several ways."""


class Chosen(Quoted, Protocol):
    """A sentence that was chosen to be shown."""

    @property
    def hit(self) -> Hit: ...

    @property
    def source_id(self) -> str: ...


def write(
    parts: Sequence[Sequence[Chosen]],
    sources: Sequence[ScopedSource],
    phrases: Phrases,
    *,
    each_source: bool = False,
) -> Iterator[EngineEvent]:
    """A part per source that speaks, then the names of the others; `each_source` says that each
    was asked, so that the others are silent."""
    kinds = {source.id: source.kind for source in sources}
    for part in parts:
        if len(sources) > 1:
            yield Delta(f"**{escape(part[0].hit.title)}**\n\n")
        for sentence in part:
            yield from show(sentence, kinds[sentence.source_id])
        yield Delta("\n")
    spoken = {part[0].source_id for part in parts}
    silent = [source.title for source in sources if source.id not in spoken]
    if silent:
        names = ", ".join(escape(title) for title in silent)
        said = phrases.silent if each_source else phrases.unquoted
        yield Delta(f"{escape(said)} {names}\n")


def write_side_by_side(
    rows: Sequence[Row],
    found: Sequence[Conflict],
    sources: Sequence[ScopedSource],
    phrases: Phrases,
) -> Iterator[EngineEvent]:
    """A table with a row per source: its title and date, and what it gives, cited. It says so
    where these values are among the conflicts that were found."""
    if not rows:
        return
    differ = any(shown_in(rows, conflict) for conflict in found)
    caption = phrases.different if differ else phrases.side_by_side
    head = f"| {escape(phrases.source)} | {escape(phrases.value)} |\n| --- | --- |\n"
    yield Delta(f"**{escape(caption)}**\n\n{head}")
    for row in rows:
        values = ", ".join(escape(value) for value in row.values)
        dated = _dates((row.sentence.quote,), sources, phrases)
        yield Delta(f"| {escape(row.sentence.hit.title)}{dated} | {values}")
        yield Cite((row.sentence.quote,))
        yield Delta(" |\n")
    yield Delta("\n")


def write_conflicts(
    found: Sequence[Conflict],
    sources: Sequence[ScopedSource],
    phrases: Phrases,
    rows: Sequence[Row] = (),
) -> Iterator[EngineEvent]:
    """The values that sources give for the same thing next to each other with the dates of the
    sources, undecided; those that stand in the rows of a table are there already."""
    for conflict in found:
        if shown_in(rows, conflict):
            continue
        caption = phrases.contradictory if conflict.is_denial else phrases.different
        yield Delta(f"\n**{escape(caption)}**\n\n")
        for value in conflict.values:
            yield Delta(f"- {escape(value.value)}")
            yield Cite(value.quotes)
            yield Delta(f"{_dates(value.quotes, sources, phrases)}\n")


def _dates(quotes: Sequence[Quote], sources: Sequence[ScopedSource], phrases: Phrases) -> str:
    """The dates of the quoted sources in brackets, behind their titles where several are quoted;
    nothing of those that give none."""
    from babel.dates import format_date

    quoted = {quote.source_id for quote in quotes}
    dated = [
        f"{source.title}: {on}" if len(quoted) > 1 else on
        for source in sources
        if source.id in quoted and source.dated is not None
        for on in [
            format_date(
                source.dated, "long", locale=LOCALES.get(phrases.language, phrases.language)
            )
        ]
    ]
    return f" ({escape('; '.join(dated))})" if dated else ""


def write_abstention(sources: int, phrases: Phrases) -> Delta:
    """That the sources don't say; `sources` is how many were searched."""
    said = phrases.no_answer_in_one if sources == 1 else phrases.no_answer_in_many.format(sources)
    return Delta(f"{escape(said)}\n")
