"""A progress bar for each source that is being read, with a button to cancel it."""

from __future__ import annotations

import time
from collections.abc import Sequence

import streamlit as st

from notebook_core.domain import Source
from notebook_core.jobs import Jobs
from notebook_core.ports import Core
from pages.parts.escaping import literal, shortened
from pages.parts.notices import redraw, staying
from pages.parts.progress_words import Pace, progress_words, seconds_left, share_done

SECONDS_BETWEEN_LOOKS = 0.7
_PACES = "ingestion_paces"


def being_read(core: Core, jobs: Jobs, user: str, notebook_id: str) -> list[Source]:
    """The sources that wait or are being read, in the order they were added.

    A page asks this before it reads the sources that it shows: what is done in between is then
    seen by the bars, which draw the page anew.
    """
    sources = core.store.sources.all(user, notebook_id)
    return [source for source in sources if jobs.ingestions.is_at_work(user, source.id)]


def reading_progress(
    core: Core, jobs: Jobs, user: str, notebook_id: str, reading: Sequence[Source]
) -> None:
    """Draw a bar for each source that was found `reading` and keep them moving; the page is drawn
    anew when one is done. The work runs in the app's jobs, whether or not anybody looks.
    """
    seen = [source.id for source in reading]
    place = staying()
    if not seen:
        return

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
    def watch() -> None:
        active = being_read(core, jobs, user, notebook_id)
        if [source.id for source in active] != seen:
            redraw()
        for source in active:
            _bar(source, jobs, user)

    with place:
        watch()


def _bar(source: Source, jobs: Jobs, user: str) -> None:
    left = seconds_left(_pace(source), source.progress, time.monotonic())
    words = f"{shortened(source.title, 40)} · {progress_words(source.progress, left)}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(share_done(source.progress), text=literal(words))
        st.button(
            "Cancel",
            key=f"cancel_{source.id}",
            type="tertiary",
            on_click=jobs.ingestions.cancel,
            args=(user, source.id),
        )


def _pace(source: Source) -> Pace:
    paces: dict[str, Pace] = st.session_state.setdefault(_PACES, {})
    known = paces.get(source.id)
    if known is None or known.stage != source.progress.stage:
        progress = source.progress
        known = paces[source.id] = Pace(progress.stage, time.monotonic(), progress.done)
    return known
