"""The sample as a user opens it: every passage, vector and citation of it holds."""

import random

import numpy as np
import pytest

from notebook_core import answer, ingest, sample, viewing
from notebook_core.answer import Ask
from notebook_core.domain import Notebook, Source
from notebook_core.evaluation.run import begin
from notebook_core.ports import Core
from notebook_core.text.context import embedding_text
from notebook_core.text.spans import slice_text

READER = "reader of the sample"
QUESTION = "How long may the restore test of the imaging archive take?"
TWICE = "The restore test must finish within four hours."


@pytest.fixture(scope="module")
def opened(core: Core) -> Notebook:
    notebook, to_process = sample.open_sample(core, READER)
    for source_id in to_process:
        ingest.process(core, READER, source_id)
    return notebook


def sources(core: Core, notebook: Notebook) -> tuple[Source, ...]:
    return core.store.sources.all(READER, notebook.id)


def test_every_document_is_ready_and_opening_again_adds_nothing(
    core: Core, opened: Notebook
) -> None:
    assert {source.status for source in sources(core, opened)} == {"ready"}
    assert {source.kind for source in sources(core, opened)} == {"pdf", "markdown", "web", "text"}
    before = sources(core, opened)
    assert sample.open_sample(core, READER) == (opened, ())
    assert sources(core, opened) == before


def test_twenty_passages_of_each_source_embed_again_to_their_vectors(
    core: Core, opened: Notebook
) -> None:
    chance = random.Random(3)
    for source in sources(core, opened):
        text = core.store.sources.text(READER, source.id)
        vectors = core.store.sources.vectors(READER, source.id)
        passages = core.store.sources.passages(READER, source.id)
        for passage in chance.sample(passages, min(20, len(passages))):
            shown = embedding_text(
                text.title, passage.heading, slice_text(text.text, passage.start, passage.end)
            )
            (again,) = core.embedder.embed_passages([shown])
            assert float(np.dot(again, vectors[passage.id])) >= 0.9999
            assert core.embedder.count_tokens([shown])[0] + 2 <= core.embedder.token_limit


def test_a_sentence_that_stands_twice_is_cited_where_the_question_points(
    core: Core, opened: Notebook
) -> None:
    events = list(answer.ask(core, READER, opened.id, Ask(QUESTION)))
    cited = next(event for event in events if event["type"] == "source")
    text = core.store.sources.text(READER, cited["source_id"]).text
    places = [at for at in range(len(text)) if text.startswith(TWICE, at)]
    assert cited["quote"] == TWICE
    assert [cited["start"]] == places[1:]
    shown = viewing.open_citation(core, READER, events[-1]["message_id"], cited["n"])
    assert shown.state == "current"
    assert "Imaging" in shown.citation.heading


def test_an_unticked_source_changes_nothing_in_what_the_others_say(
    core: Core, opened: Notebook
) -> None:
    kept = [source.id for source in sources(core, opened) if source.kind != "pdf"]
    pdf = next(source.id for source in sources(core, opened) if source.kind == "pdf")
    events = list(answer.ask(core, READER, opened.id, Ask(QUESTION, requested=kept)))
    assert pdf not in str(events)


def test_each_case_is_answered_where_expected_or_refused_and_the_conflicts_are_stated(
    core: Core, opened: Notebook
) -> None:
    cases = sample.cases()
    results = list(begin(core, READER, opened.id, cases, "extractive").results())
    assert len(results) == len(cases) > 20
    assert {result.case_id: result.outcome for result in results} == {
        case.id: "right" if case.answerable else "refused_rightly" for case in cases
    }
    messages = {result.case_id: result.message_id for result in results}
    for case in cases:
        if case.kind == "conflict":
            done = core.store.conversations.message(READER, messages[case.id]).done
            assert [len(conflict["values"]) for conflict in done["conflicts"]] == [2], case.id


def test_each_kind_of_question_has_one_to_suggest() -> None:
    assert len(sample.questions()) == sample.QUESTIONS_SUGGESTED
