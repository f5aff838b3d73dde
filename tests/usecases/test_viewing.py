"""A page or a span is cut from one reading of one version of a source."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pymupdf
import pytest

from notebook_core import accept, ingest, viewing
from notebook_core.domain import LOCAL_USER, Notebook, Source, SourceText
from notebook_core.errors import InvalidInput
from notebook_core.ports import Core
from notebook_core.viewing import OpenedSpan

AddText = Callable[..., Source]


class CountingSources:
    """The real sources; counts the readings of texts, and publishes something after the first."""

    def __init__(self, inner: Any, publish_meanwhile: Callable[[], object]) -> None:
        self._inner = inner
        self._publish_meanwhile = publish_meanwhile
        self.readings = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def get(self, user: str, source_id: str) -> Source:
        source: Source = self._inner.get(user, source_id)
        self._publish_meanwhile()
        return source

    def text(self, *given: Any) -> SourceText:
        self.readings += 1
        text: SourceText = self._inner.text(*given)
        return text


class CountingStore:
    def __init__(self, inner: Any, publish_meanwhile: Callable[[], object]) -> None:
        self.sources = CountingSources(inner.sources, publish_meanwhile)


def watched(
    core: Core, publish_meanwhile: Callable[[], object] = lambda: None
) -> tuple[Core, CountingSources]:
    store = CountingStore(core.store, publish_meanwhile)
    return replace(core, store=store), store.sources


@pytest.fixture
def pdf(core: Core, notebook: Notebook) -> Source:
    document = pymupdf.open()
    for number in (1, 2):
        page = document.new_page()
        page.insert_text((72, 90), f"Buoy {number} is grey and stands by the mole.")
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, document.tobytes(), "buoys.pdf")
    return ingest.process(core, LOCAL_USER, taken.source.id)


def test_a_page_is_cut_from_one_reading_of_the_text(core: Core, pdf: Source) -> None:
    looking, sources = watched(core)
    page = viewing.open_page(looking, LOCAL_USER, pdf.id, 2)
    assert (page.text.strip(), page.page) == ("Buoy 2 is grey and stands by the mole.", 2)
    assert sources.readings == 1
    with pytest.raises(InvalidInput, match="has 2 pages"):
        viewing.open_page(looking, LOCAL_USER, pdf.id, 3)


@pytest.mark.parametrize(
    "look",
    [
        lambda core, source: viewing.open_span(core, LOCAL_USER, source.id),
        lambda core, source: viewing.open_span(core, LOCAL_USER, source.id, 0, 4),
    ],
)
def test_a_span_says_the_version_that_it_is_of_even_while_another_is_published(
    core: Core, add_text: AddText, look: Callable[[Core, Source], OpenedSpan]
) -> None:
    source = add_text("One version.", "note.txt")
    looking, sources = watched(core, lambda: add_text("Another version.", "note.txt"))
    span = look(looking, source)
    assert span.version == 1
    assert span.text == "One version."[span.start : span.end]
    assert sources.readings == 1
