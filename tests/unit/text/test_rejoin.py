"""A hyphen at a line end is undone only where the document or the rules say that it is right."""

from __future__ import annotations

import pytest

from notebook_core.text.rejoin import Vocabulary, rejoined


def join(left: str, right: str, *evidence: str) -> str:
    kept, separator = rejoined(left, right, Vocabulary(evidence))
    return kept + separator + right


@pytest.mark.parametrize(
    ("left", "right", "joined"),
    [
        ("about infor-", "mation desks", "about information desks"),
        ("a well-", "known plan", "a well-known plan"),
        ("in 2019-", "2021 it", "in 2019-2021 it"),
        ("code ERR-", "4012 means", "code ERR-4012 means"),
        ("part 01-2301-", "XX fits", "part 01-2301-XX fits"),
        ("the Anglo-", "Saxon age", "the Anglo-Saxon age"),
        ("state-of-", "the-art work", "state-of-the-art work"),
        ("an up-", "to-date list", "an up-to-date list"),
        ("pre-", "and post-war", "pre- and post-war"),
        ("Vor-", "und Nachteile", "Vor- und Nachteile"),
        ("https://a.example/annual-", "report", "https://a.example/annual-report"),
        ("from me@my-", "host.example", "from me@my-host.example"),
        ("INFOR-", "MATION", "INFOR-MATION"),
        ("(infor-", "mation)", "(information)"),
        ("a dash -", "then", "a dash - then"),
        ("a word—", "another", "a word—another"),
        ("2019–", "2021", "2019–2021"),
        ("and/", "or", "and/or"),
        ("no hyphen", "here", "no hyphen here"),
        ("Donau\u2010", "dampfer", "Donaudampfer"),
        ("a cul-", "ture.Not so", "a culture.Not so"),
        ("the extension—practi-", "cally", "the extension—practically"),
        ("-", "x", "- x"),
    ],
)
def test_without_evidence_the_rules_decide(left, right, joined):
    assert join(left, right) == joined


@pytest.mark.parametrize(
    ("left", "right", "evidence", "joined"),
    [
        ("a decision-", "making body", "decision-making takes time", "a decision-making body"),
        ("a decision-", "making body", "our decisionmaking", "a decisionmaking body"),
        ("a well-", "known plan", "a wellknown plan, wellknown", "a wellknown plan"),
        ("INFOR-", "MATION", "the information", "INFORMATION"),
        ("some risk-", "based audit", "The risk is based on it", "some risk-based audit"),
        ("was over-", "turned", "It turned over", "was overturned"),
        ("the frame-", "work", "A frame is work in a framework", "the framework"),
    ],
)
def test_the_document_itself_is_asked_first(left, right, evidence, joined):
    assert join(left, right, evidence) == joined


def test_halves_of_broken_words_are_no_evidence():
    lines = ["some risk-", "based audit", "of infor-", "mation"]
    vocabulary = Vocabulary(lines)
    assert [vocabulary.count(word) for word in ("risk", "based", "infor", "audit", "of")] == [
        0, 0, 0, 1, 1,
    ]  # fmt: skip


def test_marks_that_would_compose_are_kept_apart():
    assert join("ca-", "\u0301b") == "ca- \u0301b"
    assert join("2019–", "\u0301b") == "2019– \u0301b"
