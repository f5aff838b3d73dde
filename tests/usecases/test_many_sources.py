"""A large source can't crowd out a small one, and of many sources each is searched or named."""

from collections.abc import Callable

import pymupdf

from notebook_core import accept, answer, ingest, retrieval
from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.ports import Core

AddText = Callable[..., Source]
QUESTION = "How long must the cooling pump rest after a shutdown?"


def pdf(pages: list[str]) -> bytes:
    document = pymupdf.open()
    for text in pages:
        document.new_page().insert_textbox((60, 60, 540, 780), text, fontsize=11)
    data: bytes = document.tobytes()
    document.close()
    return data


def added_pdf(core: Core, notebook: Notebook, name: str, pages: list[str]) -> Source:
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, pdf(pages), name)
    return ingest.process(core, LOCAL_USER, taken.source.id)


def test_a_manual_of_300_pages_and_a_memo_of_4_are_both_found_and_both_cited(
    core: Core, notebook: Notebook
) -> None:
    manual = added_pdf(
        core,
        notebook,
        "manual.pdf",
        [
            f"Section {n}. After a shutdown of line {n} the cooling pump must rest for "
            f"{10 + n % 5} minutes before anyone restarts it. The operator writes it down."
            for n in range(1, 301)
        ],
    )
    memo = added_pdf(
        core,
        notebook,
        "memo.pdf",
        [
            "To all shifts. The canteen is closed this week.",
            "The new rota hangs beside the door of the control room.",
            "After a shutdown let the cooling pump rest for twenty minutes, whatever the line.",
            "Please return borrowed tools to the store by Friday.",
        ],
    )
    assert (manual.page_count, memo.page_count) == (300, 4)
    scope = core.store.search.scope(LOCAL_USER, notebook.id, None)
    found = {hit.passage.source_id for hit in retrieval.search(core, scope, QUESTION).hits}
    assert found == {manual.id, memo.id}
    events = list(answer.ask(core, LOCAL_USER, notebook.id, Ask(QUESTION)))
    assert set(events[-1]["receipt"]["cited"]) == {manual.id, memo.id}
    pages = {e["source_id"]: e["page"] for e in events if e["type"] == "source"}
    assert pages[memo.id] == 3


def test_of_twelve_ticked_sources_each_is_searched_and_a_silent_one_is_named(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    speaking = [
        add_text(
            f"At station {n} the cooling pump must rest {n} minutes after a shutdown.",
            f"station {n}.txt",
        )
        for n in range(1, 12)
    ]
    silent = add_text("The choir of the plant sings every Thursday at six.", "choir.txt")
    events = list(answer.ask(core, LOCAL_USER, notebook.id, Ask(QUESTION)))
    receipt = events[-1]["receipt"]
    assert set(receipt["searched"]) == {source.id for source in (*speaking, silent)}
    assert silent.id in receipt["silent"]
    text = "".join(event["text"] for event in events if event["type"] == "delta")
    assert "choir" in text
    candidates = retrieval.search(
        core, core.store.search.scope(LOCAL_USER, notebook.id, None), QUESTION
    ).candidates
    assert {hit.passage.source_id for hit in candidates} == set(receipt["searched"])
