"""The tick list: which sources may speak. What is unticked by hand is kept with the notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from notebook_core.domain import Source
from notebook_core.ports import Core
from pages.parts.escaping import literal, shortened

_TITLE_CHARACTERS = 46


def ticked_sources(
    core: Core, user: str, notebook_id: str, sources: Sequence[Source]
) -> list[Source]:
    """The ready sources that may speak: all but those that were unticked by hand."""
    unticked = core.store.notebooks.unticked(user, notebook_id)
    return [s for s in sources if s.status == "ready" and s.id not in unticked]


def tick_list(core: Core, user: str, notebook_id: str, sources: Sequence[Source]) -> None:
    """Draw a checkbox for each ready source, all and none, and the count."""
    ready = [source for source in sources if source.status == "ready"]
    unticked = core.store.notebooks.unticked(user, notebook_id)

    def keep(ids: Iterable[str]) -> None:
        core.store.notebooks.set_unticked(user, notebook_id, frozenset(ids))

    def toggled(source_id: str) -> None:
        keep(
            unticked - {source_id} if st.session_state[_key(source_id)] else unticked | {source_id}
        )

    ids = frozenset(source.id for source in ready)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{len(ids - unticked)} of {len(ids)}")
        st.button("All", key="tick_all", type="tertiary", on_click=keep, args=(unticked - ids,))
        st.button("None", key="tick_none", type="tertiary", on_click=keep, args=(unticked | ids,))
    with st.container(key="ticks", gap="xxsmall"):
        for source in ready:
            # The store says what is ticked, so that a second tab and a restart agree with it.
            st.session_state[_key(source.id)] = source.id not in unticked
            short = shortened(source.title, _TITLE_CHARACTERS)
            st.checkbox(
                literal(short) + _pages(source),
                key=_key(source.id),
                help=None if short == source.title else literal(source.title),
                on_change=toggled,
                args=(source.id,),
                width="stretch",
            )


def _key(source_id: str) -> str:
    return f"tick_{source_id}"


def _pages(source: Source) -> str:
    return f" · {source.page_count} p." if source.page_count else ""
