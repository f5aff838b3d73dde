"""Which passage stands in the pane beside the chat, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from notebook_core import viewing
from notebook_core.domain import Citation
from notebook_core.errors import NotFound
from notebook_core.ports import Core
from pages.parts.passage_view import cited_passage, passage_view, span_passage

_OPENED = "opened"
_TIMES = "times_opened"


@dataclass(frozen=True)
class OpenedPassage:
    """What was clicked: citation `n` of an answer, or a stretch of a source.

    `times` counts all clicks, so that the same one again scrolls to the highlight again.
    """

    message_id: str = ""
    n: int = 0
    source_id: str = ""
    version: int = 0
    start: int = 0
    end: int = 0
    title: str = ""
    times: int = 0


def open_passage(passage: OpenedPassage) -> None:
    """Put a passage into the pane."""
    times = st.session_state[_TIMES] = st.session_state.get(_TIMES, 0) + 1
    st.session_state[_OPENED] = replace(passage, times=times)


def open_citation(message_id: str, n: int) -> None:
    """Put a cited passage into the pane."""
    open_passage(OpenedPassage(message_id=message_id, n=n))


def close_passage() -> None:
    """Empty the pane."""
    st.session_state.pop(_OPENED, None)


def opened_passage() -> OpenedPassage | None:
    return st.session_state.get(_OPENED)


def open_citation_of(message_id: str) -> int | None:
    """The number of this answer's citation that stands in the pane."""
    opened = opened_passage()
    return opened.n if opened and message_id and opened.message_id == message_id else None


def passage_pane(core: Core, user: str, citations_of: Callable[[str], Sequence[Citation]]) -> None:
    """Draw the pane; `citations_of` gives the citations of an answer, also of one being written.

    Raises what reading a passage raises.
    """
    opened = opened_passage()
    if opened is None:
        st.caption("Click the number behind a sentence: its passage opens here, highlighted.")
    elif opened.message_id:
        _draw_citation(core, user, opened, citations_of(opened.message_id))
    else:
        text = core.store.sources.text(user, opened.source_id, opened.version)
        passage = span_passage(opened.title, text, opened.start, opened.end)
        passage_view(passage, key="pane", opened=str(opened.times))
        names = ("version", "start", "end")
        span = {"source": opened.source_id} | {n: str(getattr(opened, n)) for n in names}
        _link_to_viewer(span)


def _link_to_viewer(where: dict[str, str]) -> None:
    st.page_link(
        "viewer.py",
        label="Open the whole source",
        icon=":material/open_in_new:",
        query_params=where,
    )


def _draw_citation(
    core: Core, user: str, opened: OpenedPassage, citations: Sequence[Citation]
) -> None:
    numbers = [citation.n for citation in citations if citation.verified]
    citation = next((c for c in citations if c.n == opened.n), None)
    if citation is None:
        raise NotFound("This citation is gone: its conversation was cleared.")
    step = passage_view(
        cited_passage(viewing.opened(core, user, citation)),
        key="pane",
        opened=str(opened.times),
        position=numbers.index(opened.n) + 1 if opened.n in numbers else 0,
        count=len(numbers),
    )
    _link_to_viewer({"message": opened.message_id, "n": str(opened.n)})
    if step:
        following = numbers[(numbers.index(opened.n) + step) % len(numbers)]
        open_passage(replace(opened, n=following))
        st.rerun()
