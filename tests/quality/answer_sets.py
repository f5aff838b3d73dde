"""Public question sets whose answers, or lack of any, are known: squad2, clapnq and rgb."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from search import Document, read_lines

from notebook_core.text.normalise import normalise


@dataclass(frozen=True)
class Gold:
    """Where an answer stands: a span in the normalised text of a document."""

    document: str
    start: int
    end: int


@dataclass(frozen=True)
class AskedOf:
    """A question and what is ticked for it (None: all documents of its set).

    `group` names what must not be split between fitting and measuring. `right` and `wrong` are
    the values that documents of a conflict give.
    """

    text: str
    group: str
    is_answerable: bool
    ticked: tuple[str, ...] | None = None
    gold: tuple[Gold, ...] = ()
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnswerSet:
    """Documents and questions; each set becomes one notebook."""

    name: str
    documents: tuple[Document, ...]
    questions: tuple[AskedOf, ...]


def squad2(folder: Path) -> AnswerSet:
    """A paragraph is a document titled with its article; every one is ticked."""
    documents, questions = [], []
    articles = json.loads((folder / "squad2" / "dev-half.json").read_text("utf-8"))["data"]
    for article in articles:
        for paragraph in article["paragraphs"]:
            title = article["title"].replace("_", " ")
            document = Document(str(len(documents)), title, paragraph["context"])
            documents.append(document)
            questions += [
                AskedOf(
                    text=asked["question"],
                    group=article["title"],
                    is_answerable=not asked["is_impossible"],
                    gold=() if asked["is_impossible"] else tuple(_answers(asked, document)),
                )
                for asked in paragraph["qas"]
            ]
    return AnswerSet("squad2", tuple(documents), tuple(questions))


def _answers(asked: dict[str, Any], document: Document) -> Iterator[Gold]:
    def place(offset: int) -> int:
        """Where an offset of the published text is in the normalised one."""
        return len(normalise(document.text[:offset] + "|")) - 1

    for start, length in sorted({(a["answer_start"], len(a["text"])) for a in asked["answers"]}):
        yield Gold(document.key, place(start), place(start + length))


def clapnq(folder: Path) -> AnswerSet:
    """A question has its own passage, which alone is ticked, and gold sentences in it. The same
    passage of two questions is one document."""
    documents: dict[str, Document] = {}
    questions = []
    for name in ("answerable", "unanswerable"):
        for row in read_lines(folder / "clapnq" / f"dev_{name}_half.jsonl"):
            own = [
                documents.setdefault(
                    normalise(passage["text"]).strip(),
                    Document(f"{row['id']}-{n}", passage["title"], passage["text"]),
                )
                for n, passage in enumerate(row["passages"])
            ]
            questions.append(
                AskedOf(
                    text=row["input"],
                    group=own[0].key,
                    is_answerable=name == "answerable",
                    ticked=tuple(document.key for document in own),
                    gold=tuple(_selected(row, own)),
                )
            )
    return AnswerSet("clapnq", tuple(documents.values()), tuple(questions))


def _selected(row: dict[str, Any], documents: Sequence[Document]) -> Iterator[Gold]:
    sentences = {s for output in row["output"] for s in output.get("selected_sentences") or []}
    for document in documents:
        text = normalise(document.text)
        for sentence in sorted(normalise(sentence).strip() for sentence in sentences):
            at = text.find(sentence)
            if at >= 0:
                yield Gold(document.key, at, at + len(sentence))


def rgb(folder: Path) -> AnswerSet:
    """Snippets are documents; each row asks with its right ones ticked, with its irrelevant ones,
    and with right and wrong ones together."""
    keys: dict[str, str] = {}
    questions = []
    for row in read_lines(folder / "rgb" / "en_fact_half.jsonl"):
        of = {
            name: tuple(dict.fromkeys(keys.setdefault(t, str(len(keys))) for t in row[name]))
            for name in ("positive", "negative", "positive_wrong")
        }
        right, wrong = tuple(_strings(row["answer"])), tuple(_strings(row["fakeanswer"]))
        asked = (
            (of["positive"], True, ()),
            (of["negative"], False, ()),
            (tuple(dict.fromkeys(of["positive"] + of["positive_wrong"])), True, wrong),
        )
        questions += [
            AskedOf(row["query"], str(row["id"]), answerable, ticked, (), right, wrong_values)
            for ticked, answerable, wrong_values in asked
            if ticked
        ]
    documents = [Document(key, f"Snippet {key}", text) for text, key in keys.items()]
    return AnswerSet("rgb", tuple(documents), tuple(questions))


def _strings(answers: Any) -> Iterator[str]:
    """The strings in however many lists."""
    if isinstance(answers, str):
        yield answers
    else:
        for answer in answers:
            yield from _strings(answer)


ANSWER_SETS = {"squad2": squad2, "clapnq": clapnq, "rgb": rgb}
