"""Draws an answer while it is being written; it only watches, the work goes on without it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from notebook_core.domain import Citation
from notebook_core.jobs import AnswerJob
from pages.parts.answer_view import answer_view
from pages.parts.escaping import literal
from pages.parts.notices import redraw
from pages.parts.opened_passage import open_citation, open_citation_of
from pages.parts.searched_for import searched_for

SECONDS_BETWEEN_LOOKS = 0.25


def live_answer(job: AnswerJob) -> None:
    """Draw what is there so far, what is being done, and Stop; when it ends, the page anew."""

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
    def watch() -> None:
        ended = job.done.is_set()
        now = job.snapshot()
        citations = live_citations(job)
        answer_view(
            job.message_id,
            now["text"],
            citations,
            {
                citation.n: "current" if citation.verified else "unverified"
                for citation in citations
            },
            key=f"text_{job.message_id}",
            on_click=partial(open_citation, job.message_id),
            streaming=True,
            open_citation=open_citation_of(job.message_id),
        )
        if ended:
            redraw()
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(literal(f"{now['status'] or 'Working'}…"))
            st.button("Stop", key="stop", icon=":material/stop_circle:", on_click=job.stop)

    with st.chat_message("assistant", avatar=":material/format_quote:"):
        searched_for(job.message_id, job.question, job.searched, can_ask=False)
        watch()


def live_citations(job: AnswerJob) -> tuple[Citation, ...]:
    """The citations that an answer has so far."""
    return tuple(_citation(event) for event in job.snapshot()["sources"])


def _citation(event: Mapping[str, object]) -> Citation:
    return Citation(**{name: value for name, value in event.items() if name != "type"})  # type: ignore[arg-type]
