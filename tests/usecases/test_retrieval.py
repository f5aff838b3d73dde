"""Retrieval: by words and by meaning, only inside the scope, fair, repeatable, never silent."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from notebook_core import accept, bootstrap, ingest, retrieval
from notebook_core.domain import LOCAL_USER, Evidence, Notebook, Scope, Source
from notebook_core.embedding import FastEmbedder
from notebook_core.errors import EmptyQuestion, ModelUnavailable, StoreError
from notebook_core.ports import Core
from notebook_core.settings import Settings, settings_from
from notebook_core.store.duckdb import open_store

AddText = Callable[..., Source]
ROOT = Path(__file__).parents[2]

SUPPORT = "The vendor answers urgent calls within thirty minutes, at night and on holidays too."
INVOICES = "Invoices are paid forty-five days after they arrive. The contract number is KX-4471-B."
SHARKS = "Basking sharks feed on plankton near the surface and are harmless to swimmers."
PARAPHRASE = "How quickly does the supplier react to an emergency?"
IDENTIFIER = "What does KX-4471-B say?"
CHINESE = "供应商必须在三十分钟内回答紧急电话，夜间和节假日也是如此。合同于三月三十一日结束。"
CHINESE_QUESTION = "供应商多快回答紧急电话？"


@pytest.fixture
def search(core: Core, notebook: Notebook) -> Callable[..., Evidence]:
    """Searches the test's notebook; `sources` are the ticked ones (None: all)."""

    def run(question: str, sources: list[Source] | None = None, **options) -> Evidence:
        asked = options.pop("core", core)
        requested = None if sources is None else [source.id for source in sources]
        scope = asked.store.search.scope(LOCAL_USER, notebook.id, requested)
        return retrieval.search(asked, scope, question, **options)

    return run


def bytes_of(evidence: Evidence) -> str:
    """Everything about the hits and candidates, scores to their last bit."""
    return json.dumps(
        [
            [h.passage.id, h.score.hex(), h.rank_vector, h.rank_text, h.text, h.title]
            for h in (*evidence.hits, *evidence.candidates)
        ]
        + [evidence.question_vector, evidence.term_weights, evidence.notices]
    )


def sources_of(evidence: Evidence) -> list[str]:
    return [hit.passage.source_id for hit in evidence.hits]


def without_model(core: Core, tmp_path: Path) -> Core:
    """The same core whose model isn't ready."""
    return replace(core, embedder=FastEmbedder(Settings(models=tmp_path / "models")))


# --- what is found -------------------------------------------------------------------------


def test_a_paraphrase_is_found_by_meaning_and_an_identifier_by_words(add_text, search):
    support, invoices = add_text(SUPPORT, "a.txt"), add_text(INVOICES, "b.txt")
    add_text(SHARKS, "c.txt")
    by_meaning = search(PARAPHRASE).hits[0]
    assert by_meaning.passage.source_id == support.id
    assert (by_meaning.rank_vector, by_meaning.text) == (1, SUPPORT)
    by_words = search(IDENTIFIER).hits[0]
    assert (by_words.passage.source_id, by_words.rank_text) == (invoices.id, 1)


def test_hits_are_slices_of_their_sources(core, add_text, search):
    source = add_text(f"{SUPPORT}\n\n{INVOICES}", "a.txt")
    text = core.store.sources.text(LOCAL_USER, source.id).text
    for hit in search(PARAPHRASE).hits:
        assert hit.text == text[hit.passage.start : hit.passage.end]


def test_rare_terms_weigh_more_and_every_term_has_a_weight(add_text, search):
    for number in range(4):
        add_text(f"Invoices of supplier {number} are paid.", f"{number}.txt")
    add_text("Invoices with a discount are paid early.", "discount.txt")
    weights = search("discount on invoices zebra?").term_weights
    assert len(weights) == 3
    ordered = sorted(weights, key=lambda term: -weights[term])
    assert [term[:4] for term in ordered] == ["zebr", "disc", "invo"]
    assert all(weight > 0 for weight in weights.values())


