"""Where clauses are named: `@pytest.mark.rule` in the tests, and mentions such as 002 7.3 in the code.

Files are read, never run: a page about the tests must not depend on a machine that can run them.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CODE_FOLDERS = ("server", "hardware_gateway", "web_core/src", "player_terminal/src", "dealer_terminal/src")
CODE_SUFFIXES = frozenset({".py", ".ts", ".tsx", ".css"})
NUMBER = r"\d+(?:\.\d+)+"
# "002 6.2" and lists such as "002 6.2, 6.3 and 6.3.4"; a number in the list must look like a clause.
MENTION = re.compile(rf"\b(00[0-4]) ({NUMBER}(?:(?:, | and |, and | or |/){NUMBER})*)")


@dataclass(frozen=True, slots=True, order=True)
class Reference:
    """One clause id named at one place; `place` is a file, or a file and the test in it."""

    clause_id: str
    place: str


class MarkerRefused(Exception):
    """A rule marker that cannot be read without running the test."""


def marked_clauses(node: ast.AST, file: str) -> Iterator[str]:
    """The clause ids of every `mark.rule(...)` call below `node`."""
    for call in ast.walk(node):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule"):
            continue
        if not (isinstance(call.func.value, ast.Attribute) and call.func.value.attr == "mark"):
            continue
        for argument in call.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise MarkerRefused(f"{file}:{call.lineno}: a rule marker takes literal clause ids")
            yield argument.value


def in_module(tree: ast.Module, file: str) -> Iterator[Reference]:
    """Markers on tests and classes name them; markers elsewhere in the module belong to the file."""
    pending: list[tuple[ast.stmt, str]] = [(statement, "") for statement in tree.body]
    while pending:
        statement, prefix = pending.pop()
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}::{statement.name}"
            for decorator in statement.decorator_list:
                yield from (Reference(clause_id, file + name) for clause_id in marked_clauses(decorator, file))
            if isinstance(statement, ast.ClassDef):
                pending.extend((inner, name) for inner in statement.body)
        else:
            yield from (Reference(clause_id, file + prefix) for clause_id in marked_clauses(statement, file))


def marker_references(root: Path) -> set[Reference]:
    """All markers below tests/."""
    found: set[Reference] = set()
    for path in sorted((root / "tests").rglob("*.py")):
        file = path.relative_to(root).as_posix()
        found.update(in_module(ast.parse(path.read_text(encoding="utf-8"), file), file))
    return found


def mentions(text: str) -> Iterator[str]:
    """The clause ids a text names."""
    for match in MENTION.finditer(text):
        yield from (f"{match[1]} {number}" for number in re.findall(NUMBER, match[2]))


def code_files(root: Path) -> Iterable[Path]:
    for folder in CODE_FOLDERS:
        yield from (path for path in (root / folder).rglob("*") if path.suffix in CODE_SUFFIXES and path.is_file())


def code_references(root: Path) -> set[Reference]:
    """All mentions in the product's own code; the clause data itself is not code."""
    found: set[Reference] = set()
    for path in code_files(root):
        file = path.relative_to(root).as_posix()
        if not file.startswith("server/games/clauses/"):
            found.update(Reference(clause_id, file) for clause_id in mentions(path.read_text(encoding="utf-8")))
    return found
