"""The documents at the root keep up with the code: variables, commands, modules and links."""

import re
from pathlib import Path

import pytest

from notebook_core.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
DOCUMENTS = sorted(ROOT.glob("*.md"))


def begins(code: str, command: str) -> bool:
    return code == command or code.startswith(f"{command} ")


def commands_after(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The commands that the help text of `arguments` offers, as they are typed."""
    with pytest.raises(SystemExit):
        main([*arguments, "--help"])
    offered = re.search(r"\{([a-z,]+)\}", capsys.readouterr().out)
    return [" ".join([*arguments, name]) for name in offered[1].split(",")] if offered else []


def test_the_readme_says_near_its_top_how_to_run_and_how_to_test() -> None:
    top = [line.strip() for line in README.splitlines()[:15]]
    assert "pip install -r requirements.txt && streamlit run app.py" in top
    assert "pip install -r requirements-dev.txt && pytest" in top


def test_the_readme_names_every_environment_variable() -> None:
    variables = re.findall(r"^# ([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.M)
    assert len(variables) > 5
    assert [name for name in variables if f"`{name}`" not in README] == []


def test_the_readme_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    commands = commands_after([], capsys)
    actions = commands_after(["notebook"], capsys)
    assert {"ask", "doctor"} <= set(commands)
    assert "notebook create" in actions
    listed = re.findall(r"`([a-z][^`]*)`", README)
    missing = [name for name in commands if not any(begins(code, name) for code in listed)]
    missing += [
        name
        for name in actions
        if not any(begins(code, name) or begins(code, name.split()[1]) for code in listed)
    ]
    assert missing == []


def test_the_import_graph_of_the_architecture_names_every_part_of_the_core() -> None:
    parts = {
        path.stem
        for path in (ROOT / "notebook_core").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    drawn = re.search(r"^```\n(.*?)^```", ARCHITECTURE, re.MULTILINE | re.DOTALL)
    assert drawn, "ARCHITECTURE.md draws no graph"
    assert sorted(parts - {"__init__", "__main__"} - set(re.findall(r"\w+", drawn[1]))) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_links_to_exists(document: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#]+)", document.read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []
