"""Finds the files of a folder that can be read, and says why the others are left out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from notebook_core.errors import InvalidInput
from notebook_core.readers.sniff import EXTENSIONS

IGNORED = frozenset({"node_modules", "__pycache__", "venv", "__MACOSX"})
"""Folders that hold what programs left there, besides hidden ones."""


@dataclass(frozen=True)
class Skipped:
    """A file or folder that is not taken, and why: a clause that goes on after its name."""

    path: Path
    reason: str


@dataclass(frozen=True)
class Found:
    """What a walk found, both in the order of their paths."""

    files: tuple[Path, ...]
    skipped: tuple[Skipped, ...]


def walk(folder: Path) -> Found:
    """Every supported file below `folder`, going by extension, and all that was passed over.

    Links are not followed: what they point at is either found itself or outside the folder.
    Raises InvalidInput when there is no such folder.
    """
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder “{folder}”; check the path.")
    files: list[Path] = []
    skipped: list[Skipped] = []
    for path in _entries(folder, skipped):
        if reason := _reason_to_skip(path):
            skipped.append(Skipped(path, reason))
        else:
            files.append(path)
    return Found(
        files=tuple(sorted(files)),
        skipped=tuple(sorted(skipped, key=lambda one: one.path)),
    )


def _entries(folder: Path, skipped: list[Skipped]) -> Iterator[Path]:
    """Files, and the folders that are not entered; folders that can't be listed are skipped."""

    def unreadable(error: OSError) -> None:
        skipped.append(Skipped(Path(error.filename), f"can't be opened ({error.strerror})"))

    for parent, folders, names in os.walk(folder, onerror=unreadable):
        paths = [Path(parent, name) for name in folders]
        entered = [path for path in paths if not _reason_not_to_enter(path)]
        yield from (path for path in paths if path not in entered)
        yield from (Path(parent, name) for name in names)
        folders[:] = [path.name for path in entered]


def _reason_to_skip(path: Path) -> str:
    if path.is_dir():
        return _reason_not_to_enter(path)
    if path.is_symlink():
        return "is a link"
    if path.name.startswith("."):
        return "is hidden"
    if path.suffix.lower() not in EXTENSIONS:
        ending = f"({path.suffix})" if path.suffix else "(no extension)"
        return f"is of a type that isn't read {ending}"
    if not path.is_file():
        return "is no ordinary file"
    return ""


def _reason_not_to_enter(folder: Path) -> str:
    if folder.is_symlink():
        return "is a link"
    if folder.name.startswith("."):
        return "is hidden"
    return "holds nothing written by hand" if folder.name in IGNORED else ""
