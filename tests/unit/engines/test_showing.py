"""What is quoted reads as what it is: a sentence, a list with its items, a row with its columns."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from notebook_core.citations import marker
from notebook_core.domain import SourceKind
from notebook_core.engine_events import Cite, Delta, Quote
from notebook_core.engines.showing import show
from notebook_core.markup import unescaped
from pages.parts.answer_nodes import nodes


@dataclass(frozen=True)
class Said:
    """Something chosen; what is above it in its table, if it is a row."""

    text: str
    above: str = ""

    @property
    def quote(self) -> Quote:
        return Quote("s", 1, self.text, 10)

    @property
    def header(self) -> Quote | None:
        return Quote("s", 1, self.above, 0) if self.above else None


def shown(said: Said, kind: SourceKind = "text") -> str:
    """The entry's Markdown; the quote is citation 1, a header citation 2."""
    numbers = {said.quote: 1, said.header: 2}
    pieces = []
    for event in show(said, kind):
        if isinstance(event, Delta):
            pieces.append(event.text)
        elif isinstance(event, Cite):
            pieces.extend(marker(numbers[quote]) for quote in event.quotes)
    return "".join(pieces)


@pytest.mark.parametrize(
    ("said", "kind", "expected"),
    [
        (Said("The lamp is lit."), "text", "- The lamp is lit.{{cite:1}}\n"),
        (Said("- a lamp"), "text", "- a lamp{{cite:1}}\n"),
        (
            Said("| **C** | 31 | |", "| Weir | Height | Note |"),
            "markdown",
            "- Weir: C · Height: 31{{cite:1}}{{cite:2}}\n",
        ),
        (Said("C | 31 | sunk"), "web", "- C · 31 · sunk{{cite:1}}\n"),
        (Said("C | 31", "Weir | Height | Note"), "pdf", "- C · 31{{cite:1}}\n"),
        (
            Said("Bring:\n\n• a lamp\n• a bell"),
            "pdf",
            "- Bring:{{cite:1}}\n  - a lamp\n  - a bell{{cite:1}}\n",
        ),
        (
            Said("Steps:\n1. Stop. Wait\n   for it.\n   - Look.\n2. Go."),
            "markdown",
            "- Steps:{{cite:1}}\n  1. Stop. Wait for it.\n     - Look.\n  2. Go.{{cite:1}}\n",
        ),
        (
            Said("- For the boat:\n  - a rope\n  - an oar"),
            "text",
            "- For the boat:{{cite:1}}\n  - a rope\n  - an oar{{cite:1}}\n",
        ),
        (Said("- a lamp\n- a bell"), "text", "- a lamp\n- a bell{{cite:1}}\n"),
        (
            Said("Terms:\n(a) one\n(b) two"),
            "text",
            "- Terms:{{cite:1}}\n  - (a) one\n  - (b) two{{cite:1}}\n",
        ),
    ],
)
def test_an_entry_is_shown_as_what_it_is(said: Said, kind: SourceKind, expected: str) -> None:
    assert unescaped(shown(said, kind)) == expected


def test_a_list_is_drawn_as_a_list_inside_its_entry() -> None:
    drawn = shown(Said("Steps:\n1. Stop.\n   - Look.\n2. Go."), "markdown")
    (entry,) = nodes(f"{drawn}- Another.\n")[0]["children"][:1]  # type: ignore[index]
    steps = next(c for c in entry["children"] if isinstance(c, dict) and c.get("tag") == "ol")
    assert [item["tag"] for item in steps["children"] if isinstance(item, dict)] == ["li", "li"]
    assert "ul" in str(steps["children"][0])


def test_markup_in_a_list_or_a_row_is_shown_as_it_is_written() -> None:
    hostile = "[x](https://a.example) <b> {{cite:7}} $5"
    for said in (Said(f"Bring:\n- {hostile}\n- a bell"), Said(f"{hostile} | 2", "A | B")):
        drawn = nodes(shown(said))
        assert "href" not in str(drawn)
        assert "'cite': 7" not in str(drawn)
