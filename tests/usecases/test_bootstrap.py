"""The core is built whole or not at all."""

from dataclasses import replace
from pathlib import Path

import pytest

from notebook_core import bootstrap, removal
from notebook_core.embedding import FastEmbedder
from notebook_core.errors import DiskFull
from notebook_core.ports import Core
from notebook_core.settings import settings_from


def test_a_start_that_fails_gives_the_data_folder_back(
    embedder: FastEmbedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(settings_from(), data=tmp_path)

    def no_room(core: Core) -> int:
        raise DiskFull("There is no room left.")

    with monkeypatch.context() as full:
        full.setattr(removal, "sweep", no_room)
        with pytest.raises(DiskFull):
            bootstrap.build(settings, embedder=embedder)
    bootstrap.build(settings, embedder=embedder).store.close()
