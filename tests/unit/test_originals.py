"""The original bytes of sources: replaced whole, and a folder that can't be written says so."""

from pathlib import Path

import pytest

from notebook_core.errors import StoreError
from notebook_core.originals import OriginalFiles


def test_what_is_kept_again_for_a_version_replaces_it_whatever_its_kind(tmp_path: Path) -> None:
    originals = OriginalFiles(tmp_path)
    originals.keep("s", 1, "web", b"<p>a page</p>")
    originals.keep("s", 2, "text", b"the next version")
    originals.keep("s", 1, "pdf", b"%PDF-1.7")
    assert originals.read("s", 1) == b"%PDF-1.7"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s-v1.pdf", "s-v2.txt"]


def test_only_the_files_of_that_source_are_deleted(tmp_path: Path) -> None:
    originals = OriginalFiles(tmp_path)
    for source_id in ("s", "s2"):
        originals.keep(source_id, 1, "text", b"words")
    assert originals.remove("s") == 0
    assert (originals.read("s", 1), originals.read("s2", 1)) == (None, b"words")


def test_a_folder_that_cannot_be_written_is_said_with_what_to_do(tmp_path: Path) -> None:
    occupied = tmp_path / "files"
    occupied.write_text("not a folder")
    with pytest.raises(StoreError, match="choose another data folder"):
        OriginalFiles(occupied).keep("s", 1, "text", b"words")
