""".env.example lists every variable that the settings read, each with its default and a line."""

import re
from pathlib import Path

import pytest

from notebook_core.settings import Settings, settings_from

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / ".env.example").read_text("utf-8")
VARIABLE = re.compile(r"^# ([A-Z][A-Z_]+)=(.*)$", re.MULTILINE)


class Recorder(dict[str, str]):
    """An empty environment that notes which variables are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return super().__getitem__(key)


def test_the_example_names_the_variables_that_the_settings_read() -> None:
    environment = Recorder()
    settings_from(environment)
    assert {name for name, _ in VARIABLE.findall(EXAMPLE)} == environment.asked


def test_the_example_gives_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    given = settings_from(dict(VARIABLE.findall(EXAMPLE)))
    assert {**vars(given), "data": given.data.resolve(), "models": given.models.resolve()} == vars(
        Settings()
    )


def test_the_example_explains_each_variable() -> None:
    """Each stands alone below a comment of its own, so that one can't be read for another's."""
    for block in EXAMPLE.strip().split("\n\n")[1:]:
        explanation, variable = block.split("\n")
        assert explanation.startswith("# ")
        assert explanation.endswith(".")
        assert VARIABLE.fullmatch(variable)


def test_the_environment_is_read_by_the_settings_alone() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for folder in ("notebook_core", "pages")
        for path in ROOT.glob(f"{folder}/**/*.py")
        if re.search(r"os\.environ|getenv", path.read_text("utf-8"))
    ]
    assert readers == ["notebook_core/settings.py"]
