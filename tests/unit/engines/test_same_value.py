"""Values that say the same, in another spelling, unit or exactness, are the same value."""

import pytest

from notebook_core.engines.quantities import quantities
from notebook_core.engines.same_value import Given, say_the_same


def given(written: str) -> Given:
    (value,) = quantities(written) or [None]
    return Given(written, value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("24 hours", "1 day"),
        ("ten years", "10 years"),
        ("90 days", "three months"),
        ("July 29, 2021", "Jul 29, 2021"),
        ("29 July 2021", "July 29"),
        ("2021-07-29", "29.7.2021"),
        ("2021年7月29日", "29 July 2021"),
        ("December 2015", "2015"),
        ("3 de marzo de 2026", "3 March 2026"),
        ("$52.4 Billion", "$52.4 billion"),
        ("1,250 kg", "1250 kg"),
        ("1.5 km", "1,500 m"),
        ("90 kg", "90,000 grams"),
        ("1.2 million euros", "1,200,000 euros"),
        ("1.200 Euro", "1200 Euro"),
        ("1.200,50 Euro", "€1,200.50"),
        ("1,5 Millionen Euro", "1.5 million euros"),
        ("14:30", "2:30 pm"),
        ("14 Uhr", "14:00"),
        ("12:15 am", "0:15"),
        ("18 percent", "18 %"),
        ("James Cameron", "Cameron"),
        ("Tadej Pogačar", "Tadej Pogacar"),
        ("NORBRANT", "Norbrant"),
    ],
)
def test_values_that_agree(one: str, other: str) -> None:
    assert say_the_same(given(one), given(other))
    assert say_the_same(given(other), given(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("24 hours", "2 days"),
        ("30 days", "45 days"),
        ("July 29, 2021", "July 28, 2021"),
        ("December 2015", "December 2005"),
        ("2021-03-07", "2021-07-03"),
        ("$10.4 billion", "$1.39 billion"),
        ("18 percent", "18 kg"),
        ("1.5 km", "1.5 m"),
        ("1.2 million euros", "1.2 billion euros"),
        ("1.200 Euro", "1.300 Euro"),
        ("14:30", "2:30 am"),
        ("8:00 to 9:00", "8:00"),
        ("3 to 5 kg", "3 kg"),
        ("1 inch", "1 foot"),
        ("James Cameron", "James Wan"),
        ("Ann", "Anna"),
    ],
)
def test_values_that_differ(one: str, other: str) -> None:
    assert not say_the_same(given(one), given(other))
    assert not say_the_same(given(other), given(one))


def test_a_sentence_that_is_part_of_its_denial_does_not_say_the_same() -> None:
    yes, no = "Está permitido fumar.", "No está permitido fumar."
    assert not say_the_same(Given(yes, is_whole=True), Given(no, is_whole=True))
