"""The clause data is sound, and the coverage tool reads markers and mentions the way it says."""

from pathlib import Path

import pytest

from server.games.clauses import DOCUMENTS, Clause, clause_index, clauses
from tools.rule_references import MarkerRefused, Reference, code_references, marker_references, mentions
from tools.rules_coverage import (
    PAGE,
    Coverage,
    complaints,
    missing,
    must_be_shown,
    not_shown,
    not_yet,
    page,
    unknown,
)


def clause(*ids: str, later: str | None = None) -> Clause:
    return Clause(ids, "limits", "software", ("roulette",), "A limit.", later)


def coverage_of(*known: Clause, tests: dict[str, tuple[str, ...]] | None = None) -> Coverage:
    return Coverage(known, tests or {}, {})


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_the_data_has_every_clause_once() -> None:
    known = clauses("002")
    ids = [clause_id for entry in known for clause_id in entry.ids]
    assert len(known) == 205
    assert len(ids) == len(set(ids)) == len(clause_index()) == 354
    assert all(clause_id.startswith("002 ") for clause_id in ids)


def test_every_clause_says_something_of_its_own() -> None:
    texts = [entry.text for document in DOCUMENTS for entry in clauses(document)]
    assert len(set(texts)) == len(texts)
    assert all(text.endswith(".") and len(text) <= 220 for text in texts)


def test_games_that_wait_are_listed_as_not_yet() -> None:
    waiting = {clause_id for entry in clauses("002") if not_yet(entry) for clause_id in entry.ids}
    assert {"002 5.4.1", "002 11.8.3", "002 10.2"} <= waiting
    assert not {"002 7.3", "002 6.3.4", "002 11.4.10", "002 8.3"} & waiting
    assert not any(must_be_shown(entry) for entry in clauses("002") if not_yet(entry))


def test_markers_are_read_without_running_the_tests(tmp_path: Path) -> None:
    write(
        tmp_path,
        "tests/rules/test_close.py",
        """
import pytest
raise SystemExit("never run")
pytestmark = [pytest.mark.rule("002 4.2.6")]

@pytest.mark.rule("002 7.3", "002 7.1")
async def test_early(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("002 6.2"))])
def test_rows(x): ...

class TestClose:
    @pytest.mark.rule("002 7.2")
    def test_countdown(self): ...
""",
    )
    file = "tests/rules/test_close.py"
    assert marker_references(tmp_path) == {
        Reference("002 4.2.6", file),
        Reference("002 7.3", f"{file}::test_early"),
        Reference("002 7.1", f"{file}::test_early"),
        Reference("002 6.2", f"{file}::test_rows"),
        Reference("002 7.2", f"{file}::TestClose::test_countdown"),
    }


def test_a_marker_that_is_not_literal_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "tests/test_x.py", "import pytest\nC = '002 7.3'\n@pytest.mark.rule(C)\ndef test_x(): ...\n")
    with pytest.raises(MarkerRefused, match=r"tests/test_x\.py:3"):
        marker_references(tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("closes at once (002 7.3)", ["002 7.3"]),
        ("002 6.2, 6.3.1 and 6.3.4 at the close", ["002 6.2", "002 6.3.1", "002 6.3.4"]),
        ("rule: 002 11.4.10.", ["002 11.4.10"]),
        ("port 1002 7.3, section 7.3, 002 alone", []),
    ],
)
def test_mentions(text: str, expected: list[str]) -> None:
    assert list(mentions(text)) == expected


def test_code_is_searched_in_every_language_but_not_in_the_clause_data(tmp_path: Path) -> None:
    write(tmp_path, "server/table/close.py", '"""The close (002 4.2.7)."""')
    write(tmp_path, "player_terminal/src/countdown.tsx", "// 002 7.2")
    write(tmp_path, "server/games/clauses/__init__.py", "# 002 7.3")
    assert code_references(tmp_path) == {
        Reference("002 4.2.7", "server/table/close.py"),
        Reference("002 7.2", "player_terminal/src/countdown.tsx"),
    }


@pytest.mark.parametrize(
    ("marked", "left"),
    [
        ((), ["002 6.3", "002 6.3.1", "002 6.3.2"]),
        (("002 6.3",), []),
        (("002 6.3.1",), ["002 6.3", "002 6.3.2"]),
        (("002 6.3.1", "002 6.3.2"), []),
    ],
)
def test_a_number_shows_those_below_it_and_all_below_show_it(marked: tuple[str, ...], left: list[str]) -> None:
    tested = dict.fromkeys(marked, ("tests/t.py::test",))
    assert not_shown(clause("002 6.3", "002 6.3.1", "002 6.3.2"), tested) == left


def test_siblings_do_not_show_each_other() -> None:
    assert not_shown(clause("002 5.1.6", "002 5.1.7"), {"002 5.1.6": ("t",)}) == ["002 5.1.7"]


def test_an_untested_clause_and_an_unknown_one_are_complaints() -> None:
    covered = coverage_of(clause("002 6.2"), tests={"002 99.9": ("tests/t.py::test",)})
    assert unknown(covered) == ["tests/t.py::test: there is no clause 002 99.9"]
    assert missing(covered) == ["002 6.2 has no test: A limit."]
    assert missing(coverage_of(clause("002 6.2", later="waits for the cage"))) == []


def test_a_stale_page_is_a_complaint(tmp_path: Path) -> None:
    covered = coverage_of(clause("002 6.2"), tests={"002 6.2": ("tests/t.py::test",)})
    stale = [f"{PAGE.as_posix()} is stale: run `make coverage`"]
    assert complaints(covered, tmp_path) == stale
    write(tmp_path, PAGE.as_posix(), page(covered))
    assert complaints(covered, tmp_path) == []
    write(tmp_path, PAGE.as_posix(), page(covered) + "edited\n")
    assert complaints(covered, tmp_path) == stale
