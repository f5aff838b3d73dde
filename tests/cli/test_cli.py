"""The command line keeps its contract: rows, events, exit codes, one sentence for what fails."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from notebook_core.cli import main

ROOT = Path(__file__).parents[2]
RULES = (
    "# Rules\n\n## Pump\n\nThe pump must run dry for two minutes.\n\n"
    "## Valve\n\nThe valve closes at four bar.\n"
)
ADD_KEYS = {
    "id",
    "title",
    "kind",
    "status",
    "error",
    "pages",
    "passages",
    "duplicate_of",
    "warnings",
    "seconds",
}
HIT_KEYS = {
    "passage_id",
    "source_id",
    "title",
    "start",
    "end",
    "page",
    "heading",
    "text",
    "score",
    "rank_vector",
    "rank_text",
}
Run = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on a data folder of the test's own: exit code, rows, what was said."""

    def command(*arguments: str) -> tuple[int, list[dict[str, Any]], str]:
        code = main(["--data", str(tmp_path / "data"), "--json", *arguments])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return command


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.md"
    path.write_text(RULES)
    return path


def test_the_main_job_from_a_new_notebook_to_a_span_that_equals_its_quote(
    run: Run, rules: Path
) -> None:
    code, (notebook,), _ = run("notebook", "create", "Plant")
    assert code == 0
    code, (added,), _ = run("add", "Plant", str(rules))
    assert (code, added["status"], added["error"]) == (0, "ready", None)
    assert set(added) >= ADD_KEYS
    _, listed, _ = run("sources", notebook["id"])
    assert [row["id"] for row in listed] == [added["id"]]
    code, hits, _ = run("search", "Plant", "When does the valve close?", "-k", "3")
    assert (code, set(hits[0])) == (0, HIT_KEYS)
    code, events, _ = run("ask", "Plant", "At what pressure does the valve close?")
    assert (code, events[-1]["type"]) == (0, "done")
    sources = [event for event in events if event["type"] == "source"]
    assert sources[0]["quote"] == "The valve closes at four bar."
    for event in sources:
        span = f"{event['start']}:{event['end']}"
        _, (shown,), _ = run("show", event["source_id"], "--span", span)
        assert shown["text"] == event["quote"]
        assert set(shown) >= {"text", "start", "end", "page", "heading"}


def test_adding_again_changes_nothing_and_a_changed_file_is_a_new_version(
    run: Run, rules: Path
) -> None:
    run("notebook", "create", "Plant")
    _, (first,), _ = run("add", "Plant", str(rules))
    _, (again,), _ = run("add", "Plant", str(rules))
    assert (again["id"], again["duplicate_of"]) == (first["id"], first["id"])
    rules.write_text(RULES.replace("four", "nine"))
    _, (changed,), _ = run("add", "Plant", str(rules))
    assert (changed["id"], changed["version"]) == (first["id"], 2)
    for version, words in (("1", "four bar"), ("2", "nine bar")):
        _, (shown,), _ = run("show", first["id"], "--version", version)
        assert words in shown["text"]


def test_a_folder_gives_a_line_for_each_file_and_names_what_is_left_out(
    run: Run, rules: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "rules.md").write_text(RULES)
    (folder / "empty.txt").write_text("")
    (folder / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    run("notebook", "create", "Plant")
    code, rows, said = run("add", "Plant", str(folder))
    assert code == 1
    assert {row["title"]: row["status"] for row in rows} == {
        "Rules": "ready",
        "empty.txt": "failed",
    }
    assert "photo.png" in said


def test_standard_input_is_a_paste(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pasted = tmp_path / "pasted"
    pasted.write_text(RULES)
    run("notebook", "create", "Plant")
    with pasted.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        code, (row,), _ = run("add", "Plant", "-", "--title", "Pasted rules")
    assert (code, row["title"], row["kind"], row["status"]) == (0, "Pasted rules", "text", "ready")


def test_a_deletion_prints_the_rows_left_in_each_table(run: Run, rules: Path) -> None:
    run("notebook", "create", "Plant")
    _, (added,), _ = run("add", "Plant", str(rules))
    code, (receipt,), _ = run("delete", added["title"])
    assert code == 0
    assert set(receipt["rows"].values()) == {0}
    assert receipt["files"] == 0
    assert run("delete", added["id"])[0] == 1


def test_what_nobody_wrote_down_is_said_not_to_be_there(run: Run, rules: Path) -> None:
    run("notebook", "create", "Plant")
    run("add", "Plant", str(rules))
    code, events, _ = run("ask", "Plant", "Who painted the ceiling of the chapel?")
    assert (code, events[-1]["abstained"]) == (0, True)


def test_a_follow_up_is_asked_in_its_conversation_and_its_search_can_be_given(
    run: Run, rules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("notebook", "create", "Plant")
    run("add", "Plant", str(rules))
    _, first, _ = run("ask", "Plant", "At what pressure does the valve close?")
    conversation = first[-1]["conversation_id"]
    _, events, _ = run("ask", "Plant", "and the pump?", "--conversation", conversation)
    assert events[-1]["conversation_id"] == conversation
    assert events[-1]["searched"] == "and the pump? (pressure valve close)"
    why = ("ask", "Plant", "why?", "--conversation", conversation, "--search", "pump runs dry")
    _, events, _ = run(*why)
    assert events[-1]["searched"] == "pump runs dry"
    main(["--data", str(tmp_path / "data"), *why])
    said = capsys.readouterr().err
    assert "Searched for: pump runs dry\n" in said
    assert f"--conversation {conversation}" in said
    main(["--data", str(tmp_path / "data"), "ask", "Plant", "Must the pump run dry?"])
    assert "Searched for" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "Nowhere", "a.md"),
        ("show", "nothing"),
        ("ask", "Nowhere", "Anything?"),
        ("delete", "nothing"),
        ("notebook", "delete", "Nowhere"),
        ("notebook", "create", " "),
    ],
)
def test_a_refusal_is_one_sentence_and_exit_code_1(run: Run, arguments: tuple[str, ...]) -> None:
    code, rows, said = run(*arguments)
    assert (code, rows) == (1, [])
    assert said.strip().count("\n") == 0
    assert said.strip().endswith(".")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("frobnicate",),
        ("show", "x", "--span", "a:b"),
        ("show", "x", "--span", "0:1", "--page", "1"),
        ("search", "x", "y", "-k", "-1"),
    ],
)
def test_wrong_usage_is_exit_code_2(run: Run, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(*arguments)
    assert ended.value.code == 2


def test_a_second_process_is_told_who_holds_the_data(run: Run, tmp_path: Path) -> None:
    run("notebook", "create", "Plant")
    hold = (
        "import sys; from pathlib import Path\n"
        "from notebook_core.store.duckdb import open_store\n"
        "store = open_store(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(tmp_path / "data")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline().strip() == "held"
        code, _, said = run("notebook", "list")
        holder.stdin.close()
    assert code == 1
    assert str(holder.pid) in said
    assert "Traceback" not in said
