"""Links into sources open the passage, or say in a sentence why they can't."""

from collections.abc import Callable
from typing import Any

import pytest

from notebook_core.domain import (
    Source,
)

Open = Callable[..., Any]
AddText = Callable[..., Source]
FACT = "The weekly report is due on Friday at noon."


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"message": "nobody", "n": "1"},
        {"message": "x' OR 1=1 --", "n": "1"},
        {"message": "m", "n": "one"},
        {"source": "nobody"},
        {"source": "nobody", "start": "-5"},
    ],
)
def test_a_link_that_leads_nowhere_gets_one_sentence(
    open_page: Open, parameters: dict[str, str]
) -> None:
    page = open_page("viewer.py", **parameters)
    assert len(page.test.error) == 1


def test_a_link_into_a_source_opens_it_and_one_outside_its_text_is_refused(
    open_page: Open, add_text: AddText
) -> None:
    source = add_text(FACT)
    assert not open_page("viewer.py", source=source.id, start="4", end="10").test.error
    outside = open_page("viewer.py", source=source.id, start="4", end="100000")
    assert "outside the text" in outside.test.error[0].value
    assert len(open_page("viewer.py", source=source.id, version="9").test.error) == 1
