"""The original bytes of sources, kept under names that the app chooses."""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path

from notebook_core.domain import SourceKind
from notebook_core.errors import DiskFull, StoreError

_SUFFIX: dict[SourceKind, str] = {"pdf": ".pdf", "markdown": ".md", "web": ".html", "text": ".txt"}
_UNFINISHED = ".partial"


class OriginalFiles:
    """Files named by source id, version and kind; a half-written one is never read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, source_id: str, version: int, kind: SourceKind, data: bytes) -> None:
        """Write the bytes of a version, replacing what was kept for it. Raises StoreError, DiskFull
        where that is the cause."""
        path = self._folder / f"{source_id}-v{version}{_SUFFIX[kind]}"
        unfinished = path.with_suffix(_UNFINISHED)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(data)
            for other in self._of_version(source_id, version):
                other.unlink()
            unfinished.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)
            if error.errno == errno.ENOSPC:
                raise DiskFull("The disk is full; free some space, then add this again.") from error
            raise StoreError(
                f"{self._folder} can't be written ({error.strerror}); allow it, or choose another "
                "data folder (--data or GROUNDNOTE_DATA)."
            ) from error

    def read(self, source_id: str, version: int) -> bytes | None:
        """The bytes of a version, or None when none were kept. Raises StoreError."""
        for path in self._of_version(source_id, version):
            return path.read_bytes()
        return None

    def path(self, source_id: str, version: int) -> Path | None:
        """Where the bytes of a version are, or None."""
        return next(iter(self._of_version(source_id, version)), None)

    def remove(self, source_id: str) -> int:
        """Delete every file of a source; returns how many are left. Raises StoreError."""
        for path in self._named(f"{source_id}-v"):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise StoreError(
                    f"{path} can't be deleted ({error.strerror}); allow it."
                ) from error
        return len(self._named(f"{source_id}-v"))

    def _of_version(self, source_id: str, version: int) -> list[Path]:
        found = self._named(f"{source_id}-v{version}.")
        return sorted(path for path in found if path.suffix != _UNFINISHED)

    def _named(self, beginning: str) -> list[Path]:
        """The files whose names begin so. A folder that can't be read isn't empty: StoreError."""
        try:
            return [path for path in self._folder.iterdir() if path.name.startswith(beginning)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(
                f"{self._folder} can't be read ({error.strerror}); allow it."
            ) from error
