"""The command line: its grammar, its exit codes, and one sentence for whatever is refused."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from notebook_core import answer, bootstrap, commands
from notebook_core.domain import KeywordSearch, PassageStrategy, VectorSearch
from notebook_core.errors import GroundnoteError
from notebook_core.ports import Core
from notebook_core.settings import settings_from


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit codes: 0 done, 1 refused or failed (a sentence says why), 2 usage."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except GroundnoteError as error:
        commands.say(str(error))
        return 1
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        commands.say("Interrupted; what was finished by then is kept.")
        return 1


def _run(options: argparse.Namespace) -> int:
    settings = settings_from()
    if options.data is not None:
        settings = replace(settings, data=options.data)
    if options.command == "doctor":
        return commands.run_doctor(options, settings)
    core = bootstrap.build(settings)
    try:
        command: Command = options.run
        return command(core, options)
    finally:
        core.store.close()


Command = Callable[[Core, argparse.Namespace], int]
Add = Callable[[str, Command | None, str], argparse.ArgumentParser]
"""Adds a command by its name, what runs it, and its help text."""


def _parser() -> argparse.ArgumentParser:
    # Taken before the command as well as after it; there, what wasn't given must not be reset.
    parser = argparse.ArgumentParser(
        prog="python -m notebook_core",
        description="Ask your sources, check every sentence.",
        parents=[_shared(data=None, json=False)],
    )
    shared = _shared(data=argparse.SUPPRESS, json=argparse.SUPPRESS)
    named = parser.add_subparsers(dest="command", required=True)

    def command(name: str, run: Command | None, help_text: str) -> argparse.ArgumentParser:
        added = named.add_parser(name, help=help_text, parents=[shared])
        added.set_defaults(run=run)
        return added

    _add_notebook_command(command, shared)
    _add_source_commands(command)
    _add_question_commands(command)
    command("doctor", None, "try what works here, and say what doesn't and why")
    return parser


def _shared(data: Any, json: Any) -> argparse.ArgumentParser:
    """The options that every command takes, with their defaults."""
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--data", type=Path, default=data, help="the data folder")
    shared.add_argument("--json", action="store_true", default=json, help="one JSON object a line")
    return shared


def _add_notebook_command(command: Add, shared: argparse.ArgumentParser) -> None:
    notebook = command("notebook", commands.notebooks, "create, list, rename or delete notebooks")
    actions = notebook.add_subparsers(dest="action", required=True)
    create = actions.add_parser("create", parents=[shared])
    create.add_argument("title")
    create.add_argument("--strategy", choices=get_args(PassageStrategy), default="structure")
    actions.add_parser("list", parents=[shared])
    rename = actions.add_parser("rename", parents=[shared])
    rename.add_argument("notebook")
    rename.add_argument("title")
    actions.add_parser("delete", parents=[shared]).add_argument("notebook")


def _add_source_commands(command: Add) -> None:
    add = command("add", commands.add, "add files, folders, web addresses, or - for standard input")
    add.add_argument("notebook")
    add.add_argument("inputs", nargs="+", metavar="FILE|FOLDER|URL|-")
    add.add_argument("--title")

    sources = command("sources", commands.sources, "list a notebook's sources")
    sources.add_argument("notebook")

    show = command("show", commands.show, "print a source's normalised text, or a part of it")
    show.add_argument("source")
    part = show.add_mutually_exclusive_group()
    part.add_argument("--span", type=_span, metavar="START:END")
    part.add_argument("--page", type=int)
    show.add_argument("--version", type=int)

    evaluate = command("eval", commands.evaluate, "ask a file of cases and score the answers")
    evaluate.add_argument("notebook")
    evaluate.add_argument("cases", type=Path, metavar="CASES.jsonl")
    evaluate.add_argument("--engine", default=answer.DEFAULT_ENGINE)

    delete = command("delete", commands.delete, "delete a source and print the receipt")
    delete.add_argument("source")


def _add_question_commands(command: Add) -> None:
    search = command("search", commands.search, "find passages")
    search.add_argument("notebook")
    search.add_argument("question")
    search.add_argument("-k", type=_at_least_one, default=10, help="how many passages")
    search.add_argument("--source", action="append", metavar="ID")
    search.add_argument("--vectors", choices=get_args(VectorSearch))
    search.add_argument("--keywords", choices=get_args(KeywordSearch))

    ask = command("ask", commands.ask, "ask the sources")
    ask.add_argument("notebook")
    ask.add_argument("question")
    ask.add_argument("--source", action="append", metavar="ID")
    ask.add_argument("--engine", default=answer.DEFAULT_ENGINE)
    ask.add_argument("--mode", default=answer.DEFAULT_MODE)
    ask.add_argument(
        "--conversation", metavar="ID", help="ask on in it: a follow-up leans on what came before"
    )
    ask.add_argument("--search", metavar="TEXT", help="what to search instead of the question")


def _span(text: str) -> tuple[int, int]:
    first, _, last = text.partition(":")
    if not (first.isdecimal() and last.isdecimal()):
        raise argparse.ArgumentTypeError("a span is START:END, two whole numbers")
    return int(first), int(last)


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("give a whole number of 1 or more")
    return int(text)
