"""A comparison gives each source that has something to say a part, and sets values side by side."""

from notebook_core.domain import Evidence, Hit, Passage, Scope, ScopedSource
from notebook_core.engines.across import (
    MOST_SENTENCES_OF_A_SOURCE,
    SHARE_OF_A_NAME,
    about_the_subject,
    compared,
)
from notebook_core.engines.choosing import MOST_SENTENCES_SHOWN
from notebook_core.engines.sentence import Sentence

NOTICES = "Compare the notice periods."
NOTICE = "The notice period is {} days."


def source(identifier: str, title: str = "", language: str = "en") -> ScopedSource:
    return ScopedSource(identifier, 1, title or identifier, "text", language, 10, "m", "hash")


def asked(question: str, weights: dict[str, float], *scoped: ScopedSource) -> Evidence:
    return Evidence(Scope("u", "n", scoped), question, (), (), None, weights)


def sources(*identifiers: str) -> list[ScopedSource]:
    return [source(identifier) for identifier in identifiers]


def said(
    source_id: str, text: str, coverage: float = 1.0, score: float = 10.0, alike: float = 0.0
) -> Sentence:
    passage = Passage(f"{source_id}-1", source_id, 1, 0, 0, 100, None, "", 10)
    hit = Hit(passage, source_id, "", 1.0, 1, 1)
    start = sum(map(ord, text))
    features = {"alike": alike}
    return Sentence(hit, start, text, coverage=coverage, score=score, features=features)


def best_first(*sentences: Sentence) -> list[Sentence]:
    return sorted(sentences, key=lambda sentence: -sentence.score)


def texts(scored: list[Sentence], listed: list[ScopedSource]) -> list[list[str]]:
    found = compared(scored, asked(NOTICES, {}, *listed))
    return [[sentence.text for sentence in part] for part in found.parts]


def test_each_source_that_speaks_has_a_part_in_the_order_of_the_sources() -> None:
    scored = [said("b", NOTICE.format(45)), said("a", NOTICE.format(30), score=9.5)]
    assert texts(scored, sources("a", "silent", "b")) == [
        [NOTICE.format(30)],
        [NOTICE.format(45)],
    ]


def test_a_source_is_measured_by_what_it_says_and_not_by_how_well_another_says_it() -> None:
    scored = [said("a", NOTICE.format(30)), said("b", "It can be left early.", 0.5, 6.0)]
    assert len(texts(scored, sources("a", "b"))) == 2


def test_a_source_that_says_next_to_nothing_of_what_is_compared_is_silent() -> None:
    scored = [said("a", NOTICE.format(30)), said("b", "The period is over.", 0.2, 9.0)]
    assert texts(scored, sources("a", "b")) == [[NOTICE.format(30)]]
    far = [said("a", NOTICE.format(30)), said("b", "A notice hangs there.", 0.5, 4.0)]
    assert texts(far, sources("a", "b")) == [[NOTICE.format(30)]]


def test_far_words_count_where_they_give_a_value_for_the_same_thing() -> None:
    scored = [
        said("a", NOTICE.format(30)),
        said("b", "It can be left after three months.", 0.4, 3.0),
        said("c", "It can be left on foot.", 0.4, 3.0),
        said("d", "It can be left after a year or two, or five.", 0.4, -3.0),
    ]
    assert texts(scored, sources("a", "b", "c", "d")) == [[scored[0].text], [scored[1].text]]


def test_another_form_of_a_word_counts_as_far_as_it_agrees() -> None:
    scored = [said("a", NOTICE.format(30)), said("b", "Notify us 45 days before.", 0.3, 9, 0.2)]
    assert len(texts(scored, sources("a", "b"))) == 2


def test_where_no_source_says_enough_there_is_nothing_to_show() -> None:
    assert texts([said("a", "The choir sings on Thursday.", 0.1)], sources("a")) == []
    assert texts([], sources("a")) == []


def test_neither_a_heading_nor_a_question_says_anything() -> None:
    scored = [
        said("a", "5. Notice period", score=12.0),
        said("a", "Keep the notice period or follow the draft?", score=11.0),
        said("a", NOTICE.format(30)),
        said("b", "Notice period"),
    ]
    assert texts(scored, sources("a", "b")) == [[NOTICE.format(30)]]


def test_a_part_goes_on_with_what_says_about_as_much() -> None:
    scored = best_first(
        said("a", NOTICE.format(30)),
        said("a", "A notice period begins on the first day of a month.", 0.9, 9.5),
        said("a", "The period may be longer than that for some of them.", 0.4, 9.4),
        said("a", "A notice of the period is sent to the others as well.", 0.9, 5.0),
    )
    assert texts(scored, sources("a")) == [[scored[0].text, scored[1].text]]


def test_an_answer_is_at_most_a_screenful_but_one_sentence_of_each_that_speaks() -> None:
    for number in (1, 4, 7, 30):
        listed = sources(*(f"s{n}" for n in range(number)))
        scored = [
            said(one.id, f"Notice period {n} of {one.id}, once more.")
            for n in range(5)
            for one in listed
        ]
        parts = texts(scored, listed)
        shown = sum(map(len, parts))
        assert len(parts) == number
        assert all(1 <= len(part) <= MOST_SENTENCES_OF_A_SOURCE for part in parts)
        assert shown <= max(MOST_SENTENCES_SHOWN, number)


def test_the_sentence_that_gives_a_source_its_value_stands_first() -> None:
    scored = best_first(
        said("a", "The notice period is given in writing, and never by telephone.", score=10.4),
        said("a", NOTICE.format(30)),
        said("b", NOTICE.format(45)),
    )
    found = compared(scored, asked(NOTICES, {}, *sources("a", "b")))
    assert [row.values for row in found.rows] == [("30 days",), ("45 days",)]
    assert [part[0] for part in found.parts] == [row.sentence for row in found.rows]
    assert found.statements == [row.sentence for row in found.rows]
    assert len(found.parts[0]) == 2


def test_names_of_those_that_are_compared_count_little() -> None:
    tender = source("a", "Invitation to Tender")
    question = "How do the support hours of the tender differ from those of Quillmere?"
    weights = {"support": 2.0, "hour": 1.5, "tender": 0.5, "quillmer": 3.0}
    subject = about_the_subject(asked(question, weights, tender, source("b")))
    assert subject.term_weights == {
        "support": 2.0,
        "hour": 1.5,
        "tender": 1.5 * SHARE_OF_A_NAME,
        "quillmer": 3.0 * SHARE_OF_A_NAME,
    }
    assert "differ" not in subject.question
    assert subject.question == subject.question.lower()


def test_a_name_that_is_all_that_is_asked_about_counts_whole() -> None:
    weights = {"samir": 2.0, "okafor": 2.0}
    question = "What do the sources say about Samir Okafor?"
    subject = about_the_subject(asked(question, weights, source("a")))
    assert subject.term_weights == weights
    assert "Samir Okafor" in subject.question


def test_what_all_sources_speak_of_counts_at_least_half_of_what_one_alone_says() -> None:
    weights = {"pump": 0.01, "rest": 0.02, "shutdown": 2.0}
    question = "Compare the rest of the pump after a shutdown."
    subject = about_the_subject(asked(question, weights, source("a")))
    assert subject.term_weights == {"pump": 1.0, "rest": 1.0, "shutdown": 2.0}


def test_german_nouns_are_not_taken_for_names() -> None:
    weights = {"kundigungsfrist": 2.0, "entwurf": 1.0}
    question = "Vergleiche die Kündigungsfrist im Entwurf."
    subject = about_the_subject(asked(question, weights, source("a", language="de")))
    assert subject.term_weights == weights
