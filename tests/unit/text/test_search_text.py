"""What is searched for a question that leans on those before it."""

import pytest

from notebook_core.text.search_text import LONGEST_SEARCHED, EarlierQuestion, search_text

NOTICE = "What is the notice period of the Norhaven contract?"


def searched(*questions: str, quotes: tuple[str, ...] = ()) -> str:
    """The text searched for the last of the questions; each of the others had these quotes."""
    *before, question = questions
    return search_text(question, [EarlierQuestion(one, quotes=quotes) for one in before[::-1]])


@pytest.mark.parametrize(
    ("questions", "expected"),
    [
        ((NOTICE,), NOTICE),
        (("Why?",), "Why?"),
        ((NOTICE, "Why?"), "Why? (notice period Norhaven contract)"),
        ((NOTICE, "Why did the audit fail?"), "Why did the audit fail?"),
        (
            ("Wie lang ist die Kündigungsfrist?", "und für die andere?"),
            "und für die andere? (Kündigungsfrist)",
        ),
        (
            ("Quel est le délai de préavis ?", "et pour l'autre ?"),
            "et pour l'autre ? (délai préavis)",
        ),
        (("¿Cuál es el plazo de preaviso?", "¿y por qué?"), "¿y por qué? (plazo preaviso)"),
        (("Qual é o prazo de aviso?", "e quanto custa?"), "e quanto custa? (prazo aviso)"),
        (("审计为什么失败？", "什么时候？"), "什么时候？ (审计 失败)"),
    ],
)
def test_a_leaning_question_is_followed_by_the_subject_of_the_one_before(
    questions: tuple[str, ...], expected: str
) -> None:
    assert searched(*questions) == expected


@pytest.mark.parametrize(
    ("questions", "expected"),
    [
        (("What was the revenue in 2023?", "And in 2024?"), "And in 2024? (revenue)"),
        (("Norhaven在2023年的收入是多少？", "那2024年呢？"), "那2024年呢？ (Norhaven 收入)"),
        ((NOTICE, "And Quillmere?"), "And Quillmere? (notice period contract)"),
        ((NOTICE, "and for the other one?"), "and for the other one? (notice period contract)"),
        (
            ("Does Bosch audit Norhaven in person?", "And Quillmere?"),
            "And Quillmere? (Bosch audit Norhaven person)",
        ),
    ],
)
def test_what_the_question_exchanges_is_left_out(questions: tuple[str, ...], expected: str) -> None:
    """Of several names it is not known which one is meant, so all stay."""
    assert searched(*questions) == expected


def test_a_chain_reaches_back_to_the_question_that_stands() -> None:
    said = (NOTICE, "And Quillmere?", "Why?")
    assert searched(*said) == "Why? (Quillmere notice period contract)"
    assert searched("Who owns the clinic?", *said) == searched(*said)


def test_asking_the_same_again_searches_the_same() -> None:
    assert searched(NOTICE, "Why?", "Why?", "Why?") == searched(NOTICE, "Why?")


def test_what_the_asker_chose_to_be_searched_is_what_a_follow_up_leans_on() -> None:
    chosen = EarlierQuestion("Why?", chosen="restore test of the imaging archive")
    before = [chosen, EarlierQuestion(NOTICE)]
    assert search_text("Since when?", before) == "Since when? (restore test imaging archive)"


TENDER = ("Quillmere Ltd wrote the tender for **Saint Anne**.", "It was signed in May.")


def test_what_asks_something_else_of_who_was_named_is_searched_with_the_name() -> None:
    """From the first quote alone, which is the likeliest answer."""
    found = searched("Who wrote the tender?", "When was it founded?", quotes=TENDER)
    assert found == "When was it founded? (Quillmere Ltd Saint)"


def test_the_name_is_found_through_a_chain() -> None:
    asked = ("Who wrote the tender?", "When was it founded?", "How big is it?")
    before = [EarlierQuestion(asked[1]), EarlierQuestion(asked[0], quotes=TENDER)]
    assert search_text(asked[2], before) == "How big is it? (founded Quillmere Ltd Saint)"


@pytest.mark.parametrize(
    ("before", "question", "expected"),
    [
        ("Who wrote the tender?", "Why?", "Why? (wrote tender)"),
        ("Who wrote the tender?", "And when?", "And when? (wrote tender)"),
        ("Who wrote the tender?", "And Bosch?", "And Bosch? (wrote tender)"),
        ("Who wrote the tender?", "and the other one?", "and the other one? (wrote tender)"),
        ("When was the tender written?", "Who signed it?", "Who signed it? (tender written)"),
    ],
)
def test_what_goes_on_with_the_question_is_searched_with_its_subject(
    before: str, question: str, expected: str
) -> None:
    assert searched(before, question, quotes=TENDER) == expected


def test_marks_of_a_quote_do_not_reach_the_search() -> None:
    quotes = ("**Quillmere** [x](https://evil.example) {{cite:1}} `Ltd`",)
    found = searched("Who wrote the tender?", "Is it cheap?", quotes=quotes)
    assert "Quillmere" in found
    assert not set("*[]{}:/`") & set(found)


@pytest.mark.parametrize(
    "before", ["restore " * 900, "x" * 4_000, "审计失败原因" * 600, "Restore " + "w" * 240]
)
def test_what_is_searched_is_bounded_and_the_question_comes_first(before: str) -> None:
    found = searched(before, "and why?")
    assert found.startswith("and why?")
    assert len(found) <= LONGEST_SEARCHED


def test_a_word_is_carried_once() -> None:
    found = searched("Which restore test failed, the restore test of May?", "Why did it fail?")
    assert found == "Why did it fail? (restore test failed)"
