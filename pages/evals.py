"""Evaluation: how far the answers can be trusted, per run, down to the answer behind a point."""

from collections.abc import Sequence

import streamlit as st

from notebook_core import sample
from notebook_core.domain import Citation, EvaluationResult, EvaluationRun
from notebook_core.evaluation.cases import Case, read_cases
from pages.parts.escaping import literal
from pages.parts.evaluation_charts import chosen_case, chosen_run, figures_table
from pages.parts.evaluation_progress import evaluation_progress
from pages.parts.messages import Drawing, answer_message, states_of
from pages.parts.notices import errors_shown
from pages.parts.opened_passage import (
    OpenedPassage,
    close_passage,
    open_passage,
    opened_passage,
    passage_pane,
)
from pages.parts.opening import chosen_notebook, opened
from pages.parts.user import require_user

user = require_user()
core, jobs = opened()
notebook = chosen_notebook(core, user)
job = jobs.evaluation(user, notebook.id)
runs = [run for run in core.store.evaluations.runs(user, notebook.id) if run.status != "running"]


def start(cases: Sequence[Case]) -> None:
    with errors_shown():
        jobs.start_evaluation(user, notebook.id, cases)
        close_passage()
        st.rerun()


def draw_start() -> None:
    """What can be asked: the sample's cases in the sample, a file of cases anywhere."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if notebook.title == sample.TITLE and st.button(
            "Ask the sample's cases", type="primary", disabled=job is not None
        ):
            start(sample.cases())
        with st.popover("Cases of your own", disabled=job is not None):
            given = st.file_uploader("A JSON Lines file of cases", type=["jsonl"])
            st.caption(
                "A line per case: “question”, and for what can be answered “expect”, a list of "
                "“source” (file name or title) and “quote”."
            )
            if st.button("Ask them", disabled=given is None) and given is not None:
                with errors_shown():
                    start(read_cases(given.getvalue().decode("utf-8", "replace").splitlines()))


def draw_run(run: EvaluationRun) -> None:
    results = core.store.evaluations.results(user, run.id)
    unscored = [result for result in results if result.outcome == "unscored"]
    figures_table(results)
    if unscored:
        st.warning(
            literal(f"{len(unscored)} of {len(results)} cases could not be scored: ")
            + literal(unscored[0].error)
        )
    if run.status == "stopped":
        st.warning("This run was stopped before its last case.")
    with st.expander("What this run was asked of"):
        st.table({name: [value] for name, value in run.fingerprint.items()})
    result = chosen_case(run.id, results)
    if result is None:
        st.caption("Click a point to open the answer behind it.")
    else:
        draw_result(result)


def draw_result(result: EvaluationResult) -> None:
    left, right = st.columns([24, 18], gap="medium")
    if not result.message_id:
        st.error(literal(result.error))
        return
    message = core.store.conversations.message(user, result.message_id)
    shown = opened_passage()
    if message.citations and (shown is None or shown.message_id != message.id):
        open_passage(OpenedPassage(message_id=message.id, n=message.citations[0].n))
    sources = core.store.sources.all(user, notebook.id)
    drawing = Drawing(core, user, {source.id: source.title for source in sources})

    def citations_of(message_id: str) -> Sequence[Citation]:
        return message.citations if message_id == message.id else ()

    with left:
        st.subheader(literal(result.question), anchor=False)
        st.caption(literal(result.outcome.replace("_", " ").capitalize()))
        states = states_of(drawing, [message])[message.id]
        answer_message(drawing, message, states, result.question, newest=False)
    with right, st.container(key="passage_pane"), errors_shown():
        passage_pane(core, user, citations_of)


st.title("Evaluation", anchor=False)
st.caption(literal(notebook.title))
draw_start()
if job:
    evaluation_progress(jobs, user, notebook.id)
if runs:
    results_of = {run.id: core.store.evaluations.results(user, run.id) for run in runs}
    draw_run(chosen_run(runs, results_of))
elif not job:
    st.info("Nothing has been evaluated yet.")
