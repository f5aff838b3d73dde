"""The lock file that makes one process the owner of a data folder."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from filelock import FileLock, Timeout

from notebook_core.errors import StoreError, StoreInUse

LOCK_NAME = "groundnote.lock"


class OwnerLock:
    """Held while the store is open; the operating system releases it when the process ends.

    DuckDB's own lock isn't enough: anything in this process that opens and closes the database
    file drops it, and a second writer gets in.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / LOCK_NAME
        self._lock = FileLock(
            self._path, timeout=0, thread_local=False, on_acquired=_write_process_id
        )

    def acquire(self) -> None:
        """Raises StoreInUse, naming the holder; StoreError if the folder can't be written."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            raise in_use(self._folder, self._holder()) from None
        except OSError as error:
            raise StoreError(
                f"The data folder {self._folder} can't be written ({error.strerror}); allow it, "
                "or choose another folder (--data or GROUNDNOTE_DATA)."
            ) from error

    def release(self) -> None:
        self._lock.release()

    def _holder(self) -> str:
        with contextlib.suppress(OSError), self._path.open("rb") as file:
            file.seek(1)
            return file.read(20).decode("ascii", "replace").strip()
        return ""


def in_use(folder: Path, process_id: str) -> StoreInUse:
    """The refusal that a second process gets."""
    if process_id == str(os.getpid()):
        return StoreInUse(f"The data folder {folder} is open in this process already.")
    holder = f"process {process_id}" if process_id else "another process"
    return StoreInUse(
        f"The data folder {folder} is in use by {holder}; close that one first, or choose "
        "another folder (--data or GROUNDNOTE_DATA)."
    )


def _write_process_id(descriptor: int) -> None:
    # Windows locks the first byte against readers, so the number begins at the second.
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, f" {os.getpid()}\n".encode("ascii"))
