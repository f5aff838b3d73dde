"""The viewer: a whole source with the cited passage highlighted, reached by a deep link."""

import streamlit as st

from notebook_core import viewing
from notebook_core.errors import NotFound
from pages.parts.deep_link import CitationLink, SpanLink, link_in
from pages.parts.notices import errors_shown
from pages.parts.opening import opened
from pages.parts.passage_view import cited_passage, passage_view, span_passage
from pages.parts.user import require_user

WINDOW = 200_000
"""Characters shown before and after the highlight: some 400 pages, which a browser still bears."""

user = require_user()
core, _ = opened()


def draw_citation(link: CitationLink) -> None:
    message = core.store.conversations.message(user, link.message_id)
    citation = core.store.conversations.citation(user, link.message_id, link.n)
    numbers = [one.n for one in message.citations if one.verified]
    step = passage_view(
        cited_passage(viewing.opened(core, user, citation), WINDOW),
        key="viewer",
        opened=f"{link.message_id}:{link.n}",
        position=numbers.index(link.n) + 1 if link.n in numbers else 0,
        count=len(numbers),
        tall=True,
    )
    if step:
        following = numbers[(numbers.index(link.n) + step) % len(numbers)]
        st.query_params["n"] = str(following)
        st.rerun()


def draw_span(link: SpanLink) -> None:
    source = core.store.sources.get(user, link.source_id)
    text = core.store.sources.text(user, link.source_id, link.version)
    if not 0 <= link.start <= link.end <= len(text.text):
        raise NotFound("This link points outside the text of its source.")
    passage = span_passage(source.title, text, link.start, link.end, WINDOW)
    passage_view(passage, key="viewer", opened=str(link), tall=True)


st.page_link("chat.py", label="Back to the questions", icon=":material/arrow_back:")
with errors_shown():
    match link_in(st.query_params):
        case CitationLink() as link:
            draw_citation(link)
        case SpanLink() as link:
            draw_span(link)
