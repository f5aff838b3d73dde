"""What pages say in words: progress, invitations, receipts, footnotes, links."""

import re
from dataclasses import replace

import pytest

from notebook_core.domain import Citation, Progress
from notebook_core.errors import InvalidInput
from notebook_core.wording import counted
from pages.parts.answer_nodes import nodes
from pages.parts.deep_link import CitationLink, SpanLink, link_in
from pages.parts.footnotes import as_markdown
from pages.parts.messages import receipt_lines
from pages.parts.progress_words import Pace, progress_words, seconds_left, share_done
from pages.parts.wording import invitation


@pytest.mark.parametrize(
    ("progress", "left", "words"),
    [
        (Progress(), None, "Waiting…"),
        (Progress("extracting", 0, 0), None, "Reading…"),
        (Progress("extracting", 3, 12), None, "Reading: 3 of 12 pages"),
        (
            Progress("indexing", 1500, 3000),
            0.2,
            "Indexing: 1,500 of 3,000 passages, about 1 second left",
        ),
        (Progress("ocr", 1, 60), 300.0, "Recognising text: 1 of 60 pages, about 5 minutes left"),
    ],
)
def test_progress_in_words(progress: Progress, left: float | None, words: str) -> None:
    assert progress_words(progress, left) == words


def test_what_is_left_follows_the_pace_of_the_stage() -> None:
    pace = Pace("indexing", seconds=100.0, done=10)
    assert seconds_left(pace, Progress("indexing", 30, 50), now=110.0) == 10.0
    assert seconds_left(pace, Progress("indexing", 50, 50), now=110.0) == 0.0


def test_nothing_is_promised_before_there_is_a_pace() -> None:
    pace = Pace("extracting", seconds=100.0, done=10)
    assert seconds_left(pace, Progress("extracting", 11, 50), now=110.0) is None
    assert seconds_left(pace, Progress("indexing", 40, 50), now=110.0) is None
    assert seconds_left(pace, Progress("extracting", 40, 0), now=110.0) is None


@pytest.mark.parametrize(("done", "total", "share"), [(0, 0, 0), (1, 4, 0.25), (9, 4, 1)])
def test_a_bar_is_never_over_full(done: int, total: int, share: float) -> None:
    assert share_done(Progress("indexing", done, total)) == share


@pytest.mark.parametrize(
    ("ticked", "ready", "reading", "words"),
    [
        (3, 3, 2, "Ask your 3 ready sources, 2 still reading"),
        (1, 1, 0, "Ask your 1 ready source"),
        (2, 5, 0, "Ask 2 of your 5 ready sources"),
        (0, 5, 1, "Tick a source, then ask, 1 still reading"),
        (0, 0, 2, "No source is ready yet, 2 still reading"),
        (0, 0, 0, "Add a source, then ask"),
    ],
)
def test_the_question_box_says_who_may_speak(
    ticked: int, ready: int, reading: int, words: str
) -> None:
    assert invitation(ticked, ready, reading) == words


def test_numbers_with_nouns() -> None:
    assert [counted(n, "row") for n in (0, 1, 2000)] == ["0 rows", "1 row", "2,000 rows"]


def test_a_receipt_names_who_was_asked_and_who_was_silent() -> None:
    receipt = {
        "ticked": ["a", "b"],
        "searched": ["a", "b"],
        "cited": ["a"],
        "silent": ["b"],
        "dropped": ["x"],
    }
    assert receipt_lines(receipt, {"a": "Plan"}) == [
        "Ticked and searched: 2 sources",
        "Cited: Plan",
        "Silent: a source removed since",
        "Left out, not yours to ask or not ready: 1",
    ]


@pytest.mark.parametrize(
    ("parameters", "link"),
    [
        ({"message": "m", "n": "3"}, CitationLink("m", 3)),
        ({"source": "s"}, SpanLink("s")),
        ({"source": "s", "version": "2", "start": "5", "end": "9"}, SpanLink("s", 2, 5, 9)),
        ({"source": "s", "start": "5"}, SpanLink("s", None, 5, 5)),
    ],
)
def test_links_are_understood(parameters: dict[str, str], link: CitationLink | SpanLink) -> None:
    assert link_in(parameters) == link


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"message": "m"},
        {"message": "m", "n": "-1"},
        {"message": "m", "n": "1; x"},
        {"message": "m", "n": "٣"},
        {"message": "m", "n": "9" * 30},
        {"source": "s", "start": "a"},
        {"source": "s", "version": ""},
        {"source": "s", "start": "1e3"},
    ],
)
def test_damaged_links_are_refused_in_words(parameters: dict[str, str]) -> None:
    with pytest.raises(InvalidInput, match="link"):
        link_in(parameters)


CITED = Citation(
    n=1,
    source_id="s",
    version=1,
    title="a_b*c.md",
    quote="costs $5 [net]",
    start=0,
    end=14,
    page=4,
    page_end=4,
    heading="Fees",
    verified=True,
)


def test_a_copied_answer_has_its_citations_as_footnotes() -> None:
    unused = replace(CITED, n=2)
    copied = as_markdown(
        "How much?", r"It costs \$5{{cite:1}}.", [CITED, unused], {1: "current", 2: "current"}
    )
    assert copied == (
        "### How much?\n\n"
        "It costs \\$5[^1].\n\n"
        "[^1]: a\\_b\\*c\\.md, p\\. 4 · Fees: “costs \\$5 \\[net\\]”\n"
    )


@pytest.mark.parametrize(
    ("state", "words"), [("unverified", "(unverified)"), ("removed", "(source removed)")]
)
def test_a_footnote_says_what_can_not_be_checked(state: str, words: str) -> None:
    assert words in as_markdown("?", "x{{cite:1}}", [CITED], {1: state})  # type: ignore[dict-item]


def test_a_copied_answer_holds_no_live_markup_of_its_sources() -> None:
    nasty = replace(CITED, title="<img src=x onerror=alert(1)>", quote="[a](javascript:alert(1))")
    copied = as_markdown("<b>?", "x{{cite:1}}", [nasty], {1: "current"})
    shown = nodes(copied)
    assert not re.search(r"(?<!\\)[<\[](?!\^)", copied)
    assert [node["tag"] for node in shown if isinstance(node, dict)] == ["h5", "p", "p"]
