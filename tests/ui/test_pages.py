"""The pages, run without a browser: what they show, keep, refuse and ask."""

import ast
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from notebook_core import bootstrap
from notebook_core.answer import Ask
from notebook_core.domain import (
    LOCAL_USER,
    AnswerRequest,
    Cite,
    Delta,
    EngineEvent,
    Finished,
    Message,
    Notebook,
    Quote,
    Source,
)
from notebook_core.errors import EngineError, StoreInUse
from notebook_core.jobs import Jobs
from notebook_core.ports import Core
from pages.parts.escaping import literal

PAGES = Path(__file__).parents[2] / "pages"
FACT = "The weekly report is due on Friday at noon."
Open = Callable[..., AppTest]
AddText = Callable[..., Source]
Eventually = Callable[[Callable[[], bool]], None]


def said(page: AppTest) -> str:
    """Everything that the page says in widgets of Streamlit."""
    kinds = (
        "title",
        "header",
        "markdown",
        "caption",
        "text",
        "info",
        "error",
        "warning",
        "success",
    )
    return "\n".join(str(element.value) for kind in kinds for element in page.get(kind))


def button(page: AppTest, label: str):
    return next(one for one in page.button if one.label == label)


def labels(page: AppTest) -> list[str]:
    return [one.label for one in page.button]


# --- who asks ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.py")), ids=lambda path: path.name)
def test_every_page_asks_who_is_there_before_anything_else(path: Path) -> None:
    """Only configuring the page may come before: a page can be reached without the frame."""
    if path.name == "__init__.py":
        return
    calls = [
        node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.Assign | ast.Expr)
        for node in ast.walk(statement.value)
        if isinstance(node, ast.Call)
    ]
    assert (
        next(c for c in calls if c not in ("st.set_page_config", "apply_layout")) == "require_user"
    )


@pytest.mark.parametrize("name", ["", "sources.py", "chat.py", "viewer.py"])
def test_where_sign_in_is_configured_nobody_gets_past_it(open_page: Open, name: str) -> None:
    page = open_page(name, user={"is_logged_in": False})
    assert labels(page) == ["Sign in"]


