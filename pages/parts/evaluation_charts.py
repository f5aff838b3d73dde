"""The charts of the evaluation page: figures per run, and a point for each case of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt
import pandas as pd
import streamlit as st

from notebook_core.domain import EvaluationResult, EvaluationRun, Outcome
from notebook_core.evaluation.metrics import figures

_FIGURES_HEIGHT = 260
_CASES_HEIGHT = 260
_OUTCOMES: dict[Outcome, str] = {
    "right": "right citation first or second",
    "elsewhere": "answered, cited elsewhere",
    "refused_wrongly": "refused, though covered",
    "refused_rightly": "refused, not covered",
    "answered_wrongly": "answered, though not covered",
    "unscored": "not scored",
}
_GOOD = ("right", "refused_rightly")


def chosen_run(
    runs: Sequence[EvaluationRun], results_of: Mapping[str, Sequence[EvaluationResult]]
) -> EvaluationRun:
    """Draw each figure per run with its interval; returns the clicked run, or else the last."""
    rows = [
        {
            "run": number,
            "figure": figure.name,
            "share": figure.value,
            "low": figure.low,
            "high": figure.high,
            "N": figure.n,
            "asked": f"{run.created_at:%d %b %H:%M}",
        }
        for number, run in enumerate(runs, start=1)
        for figure in figures(results_of[run.id])
        if figure.value is not None
    ]
    if not rows:
        return runs[-1]
    click = alt.selection_point(name="run", fields=["run"], on="click", empty=False)
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X("run:O", title="Run", axis=alt.Axis(labelAngle=0))
    )
    share = alt.Y("share:Q", title="Share", scale=alt.Scale(domain=[0, 1]))
    tooltip = ["figure", "asked", alt.Tooltip("share:Q", format=".2f"), "N"]
    layers = alt.layer(
        base.mark_rule(opacity=0.6).encode(y=alt.Y("low:Q", title="Share"), y2="high:Q"),
        base.mark_line(opacity=0.5).encode(y=share),
        base.mark_point(filled=True, size=90).encode(y=share, tooltip=tooltip).add_params(click),
        height=_FIGURES_HEIGHT,
        width=150,
    )
    chart = layers.facet(column=alt.Column("figure:N", title=None))
    event = st.altair_chart(chart, on_select="rerun", key="figures_per_run")
    clicked = event.selection.get("run") or []
    number = int(clicked[0]["run"]) if clicked else len(runs)
    return runs[min(number, len(runs)) - 1]


def figures_table(results: Sequence[EvaluationResult]) -> None:
    """The figures of a run in words: share, interval, N."""
    columns = st.columns(len(figures(results)))
    for column, figure in zip(columns, figures(results), strict=True):
        value = "—" if figure.value is None else f"{figure.value:.2f}"
        interval = (
            "nothing to score"
            if figure.low is None
            else f"{figure.low:.2f} to {figure.high:.2f}, N = {figure.n}"
        )
        column.metric(
            figure.name.capitalize(),
            value,
            interval,
            delta_color="off",
            delta_arrow="off",
            help=figure.meaning,
        )


def chosen_case(run_id: str, results: Sequence[EvaluationResult]) -> EvaluationResult | None:
    """Draw a point for each case, by how sure the answer was; returns the one that was clicked."""
    rows = [
        {
            "case": number,
            "question": result.question,
            "outcome": _OUTCOMES[result.outcome],
            "good": "as it should be" if result.outcome in _GOOD else "not as it should be",
            "confidence": result.confidence,
        }
        for number, result in enumerate(results)
    ]
    if not rows:
        return None
    click = alt.selection_point(name="case", fields=["case"], on="click", empty=False)
    chart = (
        alt.Chart(pd.DataFrame(rows), height=_CASES_HEIGHT)
        .mark_circle(size=130, opacity=0.75)
        .encode(
            x=alt.X("confidence:Q", title="Confidence", scale=alt.Scale(domain=[0, 1])),
            y=alt.Y(
                "outcome:N",
                title=None,
                sort=list(_OUTCOMES.values()),
                axis=alt.Axis(labelLimit=240),
            ),
            color=alt.Color("good:N", title=None, scale=alt.Scale(scheme="set2")),
            tooltip=["question", "outcome", alt.Tooltip("confidence:Q", format=".2f")],
        )
        .add_params(click)
    )
    event = st.altair_chart(chart, on_select="rerun", key=f"cases_{run_id}")
    clicked = event.selection.get("case") or []
    return results[int(clicked[0]["case"])] if clicked else None