# --- only what is ticked -------------------------------------------------------------------


def test_only_ticked_sources_speak(add_text, search):
    a, b = add_text(SUPPORT, "a.txt"), add_text(INVOICES, "b.txt")
    found = search("contract invoices vendor calls", [a])
    assert {hit.passage.source_id for hit in (*found.hits, *found.candidates)} == {a.id}
    assert set(sources_of(search("contract invoices vendor calls", [a, b]))) == {a.id, b.id}


def test_an_unticked_source_changes_no_byte(core, notebook, add_text, search):
    ticked = [add_text(SUPPORT, "a.txt"), add_text(INVOICES, "b.txt")]
    before = bytes_of(search(PARAPHRASE, ticked))
    unticked = add_text(f"{SHARKS} The vendor, the supplier, emergency calls.", "c.txt")
    assert bytes_of(search(PARAPHRASE, ticked)) == before
    core.store.sources.mark_deleting(LOCAL_USER, unticked.id)
    core.store.sources.remove(LOCAL_USER, unticked.id, 0)
    assert bytes_of(search(PARAPHRASE)) == before


def test_other_notebooks_change_no_byte(core, add_text, search):
    add_text(SUPPORT, "a.txt")
    before = bytes_of(search(PARAPHRASE))
    other = core.store.notebooks.create(LOCAL_USER, "Other", "structure")
    taken = accept.accept_paste(core, LOCAL_USER, other.id, "The vendor reacts within two days.")
    ingest.process(core, LOCAL_USER, taken.source.id)
    assert bytes_of(search(PARAPHRASE)) == before


def test_fresh_processes_give_the_same_bytes_whatever_else_is_in_the_store(tmp_path, embedder):
    settings = replace(settings_from(), data=tmp_path)
    core = bootstrap.build(settings, embedder=embedder)
    notebook = core.store.notebooks.create(LOCAL_USER, "Same bytes", "structure")
    for text in (SUPPORT, INVOICES, SHARKS):
        taken = accept.accept_paste(core, LOCAL_USER, notebook.id, text)
        ingest.process(core, LOCAL_USER, taken.source.id)
    core.store.close()
    script = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from dataclasses import replace
from pathlib import Path
from notebook_core import accept, bootstrap, ingest, retrieval
from notebook_core.settings import settings_from
core = bootstrap.build(replace(settings_from(), data=Path({str(tmp_path)!r})))
core.embedder.prepare()
scope = core.store.search.scope("local", {notebook.id!r}, None)
for _ in range(4):
    found = retrieval.search(core, scope, {PARAPHRASE!r})
    print([(h.passage.id, h.score.hex(), h.rank_vector, h.rank_text) for h in found.hits])
