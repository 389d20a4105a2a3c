"""Locked packages: everything pinned and hashed, nothing that says where it was downloaded from."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ("requirements", "requirements-dev", "requirements-build")
ADDRESS = re.compile(r"(https?|file)://|--(extra-)?index-url|--find-links")
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==(\S+)", re.MULTILINE)
WORKSPACES = ("web_core", "player_terminal", "dealer_terminal")


def pins(name: str) -> dict[str, str]:
    found = PIN.findall((ROOT / name).read_text())
    return {re.sub(r"[-_.]+", "-", package).lower(): version for package, version in found}


def npm_lock() -> dict[str, Any]:
    lock: dict[str, Any] = json.loads((ROOT / "package-lock.json").read_text())
    return lock


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_requirements_are_hashed_and_name_no_host(name: str) -> None:
    text = (ROOT / f"{name}.txt").read_text()
    assert ADDRESS.search(text) is None
    entries = re.split(r"\n(?=\S)", text.strip())
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_every_wanted_version_is_the_locked_one(name: str) -> None:
    wanted, locked = pins(f"{name}.in"), pins(f"{name}.txt")
    assert wanted
    assert {package: locked.get(package) for package in wanted} == wanted


def test_development_locks_the_same_versions_as_the_product() -> None:
    product, development = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {package: development.get(package) for package in product} == product


def test_the_npm_lock_names_no_download_address() -> None:
    resolved = [entry["resolved"] for entry in npm_lock()["packages"].values() if "resolved" in entry]
    assert set(resolved) <= set(WORKSPACES), "only links to our own workspaces"


def test_every_npm_package_has_its_hash() -> None:
    entries = npm_lock()["packages"].items()
    foreign = {path: entry for path, entry in entries if path.startswith("node_modules/") and not entry.get("link")}
    assert foreign
    assert [path for path, entry in foreign.items() if "integrity" not in entry] == []


@pytest.mark.parametrize("folder", ["", *WORKSPACES])
def test_npm_versions_are_exact_and_agree_with_the_lock(folder: str) -> None:
    manifest = json.loads((ROOT / folder / "package.json").read_text())
    wanted = manifest.get("dependencies", {}) | manifest.get("devDependencies", {})
    packages = npm_lock()["packages"]
    locked = {name: packages.get(f"node_modules/{name}", {}) for name in wanted if not name.startswith("@croupier/")}
    assert {name: entry.get("version") for name, entry in locked.items()} == {name: wanted[name] for name in locked}
