"""A row knows the header of its table, and a header is known to be one."""

from __future__ import annotations

import pytest

from notebook_core.text.spans import slice_text
from notebook_core.text.tables import cells, header, is_header, labelled

RULED = "Before.\n\n| Weir | Note |\n| --- | ---: |\n| A | old |\n| C | sunk |\n\nAfter."
READ = "Weir | Height | Built | Note\nA | 12 | 1901 |\nB | | 1911 | sunk\nC | 31 | 1921 |"
PLANS = "Plan | Price\nBasic | 9.80 euros\nClinical | 14.20 euros"


def header_of(text: str, row: str) -> str | None:
    span = header(text, text.index(row))
    return slice_text(text, *span) if span else None


@pytest.mark.parametrize(
    ("text", "row", "expected"),
    [
        (RULED, "| C | sunk |", "| Weir | Note |"),
        (RULED.replace("| ", "").replace(" |", ""), "Before.", None),
        (READ, "C | 31", "Weir | Height | Built | Note"),
        (READ, "B | ", "Weir | Height | Built | Note"),
        (PLANS, "Clinical", "Plan | Price"),
        ("Table 1: Weirs\n" + READ, "C | 31", "Weir | Height | Built | Note"),
        ("Revenue | 2023 | 2022\nSales | 5.1 | 4.9\nFees | 1 | 2", "Fees", "Revenue | 2023 | 2022"),
        (" | 2023 | 2022\nSales | 5.1 | 4.9", "Sales", " | 2023 | 2022"),
        ("A | B | C\nlonger words | here too | and there", "longer", "A | B | C"),
        ("Point | Now | Draft\nTerm | three years | five years", "Term", "Point | Now | Draft"),
    ],
)
def test_a_row_has_the_header_of_its_table(text: str, row: str, expected: str | None) -> None:
    assert header_of(text, row) == expected


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Town | Tarrowby\nFounded | 1891\nMayor | Ines Halvard", "Founded"),
        ("Single files | 874 | 40 min\nLaboratory | 1 | 19 h", "Laboratory"),
        ("Home | About | Jobs", "Home"),
        ("The lamp is lit.\nIt is late.", "It is late."),
        ("P(A | B) is small.\n\nThat is so.", "P(A"),
    ],
)
def test_rows_that_name_no_columns_head_nothing(text: str, row: str) -> None:
    assert header_of(text, row) is None
    assert not is_header(text, text.index(row))


def test_only_the_header_is_one() -> None:
    for text in (READ, PLANS, RULED):
        starts = [n for n, _ in enumerate(text) if n == 0 or text[n - 1] == "\n"]
        assert sum(is_header(text, start) for start in starts) == 1


def test_a_table_that_goes_on_after_a_page_turn_keeps_its_header() -> None:
    names, *rows = READ.split("\n")
    turned = f"{names}\n{rows[0]}\n\n{rows[1]}\n\n{rows[2]}"
    assert header_of(turned, "C | 31") == names
    repeated = f"{names}\n{rows[0]}\n\n{names}\n{rows[2]}"
    assert is_header(repeated, repeated.rindex(names))
    assert header_of(turned.replace("B | |", "B |"), "C | 31") is None


def test_the_header_of_a_long_table_is_found_from_its_last_row() -> None:
    text = "Weir | Height\n" + "\n".join(f"W{n} | {n} m" for n in range(500))
    assert header_of(text, "W499") == "Weir | Height"


def test_cells_are_told_apart_without_markdowns_outer_bars() -> None:
    assert cells("| a | b \\| c |") == ["a", "b \\| c"]
    assert cells("a | | c") == ["a", "", "c"]
    assert cells("> | a | b |") == ["a", "b"]


def test_a_row_is_labelled_by_a_header_that_fits_it() -> None:
    assert labelled("| Weir | Note |", "| C | sunk |") == [("Weir", "C"), ("Note", "sunk")]
    assert labelled("Weir | Height | Note", "C | 31 |") == [
        ("Weir", "C"),
        ("Height", "31"),
        ("Note", ""),
    ]
    assert labelled("Weir | Height", "C | 31 | sunk") == []
