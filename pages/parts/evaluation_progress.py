"""A progress bar for an evaluation that is being run, with a button to stop it."""

from __future__ import annotations

import streamlit as st

from notebook_core.jobs import Jobs
from notebook_core.wording import counted
from pages.parts.notices import redraw

SECONDS_BETWEEN_LOOKS = 0.7


def evaluation_progress(jobs: Jobs, user: str, notebook_id: str) -> None:
    """Draw the bar and keep it moving; when the run ends, the page is drawn anew."""

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
    def watch() -> None:
        job = jobs.evaluation(user, notebook_id)
        if job is None:
            redraw()
            return
        with st.container(horizontal=True, vertical_alignment="center"):
            words = f"{job.done} of {counted(job.cases, 'case')} asked"
            st.progress(job.done / max(1, job.cases), text=words)
            st.button("Stop", key="stop_evaluation", on_click=job.stop)

    watch()
