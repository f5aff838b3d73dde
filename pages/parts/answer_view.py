"""Shows an answer (or any text of a conversation) with its citations as buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from notebook_core.domain import Citation
from notebook_core.viewing import CitationState
from pages.parts.answer_nodes import nodes, text_nodes
from pages.parts.components import component
from pages.parts.wording import page_range

_QUOTE_START = 160
_mount = component("answer_view", '<div class="answer"></div>')


def answer_view(
    message_id: str,
    markdown: str,
    citations: Sequence[Citation],
    states: Mapping[int, CitationState],
    *,
    key: str,
    streaming: bool = False,
    open_citation: int | None = None,
) -> int | None:
    """Draw an answer; returns the number of the citation that was just clicked.

    `states` says of each citation number how it can be shown now; `open_citation` is the one
    that stands in the passage pane.
    """
    return _clicked(
        _mount(
            key=key,
            data={
                "message_id": message_id,
                "nodes": nodes(markdown, streaming),
                "chips": chips(citations, states),
                "streaming": streaming,
                "open": open_citation,
                "plain": False,
            },
            on_citation_change=lambda: None,
        )
    )


def text_view(text: str, *, key: str) -> None:
    """Draw a text, such as a question, exactly as it is."""
    drawing = {"message_id": "", "nodes": text_nodes(text), "chips": {}, "streaming": False}
    _mount(key=key, data=drawing | {"open": None, "plain": True})


def chips(
    citations: Sequence[Citation], states: Mapping[int, CitationState]
) -> dict[str, dict[str, str]]:
    """How each citation number is drawn: a button while its passage can be opened, else a mark."""
    return {str(citation.n): _chip(citation, states[citation.n]) for citation in citations}


def _chip(citation: Citation, state: CitationState) -> dict[str, str]:
    pages = page_range(citation.page, citation.page_end, one="page", several="pages")
    label = ", ".join(part for part in (citation.title, pages) if part)
    quote = citation.quote
    return {
        "state": "open" if state in ("current", "changed") else state,
        "label": f"Citation {citation.n}: {label}",
        "quote": quote if len(quote) <= _QUOTE_START else quote[:_QUOTE_START] + "…",
    }


def _clicked(result: Any) -> int | None:
    clicked = result.citation
    return int(clicked["n"]) if clicked else None
