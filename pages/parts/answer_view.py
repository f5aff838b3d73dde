"""Shows an answer (or any text of a conversation) with its citations as buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

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
    on_click: Callable[[int], None],
    streaming: bool = False,
    open_citation: int | None = None,
) -> None:
    """Draw an answer. A click on a citation calls `on_click` with its number, then the page is
    drawn anew.

    It is called before the run that the click asks for, since that run may never come to the
    answer: of a streamed one it asks for the fragment, which is gone once the answer has ended.
    `states` says of each citation number how it can be shown now; `open_citation` is the one
    that stands in the passage pane.
    """

    def clicked() -> None:
        on_click(int(st.session_state[key].citation["n"]))
        st.rerun()

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
        on_citation_change=clicked,
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
