"""Measures the answers of the extractive engine on public question sets, through the app's ask.

    python tests/quality/answers.py DATA_FOLDER [--sets squad2,clapnq,rgb] [--data DIR]

DATA_FOLDER holds `squad2/dev-half.json`, `clapnq/dev_{answerable,unanswerable}_half.jsonl` and
`rgb/en_fact_half.jsonl`. Each set becomes one notebook. The engine's coefficients are fitted to
squad2 and clapnq, so that each of their questions is asked of an engine fitted without its article
(or, in clapnq, its passage): eight folds, grouped, with a fixed seed. rgb is asked of the engine
as it is. `--as-is` asks everything of the engine as it is. `--fit` prints the coefficients that
belong in `engines/fitted.py`, fitted to all questions, and measures nothing. `--data DIR` keeps
the store, where a second run takes it up again.
"""

from __future__ import annotations

import argparse
import json
import pprint
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from answer_figures import Figure, figures
from answer_sets import ANSWER_SETS, AnswerSet, AskedOf
from fitting import FITTED_BY_SET, Known, fit
from search import filled_notebook
from sklearn.model_selection import GroupKFold

from notebook_core import answer, answering, bootstrap, retrieval
from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER
from notebook_core.engines.extractive import ExtractiveEngine
from notebook_core.engines.fitted import FITTED, Coefficients
from notebook_core.engines.scoring import (
    Embed,
    asked_by_source,
    confidence_features,
    scored_sentences,
)
from notebook_core.ports import Core, Vector
from notebook_core.settings import settings_from

FOLDS = 8
SEED = 2026
PROGRESS_EVERY = 250


@dataclass(frozen=True)
class Filled:
    """A set whose documents are sources: which notebook, and document key ↔ source id."""

    asked: AnswerSet
    notebook_id: str
    ids: Mapping[str, str]

    def ticked(self, question: AskedOf) -> list[str]:
        keys = self.ids if question.ticked is None else question.ticked
        return [self.ids[key] for key in keys]


@dataclass(frozen=True)
class Outcome:
    """What became of a question: the cited spans in order, and the `done` event."""

    question: AskedOf
    cited: tuple[tuple[str, int, int], ...]
    abstained: bool
    confidence: float
    conflicts: tuple[tuple[str, ...], ...]


def remembering(embed: Embed) -> Embed:
    """The embedder, but that it embeds the same text once: the same text gives the same bytes."""
    vectors: dict[str, Vector] = {}

    def remembered(texts: Sequence[str]) -> Iterator[Vector]:
        for text in texts:
            if text not in vectors:
                (vectors[text],) = embed([text])
            yield vectors[text]

    return remembered


def filled(core: Core, asked: AnswerSet) -> Filled:
    scope, keys = filled_notebook(core, asked)
    return Filled(asked, scope.notebook_id, {key: id_ for id_, key in keys.items()})


def report(asked: AnswerSet, did: str, count: int) -> None:
    if count % PROGRESS_EVERY == 0:
        total = len(asked.questions)
        print(f"{asked.name}: {did} {count} of {total}", file=sys.stderr, flush=True)


# --- asking --------------------------------------------------------------------------------


def outcomes(
    core: Core, filled: Filled, engine_for: Callable[[AskedOf], ExtractiveEngine]
) -> Iterator[Outcome]:
    """Ask each question, in a conversation of its own, of the engine that may be asked it."""
    for count, question in enumerate(filled.asked.questions, start=1):
        asking = replace(core, engines={"extractive": engine_for(question)})
        request = Ask(question.text, filled.ticked(question))
        yield outcome(asking, filled, question, request)
        report(filled.asked, "asked", count)


def outcome(core: Core, filled: Filled, question: AskedOf, request: Ask) -> Outcome:
    events = list(answer.ask(core, LOCAL_USER, filled.notebook_id, request))
    done = events[-1]
    if done["type"] != "done":
        raise SystemExit(f"{filled.asked.name}: {question.text!r}: {done['message']}")
    core.store.conversations.delete(LOCAL_USER, done["conversation_id"])
    keys = {id_: key for key, id_ in filled.ids.items()}
    return Outcome(
        question=question,
        cited=tuple(
            (keys[event["source_id"]], event["start"], event["end"])
            for event in events
            if event["type"] == "source" and event.get("role", "cited") == "cited"
        ),
        abstained=done["abstained"],
        confidence=done["confidence"],
        conflicts=tuple(
            tuple(value["value"] for value in conflict["values"]) for conflict in done["conflicts"]
        ),
    )


