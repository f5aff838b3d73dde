"""A question taken apart for the sources of a language."""

import pytest

from notebook_core.text import asked


def test_the_work_for_a_question_grows_with_its_words_not_with_their_square(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = [f"word{number}" for number in range(100)]
    read: list[str] = []
    terms = asked.terms

    def counted(text: str, language: str) -> list[str]:
        read.append(text)
        return list(terms(text, language))

    monkeypatch.setattr(asked, "terms", counted)
    taken = asked.asked_about(" ".join(words), dict.fromkeys(words, 1.0), "en")
    assert len(taken.weights) == len(words)
    assert sum(map(len, read)) < 10 * len(" ".join(words))
