"""Untrusted text is cut to fit without losing what tells it apart."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts.escaping import literal, shortened

MOUNTED = Path(__file__).parents[1] / "browser" / "mounted"
ORDINARY = json.loads((MOUNTED / "ordinary.json").read_text(encoding="utf-8"))


@given(st.text(max_size=300), st.integers(min_value=8, max_value=80))
def test_a_shortened_text_fits_and_a_short_one_is_kept(text: str, limit: int) -> None:
    line = " ".join(text.split())
    short = shortened(text, limit)
    assert len(short) <= limit
    assert short == line if len(line) <= limit else "…" in short


def test_a_shortened_file_name_keeps_its_extension() -> None:
    assert shortened("x" * 300 + ".tar.gz", 40).endswith("x.tar.gz")


@pytest.mark.parametrize("cluster", ["👩‍👩‍👧", "é", "❤️", "👍🏽"])
def test_a_letter_is_not_parted_from_its_marks(cluster: str) -> None:
    for limit in range(24, 60):
        head, tail = shortened(cluster * 100, limit).split("…")
        assert head == cluster * (len(head) // len(cluster))
        assert tail == cluster * (len(tail) // len(cluster))


@pytest.mark.parametrize("title", ORDINARY)
def test_an_ordinary_title_is_left_as_it_is(title: str) -> None:
    """As the label of a tick it is the name that is read out, too."""
    assert literal(title) == title


@given(st.text())
def test_literal_text_can_always_be_sent_and_stays_one_paragraph(text: str) -> None:
    escaped = literal(text)
    escaped.encode("utf-8")
    assert "\n" not in escaped
    assert not escaped.startswith((" ", "\t"))