other = core.store.notebooks.create("local", "noise", "structure")
taken = accept.accept_paste(core, "local", other.id, "Emergency suppliers react quickly.")
ingest.process(core, "local", taken.source.id)
core.store.close()
"""
    printed = [
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for _ in range(3)
    ]
    lines = [line for output in printed for line in output]
    assert len(lines) == 12
    assert len(set(lines)) == 1
    assert "0x" in lines[0]


# --- fair share ----------------------------------------------------------------------------


def manual(paragraphs: int) -> str:
    return "\n\n".join(
        f"{number}. The supplier reacts to an emergency of class {number} within {number} minutes, "
        "after the emergency desk has been called, and confirms that the emergency was handled. "
        + "Each emergency is recorded by the desk. "
        * 12
        for number in range(1, paragraphs + 1)
    )


def test_a_long_source_does_not_crowd_out_a_short_one(core, add_text, search):
    long, memo = add_text(manual(40), "manual.txt"), add_text(SUPPORT, "memo.txt")
    assert core.store.sources.get(LOCAL_USER, long.id).passage_count > 30
    found = search(PARAPHRASE, k=5)
    assert set(sources_of(found)) == {long.id, memo.id}
    assert [hit.score for hit in found.hits] == sorted((h.score for h in found.hits), reverse=True)
    of_long = [hit for hit in found.candidates if hit.passage.source_id == long.id]
    assert len(of_long) >= 3
    assert set(found.hits) <= set(found.candidates)


def test_each_of_twelve_sources_has_its_best_three_among_the_candidates(add_text, search):
    for number in range(11):
        add_text(manual(6).replace("supplier", f"supplier {number}"), f"{number}.txt")
    add_text("\n\n".join(f"{SHARKS} {number} " + SHARKS * 12 for number in range(5)), "sharks.txt")
    found = search(PARAPHRASE, k=3)
    counted = {source.id: 0 for source in found.scope.sources}
    for hit in found.candidates:
        counted[hit.passage.source_id] += 1
    assert min(counted.values()) >= 3
    assert len(found.hits) == 3


def test_a_passage_that_two_sources_hold_counts_once(core, add_text, search):
    add_text(SUPPORT, "a.txt")
    add_text(f"{SUPPORT}\n", "b.md", title="The same")
    assert [hit.text for hit in search(PARAPHRASE).hits].count(SUPPORT) == 1


# --- questions -----------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["", "   ", "???", ".", "\u200b", "\u200b\ufeff \n", "—…“”"])
def test_a_question_without_a_word_is_refused(add_text, search, question):
    add_text(SUPPORT, "a.txt")
    with pytest.raises(EmptyQuestion, match="at least one word"):
        search(question)


@pytest.mark.parametrize("question", ["who is it?", "to be or not to be", "🔥", "was ist das"])
def test_function_words_and_pictographs_are_compared_by_meaning(add_text, search, question):
    add_text(SUPPORT, "a.txt")
    assert search(question).hits[0].rank_vector == 1


@pytest.mark.parametrize("question", ["who is it?", "The", "to be or not to be"])
def test_a_question_of_function_words_alone_says_so(add_text, search, question):
    add_text(SUPPORT, "a.txt")
    assert search(question).notices == (retrieval.FUNCTION_WORDS,)
    assert search(f"{question} support").notices == ()


def test_a_question_of_no_words_says_so(add_text, search):
    add_text(SUPPORT, "a.txt")
    assert search("🔥").notices == (retrieval.NO_WORDS,)


@pytest.mark.parametrize(
    "question",
    [
        "$prev night calls",
        "night calls (",
        'night "calls',
        "night* calls NEAR",
        "col:night calls^2~",
        "night% calls_ \\ ;--",
        "NIGHT calls'",
        "night’s `calls`?",
        "night\x00calls\u200b",
        "night\ud800 calls",
    ],
)
def test_marks_that_query_languages_know_are_only_marks(add_text, search, question):
    source = add_text(SUPPORT, "a.txt")
    add_text(SHARKS, "b.txt")
    found = search(question)
    assert (found.hits[0].passage.source_id, found.hits[0].rank_text) == (source.id, 1)
    assert found.notices == ()


def test_a_question_beyond_the_models_limit_is_searched_and_the_cut_is_said(add_text, search):
    add_text(SHARKS, "b.txt")
    source = add_text(INVOICES, "a.txt")
    found = search("Please read this " * 300 + "KX-4471-B")
    assert found.hits[0].passage.source_id == source.id
    [notice] = found.notices
    assert "longer than the 256 tokens" in notice


# --- nothing is silent ---------------------------------------------------------------------


def test_without_sources_nothing_is_called_and_that_is_said(core, notebook):
    untouchable = SimpleNamespace()
    scope = Scope(LOCAL_USER, notebook.id, ())
    bare = replace(core, embedder=untouchable, store=untouchable)
    found = retrieval.search(bare, scope, PARAPHRASE)
    assert (found.hits, found.candidates, found.notices) == ((), (), (retrieval.NO_SOURCES,))


def test_without_a_model_keywords_search_alone_and_that_is_said(core, add_text, search, tmp_path):
    source = add_text(INVOICES, "a.txt")
    bare = without_model(core, tmp_path)
    found = search(IDENTIFIER, core=bare)
    assert found.hits[0].passage.source_id == source.id
    assert found.hits[0].rank_vector is None
    assert found.question_vector is None
    assert found.notices == (retrieval.KEYWORDS_ALONE, bare.embedder.unavailable)


@pytest.mark.parametrize("by_setting", [True, False])
def test_a_way_of_search_whose_extension_is_missing_is_said(
    embedder: FastEmbedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_setting: bool
) -> None:
    """Whether it was set for all searches or asked for in this one; the hits are the same."""
    monkeypatch.setattr("notebook_core.store.extensions.extension_file", lambda _: None)
    store = open_store(
        None,
        vector_search="hnsw" if by_setting else "auto",
        keyword_search="fts" if by_setting else "postings",
    )
    settings = replace(settings_from(), data=tmp_path)
    core = bootstrap.build(settings, store=store, embedder=embedder)
    notebook = core.store.notebooks.create(LOCAL_USER, "N", "structure")
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, SUPPORT.encode(), "a.txt")
    ingest.process(core, LOCAL_USER, taken.source.id)
    scope = core.store.search.scope(LOCAL_USER, notebook.id, None)
    ways = {} if by_setting else {"vector_way": "hnsw", "keyword_way": "fts"}
    found = retrieval.search(core, scope, PARAPHRASE, **ways)
    by_words, by_meaning = found.notices
    assert "not by fts" in by_words
    assert "fts isn't installed" in by_words
    assert "not by hnsw" in by_meaning
    assert "vss isn't installed" in by_meaning
    other = retrieval.search(core, scope, PARAPHRASE, vector_way="exact", keyword_way="postings")
    assert replace(found, notices=()) == other
    store.close()


def test_a_source_without_vectors_is_named(core, notebook, add_text, search, tmp_path):
    with_vectors = add_text(SUPPORT, "a.txt")
    bare = without_model(core, tmp_path)
    taken = accept.accept_paste(bare, LOCAL_USER, notebook.id, INVOICES, title="Late invoices")
    ingest.process(bare, LOCAL_USER, taken.source.id)
    found = search("How quickly are invoices paid and emergencies answered?")
    ranks = {hit.passage.source_id: hit.rank_vector for hit in found.hits}
    assert ranks == {with_vectors.id: 1, taken.source.id: None}
    [notice] = found.notices
    assert "“Late invoices”" in notice
    assert "keywords alone" in notice


def test_vectors_of_another_model_are_never_compared(core, notebook, add_text, search):
    add_text(SUPPORT, "a.txt")
    other = SimpleNamespace(
        unavailable="", model="another", languages=None, token_limit=256, dimensions=384
    )
    found = search(PARAPHRASE, core=replace(core, embedder=other))
    assert all(hit.rank_vector is None for hit in found.hits)
    assert found.notices == ("By keywords alone until they are embedded again: “a.txt”.",)


class FailingSearch:
    """The store's search with one method that fails, as a broken disk or a bug would make it."""

    def __init__(self, core: Core, method: str) -> None:
        self._search = core.store.search
        self._method = method

    def __getattr__(self, name: str):
        if name == self._method:
            return self._fail
        return getattr(self._search, name)

    def _fail(self, *arguments: object) -> None:
        raise StoreError("The disk is gone.")


