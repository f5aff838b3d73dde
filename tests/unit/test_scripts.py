"""Scripts: what a language is written in, and whether a text is."""

import pytest

from notebook_core.text.scripts import is_mostly_in, language_name, scripts_of


@pytest.mark.parametrize(
    ("language", "codes"),
    [
        ("en", {"Latn"}),
        ("cs", {"Latn"}),
        ("vi", {"Latn"}),
        ("ru", {"Cyrl"}),
        ("el", {"Grek"}),
        ("ar", {"Arab"}),
        ("hi", {"Deva"}),
        ("th", {"Thai"}),
        ("zh", {"Hani"}),
        ("ja", {"Hani", "Hira", "Kana"}),
        ("", set()),
        ("no-such-language", set()),
    ],
)
def test_the_scripts_of_a_language(language, codes):
    assert scripts_of(language) == codes


def test_languages_have_names():
    assert language_name("zh") == "Chinese"
    assert language_name("no-such-language") == "no-such-language"


@pytest.mark.parametrize(
    ("text", "mostly_latin"),
    [
        ("Où est l'évêché ?", True),
        ("谁写了这本书", False),
        ("什么是 iPhone 15 Pro Max?", True),
        ("Кто написал книгу?", False),
        ("2019-2021: 45 %?", True),
        ("🔥", True),
        ("", True),
    ],
)
def test_half_of_the_letters_decide(text, mostly_latin):
    assert is_mostly_in(text, {"Latn"}) is mostly_latin
