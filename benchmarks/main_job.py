"""Times the main job: a 50-page PDF from added to ready, then a question to its first text.

Beside our own times it prints what PyMuPDF and the embedding model take alone on the same input
in the same run, so that the ratios hold on any machine. Prints a table and writes JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pymupdf

from notebook_core import accept, answer, bootstrap, ingest
from notebook_core.domain import LOCAL_USER
from notebook_core.ports import Core
from notebook_core.settings import settings_from
from notebook_core.text.context import embedding_text
from notebook_core.text.language import prepare_detection
from notebook_core.text.spans import slice_text

PAGES = 50
WORDS_A_PAGE = 500
QUESTION = "Which inspection interval applies to the pump of section 17?"
VOCABULARY = (
    "pump valve inspection interval pressure station operator report section limit reading "
    "maintenance schedule contract supplier storage record filter motor voltage weekly annual "
    "shall must may reach exceed within before after because although several each every"
)
WORDS = VOCABULARY.split()


def made_pdf(pages: int, words_a_page: int) -> bytes:
    """A text PDF of running prose, the same bytes of text for the same arguments."""
    chance = random.Random(7)
    document = pymupdf.open()
    for number in range(1, pages + 1):
        page = document.new_page()
        page.insert_text((60, 60), f"Section {number}", fontsize=16)
        prose = " ".join(made_sentence(chance) for _ in range(words_a_page // 12))
        page.insert_textbox((60, 80, 540, 780), prose, fontsize=9.5)
    data: bytes = document.tobytes()
    return data


def made_sentence(chance: random.Random) -> str:
    words = [chance.choice(WORDS) for _ in range(12)]
    return " ".join(words).capitalize() + "."


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def pymupdf_alone(data: bytes) -> float:
    def read() -> None:
        with pymupdf.open(stream=data, filetype="pdf") as document:
            for page in document:
                page.get_text("dict")

    return timed(read)[0]


def model_alone(core: Core, source_id: str) -> float:
    text = core.store.sources.text(LOCAL_USER, source_id)
    shown = [
        embedding_text(
            text.title, passage.heading, slice_text(text.text, passage.start, passage.end)
        )
        for passage in core.store.sources.passages(LOCAL_USER, source_id)
    ]
    return timed(lambda: list(core.embedder.embed_passages(shown)))[0]


def first_text(core: Core, notebook_id: str) -> float:
    began = time.perf_counter()
    for event in answer.ask(core, LOCAL_USER, notebook_id, answer.Ask(QUESTION)):
        if event["type"] == "delta":
            return time.perf_counter() - began
    raise RuntimeError("the question got no text")


def measure(folder: Path) -> dict[str, float]:
    core = bootstrap.build(replace(settings_from(), data=folder))
    core.embedder.prepare()
    prepare_detection()  # as the running app has
    notebook = core.store.notebooks.create(LOCAL_USER, "Benchmark", "structure")
    data = made_pdf(PAGES, WORDS_A_PAGE)

    def add() -> str:
        taken = accept.accept_file(core, LOCAL_USER, notebook.id, data, "manual.pdf")
        source = ingest.process(core, LOCAL_USER, taken.source.id)
        if source.status != "ready":
            raise RuntimeError(source.error)
        return source.id

    reading_alone = pymupdf_alone(data)
    added, source_id = timed(add)
    embedding_alone = model_alone(core, source_id)
    asked = [first_text(core, notebook.id) for _ in range(5)]
    passages = len(core.store.sources.passages(LOCAL_USER, source_id))
    core.store.close()
    alone = reading_alone + embedding_alone
    return {
        "pages": PAGES,
        "passages": passages,
        "added to ready, s": added,
        "PyMuPDF alone, s": reading_alone,
        "embedding model alone, s": embedding_alone,
        "our share beyond both": (added - alone) / alone,
        "first text, first question, s": asked[0],
        "first text, median, s": sorted(asked)[len(asked) // 2],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("bench-results/main_job.json"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    for name, figure in figures.items():
        print(f"{name:36}{figure:10.3f}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
