"""The pure packages stay pure: what import contracts cannot see in the standard library is looked for in the source."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
PURE_PACKAGES: list[str] = CONTRACTS[0]["source_modules"]
# fmt: off
FORBIDDEN_MODULES = frozenset({
    "asyncio", "concurrent", "ctypes", "http", "logging", "multiprocessing", "os", "random", "secrets", "select",
    "selectors", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading",
    "time", "urllib", "uuid",
})
# fmt: on
# Methods that read the clock wherever they come from, and builtins that reach outside.
CLOCK_METHODS = frozenset({"now", "utcnow", "today"})
CLOCK_OWNERS = frozenset({"date", "datetime"})
FORBIDDEN_BUILTINS = frozenset({"open", "print", "input", "exec", "eval", "__import__"})


def imported_modules(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        return {node.module.partition(".")[0]}
    return set()


def impure_call(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Call):
        return None
    function = node.func
    if isinstance(function, ast.Name) and function.id in FORBIDDEN_BUILTINS:
        return function.id
    if isinstance(function, ast.Attribute) and function.attr in CLOCK_METHODS:
        owner = function.value
        name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
        return f"{name}.{function.attr}" if name in CLOCK_OWNERS else None
    return None


def impurities(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        found += [f"import {module}" for module in sorted(imported_modules(node) & FORBIDDEN_MODULES)]
        found += [call for call in (impure_call(node),) if call]
    return found


@pytest.mark.parametrize("package", PURE_PACKAGES)
def test_a_pure_package_reaches_nothing_outside(package: str) -> None:
    files = sorted(ROOT.joinpath(*package.split(".")).rglob("*.py"))
    assert files, f"{package} has no source"
    found = {str(path.relative_to(ROOT)): impurities(path.read_text(encoding="utf-8")) for path in files}
    assert {path: what for path, what in found.items() if what} == {}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import time", ["import time"]),
        ("from os.path import join", ["import os"]),
        ("def f():\n    import random", ["import random"]),
        ("from datetime import datetime\nx = datetime.now(None)", ["datetime.now"]),
        ("import datetime\nx = datetime.date.today()", ["date.today"]),
        ("print(1)", ["print"]),
        ("from datetime import datetime\nx: datetime", []),
        ("def f(clock):\n    return clock.now()", []),
    ],
)
def test_the_check_sees_what_it_should(source: str, expected: list[str]) -> None:
    assert impurities(source) == expected


def test_the_import_contracts_hold() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
