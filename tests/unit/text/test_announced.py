"""A sentence that ends with a count of what is asked for comes with what it counts."""

import pytest

from notebook_core.text.announced import with_announced
from notebook_core.text.lists import MOST_CHARACTERS
from notebook_core.text.spans import slice_text
from notebook_core.text.terms import terms


def shown(text: str, sentence: str, question: str, language: str = "en") -> str:
    start = text.index(sentence)
    asked = terms(question, language)
    return slice_text(text, *with_announced(text, start, start + len(sentence), language, asked))


@pytest.mark.parametrize(
    ("language", "question", "sentences"),
    [
        ("en", "What did it find?", "It made three findings. One. Two is here. Three."),
        ("en", "What are the findings?", "There were two main findings. One. Two is here."),
        ("de", "Was waren die Befunde?", "Es gab zwei Befunde. Der eine. Der andere."),
        ("fr", "Quelles sont les raisons ?", "Il donne deux raisons. La nuit. Le froid."),
        ("es", "¿Qué razones hay?", "Hay tres razones. Una. Otra. Y otra."),
        ("pt", "Quais são as razões?", "Existem duas razões. Uma. Outra."),
        ("zh", "有什么发现？", "共有两个发现。没有灯。没有钟。"),
    ],
)
def test_as_many_sentences_as_are_counted_belong_to_the_one_that_counts(
    language: str, question: str, sentences: str
) -> None:
    first = sentences[: sentences.replace("。", ".").index(".") + 1]
    gap = "" if language == "zh" else " "
    text = f"Before.{gap}{sentences}{gap}And more of it.\n\nAfter."
    assert shown(text, first, question, language) == sentences


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("It took three days. One. Two. Three.", "What did it find?"),
        ("It made three findings. One. Two.", "What did it find?"),
        ("It made three findings. One.\n\nTwo. Three.", "What did it find?"),
        ("The three findings were late. One. Two. Three.", "What are the findings?"),
        ("It made a finding. One. Two. Three.", "What did it find?"),
        ("It made two findings. One. " + "Very " * (MOST_CHARACTERS // 5) + ".", "What findings?"),
    ],
)
def test_other_sentences_stay_alone(text: str, question: str) -> None:
    sentence = text[: text.index(".") + 1]
    assert shown(text, sentence, question) == sentence
