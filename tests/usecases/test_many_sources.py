"""A large source can't crowd out a small one, and of many sources each is searched or named."""

from collections.abc import Callable

import pymupdf

from notebook_core import accept, answer, ingest, retrieval
from notebook_core.answer import Ask
from notebook_core.answer_events import Event
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.markup import unescaped
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


COMPARISON = "Compare how long the cooling pump must rest after a shutdown."


def answered(core: Core, notebook: Notebook, question: str) -> tuple[str, list[Event]]:
    """The text of the answer with its citations where they come, and its events."""
    events = list(answer.ask(core, LOCAL_USER, notebook.id, Ask(question)))
    pieces = [
        event["text"] if event["type"] == "delta" else "".join(f"[{n}]" for n in event["refs"])
        for event in events
        if event["type"] in ("delta", "cite")
    ]
    return unescaped("".join(pieces)), events


def test_a_comparison_of_a_manual_and_a_memo_cites_both_and_sets_their_values_side_by_side(
    core: Core, notebook: Notebook
) -> None:
    manual = added_pdf(
        core,
        notebook,
        "manual.pdf",
        [
            f"Section {n}. Valve {n} is opened by hand. Whoever compares the readings of valve {n} "
            "writes down how they differ from those of the day before."
            for n in range(1, 150)
        ]
        + ["Section 150. After a shutdown the cooling pump must rest for 45 minutes."]
        + [f"Section {n}. Filter {n} is washed once a month." for n in range(151, 301)],
    )
    memo = added_pdf(
        core,
        notebook,
        "memo.pdf",
        [
            "To all shifts. The canteen is closed this week.",
            "The new rota hangs beside the door of the control room.",
            "Let the cooling pump rest for twenty minutes after a shutdown, whatever they say.",
            "Please return borrowed tools to the store by Friday.",
        ],
    )
    text, events = answered(core, notebook, COMPARISON)
    assert events[-1]["receipt"]["cited"] == [manual.id, memo.id]
    places = [(e["source_id"], e["page"]) for e in events if e["type"] == "source"]
    assert places[:2] == [(manual.id, 150), (memo.id, 3)]
    assert "| manual.pdf | 45 minutes[1] |\n| memo.pdf | twenty minutes[2] |\n" in text
    (conflict,) = events[-1]["conflicts"]
    assert {value["value"]: value["refs"] for value in conflict["values"]} == {
        "45 minutes": [1],
        "twenty minutes": [2],
    }
    assert text.count("45 minutes") == 2, "in the table and in its sentence, and not once more"


def test_of_twelve_ticked_sources_each_that_speaks_has_a_part_and_the_others_are_named(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    speaking = [
        add_text(
            f"The sun shines at station {n}.\n\nAt station {n} the cooling pump must rest {n} "
            f"minutes after a shutdown.\n\nThe pump of station {n} is red.",
            f"station {n}.txt",
        )
        for n in range(2, 12)
    ]
    choir = add_text("The choir of the plant sings every Thursday at six.", "choir.txt")
    garden = add_text("The roses behind the plant are cut in March.", "garden.txt")
    text, events = answered(core, notebook, "What does each source say about the rest of the pump?")
    receipt = events[-1]["receipt"]
    assert receipt["cited"] == [source.id for source in speaking]
    assert receipt["silent"] == [choir.id, garden.id]
    for source in speaking:
        assert f"\n**{source.title}**\n" in text
        assert f"| {source.title} | " in text
    assert text.rstrip().endswith("choir.txt, garden.txt")


def test_a_comparison_that_one_source_alone_can_answer_says_so(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    memo = add_text("After a shutdown the cooling pump must rest 20 minutes.", "memo.txt")
    add_text("The choir of the plant sings every Thursday at six.", "choir.txt")
    text, events = answered(core, notebook, COMPARISON)
    assert events[-1]["receipt"]["cited"] == [memo.id]
    assert "choir.txt" in text
    assert "|" not in text, "a table needs two"


def test_a_comparison_that_no_source_can_answer_is_refused(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text("The canteen is closed this week.", "memo.txt")
    add_text("The choir of the plant sings every Thursday at six.", "choir.txt")
    _, events = answered(core, notebook, COMPARISON)
    assert events[-1]["abstained"]


def test_a_source_that_is_not_ticked_has_no_part(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    one, two, three = (
        add_text(f"After a shutdown the cooling pump must rest {n} minutes.", f"{n}.txt")
        for n in (10, 20, 30)
    )
    request = Ask(COMPARISON, [three.id, one.id])
    events = list(answer.ask(core, LOCAL_USER, notebook.id, request))
    assert events[-1]["receipt"]["cited"] == [one.id, three.id]
    assert two.id not in str(events)


def test_sources_that_say_the_same_word_for_word_all_speak(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    """They can't be the same file, but may share a paragraph."""
    rule = "After a shutdown the cooling pump must rest 20 minutes."
    padding = " ".join(f"Line {n} of the plant is painted in another colour." for n in range(40))
    drafts = [
        add_text(f"# Draft\n\n{rule}\n\n## {n}\n\n{padding} Signed by {n}.", f"{n}.md", title=n)
        for n in ("Ada", "Ben")
    ]
    _, events = answered(core, notebook, COMPARISON)
    assert events[-1]["receipt"]["cited"] == [draft.id for draft in drafts]


def test_of_forty_ticked_sources_each_speaks_beside_one_that_is_full_of_it(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    full = " ".join(f"Cooling pump {n} must rest {n} minutes after a shutdown." for n in range(90))
    add_text(full, "full.txt")
    for n in range(39):
        add_text(
            f"A cooling pump may have to rest; station {n} gives it {n + 2} minutes.", f"{n}.txt"
        )
    _, events = answered(core, notebook, COMPARISON)
    assert events[-1]["receipt"]["silent"] == []