# --- fitting -------------------------------------------------------------------------------


def known(core: Core, filled: Filled, embed: Embed) -> Iterator[Known]:
    """Each question of a set with the sentences that the engine compares for it."""
    for count, question in enumerate(filled.asked.questions, start=1):
        report(filled.asked, "read", count)
        scope = core.store.search.scope(LOCAL_USER, filled.notebook_id, filled.ticked(question))
        evidence = retrieval.search(core, scope, question.text, k=answering.EVIDENCE_HITS)
        if evidence.question_vector is None:
            continue
        lean = replace(evidence, hits=(), candidates=())
        places = {(filled.ids[gold.document], gold.start, gold.end) for gold in question.gold}
        sentences = tuple(scored_sentences(evidence, asked_by_source(evidence), embed, FITTED))
        yield Known(
            set=filled.asked.name,
            group=f"{filled.asked.name} {question.group}",
            is_answerable=question.is_answerable,
            sentences=sentences,
            gold=tuple(
                any(
                    id_ == one.source_id and one.start <= start < one.start + len(one.text)
                    for id_, start, _ in places
                )
                for one in sentences
            ),
            features_of_best=lambda scored, lean=lean: confidence_features(scored, lean, embed),
        )


def engines_out_of_fold(embed: Embed, rows: Sequence[Known]) -> dict[str, ExtractiveEngine]:
    """For each group an engine that was fitted to other groups alone."""
    groups = [row.group for row in rows]
    engines = {}
    for fold in GroupKFold(FOLDS, shuffle=True, random_state=SEED).split(rows, groups=groups):
        fitted = fit([rows[i] for i in fold[0]])
        engine = ExtractiveEngine(embed, fitted)
        engines.update({groups[i]: engine for i in fold[1]})
    return engines


# --- the run -------------------------------------------------------------------------------


def run(core: Core, options: argparse.Namespace) -> list[Figure]:
    names = options.sets.split(",")
    needed = names if options.as_is else sorted({*names, *FITTED_BY_SET})
    sets = {name: filled(core, ANSWER_SETS[name](options.folder)) for name in needed}
    embed = remembering(core.embedder.embed_passages)
    as_is = ExtractiveEngine(embed)
    engines: dict[str, ExtractiveEngine] = {}
    if not options.as_is:
        rows = [row for name in FITTED_BY_SET for row in known(core, sets[name], embed)]
        if options.fit:
            print_coefficients(fit(rows))
            return []
        engines = engines_out_of_fold(embed, rows)

    def engine_for(name: str) -> Callable[[AskedOf], ExtractiveEngine]:
        return lambda question: engines.get(f"{name} {question.group}", as_is)

    return [
        figure
        for name in names
        for figure in figures(name, list(outcomes(core, sets[name], engine_for(name))))
    ]


def print_coefficients(fitted: Coefficients) -> None:
    for way, one in asdict(fitted).items():
        print(f"# {way}")
        pprint.pp(
            {
                part: {name: round(float(number), 4) for name, number in values.items()}
                if isinstance(values, dict)
                else round(values, 4)
                for part, values in one.items()
            }
        )


def print_table(results: Sequence[Figure]) -> None:
    for row in results:
        target = f"{row.target:>8.3f}" if row.target is not None else " " * 8
        mark = "" if row.reached else "  falls short"
        print(f"{row.set:<8}{row.name:<44}{row.value:>8.4f}{target}  of {row.of:,}{mark}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="DATA_FOLDER")
    parser.add_argument("--sets", default=",".join(ANSWER_SETS))
    parser.add_argument("--data", type=Path, metavar="DIR")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--as-is", action="store_true")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        data = options.data or Path(temporary)
        core = bootstrap.build(replace(settings_from(), data=data))
        core.embedder.prepare()
        try:
            results = run(core, options)
        finally:
            core.store.close()
    print_table(results)
    if options.json:
        rows = [asdict(row) | {"reached": row.reached} for row in results]
        options.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    return 0 if all(row.reached for row in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
