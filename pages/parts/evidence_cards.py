"""Shows the evidence under an answer as cards: title, place, and the words of the source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from notebook_core.domain import Citation
from notebook_core.viewing import CitationState
from pages.parts.components import component
from pages.parts.wording import citation_place

_mount = component("evidence_cards", '<ul class="cards"></ul>')
_NOTES: dict[CitationState, str] = {
    "current": "",
    "changed": "The source has changed since.",
    "removed": "Source removed.",
    "unverified": "Unverified: the exact text was not found in the source.",
}


@dataclass(frozen=True)
class Card:
    """A piece of evidence; `id` is what a click gives back, if the card `opens`."""

    id: int
    title: str
    place: str
    excerpt: str
    number: str = ""
    note: str = ""
    opens: bool = True


def evidence_cards(cards: Sequence[Card], *, key: str) -> int | None:
    """Draw the cards; returns the id of the one that was just clicked."""
    data = {"cards": [asdict(card) for card in cards]}
    clicked = _mount(key=key, data=data, on_card_change=lambda: None).card
    return None if clicked is None else int(clicked)


def citation_cards(
    citations: Sequence[Citation], states: Mapping[int, CitationState]
) -> list[Card]:
    """A card for each citation; a click gives back its number."""
    return [
        Card(
            id=citation.n,
            title=citation.title,
            place=citation_place(citation),
            excerpt=citation.quote,
            number=str(citation.n) if citation.role == "cited" else "",
            note=_NOTES[states[citation.n]],
            opens=states[citation.n] in ("current", "changed"),
        )
        for citation in citations
    ]
