"""Terms: what is written one way is found when it is asked for in another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notebook_core.text import function_words
from notebook_core.text.language import detect_language
from notebook_core.text.terms import LONGEST_TERM, question_terms, terms


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
        ("version 2.0.1", "2.0.1", "en"),
        ("the v2.0.1-beta", "2.0.1 beta", "en"),
        ("a 3.5-inch disk", "3.5", "en"),
        ("1,250,000.5 units", "1250000.5", "en"),
        ("in the USA", "U.S.A.", "en"),
        ("the U.S. law", "U.S.", "en"),
        ("Łódź", "lodz", "pl"),
        ("smørrebrød", "smorrebrod", "da"),
        ("новый насос", "новые насосы", "ru"),
        ("ещё замо́к", "еще замок", "ru"),
        ("אֲנִי", "אני", "he"),
        ("أحمد", "احمد", ""),
        ("Acme™ and a note¹", "acme note", "en"),
        ("O’Brien's lamp", "o'brien", "en"),
        ("क़िला", "क़िला", "hi"),
    ],
)
def test_every_term_of_what_is_asked_is_among_those_written(
    written: str, asked: str, code: str
) -> None:
    assert set(terms(asked, code)) <= set(terms(written, code))


def test_identifiers_count_whole_and_by_their_parts() -> None:
    assert terms("01-2301-XX", "en") == ["012301xx", "01", "2301", "xx"]


def test_numbers_with_a_decimal_sign_count_whole_alone() -> None:
    assert terms("3.5 and 1,250 at 10:30", "en") == ["3.5", "and", "1250", "at", "10:30"]


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("part 012301XX", "01-2301-XX", "012301xx"),
        ("error ERR4012", "ERR-4012", "err4012"),
        ("an email", "two e-mails", "email"),
        ("log_level", "loglevel", "loglevel"),
        ("a database", "data-bases", "databas"),
    ],
)
def test_a_word_with_a_hyphen_is_found_without_it(one: str, other: str, shared: str) -> None:
    assert set(terms(one, "en")) & set(terms(other, "en")) == {shared}


def test_symbols_that_tell_names_apart_are_part_of_them() -> None:
    assert terms("C++ and C#", "en") == ["c++", "c", "and", "c#", "c"]


def test_a_version_is_found_with_and_without_its_letter() -> None:
    assert set(terms("v2.0.1", "en")) & set(terms("version 2.0.1", "en")) == {"2.0.1"}


def test_cyrillic_letters_are_no_accents() -> None:
    assert terms("мой", "") == ["мой"]
    assert terms("моё", "") == ["мое"]


@pytest.mark.parametrize("character", ["x", "水", "x-", "1.", "ก"])
def test_no_term_is_longer_than_an_index_entry_should_be(character: str) -> None:
    assert max(map(len, terms(character * 40_000, "en"))) <= LONGEST_TERM


def test_a_question_is_stemmed_for_each_language_in_scope() -> None:
    asked = question_terms("Prüfungen", {"de", ""})
    assert set(terms("Prüfung", "de")) <= set(asked)
    assert "prufungen" in asked
    assert list(asked) == sorted(set(asked))


@settings(deadline=None)
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


@pytest.mark.parametrize(
    "text", ["我哋今日去睇海。", "侬好，阿拉是上海人。", "I dey go market now now.", "x = f(y);"]
)
def test_a_language_has_a_code_of_two_letters_or_none(text: str) -> None:
    assert len(detect_language(text)) in (0, 2)


def test_a_long_text_is_judged_by_all_of_it() -> None:
    cover = "Introduzione generale al documento di progetto. " * 20
    body = "The pump must run dry for two minutes before it is stored. " * 500
    assert detect_language(cover + body) == "en"


@pytest.mark.parametrize("code", ["en", "de", "fr", "es", "pt", "it", "nl"])
def test_function_words_are_terms_of_their_language(code: str) -> None:
    assert function_words.function_terms(code)
    assert not {"test", "valu", "year"} & function_words.function_terms(code)
