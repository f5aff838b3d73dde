"""Times an answer's first text with 10,000 passages in scope, in many sources and in one.

The passages' own vectors are drawn at random, since embedding 10,000 takes minutes and only time is
measured; the question and the sentences of the answer go through the real model. Prints a table and
writes JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np

from benchmarks.main_job import first_text, made_sentence, timed
from notebook_core import accept, bootstrap, ingest
from notebook_core.domain import LOCAL_USER
from notebook_core.ports import Core, Embedder, Vector
from notebook_core.settings import settings_from
from notebook_core.text.language import prepare_detection

PASSAGES = 10_000
SHAPES = {"1 source": 1, "100 sources": 100, "1,000 sources": 1_000}
SENTENCES_A_PASSAGE = 16
QUESTIONS = 7


@dataclass
class DrawnVectors:
    """The embedder, but for the vectors of passages, which are drawn at random."""

    embedder: Embedder

    def __getattr__(self, name: str) -> object:
        return getattr(self.embedder, name)

    def embed_passages(self, texts: Sequence[str]) -> Iterator[Vector]:
        chance = np.random.default_rng(len(texts))
        for _ in texts:
            vector = chance.standard_normal(384).astype(np.float32)
            yield vector / np.linalg.norm(vector)


def made_text(chance: random.Random, passages: int) -> str:
    """Sections of prose, each of which becomes one passage."""
    sections = []
    for number in range(1, passages + 1):
        prose = " ".join(made_sentence(chance) for _ in range(SENTENCES_A_PASSAGE))
        sections.append(f"# Section {number}\n\n{prose}")
    return "\n\n".join(sections)


def fill(core: Core, sources: int) -> str:
    """A notebook of that many sources with `PASSAGES` passages in all."""
    notebook = core.store.notebooks.create(LOCAL_USER, f"{sources} sources", "structure")
    chance = random.Random(sources)
    drawing = replace(core, embedder=cast(Embedder, DrawnVectors(core.embedder)))
    for number in range(sources):
        text = made_text(chance, PASSAGES // sources)
        taken = accept.accept_paste(core, LOCAL_USER, notebook.id, text, title=f"Report {number}")
        source = ingest.process(drawing, LOCAL_USER, taken.source.id)
        if source.status != "ready":
            raise RuntimeError(source.error)
    return notebook.id


def measure(folder: Path) -> dict[str, float]:
    core = bootstrap.build(replace(settings_from(), data=folder, max_paste_bytes=50_000_000))
    core.embedder.prepare()
    prepare_detection()  # as the running app has
    figures: dict[str, float] = {}
    for name, sources in SHAPES.items():
        seconds, notebook_id = timed(partial(fill, core, sources))
        found = core.store.sources.all(LOCAL_USER, notebook_id)
        asked = [first_text(core, notebook_id) for _ in range(QUESTIONS)]
        figures |= {
            f"{name}: passages": sum(source.passage_count for source in found),
            f"{name}: filled, s": seconds,
            f"{name}: first text, first question, s": asked[0],
            f"{name}: first text, median, s": statistics.median(asked),
            f"{name}: first text, slowest, s": max(asked),
        }
    core.store.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("bench-results/first_text.json"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    for name, figure in figures.items():
        print(f"{name:50}{figure:10.3f}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
