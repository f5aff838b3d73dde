"""Normalised text has one form for the same words, and is left alone by a second pass."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notebook_core.text.normalise import normalise, normalise_title

AWKWARD = (
    "\n\n\r\t  \x00\x0b\x0c\x1b\x85\xa0\xad\u034f\u061c\u200b\u200c\u200d\u200e\u2028\u2029"
    "\u202e\u2060\u2066\u3000\ufeff\ufb00\ufb05\ufffe\ufe0f\u0301\u0308\u064b\u094d\u05b0"
    "\U000e0041\U000e007f\U0001f3f4\U0001f469\U0001f3fd\u2764\u2640\u212b\u1100\u1161\u11a8"
    "aeknif-من한क가Å𝅗𝅥〈\ud800\udc00"
)


@settings(deadline=None)
@given(st.text(st.one_of(st.sampled_from(AWKWARD), st.characters(exclude_categories=()))))
def test_a_second_pass_changes_nothing(text):
    once = normalise(text)
    assert normalise(once) == once
    assert unicodedata.is_normalized("NFC", once)
    once.encode()


@settings(deadline=None)
@given(st.text(st.sampled_from(AWKWARD)))
def test_no_invisible_character_or_odd_space_is_left(text):
    allowed = set("\n\u200c\u200d\U000e0041\U000e007f")
    for character in set(normalise(text)) - allowed:
        assert character.isprintable() or character == "\ufe0f", hex(ord(character))
        assert character not in "\u034f\xad"


@settings(deadline=None)
@given(st.text("ab \t\n\r\x0b\u2028", min_size=1))
def test_lines_end_without_blanks_and_blank_lines_are_one_at_most(text):
    once = normalise(text)
    assert "\n\n\n" not in once
    assert all(line == line.rstrip() for line in once.split("\n"))
    assert once == once.strip("\n")
    assert once.split() == text.split()


@pytest.mark.parametrize(
    ("raw", "right"),
    [
        ("a\r\nb\rc\u2028d\u2029e\x0cf\x0bg\x85h", "a\nb\nc\nd\ne\nf\ng\nh"),
        ("nul\x00 esc\x1b del\x7f c1\x9f", "nul esc del c1"),
        ("zero\u200bwidth word\u2060joiner \ufeffmark", "zerowidth wordjoiner mark"),
        ("user\u202etxt.exe\u202c \u2066x\u2069\u200e", "usertxt.exe x"),
        ("oﬃce ﬁnancial ﬅyle", "office financial style"),
        ("1\u202f200\xa0kg\u3000on\u2009axle", "1 200 kg on axle"),
        ("kg\ton axle", "kg on axle"),
        ("a  \n\n \n\t\nb \n", "a\n\nb"),
        ("e\u0301 A\u030a \u212b", "é Å Å"),
        ("half \ud83d, whole \ud83d\ude00", "half \ufffd, whole 😀"),
        ("", ""),
        (" \n\t\u200b", ""),
    ],
)
def test_each_kind_of_character_gets_its_one_form(raw, right):
    assert normalise(raw) == right


def test_soft_hyphens_vanish_and_a_word_broken_by_one_is_whole_again():
    assert normalise("Unter\xadnehmer em\xad\n  bankment") == "Unternehmer embankment"
    assert normalise("end\xad\n\nNext") == "end\n\nNext"


def test_indentation_stays_and_a_tab_counts_four():
    assert normalise("- a\n\t- b\n  \t  c\n    code") == "- a\n    - b\n        c\n    code"


@pytest.mark.parametrize("text", ["👩‍👩‍👧‍👦", "❤️‍🔥", "👩🏽‍🚀", "می‌خواهم", "ക്‍", "क्‍ष", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
def test_joiners_and_tags_stay_where_a_script_or_an_emoji_needs_them(text):
    assert normalise(text) == text


@pytest.mark.parametrize(
    "text", ["a\u200db", "Auf\u200clage", "\u200dx", "👩\u200d x", "a\U000e0041b"]
)
def test_joiners_and_tags_that_only_hide_in_words_vanish(text):
    assert normalise(text).isascii() or normalise(text) == "👩 x"


def test_a_title_is_one_line():
    assert normalise_title(" Annual\n\n  report\t2024 ") == "Annual report 2024"
