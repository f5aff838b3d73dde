"""An answer as Markdown that can be pasted anywhere: its citations as footnotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from notebook_core.citations import MARKER
from notebook_core.domain import Citation
from notebook_core.markup import escape
from notebook_core.viewing import CitationState
from pages.parts.wording import citation_place


def as_markdown(
    question: str,
    answer: str,
    citations: Sequence[Citation],
    states: Mapping[int, CitationState],
) -> str:
    """The question as a heading, the answer with `[^n]` for its markers, and a footnote for each
    citation in use: title, place, quote, and whether it is verified."""
    used = {int(match[1]) for match in MARKER.finditer(answer)}
    notes = [_footnote(c, states[c.n]) for c in citations if c.n in used]
    body = MARKER.sub(r"[^\1]", answer).strip()
    return "\n\n".join([f"### {escape(question)}", body, *notes]) + "\n"


def _footnote(citation: Citation, state: CitationState) -> str:
    where = ", ".join(escape(part) for part in (citation.title, citation_place(citation)) if part)
    doubt = {"unverified": " (unverified)", "removed": " (source removed)"}.get(state, "")
    return f"[^{citation.n}]: {where}{doubt}: “{escape(citation.quote)}”"
