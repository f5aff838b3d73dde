"""Loads DuckDB's fts and vss extensions from the files that their wheels carry."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Extension = Literal["fts", "vss"]


def load_extension(cursor: DuckDBPyConnection, name: Extension) -> str:
    """Load it into the whole database; return "" or a sentence on why it can't be had.

    Nothing is fetched, and nothing is copied into the home directory. Loading twice is harmless.
    """
    import duckdb

    path = extension_file(name)
    if path is None or not path.is_file():
        return (
            f"The DuckDB extension {name} isn't installed; run pip install -r requirements.txt. "
            "Search works without it."
        )
    try:
        cursor.execute(f"LOAD '{str(path).replace(chr(39), chr(39) * 2)}'")
    except duckdb.Error as error:
        reason = str(error).splitlines()[0]
        return f"The DuckDB extension {name} doesn't load ({reason}). Search works without it."
    return ""


def extension_file(name: Extension) -> Path | None:
    """Where the wheel of this DuckDB version keeps the extension."""
    import duckdb

    found = importlib.util.find_spec(f"duckdb_extension_{name}")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / "extensions" / f"v{duckdb.__version__}"
    return folder / f"{name}.duckdb_extension"
