"""The sample documents hold what their questions expect, as the app itself reads them."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from notebook_core.domain import SourceText
from notebook_core.extraction import Given
from notebook_core.readers import readers
from notebook_core.readers.sniff import sniff
from notebook_core.settings import Settings
from notebook_core.text.compose import compose
from notebook_core.text.spans import heading_path, page_at

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "data" / "sample"
TENDER = "backup-tender.pdf"
SOURCES = (
    TENDER,
    "contract-review.md",
    "evaluation-meeting.txt",
    "quillmere-service.html",
    "restore-runbook.md",
)
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (SAMPLE / "questions.jsonl").read_text("utf-8").splitlines()
]
KINDS = {"answerable", "unanswerable", "conflict", "comparison", "identifier", "repeated"}


def named(case: dict[str, Any]) -> str:
    return str(case["id"])


def of_kind(*kinds: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["kind"] in kinds]


def places_of(quote: str, text: str) -> Iterator[int]:
    start = text.find(quote)
    while start >= 0:
        yield start
        start = text.find(quote, start + 1)


@pytest.fixture(scope="module")
def texts() -> dict[str, SourceText]:
    """The normalised text of each document, by file name."""
    found = {}
    for name in SOURCES:
        data = (SAMPLE / name).read_bytes()
        kind = sniff(data, name)
        given = Given(data, name, kind)
        found[name] = compose(readers(Settings())[kind].read(given, lambda done, total: None))
    return found


def sources_that_say(words: str, texts: dict[str, SourceText]) -> set[str]:
    return {name for name, source in texts.items() if words.casefold() in source.text.casefold()}


def test_there_are_cases_of_every_kind_with_ids_and_questions_of_their_own() -> None:
    assert {case["kind"] for case in CASES} == KINDS
    assert len(CASES) >= 24
    for field in ("id", "question"):
        assert [v for v, n in Counter(case[field] for case in CASES).items() if n > 1] == []


@pytest.mark.parametrize("case", of_kind(*KINDS - {"unanswerable"}), ids=named)
def test_each_expected_quote_stands_in_its_source(
    case: dict[str, Any], texts: dict[str, SourceText]
) -> None:
    assert case["expect"]
    for expected in case["expect"]:
        places = list(places_of(expected["quote"], texts[expected["source"]].text))
        assert 1 <= expected["occurrence"] <= len(places), expected["quote"]


def test_an_unanswerable_question_expects_nothing() -> None:
    assert [case["id"] for case in of_kind("unanswerable") if case["expect"]] == []


@pytest.mark.parametrize("case", of_kind("repeated"), ids=named)
def test_a_repeated_sentence_occurs_exactly_twice(
    case: dict[str, Any], texts: dict[str, SourceText]
) -> None:
    first = case["expect"][0]
    assert len(list(places_of(first["quote"], texts[first["source"]].text))) == 2


def test_the_two_restore_tests_stand_in_different_sections_and_on_different_pages(
    texts: dict[str, SourceText],
) -> None:
    tender = texts[TENDER]
    seen = []
    for start in places_of("The restore test must finish within four hours.", tender.text):
        page = page_at(tender.page_starts, start) or 0
        section = heading_path(tender.headings, start).split(" › ")[-1]
        seen.append((section, page, tender.page_labels[page - 1]))
    assert seen == [("4.1 Records archive", 6, "4"), ("4.2 Imaging archive", 7, "5")]


@pytest.mark.parametrize("case", of_kind("conflict", "comparison"), ids=named)
def test_a_conflict_or_comparison_rests_on_several_sources(case: dict[str, Any]) -> None:
    assert len({expected["source"] for expected in case["expect"]}) >= 2


@pytest.mark.parametrize(
    ("words", "sources"),
    [
        ("notice period of 45 days", {TENDER}),
        ("notice period of 30 days", {"contract-review.md"}),
        ("18 percent a year", {TENDER}),
        ("24 percent a year", {"evaluation-meeting.txt"}),
    ],
)
def test_the_figures_that_conflict_stand_in_one_source_each(
    words: str, sources: set[str], texts: dict[str, SourceText]
) -> None:
    assert sources_that_say(words, texts) == sources


@pytest.mark.parametrize("identifier", ["ERR-4012", "TRH-2021-0386"])
def test_an_identifier_occurs_in_one_place_only(
    identifier: str, texts: dict[str, SourceText]
) -> None:
    assert sum(source.text.count(identifier) for source in texts.values()) == 1


@pytest.mark.parametrize(
    ("term", "source"),
    [("canary file", "restore-runbook.md"), ("cold start drill", "evaluation-meeting.txt")],
)
def test_some_terms_are_used_by_one_source_only(
    term: str, source: str, texts: dict[str, SourceText]
) -> None:
    assert sources_that_say(term, texts) == {source}


@pytest.mark.parametrize("words", ["penalty", "penalties", "late delivery", "ERR-4013", "2023"])
def test_what_the_unanswerable_questions_ask_for_is_in_no_source(
    words: str, texts: dict[str, SourceText]
) -> None:
    assert sources_that_say(words, texts) == set()


def test_the_tender_is_what_its_script_draws(tmp_path: Path) -> None:
    """Two runs give the same bytes, and the tracked file has the text and labels of a new one."""
    build = runpy.run_path(str(SAMPLE / "make_pdf.py"))["build"]
    for name in ("first.pdf", "second.pdf"):
        build(tmp_path / name)
    assert (tmp_path / "first.pdf").read_bytes() == (tmp_path / "second.pdf").read_bytes()
    with pymupdf.open(tmp_path / "first.pdf") as new, pymupdf.open(SAMPLE / TENDER) as tracked:
        pages = [(page.get_label(), page.get_text()) for page in new]
        assert pages == [(page.get_label(), page.get_text()) for page in tracked]
        assert [label for label, _ in pages[:3]] == ["i", "ii", "1"]
        assert len(pages) == 11


def test_the_page_on_the_sample_names_every_source_and_the_licence() -> None:
    readme = (ROOT / "docs" / "sample.md").read_text("utf-8")
    assert [name for name in SOURCES if f"`{name}`" not in readme] == []
    assert "written for this project" in readme
    assert "AGPL-3.0-or-later" in readme
