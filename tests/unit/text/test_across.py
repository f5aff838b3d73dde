"""Questions across sources are told apart from questions for one answer, in six languages."""

import pytest

from notebook_core.text.across import asks_across, what_is_compared


@pytest.mark.parametrize(
    "question",
    [
        "Compare the notice periods.",
        "Please compare the prices of both offers.",
        "Can you compare the offers?",
        "How do the support hours in the tender differ from those of the service desk?",
        "How does the draft compare with the present contract?",
        "What is the difference between the tender and the draft?",
        "Are there differences between the plans?",
        "Notice period: tender vs. draft contract",
        "What does each source say about the notice period?",
        "What do the sources say about tapes?",
        "What do the tender and the contract review say about the return of data?",
        "Which of the documents mention a canary file?",
        "Which sources speak of tapes?",
        "In all sources, how long is the notice period?",
        "List what every report says about the pump.",
        "Vergleiche die Kündigungsfristen beider Verträge.",
        "Können Sie bitte die Preise vergleichen?",
        "Worin unterscheiden sich die Angebote?",
        "Was ist der Unterschied zwischen Plan A und Plan B?",
        "Was sagen die Quellen zur Rückgabe der Daten?",
        "Was steht in jeder Quelle zum Preis?",
        "Welche der Dokumente nennen eine Frist?",
        "Comparez les délais de préavis.",
        "En quoi les deux contrats diffèrent-ils ?",
        "Quelle est la différence entre l'offre et le contrat ?",
        "Que disent les sources sur le prix ?",
        "Que dit chaque document du préavis ?",
        "Compara los plazos de preaviso.",
        "¿En qué se diferencian las dos ofertas?",
        "¿Cuál es la diferencia entre la oferta y el contrato?",
        "¿Qué dicen las fuentes sobre el precio?",
        "¿Que dice cada fuente sobre el precio?",
        "Compare os prazos de aviso.",
        "Em que diferem as duas propostas?",
        "Qual é a diferença entre a oferta e o contrato?",
        "O que dizem as fontes sobre o preço?",
        "比较两份合同的通知期。",
        "请比较两份合同的通知期。",
        "两份合同的通知期有什么不同？",
        "各来源对数据归还怎么说？",
    ],
)
def test_comparisons_and_surveys_ask_across_sources(question: str) -> None:
    assert asks_across(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is the differential pressure?",
        "Which paragraph compares the offers?",
        "Who compares the number of studies with the list?",
        "By what are offers compared?",
        "Who may ask for a comparison?",
        "What does exit code 20 mean when the canary file differs?",
        "What is the allowed pressure difference?",
        "What is the allowed difference between inlet and outlet pressure?",
        "How many sources of electricity are there?",
        "What is the source of the canary file?",
        "Who signs all documents?",
        "Which documents must the bidder submit?",
        "What does the tender say about support?",
        "What do the rules say about smoking?",
        "Where do I vary the speed?",
        "Wie groß ist der Differenzdruck?",
        "Wer vergleicht die Zahl der Studien?",
        "Was sagt der Vertrag zur Kündigung?",
        "Aus welcher Quelle kommt das Wasser?",
        "Quelle est la pression différentielle ?",
        "Qui compare le nombre d'études ?",
        "Que dit le contrat sur le préavis ?",
        "¿Cuál es la presión diferencial?",
        "¿Quién compara los números?",
        "¿Qué dice el contrato sobre el plazo?",
        "Qual é a pressão diferencial?",
        "Quem compara os números?",
        "压差是多少？",
        "哪个泵的噪音比较高？",
        "合同的通知期是多少天？",
        "",
        "?!",
    ],
)
def test_a_question_for_one_answer_does_not(question: str) -> None:
    assert not asks_across(question)
    assert what_is_compared(question, {"en"}) == question


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Please compare the prices.", "Please the prices."),
        ("How do the support hours differ?", "How the support hours?"),
        ("Which of the documents mention a canary file?", "a canary file?"),
        (
            "Compare how long it is locked: what does the tender ask for?",
            "how long it is locked: what does the tender for?",
        ),
        ("Vergleiche die Fristen.", "die Fristen."),
        ("两份合同的通知期有什么不同？", "合同 通知期？"),
        ("Worin unterscheiden sich die beiden Angebote?", "Worin die Angebote?"),
    ],
)
def test_the_words_that_only_compare_are_no_part_of_what_is_compared(
    question: str, subject: str
) -> None:
    assert what_is_compared(question, {"en"}) == subject


def test_a_question_that_only_compares_is_kept_whole() -> None:
    assert what_is_compared("How do they differ?", {"en"}) == "How do they differ?"


def test_a_long_question_of_the_same_words_over_and_over_is_read_as_well() -> None:
    assert not asks_across("do and " * 600)
