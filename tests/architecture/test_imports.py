"""Imports point one way, libraries stay in their adapters, and heavy ones wait until first use."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# From the bottom up: a part may import its own layer and those below it.
LAYERS: dict[str, frozenset[str]] = {
    "vocabulary": frozenset(
        {"notebook_core", "errors", "domain", "extraction", "engine_events", "settings", "ports"}
    ),
    "pure ring": frozenset(
        {"text", "fusion", "fair_share", "citations", "markup", "wording", "answer_events"}
    ),
    "adapters": frozenset(
        {"readers", "store", "engines", "embedding", "hub_model", "minilm", "originals"}
    ),
    "use cases": frozenset(
        {
            "accept",
            "indexing",
            "ingest",
            "retrieval",
            "answer",
            "answering",
            "follow_up",
            "further",
            "removal",
            "viewing",
            "ingestions",
            "jobs",
            "sample",
            "evaluation",
            "naming",
        }
    ),
    "bootstrap": frozenset({"bootstrap"}),
    "rim": frozenset(
        {"cli", "commands", "rows", "__main__", "api", "security", "doctor", "pages", "app"}
    ),
}

# Adapters that only bootstrap may name; everybody else speaks to their ports.
PICKED_BY_BOOTSTRAP = frozenset({"store", "engines", "embedding", "hub_model", "minilm"})

# Adapters that make up one adapter and may import one another.
FAMILIES = (frozenset({"embedding", "hub_model", "minilm"}),)

# Where each library may be imported.
HOMES: dict[str, tuple[str, ...]] = {
    "streamlit": ("pages", "app"),
    "duckdb": ("notebook_core.store",),
    "pymupdf": ("notebook_core.readers",),
    "trafilatura": ("notebook_core.readers",),
    "anthropic": ("notebook_core.engines",),
    "fastembed": ("notebook_core.embedding", "notebook_core.hub_model", "notebook_core.minilm"),
    "onnx": ("notebook_core.minilm",),
    "onnxruntime": ("notebook_core.minilm",),
    "py3langid": ("notebook_core.text.language",),
    "multiprocessing": (),
}
HEAVY = frozenset(HOMES) - {"streamlit", "multiprocessing"}

SQL = re.compile(
    r"\s*(SELECT\s.*\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s"
    r"|(CREATE|ALTER|DROP)\s+(OR\s+REPLACE\s+)?(TABLE|INDEX|VIEW|SEQUENCE|SCHEMA)\s"
    r"|WITH\s+\w+\s+AS\s|PRAGMA\s|ATTACH\s)",
    re.DOTALL,
)

Project = Mapping[str, ast.Module]


def read_project() -> dict[str, ast.Module]:
    """Every module of the app by its dotted name, parsed."""
    paths = [ROOT / "app.py", *ROOT.glob("notebook_core/**/*.py"), *ROOT.glob("pages/**/*.py")]
    return {module_name(path): ast.parse(path.read_text("utf-8"), str(path)) for path in paths}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """`readers` for `notebook_core.readers.pdf`; `pages` for `pages.main`."""
    names = module.split(".")
    return names[1] if names[0] == "notebook_core" and len(names) > 1 else names[0]


def layer_of(module: str) -> int:
    for level, parts in enumerate(LAYERS.values()):
        if part_of(module) in parts:
            return level
    raise AssertionError(
        f"{module} belongs to no layer: add “{part_of(module)}” to LAYERS in "
        "tests/architecture/test_imports.py."
    )


def imported_names(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """What is imported anywhere in a module, functions included, each with its candidates: for
    `from a import b` that is ("a.b", "a"), since b may be a module or a name in a."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name,) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"relative import in line {node.lineno}: write the whole name"
            for alias in node.names:
                yield f"{node.module}.{alias.name}", str(node.module)


def imports_of(project: Project, module: str) -> set[str]:
    """The modules of the project that `module` imports."""
    found = set()
    for candidates in imported_names(project[module]):
        found.update([name for name in candidates if name in project][:1])
    return found


def edges(project: Project) -> Iterator[tuple[str, str]]:
    for module in sorted(project):
        for imported in sorted(imports_of(project, module)):
            yield module, imported


def inner_layer_breaks(project: Project) -> list[str]:
    return [f"{a} → {b}" for a, b in edges(project) if layer_of(a) < layer_of(b)]


def adapter_breaks(project: Project) -> list[str]:
    """Imports of an adapter from anywhere but itself, its family, bootstrap and, for those that
    needn't be exchanged, the use cases."""
    adapters = list(LAYERS).index("adapters")
    breaks = []
    for module, imported in edges(project):
        a, b = part_of(module), part_of(imported)
        if layer_of(imported) != adapters or a == b or a == "bootstrap":
            continue
        same_family = any({a, b} <= family for family in FAMILIES)
        by_use_case = layer_of(module) == adapters + 1 and b not in PICKED_BY_BOOTSTRAP
        if not same_family and not by_use_case:
            breaks.append(f"{module} → {imported}")
    return breaks


def cycles(project: Project) -> list[str]:
    sorter = TopologicalSorter({module: imports_of(project, module) for module in project})
    try:
        sorter.prepare()
    except CycleError as error:
        return [str(name) for name in error.args[1]]
    return []


