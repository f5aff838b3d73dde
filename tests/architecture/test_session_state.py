"""What a page keeps in the session is the business of the one module that keeps it."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PAGES = Path(__file__).parents[2] / "pages"
METHODS = ("get", "pop", "setdefault")


def keys(tree: ast.Module) -> Iterator[str]:
    """The keys, spelled out or by the name of a constant, with which the session is asked."""
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        key: ast.expr | None = None
        if isinstance(node, ast.Subscript) and is_session(node.value):
            key = node.slice
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in METHODS
            and is_session(node.func.value)
        ):
            key = node.args[0]
        if isinstance(key, ast.Constant):
            yield str(key.value)
        elif isinstance(key, ast.Name) and key.id in constants:
            yield str(constants[key.id])


def is_session(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "session_state"


def test_each_key_of_the_session_is_known_to_one_module() -> None:
    users: defaultdict[str, set[str]] = defaultdict(set)
    for path in PAGES.glob("**/*.py"):
        for key in keys(ast.parse(path.read_text("utf-8"))):
            users[key].add(path.relative_to(PAGES).as_posix())
    assert {"conversation", "opened", "notebook"} <= set(users)
    assert {key: used for key, used in users.items() if len(used) > 1} == {}