def failing(core: Core, *methods: str) -> Core:
    for method in methods:
        core = replace(core, store=SimpleNamespace(search=FailingSearch(core, method)))
    return core


@pytest.mark.parametrize(
    ("method", "notice", "rank"),
    [
        ("rank_by_terms", retrieval.WORDS_FAILED, "rank_vector"),
        ("document_frequencies", retrieval.WORDS_FAILED, "rank_vector"),
        ("rank_by_vector", retrieval.MEANING_FAILED, "rank_text"),
    ],
)
def test_a_ranking_that_fails_leaves_the_other_and_is_said_and_logged(
    core, add_text, search, caplog, method, notice, rank
):
    source = add_text(SUPPORT, "a.txt")
    with caplog.at_level(logging.ERROR, "notebook_core"):
        found = search("urgent calls at night", core=failing(core, method))
    assert found.hits[0].passage.source_id == source.id
    assert getattr(found.hits[0], rank) == 1
    assert notice in " ".join(found.notices)
    assert "The disk is gone." in caplog.text


def test_a_model_that_fails_on_the_question_costs_only_its_ranking(core, add_text, search):
    add_text(SUPPORT, "a.txt")

    def fail(text: str) -> None:
        raise ModelUnavailable("The embedding model failed on a text.")

    broken = SimpleNamespace(
        unavailable="",
        model=core.embedder.model,
        languages=core.embedder.languages,
        embed_question=fail,
    )
    found = search("urgent calls at night", core=replace(core, embedder=broken))
    assert found.hits[0].rank_text == 1
    assert retrieval.MEANING_FAILED in " ".join(found.notices)


