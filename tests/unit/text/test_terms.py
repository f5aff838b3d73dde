"""Terms: what is written one way is found when it is asked for in another."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notebook_core.text import function_words, language
from notebook_core.text import terms as terms_module
from notebook_core.text.language import detect_language
from notebook_core.text.terms import question_terms, terms


@pytest.mark.parametrize("module", [terms_module, language])
def test_the_examples_in_the_docstrings_hold(module: object) -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("written", "asked", "code"),
    [
        ("the keeper's plan", "keeper’s", "en"),
        ("the keeper’s plan", "keepers", "en"),
        ("a well-known rule", "known", "en"),
        ("a well-known rule", "well\u2011known", "en"),
        ("part 01-2301-XX", "01-2301-xx", "en"),
        ("ERR-4012 was seen", "err 4012", "en"),
        ("version v2.0.1", "V2.0.1", "en"),
        ("a naïve café", "naive cafe", "fr"),
        ("Die Prüfungen", "Prüfung", "de"),
        ("Straße", "STRASSE", "de"),
        ("Příliš žluťoučký", "prilis zlutoucky", "cs"),
        ("Η αντλία", "αντλια", "el"),
        ("المضخة", "المضخة", "ar"),
        ("the ﬁnal oﬃce", "final office", "en"),
        ("１２３４ ＡＢＣ", "1234 abc", ""),
        ("l’eau", "eau", "fr"),
        ("ポンプは毎週点検", "点検", "ja"),
        ("水泵必须检查", "检查", "zh"),
        ("ปั๊มน้ำต้องตรวจ", "น้ำ", "th"),
        ("펌프를 점검한다", "펌프", "ko"),
        ("3.5 bar", "3.5", "en"),
        ("snake_case_name", "snake", "en"),
        ("a@example.org", "example", "en"),
    ],
)
def test_every_term_of_what_is_asked_is_among_those_written(
    written: str, asked: str, code: str
) -> None:
    assert set(terms(asked, code)) <= set(terms(written, code))


def test_identifiers_count_whole_and_by_their_parts() -> None:
    assert terms("01-2301-XX", "en") == ["01-2301-xx", "01", "2301", "xx"]


def test_numbers_with_a_decimal_sign_count_whole_alone() -> None:
    assert terms("3.5 and 1,250", "en") == ["3.5", "and", "1,250"]


def test_a_question_is_stemmed_for_each_language_in_scope() -> None:
    asked = question_terms("Prüfungen", {"de", ""})
    assert set(terms("Prüfung", "de")) <= set(asked)
    assert "prufungen" in asked
    assert list(asked) == sorted(set(asked))


@given(st.text(), st.sampled_from(["", "en", "de", "zh", "ar", "xx"]))
def test_no_text_raises_and_no_term_holds_a_blank(text: str, code: str) -> None:
    for term in terms(text, code):
        assert term
        assert not any(character.isspace() for character in term)


@pytest.mark.parametrize("text", ["", "???", "\u200b", "🔥", "… — !"])
def test_what_holds_no_word_has_no_terms(text: str) -> None:
    assert terms(text, "en") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The pump must run dry for two minutes.", "en"),
        ("Die Pumpe muss zwei Minuten trocken laufen.", "de"),
        ("La pompe doit tourner à sec pendant deux minutes.", "fr"),
        ("水泵必须每周检查一次。", "zh"),
        ("ポンプは毎週点検する。", "ja"),
        ("Насос проверяют каждую неделю.", "ru"),
    ],
)
def test_a_sentence_is_recognised(text: str, code: str) -> None:
    assert detect_language(text) == code


@pytest.mark.parametrize(
    "text",
    ["pump valve", "ERR-4012", "Invoice 2024", "Q3 report", "", "1234 5678", "Anna, Bob", "Agenda"],
)
def test_a_short_english_text_is_never_taken_for_another_language(text: str) -> None:
    assert detect_language(text) in ("", "en")


def test_a_long_text_is_judged_by_all_of_it() -> None:
    cover = "Introduzione generale al documento di progetto. " * 20
    body = "The pump must run dry for two minutes before it is stored. " * 500
    assert detect_language(cover + body) == "en"


@pytest.mark.parametrize("code", ["en", "de", "fr", "es", "pt", "it", "nl"])
def test_function_words_are_terms_of_their_language(code: str) -> None:
    assert function_words.function_terms(code)
    assert not {"test", "valu", "year"} & function_words.function_terms(code)
