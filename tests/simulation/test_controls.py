"""Negative controls: the same seeds with one broken part must be condemned, and for the right reason."""

import ast
from pathlib import Path

import pytest

import server.simulate.audit
from server.pit.owner import PitOwner
from server.simulate import simulate
from server.simulate.host import Owners, Stores
from server.simulate.store import SimStore
from tests.simulation.planted import (
    AmnesiacOwner,
    BackdatingOwner,
    EagerOwner,
    ForgetfulStore,
    GenerousStore,
)

SEEDS = range(12)


@pytest.mark.parametrize(
    ("owner", "store", "words"),
    [
        (PitOwner, ForgetfulStore, "is not durable"),
        (PitOwner, GenerousStore, "moved by"),
        (EagerOwner, SimStore, "is not durable"),
        (BackdatingOwner, SimStore, "was received at"),
        (AmnesiacOwner, SimStore, "was answered"),
    ],
)
def test_a_planted_bug_is_caught(owner: Owners, store: Stores, words: str) -> None:
    assert any(words in finding for seed in SEEDS for finding in simulate(seed, owner, store).findings)


def test_the_auditor_shares_no_code_with_what_it_audits() -> None:
    for path in Path(server.simulate.audit.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            strangers = [n for n in names if n.startswith("server") and not n.startswith("server.simulate.audit")]
            assert not strangers, f"{path.name} imports {strangers}"
