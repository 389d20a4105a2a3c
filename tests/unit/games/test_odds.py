"""The price list is counted through settlement, so these prices come from the count of numbers instead."""

import json
from fractions import Fraction

import pytest

from server.games.contract import RuleError
from server.games.odds import HEADINGS, odds, odds_json, odds_lines
from server.games.registry import make_game
from tests.unit.games.layout import ANNOUNCED, PLAIN


@pytest.mark.rule("002 8.5")
def test_every_wager_costs_one_part_in_37() -> None:
    rows = {row.spot: row for row in odds(make_game("roulette"))}
    assert set(rows) == set(PLAIN) | set(ANNOUNCED)
    for spot, numbers in PLAIN.items():
        assert rows[spot].hit == Fraction(len(numbers), 37)
    for name, pieces in ANNOUNCED.items():
        assert rows[name].hit == Fraction(len({number for piece in pieces for number in piece}), 37)
    assert {row.edge for row in rows.values()} == {Fraction(1, 37)}
    assert {row.edge_percent for row in rows.values()} == {2.7027}


def test_the_list_for_programs() -> None:
    rows = json.loads(odds_json("roulette"))
    assert len(rows) == 161
    wanted = {"game": "roulette", "variant": "single_zero", "spot": "straight:17", "hit": "1/37", "edge": "1/37"}
    assert {**wanted, "edge_percent": 2.7027} in rows
    assert json.loads(odds_json()) == rows
    assert len(json.loads(odds_json("roulette", '{"rules":"004"}'))) == 157


def test_the_list_for_people_groups_equal_prices() -> None:
    lines = odds_lines("roulette")
    assert all(len(line) == len(HEADINGS) for line in lines)
    assert ("roulette", "single_zero", "six line", "11", "5 to 1", "6/37", "2.7027 %") in lines
    assert [line[2] for line in lines][-4:] == ["tier", "orphelins", "grand series", "zero spiel"]
    assert sum(int(line[3]) for line in lines) == 161


@pytest.mark.parametrize(
    ("game", "table", "code"),
    [
        ("faro", None, "unknown_game"),
        ("roulette", "{", "bad_json"),
        ("roulette", "[]", "bad_case"),
        ("roulette", '{"maximum":0}', "bad_maximum"),
        ("roulette", '{"wheel":"square"}', "unknown_variant"),
    ],
)
def test_a_list_that_cannot_be_made_is_refused_by_code(game: str, table: str | None, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        odds_json(game, table)
    assert caught.value.code == code
