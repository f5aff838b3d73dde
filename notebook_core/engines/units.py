"""The names of units, months, currencies and numbers, most of them as Unicode's CLDR has them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import regex

_LOCALES = ("en", "en_GB", "de", "fr", "es", "pt", "pt_PT", "zh", "zh_Hant")
_UNITS = {
    "duration": "second minute hour day week month year decade century",
    "length": "millimeter centimeter meter kilometer inch foot yard mile",
    "area": "square-meter square-kilometer hectare acre",
    "volume": "milliliter liter cubic-meter gallon",
    "mass": "milligram gram kilogram tonne ounce pound",
    "digital": "byte kilobyte megabyte gigabyte terabyte petabyte",
    "temperature": "celsius fahrenheit kelvin",
    "speed": "kilometer-per-hour meter-per-second mile-per-hour knot",
    "power": "watt kilowatt megawatt gigawatt",
    "energy": "joule kilojoule kilocalorie kilowatt-hour",
    "pressure": "pascal kilopascal bar",
    "frequency": "hertz kilohertz megahertz gigahertz",
    "electric": "ampere milliampere volt ohm",
}
_ONE_LETTER = {"h": ("hour", "duration"), "m": ("meter", "length")}
_SHORTEST_NAME = 2
_COUNTS = (1, 2)
_DIGITS = regex.compile(r"[\d\s.]+")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


CURRENCIES = _words("""
    euro euros dollar dollars pound pounds franc francs franken yuan yen real reais
    dólar dólares libra libras francos pfund livres 欧元 歐元 美元 英镑 英鎊 人民币 元
    eur usd gbp chf cny jpy brl
""")
SHARES = ("%", "percent", "per cent", "prozent", "pour cent", "por ciento", "por cento")
SCALES = _words("""
    thousand million billion trillion tausend millionen milliarde milliarden mille millions
    milliard milliards mil millón millones milhão milhões bilhão bilhões mio mrd bn m 万 萬 亿 億
""")
_NUMBERS = {
    "en": """one two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen twenty""",
    "de": """ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn
        fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig""",
    "fr": """un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze
        quinze seize dix-sept dix-huit dix-neuf vingt""",
    "es": """un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce
        quince dieciséis diecisiete dieciocho diecinueve veinte""",
    "pt": """um dois três quatro cinco seis sete oito nove dez onze doze treze catorze
        quinze dezesseis dezessete dezoito dezenove vinte""",
}
_OTHER_NUMBERS = {
    "eine": "1", "einem": "1", "einen": "1", "einer": "1", "une": "1", "una": "1", "uma": "1",
    "duas": "2", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70",
    "eighty": "80", "ninety": "90", "dreißig": "30", "vierzig": "40", "fünfzig": "50",
    "sechzig": "60", "neunzig": "90", "trente": "30", "quarante": "40", "treinta": "30",
    "cuarenta": "40", "trinta": "30", "quarenta": "40",
}  # fmt: skip


@cache
def number_words() -> dict[str, str]:
    """Numbers in words, and their figures."""
    counted = {
        word: str(n) for words in _NUMBERS.values() for n, word in enumerate(words.split(), start=1)
    }
    return counted | _OTHER_NUMBERS


@cache
def units() -> dict[str, tuple[str, str]]:
    """Each name of a unit, in small letters, with the unit and what it measures."""
    return {
        name: (unit, measured)
        for measured, names in _UNITS.items()
        for unit in names.split()
        for name in _names(f"{measured}-{unit}")
    } | _ONE_LETTER


def _names(unit: str) -> Iterator[str]:
    from babel.units import format_unit

    for locale in _LOCALES:
        for length in ("long", "short"):
            for count in _COUNTS:
                written = format_unit(count, unit, length, locale=locale)
                name = _DIGITS.sub(" ", written).strip().casefold()
                if len(name) >= _SHORTEST_NAME or regex.match(r"\p{Han}", name):
                    yield name
                    yield from (f"{name}n",) if locale == "de" else ()  # the dative: "35 Tagen"


@cache
def months() -> frozenset[str]:
    """The names of the months, long and short, in small letters."""
    from babel.dates import get_month_names

    return frozenset(
        name.rstrip(".").casefold()
        for locale in _LOCALES
        for width in ("wide", "abbreviated")
        for name in get_month_names(width, locale=locale).values()
        if not regex.match(r"\p{Han}|\d", name)
    )
