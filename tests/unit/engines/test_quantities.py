"""Quantities: values in running text, as they are written, with what they measure."""

import pytest

from notebook_core.engines.quantities import quantities


@pytest.mark.parametrize(
    ("text", "written", "kind"),
    [
        ("A notice period of 45 days.", "45 days", "duration"),
        ("It is due within three working days.", "three working days", "duration"),
        ("A 30-day lock is promised.", "30-day", "duration"),
        ("It takes 3-5 weeks to move.", "3-5 weeks", "duration"),
        ("At least 30 kilometres from town.", "30 kilometres", "length"),
        ("It holds 1,402 terabytes.", "1,402 terabytes", "digital"),
        ("It grows by 18 percent a year.", "18 percent", "share"),
        ("It grows by 18 % a year.", "18 %", "share"),
        ("The cap is 2 million euros.", "2 million euros", "money"),
        ("It cost $10.4 billion in all.", "$10.4 billion", "money"),
        ("By 28 February 2027 at the latest.", "28 February 2027", "date"),
        ("By 2027-02-28 at the latest.", "2027-02-28", "date"),
        ("Open on working days from 08:00 to 18:00.", "08:00 to 18:00", "clock"),
        ("It was signed in 2021 by both.", "2021", "calendar year"),
        ("There are 12 analysers.", "12 analysers", "analyser"),
        ("Die Frist beträgt 45 Tage.", "45 Tage", "duration"),
        ("Nach drei Wochen ist Schluss.", "drei Wochen", "duration"),
        ("Bis zum 31. März 2026.", "31. März 2026", "date"),
        ("Das kostet 1,5 Mio. Euro.", "1,5 Mio. Euro", "money"),
        ("Le délai est de trente jours.", "trente jours", "duration"),
        ("Il coûte 2,5 millions d'euros.", "2,5 millions d'euros", "money"),
        ("El plazo es de 30 días.", "30 días", "duration"),
        ("Crece un 20 por ciento.", "20 por ciento", "share"),
        ("O prazo é de dois meses.", "dois meses", "duration"),
        ("Custa R$ 500 por mês.", "R$ 500", "money"),
        ("通知期为35天。", "35天", "duration"),
        ("费用为200万美元。", "200万美元", "money"),
        ("从2026年3月1日起。", "2026年3月1日", "date"),
    ],
)
def test_a_value_is_found_as_it_is_written(text: str, written: str, kind: str) -> None:
    assert (written, kind) in [(found.written, found.kind) for found in quantities(text)]
    assert all(found.written in text for found in quantities(text))


@pytest.mark.parametrize(
    "text", ["ERR-4012", "v2.0.1", "See Table 3.", "one of the days", "Chapter IV", "", "3 of them"]
)
def test_a_number_that_measures_nothing_is_no_value(text: str) -> None:
    assert quantities(text) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("nineteen hours", "19 h", True),
        ("1,250 days", "1250 days", True),
        ("2,5 Stunden", "2.5 hours", True),
        ("30 jours", "30 days", True),
        ("2 million euros", "2 euros", False),
        ("5 days", "45 days", False),
    ],
)
def test_amounts_are_the_same_however_they_are_written(one: str, other: str, same: bool) -> None:
    (first,), (second,) = quantities(one), quantities(other)
    assert first.unit == second.unit
    assert (first.amount == second.amount) is same
