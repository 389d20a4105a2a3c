"""Cases written down by hand, with the answers a person would give."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.registry import make_game
from server.games.settle import ROUNDS_MAX, STAKE_MAX, settle_case, settle_line, settle_lines
from tests.unit.games.layout import ANNOUNCED, PLAIN, announced_returned, plain_returned


def case(rounds: list[object], *wagers: dict[str, Any], **table: Any) -> dict[str, Any]:
    return {"game": "roulette", "table": table, "rounds": rounds, "wagers": list(wagers)}


def wager(spot: str, stake: int, placed: int = 0, **more: Any) -> dict[str, Any]:
    return {"spot": spot, "stake": stake, "placed": placed, **more}


def results(answer: dict[str, Any]) -> list[tuple[str, int, int | None]]:
    return [(item["result"], item["returned"], item["decided"]) for item in answer["wagers"]]


NO_SPIN = {"no_spin": True}
VOID = {"void": True}


def pocket(number: int) -> dict[str, str]:
    return {"pocket": str(number)}


def test_the_answer_has_the_documented_form() -> None:
    line = '{"game":"roulette","table":{},"rounds":[{"pocket":"17"}],"wagers":[{"spot":"straight:17","stake":1000}]}'
    assert list(settle_lines([line])) == [
        '{"wagers":[{"spot":"straight:17","stake":1000,"result":"win","returned":36000,"decided":0}]}'
    ]


@pytest.mark.rule("002 8.5", "002 11.5")
def test_every_spot_and_pocket_comes_out_as_on_the_grid() -> None:
    spots = [*((spot, 100) for spot in PLAIN), *((name, 100 * len(pieces)) for name, pieces in ANNOUNCED.items())]
    for number in range(37):
        answer = settle_case(case([pocket(number)], *(wager(spot, stake) for spot, stake in spots)))
        for (spot, stake), item in zip(spots, answer["wagers"], strict=True):
            expected = (
                announced_returned(spot, stake, number)
                if spot in ANNOUNCED
                else plain_returned(PLAIN[spot], stake, number)
            )
            assert (item["returned"], item["result"]) == (expected, "win" if expected else "lose")


@pytest.mark.parametrize(
    ("rounds", "placed", "expected"),
    [
        ([pocket(17)], 0, ("win", 3600, 0)),
        ([pocket(16)], 0, ("lose", 0, 0)),
        ([pocket(17), pocket(16)], 1, ("lose", 0, 1)),
        ([NO_SPIN, pocket(17)], 0, ("win", 3600, 1)),
        ([NO_SPIN, NO_SPIN, pocket(16)], 0, ("lose", 0, 2)),
        ([NO_SPIN, pocket(17)], 1, ("win", 3600, 1)),
        ([NO_SPIN], 0, ("frozen", 0, None)),
        ([VOID], 0, ("void", 100, 0)),
        ([VOID, pocket(17)], 1, ("win", 3600, 1)),
        ([NO_SPIN, VOID], 0, ("frozen", 0, None)),
        ([NO_SPIN, VOID, pocket(17)], 0, ("win", 3600, 2)),
        ([NO_SPIN, VOID], 1, ("void", 100, 1)),
    ],
)
def test_no_spins_and_voids_along_the_way(
    rounds: list[object], placed: int, expected: tuple[str, int, int | None]
) -> None:
    assert results(settle_case(case(rounds, wager("straight:17", 100, placed)))) == [expected]


def test_over_the_maximum_the_excess_comes_back_win_or_lose() -> None:
    wagers = (wager("red", 800), wager("red", 800), wager("red", 800), wager("red", 800, player="other"))
    assert results(settle_case(case([pocket(1)], *wagers, maximum=1000))) == [
        ("win", 1600, 0),
        ("win", 400 + 600, 0),
        ("win", 800, 0),
        ("win", 1600, 0),
    ]
    assert results(settle_case(case([pocket(2)], *wagers, maximum=1000))) == [
        ("lose", 0, 0),
        ("lose", 600, 0),
        ("lose", 800, 0),
        ("lose", 0, 0),
    ]


def test_stacks_of_different_rounds_add_up_when_they_are_decided_together() -> None:
    wagers = (wager("red", 800, 0, player=1), wager("red", 800, 1, player=1))
    assert results(settle_case(case([NO_SPIN, pocket(1)], *wagers, maximum=1000))) == [
        ("win", 1600, 1),
        ("win", 400 + 600, 1),
    ]


def test_pieces_count_towards_the_maximum_of_their_spots() -> None:
    fits = case([pocket(5)], wager("tier", 600), wager("split:5-8", 100), maximum=150)
    assert results(settle_case(fits)) == [("win", 1800, 0), ("win", 18 * 50 + 50, 0)]
    breaks = case([pocket(5)], wager("split:5-8", 100), wager("tier", 600), maximum=150)
    assert settle_case(breaks)["error"]["code"] == "piece_over_limit"


GOOD = case([pocket(17)], wager("red", 100))


def changed(**fields: Any) -> dict[str, Any]:
    return {key: value for key, value in {**GOOD, **fields}.items() if value is not ...}


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (None, "bad_case"),
        ([], "bad_case"),
        ({1: 2}, "bad_case"),
        (changed(game=...), "missing_field"),
        (changed(game=7), "bad_case"),
        (changed(game="faro"), "unknown_game"),
        (changed(rounds=...), "missing_field"),
        (changed(rounds={}), "bad_case"),
        (changed(wagers="none"), "bad_case"),
        (changed(extra=1), "unknown_field"),
        (changed(table=[]), "bad_case"),
        (changed(table={"maximum": 0}), "bad_maximum"),
        (changed(table={"maximum": True}), "bad_maximum"),
        (changed(table={"maximum": None}), "bad_maximum"),
        (changed(table={"wheel": "double_zero"}), "unknown_variant"),
        (changed(table={"wheel": 1}), "bad_case"),
        (changed(table={"wheel": ""}), "bad_case"),
        (changed(table={"rules": "009"}), "unknown_rules"),
        (changed(table={"rules": []}), "unknown_rules"),
        (changed(table={"mode": "x"}), "unknown_setting"),
        (changed(rounds=[{}]), "bad_round"),
        (changed(rounds=["17"]), "bad_case"),
        (changed(rounds=[{"pocket": "17", "void": True}]), "bad_round"),
        (changed(rounds=[{"pocket": 17}]), "bad_round"),
        (changed(rounds=[{"pocket": "37"}]), "unknown_value"),
        (changed(rounds=[{"pocket": "00"}]), "unknown_value"),
        (changed(rounds=[{"no_spin": False}]), "bad_round"),
        (changed(rounds=[{"void": 1}]), "bad_round"),
        (changed(rounds=[{"dice": [1, 2, 3]}]), "bad_round"),
        (changed(rounds=[VOID] * (ROUNDS_MAX + 1)), "too_many"),
        (changed(wagers=[{"stake": 100}]), "missing_field"),
        (changed(wagers=[{"spot": "red"}]), "missing_field"),
        (changed(wagers=[wager("purple", 100)]), "unknown_spot"),
        (changed(wagers=[wager("split:25-29", 100)]), "unknown_spot"),
        (changed(wagers=[wager("street:1-0-2", 100)]), "unknown_spot"),
        (changed(wagers=[{"spot": 17, "stake": 100}]), "unknown_spot"),
        (changed(wagers=[{"spot": ["red"], "stake": 100}]), "unknown_spot"),
        (changed(wagers=[wager("red", 0)]), "bad_stake"),
        (changed(wagers=[wager("red", -100)]), "bad_stake"),
        (changed(wagers=[{"spot": "red", "stake": True}]), "bad_stake"),
        (changed(wagers=[{"spot": "red", "stake": 1.0}]), "bad_stake"),
        (changed(wagers=[{"spot": "red", "stake": "100"}]), "bad_stake"),
        (changed(wagers=[wager("red", STAKE_MAX + 1)]), "bad_stake"),
        (changed(wagers=[wager("tier", 601)]), "not_divisible"),
        (changed(wagers=[wager("red", 100, 1)]), "bad_placed"),
        (changed(wagers=[wager("red", 100, -1)]), "bad_placed"),
        (changed(wagers=[{"spot": "red", "stake": 100, "placed": False}]), "bad_placed"),
        (changed(wagers=[wager("red", 100, player=None)]), "bad_case"),
        (changed(wagers=[wager("red", 100, **{"raise": 50})]), "unknown_field"),
        (changed(table={"rules": "004"}, wagers=[wager("tier", 600)]), "unknown_spot"),
    ],
)
def test_a_case_that_cannot_be_settled_says_why(bad: object, code: str) -> None:
    assert settle_case(bad)["error"]["code"] == code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "bad_json"),
        ("NaN", "bad_json"),
        ('{"game":"roulette","rounds":[],"wagers":[],"game":"roulette"}', "duplicate_field"),
        (b"\xff\xfe{}\xff", "bad_json"),
        ("[" * 100_000, "bad_json"),
        (
            '{"game":"roulette","rounds":[{"pocket":"1"}],"wagers":[{"spot":"red","stake":' + "9" * 5000 + "}]}",
            "bad_json",
        ),
    ],
)
def test_a_line_that_is_no_case_says_why(line: str | bytes, code: str) -> None:
    assert settle_line(line)["error"]["code"] == code


def test_a_run_answers_line_by_line_and_remembers_failure() -> None:
    good = json.dumps(GOOD)
    run = settle_lines([good, "", "  \n", good])
    assert len(list(run)) == 2
    assert not run.failed
    run = settle_lines([good, "junk", good])
    assert ["error" in json.loads(answer) for answer in run] == [False, True, False]
    assert run.failed


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["red", "17"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["spot", "stake", "pocket", "placed", "void", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON, JSON, JSON)
def test_whatever_is_sent_there_is_an_answer(table: object, rounds: object, wagers: object) -> None:
    answer = settle_case({"game": "roulette", "table": table, "rounds": rounds, "wagers": wagers})
    assert set(answer) in ({"wagers"}, {"error"})
    json.dumps(answer)


@given(st.text(max_size=60))
def test_whatever_is_written_there_is_an_answer(line: str) -> None:
    assert set(settle_line(line)) in ({"wagers"}, {"error"})


def test_case_settings_reach_the_game() -> None:
    assert settle_case(case([pocket(17)], wager("red", 100), rules="004", wheel="single_zero")).keys() == {"wagers"}
    assert make_game("roulette", settings={"rules": "004"}).rules == "004"
