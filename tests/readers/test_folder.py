"""A folder gives its supported files in order; nothing else in it is passed over in silence."""

import os
from pathlib import Path

import pytest

from notebook_core.errors import InvalidInput
from notebook_core.readers.folder import walk


def fill(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("words")


def names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in walk(folder).files]


def reasons(folder: Path) -> dict[str, str]:
    return {one.path.relative_to(folder).as_posix(): one.reason for one in walk(folder).skipped}


def test_supported_files_come_in_the_order_of_their_paths(tmp_path: Path) -> None:
    fill(tmp_path, "b/z.MD", "a.txt", "b/a.html", "c.pdf", "b.markdown")
    assert names(tmp_path) == ["a.txt", "b/a.html", "b/z.MD", "b.markdown", "c.pdf"]


def test_what_is_left_out_is_named_with_its_reason(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt", "b.docx", "LICENSE", ".env.txt", ".git/x.md", "node_modules/d/y.md")
    assert names(tmp_path) == ["a.txt"]
    assert reasons(tmp_path) == {
        ".env.txt": "is hidden",
        ".git": "is hidden",
        "LICENSE": "is of a type that isn't read (no extension)",
        "b.docx": "is of a type that isn't read (.docx)",
        "node_modules": "holds nothing written by hand",
    }


def test_links_are_not_followed(tmp_path: Path) -> None:
    fill(tmp_path / "outside", "secret.txt")
    fill(tmp_path / "inside", "a.txt", "sub/b.txt")
    inside = tmp_path / "inside"
    try:
        (inside / "leaves").symlink_to(tmp_path / "outside", target_is_directory=True)
        (inside / "leaves.txt").symlink_to(tmp_path / "outside" / "secret.txt")
        (inside / "sub" / "loop").symlink_to(inside, target_is_directory=True)
    except OSError:
        pytest.skip("links can't be made here")
    assert names(inside) == ["a.txt", "sub/b.txt"]
    assert reasons(inside) == {
        "leaves": "is a link",
        "leaves.txt": "is a link",
        "sub/loop": "is a link",
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_no_ordinary_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert reasons(tmp_path) == {"pipe.txt": "is no ordinary file"}


def test_a_folder_may_be_hidden_itself(tmp_path: Path) -> None:
    fill(tmp_path / ".notes", "a.md")
    assert names(tmp_path / ".notes") == ["a.md"]


@pytest.mark.parametrize("path", ["missing", "a.txt"])
def test_what_is_no_folder_is_refused(tmp_path: Path, path: str) -> None:
    fill(tmp_path, "a.txt")
    with pytest.raises(InvalidInput, match="There is no folder"):
        walk(tmp_path / path)