def test_when_both_rankings_fail_the_reason_is_raised(core, add_text, search):
    add_text(SUPPORT, "a.txt")
    with pytest.raises(StoreError, match="disk is gone"):
        search(PARAPHRASE, core=failing(core, "rank_by_terms", "rank_by_vector"))


def test_when_only_sources_without_vectors_are_ticked_no_question_is_embedded(
    core, notebook, search, tmp_path
):
    bare = without_model(core, tmp_path)
    taken = accept.accept_paste(bare, LOCAL_USER, notebook.id, INVOICES, title="Late invoices")
    ingest.process(bare, LOCAL_USER, taken.source.id)
    found = search("When are invoices paid?")
    assert found.question_vector is None
    assert found.hits[0].passage.source_id == taken.source.id


# --- languages -----------------------------------------------------------------------------


def test_vectors_have_no_vote_for_a_script_that_the_model_cannot_read(add_text, search):
    source = add_text(CHINESE, "zh.txt")
    found = search(CHINESE_QUESTION)
    assert found.hits[0].passage.source_id == source.id
    assert found.hits[0].rank_vector is None
    assert found.question_vector is None
    assert found.notices == (
        "The embedding model can't read Chinese: search ran on keywords alone.",
    )


def test_beside_it_other_sources_keep_their_vectors(add_text, search):
    english, chinese = add_text(SUPPORT, "en.txt"), add_text(CHINESE, "zh.txt")
    found = search(PARAPHRASE)
    ranks = {hit.passage.source_id: hit.rank_vector for hit in found.hits}
    assert ranks[english.id] == 1
    assert ranks.get(chinese.id) is None
    assert found.notices == (
        "The embedding model can't read Chinese: such sources were searched by keywords alone.",
    )


def test_a_question_that_the_model_cannot_read_has_no_vector(add_text, search):
    add_text(SUPPORT, "en.txt")
    found = search(CHINESE_QUESTION)
    assert found.question_vector is None
    assert found.notices == (
        "The embedding model can't read the script of this question: search ran on keywords alone.",
    )


def test_a_language_of_the_same_script_keeps_half_a_vote(add_text, search):
    text = (
        "Der Lieferant beantwortet dringende Anrufe innerhalb von dreißig Minuten, auch nachts und "
        "an Feiertagen. Rechnungen werden fünfundvierzig Tage nach ihrem Eingang bezahlt."
    )
    add_text(text, "de.txt")
    [hit] = search("Wie schnell werden dringende Anrufe beantwortet?").hits
    assert (hit.rank_text, hit.rank_vector) == (1, 1)
    assert hit.score == pytest.approx(1.5 / 11)


def test_a_comparison_is_searched_by_what_is_compared(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    """The word "compare" would find the sentence that speaks of comparing."""
    add_text("Compare the list with the log. Whoever compares writes down the difference.", "a.txt")
    asked = add_text("The notice period is thirty days.", "b.txt")
    scope = core.store.search.scope(LOCAL_USER, notebook.id, None)
    evidence = retrieval.search(core, scope, "Compare the notice periods.")
    assert evidence.hits[0].passage.source_id == asked.id
    assert set(evidence.term_weights) == {"notic", "period"}
    assert evidence.question == "Compare the notice periods."