def test_users_see_their_own_notebooks_alone(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    job = jobs.start_answer(LOCAL_USER, notebook.id, Ask("When is the weekly report due?"))
    eventually(job.done.is_set)
    other = {"is_logged_in": True, "iss": "https://id.example", "sub": "2"}
    assert "Tender" not in said(open_page("", user=other))
    page = open_page("viewer.py", user=other, message=job.message_id, n="1")
    assert len(page.error) == 1
    assert "weekly" not in said(page)


def test_a_store_that_can_not_be_opened_is_said_in_a_sentence(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> Core:
        raise StoreInUse("Another Groundnote (process 7) uses this data folder; close it first.")

    monkeypatch.setattr(bootstrap, "core", refuse)
    page = open_page("chat.py")
    assert "process 7" in said(page)
    assert not page.chat_input


# --- notebooks -----------------------------------------------------------------------------


def test_the_first_visit_offers_the_sample_and_a_new_notebook(open_page: Open) -> None:
    page = open_page()
    assert "Open the sample" in labels(page)
    assert "Create" in labels(page)
    assert "There is no notebook yet" in said(open_page("chat.py"))


def test_a_notebook_is_made_renamed_and_deleted_after_a_question(
    open_page: Open, core: Core
) -> None:
    page = open_page()
    page.text_input[0].set_value("Plans_2024 *")
    button(page, "Create").click().run()
    (made,) = core.store.notebooks.all(LOCAL_USER)
    assert made.title == "Plans_2024 *"

    page = open_page()
    assert literal(made.title) in said(page)
    page.text_input[0].set_value("Plans 2025")
    button(page, "Rename").click().run()
    assert core.store.notebooks.get(LOCAL_USER, made.id).title == "Plans 2025"

    page = open_page()
    assert "will be gone for good" in said(page)
    assert "Delete" not in labels(page), "only the answer to the question deletes"
    button(page, "Delete for good").click().run()
    assert core.store.notebooks.all(LOCAL_USER) == ()


def test_a_notebook_needs_a_title(open_page: Open, core: Core) -> None:
    page = open_page()
    page.text_input[0].set_value("   ")
    button(page, "Create").click().run()
    assert "Give the notebook a title." in said(page)
    assert core.store.notebooks.all(LOCAL_USER) == ()


# --- sources -------------------------------------------------------------------------------


def test_files_are_added_read_and_listed(
    open_page: Open, notebook: Notebook, core: Core, jobs: Jobs, eventually: Eventually
) -> None:
    page = open_page("sources.py")
    page.file_uploader[0].upload("week_plan.txt", FACT.encode(), "text/plain")
    page.file_uploader[0].upload("blob.bin", bytes(range(256)) * 9, "application/octet-stream")
    button(page, "Add to the notebook").click().run()
    assert "blob" in said(page), "what can't be read is named"
    eventually(
        lambda: [s.status for s in core.store.sources.all(LOCAL_USER, notebook.id)] == ["ready"]
    )
    eventually(lambda: not jobs.ingesting(core.store.sources.all(LOCAL_USER, notebook.id)[0].id))
    frame = open_page("sources.py").dataframe[0].value
    assert frame["Title"].tolist() == ["week_plan.txt"]
    assert frame["Status"].tolist() == ["ready"]


def test_the_bytes_of_an_upload_are_taken_once(
    open_page: Open, notebook: Notebook, core: Core, jobs: Jobs, eventually: Eventually
) -> None:
    page = open_page("sources.py")
    page.file_uploader[0].upload("a.txt", FACT.encode(), "text/plain")
    button(page, "Add to the notebook").click().run()
    page.run()
    page.run()
    eventually(
        lambda: [s.status for s in core.store.sources.all(LOCAL_USER, notebook.id)] == ["ready"]
    )
    (source,) = core.store.sources.all(LOCAL_USER, notebook.id)
    assert core.store.sources.text(LOCAL_USER, source.id).text.strip() == FACT


def test_the_same_again_is_said_to_be_here(
    open_page: Open, notebook: Notebook, add_text: AddText
) -> None:
    add_text(FACT, "a.txt")
    page = open_page("sources.py")
    page.file_uploader[0].upload("b.txt", FACT.encode(), "text/plain")
    button(page, "Add to the notebook").click().run()
    assert "is here already" in said(page)


def test_pasted_text_is_added_and_an_empty_paste_is_refused(
    open_page: Open, notebook: Notebook, core: Core
) -> None:
    page = open_page("sources.py")
    page.text_area[0].set_value(FACT)
    button(page, "Add text").click().run()
    assert len(core.store.sources.all(LOCAL_USER, notebook.id)) == 1
    page.text_area[0].set_value("  \n ")
    button(page, "Add text").click().run()
    assert "no text in what was pasted" in said(page)


@pytest.mark.parametrize(
    ("field", "button_label", "value", "words"),
    [
        (0, "Add page", "ftp://files.example", "full web address"),
        (2, "Add folder", "/no/such/folder", "There is no folder"),
    ],
)
def test_what_can_not_be_added_is_said(
    open_page: Open, notebook: Notebook, field: int, button_label: str, value: str, words: str
) -> None:
    page = open_page("sources.py")
    page.text_input[field].set_value(value)
    button(page, button_label).click().run()
    assert words in said(page)


def test_a_folder_is_added_and_twice_changes_nothing(
    open_page: Open,
    notebook: Notebook,
    core: Core,
    tmp_path: Path,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for n in (1, 2):
        (folder / f"{n}.md").write_text(f"# Paper {n}\n\n{FACT}")
    for _ in range(2):
        page = open_page("sources.py")
        page.text_input[2].set_value(str(folder))
        button(page, "Add folder").click().run()
        sources = core.store.sources.all(LOCAL_USER, notebook.id)
        assert len(sources) == 2
        eventually(lambda ids=[s.id for s in sources]: not any(map(jobs.ingesting, ids)))


def test_folders_of_the_machine_are_not_offered_to_signed_in_users(
    open_page: Open, core: Core
) -> None:
    core.store.notebooks.create("https://id.example#2", "Theirs", "structure")
    other = {"is_logged_in": True, "iss": "https://id.example", "sub": "2"}
    assert "Add folder" not in labels(open_page("sources.py", user=other))


# --- asking --------------------------------------------------------------------------------


def ask(page: AppTest, question: str) -> None:
    page.chat_input[0].set_value(question).run()


def conversation_messages(core: Core, notebook: Notebook) -> tuple[Message, ...]:
    (conversation,) = core.store.conversations.all(LOCAL_USER, notebook.id)
    return core.store.conversations.messages(LOCAL_USER, conversation.id)


def test_a_question_is_answered_from_the_ticked_sources(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    source = add_text(FACT)
    page = open_page("chat.py")
    assert page.chat_input[0].placeholder == "Ask your 1 ready source"
    ask(page, "When is the weekly report due?")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "complete")
    answer = conversation_messages(core, notebook)[-1]
    assert answer.citations[0].quote == FACT
    assert answer.done["receipt"]["ticked"] == [source.id]
    page = open_page("chat.py")
    assert [message.name for message in page.chat_message] == ["user", "assistant"]
    assert "Ticked and searched" in said(page)
    assert FACT in page.code[0].value.replace("\\", ""), "copied with its footnotes"


def test_an_untick_is_kept_and_new_sources_are_ticked(
    open_page: Open, notebook: Notebook, add_text: AddText
) -> None:
    add_text(FACT, "a.txt")
    page = open_page("chat.py")
    page.checkbox[0].uncheck().run()
    assert page.chat_input[0].placeholder == "Tick a source, then ask"
    add_text("Another fact stands here, on its own.", "b.txt")
    page = open_page("chat.py")
    assert [box.value for box in page.checkbox] == [False, True]
    button(page, "All").click().run()
    assert [box.value for box in page.checkbox] == [True, True]
    button(page, "None").click().run()
    assert [box.value for box in open_page("chat.py").checkbox] == [False, False]


def test_a_question_that_can_not_be_asked_is_given_back_with_the_reason(
    open_page: Open, notebook: Notebook, add_text: AddText, core: Core
) -> None:
    add_text(FACT)
    page = open_page("chat.py")
    ask(page, "?!…")
    assert literal("Please write a question with at least one word.") in said(page)
    assert page.code[0].value == "?!…"
    assert core.store.conversations.all(LOCAL_USER, notebook.id) == ()


def test_without_sources_the_page_says_what_to_do(open_page: Open, notebook: Notebook) -> None:
    page = open_page("chat.py")
    assert page.chat_input[0].placeholder == "Add a source, then ask"
    ask(page, "When is it due?")
    assert literal("add one, then ask") in said(page)


def test_with_nothing_ticked_the_page_says_what_to_do(
    open_page: Open, notebook: Notebook, add_text: AddText
) -> None:
    add_text(FACT)
    open_page("chat.py").checkbox[0].uncheck().run()
    page = open_page("chat.py")
    ask(page, "When is it due?")
    assert "tick at least one" in said(page)


class GatedEngine:
    """Writes one cited sentence, then waits at a gate: for looking at an answer half-way."""

    name = "extractive"

    def __init__(self, fails: bool = False) -> None:
        self.reached = threading.Event()
        self.gate = threading.Event()
        self.fails = fails

    def stream(
        self, request: AnswerRequest, cancelled: Callable[[], bool]
    ) -> Iterator[EngineEvent]:
        hit = request.evidence.hits[0].passage
        yield Delta("The first half.")
        yield Cite((Quote(hit.source_id, hit.version, FACT, hit.start),))
        self.reached.set()
        while not self.gate.wait(0.02):
            if cancelled():
                return
        if self.fails:
            raise EngineError("The engine lost its thread; ask again.")
        yield Delta(" The second half.")
        yield Finished()


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> GatedEngine:
    return GatedEngine(fails=getattr(request, "param", False))


@pytest.fixture
def gated(core: Core, jobs: Jobs, engine: GatedEngine) -> Iterator[Jobs]:
    """The core with an engine that waits; its jobs end before the store closes."""
    with bootstrap.using(replace(core, engines={"extractive": engine})) as running:
        yield running


def test_an_answer_survives_a_reload_and_a_second_tab_and_can_be_stopped_there(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    gated: Jobs,
    engine: GatedEngine,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    ask(open_page("chat.py"), "When is the weekly report due?")
    eventually(engine.reached.is_set)
    for _ in range(2):
        page = open_page("chat.py")
        assert "Stop" in labels(page)
        assert page.chat_input[0].disabled
    button(page, "Stop").click().run()
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "stopped")
    question, answer = conversation_messages(core, notebook)
    assert question.text == "When is the weekly report due?"
    assert answer.text.startswith("The first half.")
    page = open_page("chat.py")
    assert "Stopped: this answer is not complete." in said(page)
    assert "Ask again" in labels(page)
    assert not page.chat_input[0].disabled


@pytest.mark.parametrize("engine", [True], indirect=True)
def test_a_failed_answer_says_why_and_shows_what_was_found(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    gated: Jobs,
    engine: GatedEngine,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    engine.gate.set()
    ask(open_page("chat.py"), "When is the weekly report due?")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "failed")
    page = open_page("chat.py")
    assert literal("The engine lost its thread; ask again.") in said(page)
    assert "Passages found before it failed:" in said(page)
    engine.fails = False
    button(page, "Ask again").click().run()
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "complete")
    assert len(conversation_messages(core, notebook)) == 4


def test_a_conversation_is_cleared_after_a_question(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    ask(open_page("chat.py"), "When is the weekly report due?")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "complete")
    page = open_page("chat.py")
    assert "Clear" not in labels(page), "only the answer to the question clears"
    button(page, "Clear for good").click().run()
    assert core.store.conversations.all(LOCAL_USER, notebook.id) == ()


def test_a_new_conversation_begins_empty_and_the_earlier_one_stays(
    open_page: Open,
    notebook: Notebook,
    add_text: AddText,
    core: Core,
    jobs: Jobs,
    eventually: Eventually,
) -> None:
    add_text(FACT)
    ask(open_page("chat.py"), "When is the weekly report due?")
    eventually(lambda: conversation_messages(core, notebook)[-1].status == "complete")
    page = open_page("chat.py")
    button(page, "New conversation").click().run()
    assert not page.chat_message
    button(page, literal("When is the weekly report due?")).click().run()
    assert len(page.chat_message) == 2


def test_a_long_conversation_shows_its_end_and_earlier_messages_on_demand(
    open_page: Open, notebook: Notebook, core: Core
) -> None:
    conversation = core.store.conversations.create(LOCAL_USER, notebook.id, "Long")
    for n in range(30):
        _, answer = core.store.conversations.begin(LOCAL_USER, conversation.id, f"Question {n}?")
        core.store.conversations.finish(LOCAL_USER, replace(answer, text="x", status="complete"))
    page = open_page("chat.py")
    assert len(page.chat_message) == 20
    button(page, "Show earlier").click().run()
    assert len(page.chat_message) == 40


# --- the viewer ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"message": "nobody", "n": "1"},
        {"message": "x' OR 1=1 --", "n": "1"},
        {"message": "m", "n": "one"},
        {"source": "nobody"},
        {"source": "nobody", "start": "-5"},
    ],
)
def test_a_link_that_leads_nowhere_gets_one_sentence(
    open_page: Open, parameters: dict[str, str]
) -> None:
    page = open_page("viewer.py", **parameters)
    assert len(page.error) == 1


def test_a_link_into_a_source_opens_it_and_one_outside_its_text_is_refused(
    open_page: Open, add_text: AddText
) -> None:
    source = add_text(FACT)
    assert not open_page("viewer.py", source=source.id, start="4", end="10").error
    outside = open_page("viewer.py", source=source.id, start="4", end="100000")
    assert "outside the text" in outside.error[0].value
    assert len(open_page("viewer.py", source=source.id, version="9").error) == 1
