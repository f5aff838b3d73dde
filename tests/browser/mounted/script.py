"""Mounts what the test asks for in `?show=`: nasty texts in widgets and in components."""

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from notebook_core.domain import Citation, Source
from notebook_core.markup import escape
from pages.parts.answer_view import answer_view, text_view
from pages.parts.escaping import literal
from pages.parts.evidence_cards import Card, citation_cards, evidence_cards
from pages.parts.model_banner import model_banner
from pages.parts.notices import draw_kept, keep
from pages.parts.passage_view import Passage, passage_view
from pages.parts.reading_progress import reading_progress
from pages.parts.segments import segments

NASTY = json.loads(Path(__file__).with_name("nasty.json").read_text(encoding="utf-8"))
ORDINARY = json.loads(Path(__file__).with_name("ordinary.json").read_text(encoding="utf-8"))


def citation(
    n: int, title: str = "Plan", quote: str = "the quote", page: int | None = 4
) -> Citation:
    return Citation(n, "s", 1, title, quote, 0, 1, page, page, "", verified=True)


def note(n: int) -> None:
    st.session_state.clicked = n


def widgets() -> None:
    for i, text in enumerate(NASTY):
        st.markdown(literal(text))
        st.caption(literal(text))
        st.checkbox(literal(text), key=f"checkbox{i}")
        st.button(literal(text), key=f"button{i}")
        st.error(literal(text))
        st.expander(literal(text))
        st.popover(literal(text), key=f"popover{i}")
    st.radio("which", [literal(text) for text in NASTY])
    st.selectbox("pick", NASTY)


def names() -> None:
    for title in ORDINARY:
        st.checkbox(literal(title))


def toasts() -> None:
    for text in NASTY[:4]:
        st.toast(literal(text))


def texts() -> None:
    for i, text in enumerate(NASTY):
        text_view(text, key=f"text{i}")


def escaped() -> None:
    for i, text in enumerate(NASTY):
        answer_view("m", escape(text), [], {}, key=f"answer{i}", on_click=note)


def raw() -> None:
    for i, text in enumerate(NASTY):
        answer_view("m", text, [citation(1)], {1: "current"}, key=f"answer{i}", on_click=note)


def cards() -> None:
    evidence_cards([Card(i, text, text, text) for i, text in enumerate(NASTY)], key="cards")


def passages() -> None:
    for i, text in enumerate(NASTY):
        cut = segments(f"before {text}\n{text} after", 7, 7 + len(text))
        passage = Passage(text, text, cut, text, (text,))
        passage_view(passage, key=f"passage{i}", opened=str(i))


def chips() -> None:
    titles = [*NASTY, "plain"]
    citations = [citation(i + 1, title, title) for i, title in enumerate(titles)]
    markdown = "".join(f"{{{{cite:{c.n}}}}} " for c in citations)
    states = {c.n: "current" for c in citations}
    answer_view("m", markdown, citations, states, key="a", on_click=note)
    st.text(f"clicked {st.session_state.get('clicked')}")


def answer() -> None:
    markdown = """The fee is \\$5 **today {{cite:1}}**, see [the list](https://list.example/a).

### Why {{cite:2}}

- one {{cite:1}}
- two {{cite:3}} and `code {{cite:9}}`

| year | fee |
|---|--:|
| 2024 {{cite:2}} | 5 |

> a quote, then {{cite:4}} and {{cite:77}}

```
dp[i][0] = 1
```
"""
    citations = [citation(n, f"Source {n}", f"quote {n}") for n in range(1, 5)]
    states = {1: "current", 2: "changed", 3: "removed", 4: "unverified"}
    answer_view("m7", markdown, citations, states, key="answer", on_click=note, open_citation=2)
    st.text(f"clicked {st.session_state.get('clicked')}")
    card = evidence_cards(citation_cards(citations, states), key="cards")
    st.text(f"card {card}")


def passage() -> None:
    text = "🌊👩‍👩‍👧 Zwölf Boxkämpfer 灯塔 jagen. " * 200
    quote = "Exactly 👩‍👩‍👧 this,\n灯塔 é, and no more."
    start = len(text)
    text += quote + " And then it goes on. مرحبا بالعالم" * 200
    position = st.session_state.setdefault("position", 2)
    shown = Passage(
        "A plan", "p. 4 (printed iv) · Support", segments(text, start, start + len(quote))
    )
    step = passage_view(shown, key="pane", opened=str(position), position=position, count=3)
    if step:
        st.session_state.position += step
        st.rerun()
    passage_view(
        Passage("Gone", "p. 2", None, "the kept quote", ("Source removed.",)), key="gone", opened=""
    )


