"""The commands: each finds what is named, calls one use case, and prints its rows."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from notebook_core import accept, answer, doctor, ingest, naming, removal, retrieval, rows, viewing
from notebook_core.accept import Accepted, PassedOver, Refused
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.errors import GroundnoteError, InvalidInput, ModelUnavailable, NotFound
from notebook_core.evaluation.cases import read_cases
from notebook_core.evaluation.run import begin
from notebook_core.markup import unescaped
from notebook_core.ports import Core
from notebook_core.rows import Row
from notebook_core.settings import Settings

USER = LOCAL_USER


# --- notebooks and sources -----------------------------------------------------------------


def notebooks(core: Core, options: argparse.Namespace) -> int:
    store = core.store.notebooks
    match options.action:
        case "create":
            made = naming.create_notebook(core, USER, options.title, options.strategy)
            _print(options, [rows.notebook_row(made)], rows.notebook_text)
        case "list":
            found = [rows.notebook_row(notebook) for notebook in store.all(USER)]
            _print(options, found, rows.notebook_text)
        case "rename":
            naming.rename_notebook(
                core, USER, _find_notebook(core, options.notebook).id, options.title
            )
        case "delete":
            receipts = removal.delete_notebook(
                core, USER, _find_notebook(core, options.notebook).id
            )
            _print(options, [asdict(receipt) for receipt in receipts], rows.receipt_text)
    return 0


def add(core: Core, options: argparse.Namespace) -> int:
    notebook = _find_notebook(core, options.notebook)
    if options.title and len(options.inputs) > 1:
        raise InvalidInput("--title names one source; add the others separately.")
    _prepare_model(core)
    failed = False
    for item in options.inputs:
        for taken in _accepted(core, notebook, item, options.title or ""):
            if isinstance(taken, PassedOver):
                say(taken.reason)
                continue
            row = _add_row(core, taken)
            failed = failed or row["status"] == "failed"
            _print(options, [row], rows.source_text)
    return 1 if failed else 0


def _accepted(
    core: Core, notebook: Notebook, item: str, title: str
) -> Iterator[Accepted | Refused | PassedOver]:
    try:
        if item == "-":
            pasted = sys.stdin.buffer.read().decode("utf-8", "replace")
            yield accept.accept_paste(core, USER, notebook.id, pasted, title)
        elif item.startswith(("http://", "https://")):
            yield accept.accept_url(core, USER, notebook.id, item, title)
        elif Path(item).is_dir():
            yield from accept.accept_folder(core, USER, notebook.id, Path(item))
        else:
            yield accept.accept_path(core, USER, notebook.id, Path(item), title=title)
    except GroundnoteError as error:
        yield Refused(item, error)


def _add_row(core: Core, taken: Accepted | Refused) -> Row:
    if isinstance(taken, Refused):
        return rows.refused_row(taken)
    began = time.perf_counter()
    source = taken.source
    if taken.needs_processing:
        say(f"Reading {source.title} …")
        source = ingest.process(core, USER, source.id)
    row = rows.source_row(source)
    if source.update_error:
        row |= {"status": "failed", "error": source.update_error}
    return row | {
        "duplicate_of": source.id if taken.duplicate else None,
        "seconds": round(time.perf_counter() - began, 3),
    }


def sources(core: Core, options: argparse.Namespace) -> int:
    notebook = _find_notebook(core, options.notebook)
    found = [rows.source_row(source) for source in core.store.sources.all(USER, notebook.id)]
    _print(options, found, rows.source_text)
    return 0


def show(core: Core, options: argparse.Namespace) -> int:
    source = _find_source(core, options.source)
    if options.page is not None:
        span = viewing.open_page(core, USER, source.id, options.page, options.version)
    else:
        start, end = options.span or (None, None)
        span = viewing.open_span(core, USER, source.id, start, end, options.version)
    _print(options, [rows.span_row(span)], lambda shown: str(shown["text"]))
    return 0


def delete(core: Core, options: argparse.Namespace) -> int:
    receipt = removal.delete_source(core, USER, _find_source(core, options.source).id)
    _print(options, [asdict(receipt)], rows.receipt_text)
    return 0


# --- search and ask ------------------------------------------------------------------------


def search(core: Core, options: argparse.Namespace) -> int:
    notebook = _find_notebook(core, options.notebook)
    _prepare_model(core)
    scope = core.store.search.scope(USER, notebook.id, _requested(core, notebook, options.source))
    evidence = retrieval.search(
        core,
        scope,
        options.question,
        k=options.k,
        vector_way=options.vectors,
        keyword_way=options.keywords,
    )
    for notice in evidence.notices:
        say(notice)
    _print(options, map(rows.hit_row, evidence.hits), rows.hit_text)
    return 0


def ask(core: Core, options: argparse.Namespace) -> int:
    notebook = _find_notebook(core, options.notebook)
    _prepare_model(core)
    request = answer.Ask(
        question=options.question,
        requested=_requested(core, notebook, options.source),
        engine=options.engine,
        mode=options.mode,
        conversation_id=options.conversation,
        searched=options.search,
    )
    failed = False
    for event in answer.ask(core, USER, notebook.id, request):
        failed = failed or event["type"] == "error"
        if options.json:
            _print_json(event)
        else:
            _print_event(event, request.question.strip())
    return 1 if failed else 0


def _requested(core: Core, notebook: Notebook, names: Sequence[str] | None) -> list[str] | None:
    """Source ids for names; an unknown name stays as it is and is reported as dropped."""
    if not names:
        return None
    sources = core.store.sources.all(USER, notebook.id)
    return [_id_of(sources, name) or name for name in names]


def _print_event(event: Row, question: str) -> None:
    match event["type"]:
        case "status":
            say(event["text"])
        case "evidence" if event["searched"] != question:
            say(f"Searched for: {event['searched']}")
        case "delta":
            print(unescaped(event["text"]), end="")
        case "cite":
            print("".join(f" [{n}]" for n in event["refs"]), end="")
        case "source":
            where = f", page {event['page']}" if event["page"] else ""
            role = " (closest, not an answer)" if event.get("role") == "closest" else ""
            say(f"[{event['n']}]{role} {event['title']}{where}: {event['quote']}")
        case "done":
            say(f"Ask on in this conversation with --conversation {event['conversation_id']}")
        case "error":
            say(event["message"])


# --- evaluate ------------------------------------------------------------------------------


def evaluate(core: Core, options: argparse.Namespace) -> int:
    notebook = _find_notebook(core, options.notebook)
    try:
        cases = read_cases(options.cases.read_text("utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"“{options.cases}” can't be read; check the path.") from error
    _prepare_model(core)
    evaluation = begin(core, USER, notebook.id, cases, options.engine)
    results = []
    for result in evaluation.results():
        results.append(result)
        _print(options, [rows.result_row(result)], rows.result_text)
    summary = rows.summary_row(evaluation.run, results)
    _print(options, [{"summary": summary}], rows.summary_text)
    return 0


# --- doctor --------------------------------------------------------------------------------


def run_doctor(options: argparse.Namespace, settings: Settings) -> int:
    healthy = True
    for check in doctor.examine(settings):
        healthy = healthy and check.works
        _print(
            options,
            [asdict(check)],
            lambda row: f"{'ok  ' if row['works'] else 'FAIL'}  {row['name']}: {row['detail']}",
        )
    return 0 if healthy else 1


# --- finding and printing ------------------------------------------------------------------


def _find_notebook(core: Core, name: str) -> Notebook:
    found = core.store.notebooks.all(USER)
    matching = [n for n in found if n.id == name] or [n for n in found if n.title == name]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise InvalidInput(f"Several notebooks are called “{name}”; name one by its id.")
    raise NotFound(f"There is no notebook “{name}”.")


def _find_source(core: Core, name: str) -> Source:
    sources = [
        source
        for notebook in core.store.notebooks.all(USER)
        for source in core.store.sources.all(USER, notebook.id)
    ]
    found = _id_of(sources, name)
    if found is None:
        raise NotFound(f"There is no source “{name}”.")
    return next(source for source in sources if source.id == found)


def _id_of(sources: Iterable[Source], name: str) -> str | None:
    known = list(sources)
    if any(source.id == name for source in known):
        return name
    matching = [source.id for source in known if source.title == name]
    if len(matching) > 1:
        raise InvalidInput(f"Several sources are called “{name}”; name one by its id.")
    return matching[0] if matching else None


def _prepare_model(core: Core) -> None:
    if not core.embedder.unavailable:
        return
    try:
        core.embedder.prepare()
    except ModelUnavailable as error:
        say(f"{error} Search runs on keywords alone.")


def _print(
    options: argparse.Namespace, printed: Iterable[Row], as_text: Callable[[Row], str]
) -> None:
    for row in printed:
        if options.json:
            _print_json(row)
        else:
            print(as_text(row), flush=True)


def _print_json(row: Row) -> None:
    print(json.dumps(row, ensure_ascii=False), flush=True)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
