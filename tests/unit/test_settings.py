"""Settings come from the environment, each with a default, and a bad value is named."""

from pathlib import Path

import pytest

from notebook_core.errors import InvalidInput
from notebook_core.settings import Settings, settings_from


def test_nothing_set_and_everything_set_to_nothing_give_the_defaults() -> None:
    assert settings_from({}) == Settings()
    names = ("GROUNDNOTE_DATA", "GROUNDNOTE_VECTOR_SEARCH", "GROUNDNOTE_MAX_FILE_MB")
    assert settings_from(dict.fromkeys(names, "")) == Settings()


def test_what_is_set_is_used() -> None:
    chosen = {
        "GROUNDNOTE_DATA": "/srv/notes",
        "GROUNDNOTE_VECTOR_SEARCH": "exact",
        "GROUNDNOTE_KEYWORD_SEARCH": "fts",
        "GROUNDNOTE_MAX_FILE_MB": "7",
        "GROUNDNOTE_MAX_PAGES": "12",
    }
    settings = settings_from(chosen)
    assert settings.data == Path("/srv/notes")
    assert settings.database.parent == settings.data
    assert (settings.vector_search, settings.keyword_search) == ("exact", "fts")
    assert (settings.max_file_bytes, settings.max_pages) == (7_000_000, 12)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GROUNDNOTE_VECTOR_SEARCH", "fast"),
        ("GROUNDNOTE_KEYWORD_SEARCH", "like"),
        ("GROUNDNOTE_MAX_FILE_MB", "-1"),
        ("GROUNDNOTE_MAX_PAGES", "many"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_its_variable(name: str, value: str) -> None:
    with pytest.raises(InvalidInput, match=f"{name} must be .*{value}"):
        settings_from({name: value})
