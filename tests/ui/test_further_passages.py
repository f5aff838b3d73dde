"""More from a source that an answer cites: offered while it is ticked, shown when asked for."""

from collections.abc import Callable
from typing import Any

import pytest

from notebook_core import answer, removal
from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER, Notebook, Source
from notebook_core.ports import Core
from pages.parts.escaping import literal

Open = Callable[..., Any]
AddText = Callable[..., Source]
QUESTION = "How long must the cooling pump rest?"
CAPTION = "What this source says next, not quoted above:"


@pytest.fixture
def source(add_text: AddText) -> Source:
    lines = (f"The cooling pump of line {n} must rest for {n} minutes." for n in range(11, 19))
    return add_text("\n\n".join(lines), "pumps $5 *new*.txt")


@pytest.fixture
def answered(core: Core, notebook: Notebook, source: Source) -> None:
    list(answer.ask(core, LOCAL_USER, notebook.id, Ask(QUESTION)))


def offer(source: Source) -> str:
    return literal(f"More from {source.title}")


@pytest.mark.usefixtures("answered")
def test_it_is_shown_on_one_click_and_hidden_on_the_next(open_page: Open, source: Source) -> None:
    page = open_page("chat.py")
    assert CAPTION not in page.said()
    page.click(offer(source))
    assert CAPTION in page.said()
    page.click(offer(source))
    assert CAPTION not in page.said()


@pytest.mark.usefixtures("answered")
def test_an_unticked_source_is_not_offered(open_page: Open, source: Source) -> None:
    page = open_page("chat.py")
    page.click(offer(source))
    page.test.checkbox[0].uncheck().run()
    assert offer(source) not in page.labels()
    assert CAPTION not in page.said()


@pytest.mark.usefixtures("answered")
def test_a_deleted_source_is_not_offered(open_page: Open, core: Core, source: Source) -> None:
    removal.delete_source(core, LOCAL_USER, source.id)
    assert offer(source) not in open_page("chat.py").labels()


def test_a_source_that_says_no_more_is_named_as_such(
    open_page: Open, core: Core, notebook: Notebook, add_text: AddText
) -> None:
    whole = add_text("The cooling pump must rest for ten minutes.")
    list(answer.ask(core, LOCAL_USER, notebook.id, Ask(QUESTION)))
    page = open_page("chat.py")
    page.click(offer(whole))
    assert "This source says nothing else on the question." in page.said()


def test_an_answer_that_cites_nothing_offers_nothing(
    open_page: Open, core: Core, notebook: Notebook, source: Source
) -> None:
    list(answer.ask(core, LOCAL_USER, notebook.id, Ask("Who painted the Mona Lisa in Paris?")))
    page = open_page("chat.py")
    assert len(page.test.chat_message) == 2
    assert not [label for label in page.labels() if label.startswith("More from")]
