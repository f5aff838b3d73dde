"""Measures search on public question sets, through the app's own ingestion and retrieval.

    python tests/quality/search.py DATA_FOLDER [--sets squad2,scifact,xquad] [--json FILE]

DATA_FOLDER holds `squad2/dev-half.json`, `scifact/corpus.jsonl` with `scifact/queries_half.jsonl`,
and `xquad/xquad.zh.json`. Each set becomes one notebook, a paragraph or abstract a pasted source,
everything ticked. A recall or nDCG below its target ends the run with exit status 1. `--data
DIR` keeps the store in a folder, where a second run takes it up again.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from notebook_core import accept, bootstrap, ingest, retrieval
from notebook_core.domain import LOCAL_USER, Hit, Scope
from notebook_core.ports import Core
from notebook_core.settings import settings_from
from notebook_core.text.normalise import normalise

RANKED_DEPTH = 30
PROGRESS_EVERY = 200


@dataclass(frozen=True)
class Document:
    """What becomes one source; `key` is what questions call it."""

    key: str
    title: str
    text: str


@dataclass(frozen=True)
class Question:
    """A question, the documents that answer it, and where (spans in the normalised text)."""

    text: str
    documents: frozenset[str]
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class QuestionSet:
    """Documents, questions, the figure that is asked of them and what it must reach."""

    name: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    metric: str
    target: float
    score: Callable[[Question, Sequence[Hit], dict[str, str]], float]


@dataclass(frozen=True)
class Result:
    """One row of the table."""

    set: str
    metric: str
    value: float
    target: float
    documents: int
    passages: int
    questions: int
    notices: tuple[str, ...]

    @property
    def reached(self) -> bool:
        return self.value >= self.target


# --- figures -------------------------------------------------------------------------------


def recall_at_5(question: Question, hits: Sequence[Hit], keys: dict[str, str]) -> float:
    """1 if one of the first five hits overlaps an answer, else 0."""
    return float(
        any(
            keys[hit.passage.source_id] in question.documents
            and any(
                hit.passage.start < end and start < hit.passage.end for start, end in question.spans
            )
            for hit in hits[:5]
        )
    )


def ndcg_at_10(question: Question, hits: Sequence[Hit], keys: dict[str, str]) -> float:
    """Normalised discounted cumulative gain of the documents in the order of their first hits,
    binary relevance (Järvelin and Kekäläinen, 2002, https://doi.org/10.1145/582415.582418)."""
    documents = list(dict.fromkeys(keys[hit.passage.source_id] for hit in hits))[:10]
    gain = sum(1 / math.log2(i + 2) for i, key in enumerate(documents) if key in question.documents)
    return gain / sum(1 / math.log2(i + 2) for i in range(min(10, len(question.documents))))


# --- the sets ------------------------------------------------------------------------------


def squad2(folder: Path) -> QuestionSet:
    documents, questions = read_squad(folder / "squad2" / "dev-half.json")
    return QuestionSet("squad2", documents, questions, "recall@5", 0.95, recall_at_5)


def xquad(folder: Path) -> QuestionSet:
    documents, questions = read_squad(folder / "xquad" / "xquad.zh.json")
    return QuestionSet("xquad.zh", documents, questions, "nDCG@10", 0.955, ndcg_at_10)


def scifact(folder: Path) -> QuestionSet:
    documents = tuple(
        Document(row["_id"], row["title"], row["text"])
        for row in read_lines(folder / "scifact" / "corpus.jsonl")
    )
    questions = tuple(
        Question(row["text"], frozenset(row["relevant"]))
        for row in read_lines(folder / "scifact" / "queries_half.jsonl")
    )
    return QuestionSet("scifact", documents, questions, "nDCG@10", 0.715, ndcg_at_10)


SETS = {"squad2": squad2, "scifact": scifact, "xquad": xquad}


def read_squad(file: Path) -> tuple[tuple[Document, ...], tuple[Question, ...]]:
    """Paragraphs and the questions that one of them answers, in SQuAD's format."""
    documents, questions = [], []
    for article in json.loads(file.read_text("utf-8"))["data"]:
        title = article["title"].replace("_", " ")
        for paragraph in article["paragraphs"]:
            document = Document(str(len(documents)), title, paragraph["context"])
            documents.append(document)
            questions += [
                Question(
                    asked["question"], frozenset([document.key]), answer_spans(asked, document)
                )
                for asked in paragraph["qas"]
                if not asked.get("is_impossible")
            ]
    return tuple(documents), tuple(questions)


def answer_spans(asked: dict[str, Any], document: Document) -> tuple[tuple[int, int], ...]:
    def place(offset: int) -> int:
        """Where an offset of the published text is in the normalised one."""
        return len(normalise(document.text[:offset] + "|")) - 1

    starts = [(answer["answer_start"], len(answer["text"])) for answer in asked["answers"]]
    return tuple(sorted({(place(start), place(start + length)) for start, length in starts}))


def read_lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


# --- the run -------------------------------------------------------------------------------


def filled_notebook(core: Core, asked: QuestionSet) -> tuple[Scope, dict[str, str]]:
    """A scope of all the set's documents, added where they aren't yet, and source id → key."""
    notebooks = {notebook.title: notebook for notebook in core.store.notebooks.all(LOCAL_USER)}
    notebook = notebooks.get(asked.name) or core.store.notebooks.create(
        LOCAL_USER, asked.name, "structure"
    )
    keys = {}
    for count, document in enumerate(asked.documents, start=1):
        taken = accept.accept_paste(
            core, LOCAL_USER, notebook.id, document.text, title=document.title
        )
        if taken.source.status != "ready":
            source = ingest.process(core, LOCAL_USER, taken.source.id)
            if source.status != "ready":
                raise SystemExit(f"{asked.name}, document {document.key}: {source.error}")
        keys[taken.source.id] = document.key
        if count % PROGRESS_EVERY == 0:
            print(f"{asked.name}: {count} of {len(asked.documents)}", file=sys.stderr)
    return core.store.search.scope(LOCAL_USER, notebook.id, list(keys)), keys


def measure(core: Core, asked: QuestionSet) -> Result:
    scope, keys = filled_notebook(core, asked)
    total, notices = 0.0, set()
    for question in asked.questions:
        evidence = retrieval.search(core, scope, question.text, k=RANKED_DEPTH)
        total += asked.score(question, evidence.hits, keys)
        notices.update(evidence.notices)
    ready = core.store.sources.all(LOCAL_USER, scope.notebook_id)
    return Result(
        set=asked.name,
        metric=asked.metric,
        value=total / len(asked.questions),
        target=asked.target,
        documents=len(scope.sources),
        passages=sum(source.passage_count for source in ready),
        questions=len(asked.questions),
        notices=tuple(sorted(notices)),
    )


def run(options: argparse.Namespace, data: Path) -> list[Result]:
    core = bootstrap.build(replace(settings_from(), data=data))
    core.embedder.prepare()
    try:
        return [measure(core, SETS[name](options.folder)) for name in options.sets.split(",")]
    finally:
        core.store.close()


def print_table(results: Sequence[Result]) -> None:
    print(f"{'set':<10}{'metric':<10}{'value':>8}{'target':>8}  {'documents, passages, questions'}")
    for row in results:
        counts = f"{row.documents:,}, {row.passages:,}, {row.questions:,}"
        mark = "" if row.reached else "  falls short"
        print(f"{row.set:<10}{row.metric:<10}{row.value:>8.4f}{row.target:>8.3f}  {counts}{mark}")
        for notice in row.notices:
            print(f"{'':<10}{notice}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="DATA_FOLDER")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--data", type=Path, metavar="DIR")
    options = parser.parse_args()
    started = time.monotonic()
    if options.data:
        results = run(options, options.data)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            results = run(options, Path(temporary))
    print_table(results)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    if options.json:
        rows = [asdict(row) | {"reached": row.reached} for row in results]
        options.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    return 0 if all(row.reached for row in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
