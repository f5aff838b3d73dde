"""One frozen Settings, read from the environment once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from notebook_core.domain import KeywordSearch, VectorSearch
from notebook_core.errors import InvalidInput

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Settings:
    """Where things are kept, which ways of search are used, and the limits that hold."""

    data: Path = ROOT / "data"
    models: Path = ROOT / "models"
    embedding_model: str = ""
    vector_search: VectorSearch = "auto"
    keyword_search: KeywordSearch = "postings"
    max_file_bytes: int = 50 * MEGABYTE
    max_paste_bytes: int = 5 * MEGABYTE
    max_page_bytes: int = 5 * MEGABYTE
    max_pages: int = 3_000
    max_question_characters: int = 4_000
    fetch_seconds: float = 10.0

    @property
    def database(self) -> Path:
        return self.data / "groundnote.duckdb"

    @property
    def files(self) -> Path:
        return self.data / "files"


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that `environment` asks for, defaults for the rest.

    Raises InvalidInput, naming the variable, for a value that can't be used.
    """
    default = Settings()
    return Settings(
        data=Path(environment.get("GROUNDNOTE_DATA") or default.data),
        models=Path(environment.get("GROUNDNOTE_MODELS") or default.models),
        embedding_model=environment.get("EMBEDDING_MODEL", ""),
        vector_search=cast(
            VectorSearch,
            _choice(
                environment,
                "GROUNDNOTE_VECTOR_SEARCH",
                get_args(VectorSearch),
                default.vector_search,
            ),
        ),
        keyword_search=cast(
            KeywordSearch,
            _choice(
                environment,
                "GROUNDNOTE_KEYWORD_SEARCH",
                get_args(KeywordSearch),
                default.keyword_search,
            ),
        ),
        max_file_bytes=_bytes(environment, "GROUNDNOTE_MAX_FILE_MB", default.max_file_bytes),
        max_paste_bytes=_bytes(environment, "GROUNDNOTE_MAX_PASTE_MB", default.max_paste_bytes),
        max_page_bytes=_bytes(environment, "GROUNDNOTE_MAX_WEB_PAGE_MB", default.max_page_bytes),
        max_pages=_number(environment, "GROUNDNOTE_MAX_PAGES", default.max_pages),
        max_question_characters=_number(
            environment, "GROUNDNOTE_MAX_QUESTION_CHARACTERS", default.max_question_characters
        ),
    )


def _number(environment: Mapping[str, str], name: str, default: int) -> int:
    value = environment.get(name, "").strip()
    if not value:
        return default
    if not value.isdecimal():
        raise InvalidInput(f"{name} must be a whole number of 0 or more, not “{value}”.")
    return int(value)


def _bytes(environment: Mapping[str, str], name: str, default: int) -> int:
    return _number(environment, name, default // MEGABYTE) * MEGABYTE


def _choice(
    environment: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str
) -> str:
    value = environment.get(name, "").strip() or default
    if value not in allowed:
        raise InvalidInput(f"{name} must be one of {', '.join(allowed)}, not “{value}”.")
    return value