def homeless_libraries(project: Project) -> list[str]:
    breaks = []
    for module, tree in project.items():
        for candidates in imported_names(tree):
            library = candidates[-1].split(".")[0]
            homes = HOMES.get(library, (module,))
            if not any(module == home or module.startswith(f"{home}.") for home in homes):
                breaks.append(f"{module} imports {library}")
    return breaks


def imported_at_once(tree: ast.AST) -> Iterator[str]:
    """The libraries that importing the module imports: those outside any function, and not only
    for the type checker."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            wrapped = ast.Module(body=[node], type_ignores=[])
            yield from (candidates[-1].split(".")[0] for candidates in imported_names(wrapped))
        else:
            yield from imported_at_once(node)


def early_libraries(project: Project) -> list[str]:
    return [
        f"{module} imports {library}"
        for module, tree in project.items()
        for library in imported_at_once(tree)
        if library in HEAVY
    ]


def strings_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string that is not a docstring, with its line; of an f-string, its literal pieces."""
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in statements:
            yield node.lineno, node.value


def stray_sql(project: Project) -> list[str]:
    return [
        f"{module}, line {line}: {text.strip()[:60]}"
        for module, tree in project.items()
        if part_of(module) != "store"
        for line, text in strings_of(tree)
        if SQL.match(text)
    ]


@pytest.fixture(scope="module")
def project() -> dict[str, ast.Module]:
    return read_project()


def made_of(**modules: str) -> dict[str, ast.Module]:
    """A project of made-up sources; `__` in a name stands for a dot."""
    return {name.replace("__", "."): ast.parse(source) for name, source in modules.items()}


def test_every_module_belongs_to_a_layer_and_every_listed_part_exists(project: Project) -> None:
    for module in project:
        layer_of(module)
    assert frozenset().union(*LAYERS.values()) == {part_of(module) for module in project}


def test_imports_point_inwards(project: Project) -> None:
    assert inner_layer_breaks(project) == []


def test_an_adapter_is_imported_by_those_alone_who_may_know_it(project: Project) -> None:
    assert adapter_breaks(project) == []


def test_no_modules_import_each_other_in_a_circle(project: Project) -> None:
    assert cycles(project) == []


def test_each_library_is_imported_only_where_it_belongs(project: Project) -> None:
    assert homeless_libraries(project) == []


def test_heavy_libraries_are_imported_inside_the_function_that_first_uses_them(
    project: Project,
) -> None:
    assert early_libraries(project) == []


def test_every_library_that_is_imported_is_pinned(project: Project) -> None:
    requirements = (ROOT / "requirements.txt").read_text("utf-8")
    pinned = {
        name.lower().replace("_", "-") for name in re.findall(r"^([\w-]+)==", requirements, re.M)
    }
    installed = packages_distributions()
    used = {
        candidates[-1].split(".")[0]
        for tree in project.values()
        for candidates in imported_names(tree)
    }
    libraries = used - sys.stdlib_module_names - {"notebook_core", "pages"}
    unpinned = [
        library
        for library in sorted(libraries)
        if not {one.lower().replace("_", "-") for one in installed[library]} & pinned
    ]
    assert libraries
    assert unpinned == []


def test_sql_is_written_in_the_store_alone(project: Project) -> None:
    assert stray_sql(project) == []


def test_no_process_pool_is_used(project: Project) -> None:
    """It would run the page script again; child processes are modules run by subprocess."""
    assert not [m for m, tree in project.items() if "ProcessPoolExecutor" in ast.unparse(tree)]


def test_every_module_begins_with_a_docstring(project: Project) -> None:
    assert [module for module, tree in project.items() if not ast.get_docstring(tree)] == []


def test_the_checks_see_each_kind_of_break() -> None:
    """Each made-up project breaks one rule, also where it hides in a function or an f-string."""
    core = "notebook_core"
    assert inner_layer_breaks(
        made_of(notebook_core__fusion=f"import {core}.ingest", notebook_core__ingest="")
    ) == ["notebook_core.fusion → notebook_core.ingest"]
    assert adapter_breaks(
        made_of(
            notebook_core__cli=f"def f():\n from {core}.readers import pdf",
            notebook_core__readers__pdf="",
        )
    ) == ["notebook_core.cli → notebook_core.readers.pdf"]
    assert adapter_breaks(
        made_of(notebook_core__ingest=f"from {core}.store import x", notebook_core__store="")
    ) == ["notebook_core.ingest → notebook_core.store"]
    assert cycles(
        made_of(
            notebook_core__jobs=f"from {core} import answer",
            notebook_core__answer=f"def f():\n from {core}.jobs import y",
        )
    )
    assert homeless_libraries(made_of(notebook_core__answer="def f():\n import streamlit.web")) == [
        "notebook_core.answer imports streamlit"
    ]
    assert early_libraries(made_of(notebook_core__store="try:\n from duckdb import X\nfinally: 0"))
    assert not early_libraries(made_of(notebook_core__store="def f():\n import duckdb"))
    assert stray_sql(made_of(notebook_core__jobs='run(f"DELETE FROM {table}")')) == [
        "notebook_core.jobs, line 1: DELETE FROM"
    ]
    with pytest.raises(AssertionError, match="belongs to no layer"):
        layer_of("notebook_core.novelty")