def stream() -> None:
    @st.fragment(run_every=0.3)
    def watch() -> None:
        st.session_state.ticks = st.session_state.get("ticks", 0) + 1
        markdown = "First {{cite:1}} block.\n\n" + "word " * st.session_state.ticks
        live(markdown, streaming=True)

    watch()


def live(markdown: str, *, streaming: bool) -> None:
    states = {1: "current"}
    answer_view(
        "m", markdown, [citation(1)], states, key="live", on_click=note, streaming=streaming
    )


def ending() -> None:
    """An answer that ends: the run that draws it whole waits until its citation was clicked."""
    place = st.container()
    ended = st.session_state.get("ended", False)
    st.text("ending" if ended else "writing")

    @st.fragment(run_every=0.3)
    def watch() -> None:
        live("First {{cite:1}}.", streaming=True)
        if "ended" in st.session_state:
            st.session_state.ended = True
            st.rerun()
        st.session_state.ended = False

    with place:
        if ended:
            wait_for_a_click()
            live("First {{cite:1}}. And it ends.", streaming=False)
        else:
            watch()
    st.text(f"clicked {st.session_state.get('clicked')}")


def leaving() -> None:
    """Two pages; the first one is just about to be drawn anew when it is left."""
    stay = {"show": "leaving"}
    drawing = st.session_state.get("drawing")
    if drawing and drawing is not threading.current_thread():
        drawing.join()

    @st.fragment
    def watch() -> None:
        if st.button("Draw anew"):
            st.text("about to be drawn anew")
            st.session_state.drawing = threading.current_thread()
            try:
                st.rerun()
            finally:
                requests = get_script_run_ctx().script_requests
                while requests._state == ScriptRequestType.CONTINUE:
                    threading.Event().wait(0.05)

    def first() -> None:
        st.header("First", anchor=False)
        watch()
        st.page_link(pages[1], label="On to the second", query_params=stay)

    def second() -> None:
        st.header("Second", anchor=False)

    pages = [st.Page(first, title="First", default=True), st.Page(second, title="Second")]
    st.navigation(pages, position="hidden").run()


class LateModel:
    """A model that is ready once a file is there."""

    def __init__(self, done: Path) -> None:
        self._done = done

    @property
    def unavailable(self) -> str:
        return "" if self._done.exists() else "Not yet."


def waiting() -> None:
    """What goes away by itself once a file is there, above a form that somebody fills in."""
    done = Path(os.environ["GROUNDNOTE_DATA"]) / "done"
    source = Source("s", "n", "text", "A plan", "o", "extracting", 0, "h", datetime.now(UTC))
    sources = SimpleNamespace(all=lambda user, notebook_id: [source])
    core = SimpleNamespace(store=SimpleNamespace(sources=sources))
    at_work = SimpleNamespace(is_at_work=lambda *_: not done.exists(), cancel=lambda *_: None)
    jobs = SimpleNamespace(ingestions=at_work)
    if "kept" not in st.session_state:
        st.session_state.kept = True
        keep("Said once.")
    draw_kept()
    model_banner(LateModel(done))
    reading_progress(core, jobs, "u", "n", [] if done.exists() else [source])
    with st.popover("New"), st.form("new"):
        title = st.text_input("Title")
        if st.form_submit_button("Create"):
            st.text(f"made {title}")


def wait_for_a_click() -> None:
    requests = get_script_run_ctx().script_requests
    while not st.session_state.get("was_clicked"):
        states = requests._rerun_data.widget_states
        widgets = states.widgets if states else ()
        st.session_state.was_clicked = any(one.json_trigger_value for one in widgets)
        threading.Event().wait(0.02)


SHOWS = (
    widgets,
    names,
    toasts,
    texts,
    escaped,
    raw,
    cards,
    passages,
    chips,
    answer,
    passage,
    stream,
    ending,
    waiting,
    leaving,
)
st.set_page_config(page_title="Mounted", page_icon="📎")
{show.__name__: show for show in SHOWS}[st.query_params["show"]]()
st.text("all drawn")
