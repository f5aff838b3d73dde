"""Values for the same thing stand in a table, a row per source, each verbatim and cited."""

from collections.abc import Sequence

import pytest

from notebook_core.citations import marker
from notebook_core.domain import Hit, Passage
from notebook_core.engine_events import Cite, Conflict, ConflictValue, Delta
from notebook_core.engines.phrases import PHRASES
from notebook_core.engines.sentence import Sentence
from notebook_core.engines.side_by_side import Row, rows, shown_in
from notebook_core.engines.writing import write_conflicts, write_side_by_side
from notebook_core.markup import unescaped
from pages.parts.answer_nodes import nodes


def said(source_id: str, *texts: str, title: str = "") -> list[Sentence]:
    """The best sentences of a source, best first."""
    passage = Passage(f"{source_id}-1", source_id, 1, 0, 0, 100, None, "", 10)
    hit = Hit(passage, title or source_id, "", 1.0, 1, 1)
    return [Sentence(hit, start, text, score=-start) for start, text in enumerate(texts)]


def values(*speaking: Sequence[Sentence]) -> dict[str, tuple[str, ...]]:
    return {row.sentence.source_id: row.values for row in rows(speaking, "It?")}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("It is locked for 35 days.", "A lock of 30 days.", ("35 days", "30 days")),
        ("Back within 24 hours.", "Within three working days.", ("24 hours", "three working days")),
        ("The cap is 2 million euros.", "Capped at $5 million.", ("2 million euros", "$5 million")),
        ("Due on 28 February 2027.", "Due on 2027-03-01.", ("28 February 2027", "2027-03-01")),
        ("It grows by 18 percent.", "Growth: 24 %", ("18 percent", "24 %")),
        ("Open 07:00 to 19:00.", "Open 08:00 to 18:00.", ("07:00 to 19:00", "08:00 to 18:00")),
        ("保存35天。", "保存 30 天。", ("35天", "30 天")),
    ],
)
def test_values_of_one_kind_stand_side_by_side(one: str, other: str, expected: tuple) -> None:
    assert values(said("a", one), said("b", other)) == {"a": expected[:1], "b": expected[1:]}


def test_equal_values_stand_side_by_side_too() -> None:
    assert values(said("a", "It takes 90 days."), said("b", "90 days.")) == {
        "a": ("90 days",),
        "b": ("90 days",),
    }


def test_a_value_that_only_one_source_gives_makes_no_table() -> None:
    assert values(said("a", "It takes 90 days."), said("b", "It costs 5 euros.")) == {}
    assert values(said("a", "It takes 90 days.")) == {}
    assert values() == {}


def test_the_kind_that_most_sources_give_is_chosen_and_others_have_no_row() -> None:
    assert values(
        said("a", "5 euros for 10 days"),
        said("b", "6 euros for 20 days"),
        said("c", "Each 30 days."),
        said("d", "No figure at all."),
    ) == {"a": ("10 days",), "b": ("20 days",), "c": ("30 days",)}


def test_what_the_question_itself_says_is_no_value() -> None:
    speaking = said("a", "It costs 5 euros for 200 TB."), said("b", "6 euros, 200 patients")
    assert [row.values for row in rows(speaking, "How much for 200 TB?")] == [
        ("5 euros",),
        ("6 euros",),
    ]
    assert rows((said("a", "In 2024."), said("b", "Until 2024.")), "In 2024?") == ()


def test_of_two_kinds_the_one_in_the_better_sentences_is_chosen() -> None:
    assert values(
        said("a", "It takes 10 days.", "It costs 5 euros."),
        said("b", "It takes 20 days.", "It costs 6 euros."),
    ) == {"a": ("10 days",), "b": ("20 days",)}


def test_a_row_holds_all_values_of_its_sentence_once() -> None:
    table = [said("a", "| Notice | 90 days | 30 days | 90 days |"), said("b", "45 days")]
    (row, _) = rows(table, "Notice?")
    assert row.values == ("90 days", "30 days")
    assert all(value in row.sentence.quote.text for value in row.values)


def test_a_conflict_is_shown_where_each_of_its_values_has_a_row() -> None:
    table = two_rows()
    assert shown_in(table, conflict("45 days", "30 days"))
    assert shown_in(table, conflict("rises to 45", "30"))
    assert not shown_in(table, conflict("5 days", "30 days"))
    assert not shown_in(table, conflict("45 days", "Tampa"))
    assert not shown_in((), conflict("45 days", "30 days"))


def two_rows(*titles: str) -> tuple[Row, ...]:
    one, other = titles or ("one", "other")
    speaking = said("a", "It takes 45 days.", title=one), said("b", "30 days", title=other)
    return rows(speaking, "How long?")


def conflict(*values: str) -> Conflict:
    return Conflict("it", tuple(ConflictValue(value, ()) for value in values))


def written(table: Sequence[Row], language: str = "en", found: Sequence[Conflict] = ()) -> str:
    """The table as Markdown; the citation of each row has its number."""
    pieces, cited = [], 0
    phrases = PHRASES[language]
    for event in write_side_by_side(table, found, (), phrases):
        if isinstance(event, Delta):
            pieces.append(event.text)
        elif isinstance(event, Cite):
            cited += 1
            pieces.append(marker(cited))
    return "".join(pieces)


def test_the_table_is_drawn_as_one_whatever_its_titles_hold() -> None:
    titles = "a|b **bold** `x` [y](https://z.example)", "{{cite:2}}"
    table = two_rows(*titles)
    caption, drawn = nodes(written(table))
    assert caption["children"] == [{"tag": "strong", "children": ["Side by side:"]}]
    head, body = drawn["children"]
    cells = [
        [cell["children"] for cell in row["children"]]
        for row in (*head["children"], *body["children"])
    ]
    assert cells == [
        [["Source"], ["Value"]],
        [[titles[0]], ["45 days", {"cite": 1}]],
        [[titles[1]], ["30 days", {"cite": 2}]],
    ]


@pytest.mark.parametrize("language", PHRASES)
def test_its_own_words_are_there_in_each_language(language: str) -> None:
    phrases = PHRASES[language]
    assert phrases.source in written(two_rows(), language)
    assert phrases.value in written(two_rows(), language)


def test_where_the_values_are_in_conflict_the_table_says_so_and_nothing_says_it_again() -> None:
    table, phrases = two_rows(), PHRASES["en"]
    inside, outside = conflict("45 days", "30 days"), conflict("Tampa", "Glendale")
    assert unescaped(written(table, found=[inside])).startswith(f"**{phrases.different}**")
    assert unescaped(written(table, found=[outside])).startswith(f"**{phrases.side_by_side}**")
    again = list(write_conflicts([inside, outside], (), phrases, table))
    assert [event.text for event in again if isinstance(event, Delta)][1::2] == [
        "- Tampa",
        "- Glendale",
    ]
    assert len(list(write_conflicts([inside, outside], (), phrases))) == 2 * len(again)


def test_without_rows_nothing_is_written() -> None:
    assert written(()) == ""
