"""Domain values as the command line prints them: JSON rows, and lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from notebook_core.accept import Refused
from notebook_core.domain import EvaluationResult, EvaluationRun, Hit, Notebook, Source
from notebook_core.evaluation.metrics import figures
from notebook_core.viewing import OpenedSpan
from notebook_core.wording import counted

Row = dict[str, Any]


def source_row(source: Source) -> Row:
    """A source as `add` and `sources` print it."""
    return {
        "id": source.id,
        "title": source.title,
        "kind": source.kind,
        "status": source.status,
        "error": source.error or None,
        "pages": source.page_count,
        "passages": source.passage_count,
        "version": source.version,
        "duplicate_of": None,
        "warnings": list(source.warnings),
        "seconds": None,
    }


def notebook_row(notebook: Notebook) -> Row:
    return {
        "id": notebook.id,
        "title": notebook.title,
        "strategy": notebook.strategy,
        "created_at": notebook.created_at.isoformat(),
    }


def hit_row(hit: Hit) -> Row:
    return {
        "passage_id": hit.passage.id,
        "source_id": hit.passage.source_id,
        "title": hit.title,
        "start": hit.passage.start,
        "end": hit.passage.end,
        "page": hit.passage.page,
        "heading": hit.passage.heading,
        "text": hit.text,
        "score": hit.score,
        "rank_vector": hit.rank_vector,
        "rank_text": hit.rank_text,
    }


def hit_text(row: Row) -> str:
    where = f", page {row['page']}" if row["page"] else ""
    return f"{row['score']:.4f}  {row['title']}{where}  {row['heading']}\n{row['text']}\n"


def source_text(row: Row) -> str:
    if row["error"]:
        return f"{row['status']}  {row['title']}: {row['error']}"
    same = f"  same as {row['duplicate_of']}" if row["duplicate_of"] else ""
    pages = f", {counted(row['pages'], 'page')}" if row["pages"] else ""
    size = counted(row["passages"], "passage") + pages
    warnings = "".join(f"\n    {warning}" for warning in row["warnings"])
    return f"{row['id']}  {row['status']}  {row['title']}  {size}{same}{warnings}"


def receipt_text(row: Row) -> str:
    left = ", ".join(f"{table} {count}" for table, count in row["rows"].items())
    return f"Deleted {row['title']}; left over: {left}, files {row['files']}"


def notebook_text(row: Row) -> str:
    return f"{row['id']}  {row['title']}"


def refused_row(refused: Refused) -> Row:
    """Something that was not taken, as `add` prints it."""
    return {
        "id": None,
        "title": refused.name,
        "kind": None,
        "status": "failed",
        "error": str(refused.error),
        "pages": 0,
        "passages": 0,
        "version": None,
        "duplicate_of": None,
        "warnings": [],
        "seconds": 0.0,
    }


def span_row(span: OpenedSpan) -> Row:
    """A stretch of a source, as `show` prints it."""
    return {
        "text": span.text,
        "start": span.start,
        "end": span.end,
        "page": span.page,
        "heading": span.heading,
        "version": span.version,
    }


def result_row(result: EvaluationResult) -> Row:
    """How a case went, as `eval` prints it."""
    return asdict(result)


def result_text(row: Row) -> str:
    rank = f", first right citation {row['rank']}" if row["rank"] else ""
    return f"{row['outcome'].replace('_', ' ')}  {row['question']}{rank}{row['error']}"


def summary_row(run: EvaluationRun, results: Sequence[EvaluationResult]) -> Row:
    """What a run adds up to, as `eval` prints it last."""
    return {
        "run": run.id,
        "cases": len(results),
        "unscored": sum(result.outcome == "unscored" for result in results),
        "fingerprint": run.fingerprint,
        "figures": {figure.name: asdict(figure) for figure in figures(results)},
    }


def summary_text(row: Row) -> str:
    summary = row["summary"]
    lines = [f"{summary['cases']} cases, {summary['unscored']} of them unscored"]
    for name, figure in summary["figures"].items():
        if figure["value"] is None:
            lines.append(f"{name}: nothing to score")
        else:
            interval = f"{figure['low']:.2f} to {figure['high']:.2f}"
            lines.append(f"{name}: {figure['value']:.2f} ({interval}, N = {figure['n']})")
    return "\n".join(lines)
