"""Which language a text is in, or no answer where that is unsure."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SAMPLE_CHARACTERS = 2_000
SAMPLES = 5
CONFIDENT = 0.7
LIKELY = 0.15
ISO_639_1 = 2
NO_LANGUAGE = "zxx"

_LETTERS = regex.compile(r"\p{L}+")
_LATIN = regex.compile(r"\p{Latin}")


def detect_language(text: str) -> str:
    """The ISO 639-1 code of the language that `text` is in, "" when that is unsure.

    A short text is taken for English on less certainty than for another Latin language: a wrong
    guess would stem its words by rules that aren't its own, and most of what is unsure is labels
    and names.

    >>> detect_language("Die Pumpe ist jede Woche zu prüfen."), detect_language("ERR-4012")
    ('de', '')
    """
    sample = _sample(text)
    letters = " ".join(_LETTERS.findall(sample))
    if not letters:
        return ""
    language, confidence = _identifier().classify(letters)
    if language == NO_LANGUAGE:
        return ""
    likely_enough = language == "en" or not _LATIN.search(letters)
    if confidence >= CONFIDENT or (likely_enough and confidence >= LIKELY):
        return str(language)
    return ""


def prepare_detection() -> None:
    """Load what languages are told by, which takes most of a second, before anyone waits."""
    _identifier()


def _sample(text: str) -> str:
    """Stretches from all over a long text: its first page may be a cover in another language."""
    if len(text) <= SAMPLES * SAMPLE_CHARACTERS:
        return text
    step = len(text) // SAMPLES
    return "\n".join(text[i * step : i * step + SAMPLE_CHARACTERS] for i in range(SAMPLES))


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    known = [label for label in identifier.labels if len(label) == ISO_639_1]
    identifier.set_languages([*known, NO_LANGUAGE])
    return identifier
