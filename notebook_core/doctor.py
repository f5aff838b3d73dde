"""Examines what works here by running it: the model, a scratch store, search, a cited answer."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from notebook_core import accept, answer, bootstrap, ingest, removal, sample
from notebook_core.domain import LOCAL_USER, Source
from notebook_core.errors import GroundnoteError
from notebook_core.ports import Core
from notebook_core.settings import Settings

SENTENCES = (
    "The supplier delivers the spare parts within two weeks.",
    "Spare parts arrive from the vendor in fourteen days at most.",
    "The choir sings in the old church on Sunday.",
)
SAMPLE_QUESTION = "How long may the restore test of the imaging archive take?"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Check:
    """One thing that was tried: whether it works, and what was seen or why not."""

    name: str
    works: bool
    detail: str


def examine(settings: Settings) -> Iterator[Check]:
    """Try each part in a temporary folder; the user's own data is not touched."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            core = bootstrap.build(replace(settings, data=Path(folder)))
        except GroundnoteError as error:
            yield Check("store", False, str(error))
            return
        try:
            yield _tried("embedding model", lambda: _embedding(core))
            yield _tried("store", lambda: _scratch_store(core))
            yield _tried("extensions", lambda: _extensions(core))
            yield _tried("vector search", lambda: _vector_plan(core))
            yield _tried("sample, asked and cited", lambda: _sample(core))
            yield Check("what leaves this machine", True, _what_leaves(core))
        finally:
            core.store.close()


def _tried(name: str, work: Callable[[], str]) -> Check:
    try:
        return Check(name, True, work())
    except GroundnoteError as error:
        return Check(name, False, str(error))
    except Exception as error:
        log.debug("the check “%s” failed", name, exc_info=True)
        return Check(name, False, f"{type(error).__name__}: {error}")


class _Failed(GroundnoteError):
    """A check ran and saw something else than it must."""


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise _Failed(otherwise)


def _embedding(core: Core) -> str:
    core.embedder.prepare()
    vectors = np.array(list(core.embedder.embed_passages(SENTENCES)))
    lengths = np.linalg.norm(vectors, axis=1)
    alike, unlike = float(vectors[0] @ vectors[1]), float(vectors[0] @ vectors[2])
    _expect(vectors.shape == (3, core.embedder.dimensions), f"the vectors have {vectors.shape}")
    _expect(bool(np.allclose(lengths, 1, atol=1e-3)), f"the vectors have lengths {lengths}")
    _expect(alike > unlike, f"a paraphrase scores {alike:.2f}, an unrelated text {unlike:.2f}")
    return (
        f"{core.embedder.model}, {core.embedder.dimensions} dimensions; "
        f"paraphrase {alike:.2f}, unrelated {unlike:.2f}"
    )


def _scratch_store(core: Core) -> str:
    source = _added(core, "A note on pumps. The pump must run dry before storage.")
    hits = core.store.search.scope(LOCAL_USER, source.notebook_id, None).sources
    _expect([found.id for found in hits] == [source.id], "a source that is ready is not in scope")
    receipt = removal.delete_source(core, LOCAL_USER, source.id)
    _expect(receipt.complete, f"a deletion left something over: {receipt.rows}")
    return f"written, read and deleted again in {len(receipt.rows)} tables; nothing left over"


def _extensions(core: Core) -> str:
    health = core.store.health()
    broken = {part: state for part, state in health.items() if state != "ok"}
    _expect(not broken, "; ".join(f"{part}: {state}" for part, state in broken.items()))
    return "fts and vss load from their packages"


def _vector_plan(core: Core) -> str:
    source = _added(core, "Valve notes. The valve closes at four bar and opens again at three.")
    scope = core.store.search.scope(LOCAL_USER, source.notebook_id, [source.id])
    vector = core.embedder.embed_question("At what pressure does the valve close?")
    plan = core.store.search.vector_plan(scope, vector, core.embedder.model)
    _expect("HNSW_INDEX_SCAN" in plan, "the plan of a vector query doesn't use the index")
    ways = [
        core.store.search.rank_by_vector(scope, vector, core.embedder.model, 5, way)
        for way in ("exact", "hnsw")
    ]
    _expect(ways[0] == ways[1], "exact and index search rank differently")
    return "the index is scanned (HNSW_INDEX_SCAN), and ranks as exact search does"


def _sample(core: Core) -> str:
    pdf = next(path for path in sample.documents() if path.suffix == ".pdf")
    notebook = core.store.notebooks.create(LOCAL_USER, "Sample", "structure")
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, pdf.read_bytes(), pdf.name)
    source = ingest.process(core, LOCAL_USER, taken.source.id)
    _expect(source.status == "ready", source.error)
    request = answer.Ask(SAMPLE_QUESTION)
    cited = [
        event
        for event in answer.ask(core, LOCAL_USER, notebook.id, request)
        if event["type"] == "source" and event["verified"]
    ]
    _expect(bool(cited), "the sample question got no verified citation")
    first = cited[0]
    text = core.store.sources.text(LOCAL_USER, source.id)
    _expect(
        text.text[first["start"] : first["end"]] == first["quote"],
        "a citation doesn't slice to its quote",
    )
    return f"page {first['page']}: “{first['quote']}”"


def _what_leaves(core: Core) -> str:
    name = core.settings.embedding_model
    fetched = f" The embedding model {name} is fetched from its hub once." if name else ""
    return (
        "Nothing, unless you add a web address: then that page alone is fetched. There is no "
        f"telemetry, and questions and answers stay here.{fetched}"
    )


def _added(core: Core, text: str) -> Source:
    notebook = core.store.notebooks.create(LOCAL_USER, "Doctor", "structure")
    taken = accept.accept_paste(core, LOCAL_USER, notebook.id, text)
    source = ingest.process(core, LOCAL_USER, taken.source.id)
    _expect(source.status == "ready", source.error)
    return source
