"""Every spot against every pocket, with expectations worked out from the grid and not from the rule data."""

from collections import Counter

import pytest

from server.games.contract import Fact, FactKind, Outcome, RuleError, Signal, SpotId, Value, Wager, WagerResult
from server.games.roulette import roulette
from server.games.roulette.wheel import RED, SINGLE_ZERO_ORDER, ZERO, colour
from tests.unit.games.layout import ANNOUNCED, PLAIN, POCKETS, announced_returned, plain_returned

GAME = roulette("002")
STAKE = 700


def settled(spot: str, stake: int, pocket: int) -> tuple[WagerResult, int]:
    (done,) = GAME.settle(Outcome(Value(str(pocket))), (Wager(SpotId(spot), stake),))
    assert (done.spot, done.stake) == (spot, stake)
    return done.result, done.returned


@pytest.mark.rule("002 5.1", "002 5.2")
def test_the_layout_has_exactly_the_157_spots_of_the_grid_and_four_announced_bets() -> None:
    plain = {spot.id for spot in GAME.spots.values() if not spot.pieces}
    assert plain == set(PLAIN)
    assert len(plain) == 157
    assert set(GAME.spots) - plain == set(ANNOUNCED)
    kinds = Counter(spot.kind for spot in GAME.spots.values())
    assert kinds == {
        "straight": 37,
        "split": 60,
        "street": 14,
        "corner": 23,
        "six_line": 11,
        "column": 3,
        "dozen": 3,
        "even_chance": 6,
        "announced": 4,
    }


def test_table_roulette_has_no_announced_bets() -> None:
    assert set(roulette("004").spots) == set(PLAIN)
    assert roulette("004").rule_hash != GAME.rule_hash


@pytest.mark.rule("002 5.1.1", "002 5.1.2", "002 5.1.2.1", "002 5.1.2.2")
@pytest.mark.rule("002 5.1.3", "002 5.1.3.1", "002 5.1.3.2", "002 5.1.3.3", "002 5.1.4", "002 5.1.4.1", "002 5.1.4.2")
@pytest.mark.rule("002 5.1.5", "002 5.1.6", "002 5.1.7", "002 5.1.8", "002 5.1.9", "002 5.1.10", "002 5.1.11")
@pytest.mark.rule("002 5.1.12", "002 5.1.13", "002 8.5")
@pytest.mark.parametrize("spot", sorted(PLAIN))
def test_a_plain_wager_on_every_pocket(spot: str) -> None:
    for pocket in POCKETS:
        returned = plain_returned(PLAIN[spot], STAKE, pocket)
        assert settled(spot, STAKE, pocket) == (WagerResult.WIN if returned else WagerResult.LOSE, returned)


@pytest.mark.rule("002 5.2.1", "002 5.2.2", "002 5.2.3", "002 5.2.4")
@pytest.mark.parametrize("name", sorted(ANNOUNCED))
def test_an_announced_bet_is_its_pieces_on_every_pocket(name: str) -> None:
    stake = 100 * len(ANNOUNCED[name])
    assert GAME.spots[SpotId(name)].piece_count == len(ANNOUNCED[name])
    for pocket in POCKETS:
        returned = announced_returned(name, stake, pocket)
        assert settled(name, stake, pocket) == (WagerResult.WIN if returned else WagerResult.LOSE, returned)


def test_the_number_in_two_orphelins_splits_pays_both() -> None:
    assert settled("orphelins", 500, 17) == (WagerResult.WIN, 3600)


def test_grand_series_plays_the_corner_and_not_a_split_of_numbers_apart() -> None:
    assert [settled("grand_series", 900, pocket)[1] for pocket in (25, 26, 28, 29)] == [1800] * 4


@pytest.mark.rule("002 8.6", "002 1.1 Zero")
def test_on_zero_only_wagers_with_zero_win() -> None:
    winners = {spot for spot in GAME.spots if settled(spot, 3600, 0)[0] is WagerResult.WIN}
    assert winners == {
        "straight:0",
        "split:0-1",
        "split:0-2",
        "split:0-3",
        "street:0-1-2",
        "street:0-2-3",
        "corner:0-1-2-3",
        "grand_series",
        "zero_spiel",
    }


@pytest.mark.rule("002 2.4.3", "002 2.4.3.1", "002 2.4.3.2")
def test_the_wheel_has_37_pockets_in_order_and_colours_alternate() -> None:
    assert SINGLE_ZERO_ORDER[0] == ZERO
    assert colour(ZERO) == colour("00") == "green"
    assert sorted(SINGLE_ZERO_ORDER, key=int) == [str(pocket) for pocket in POCKETS]
    colours = [colour(pocket) for pocket in SINGLE_ZERO_ORDER[1:]]
    assert colours == ["red", "black"] * 18
    assert len(RED) == 18
    # Three fixed points of the printed sequence, and its two ends beside zero.
    assert [SINGLE_ZERO_ORDER[place] for place in (1, 9, 18, 27, 36)] == ["32", "34", "10", "9", "26"]


def test_the_announced_bets_are_sectors_of_the_wheel() -> None:
    """Tier, orphelins and grand series share the wheel out without a gap or an overlap."""
    covered = [number for name in ("tier", "orphelins", "grand_series") for number in GAME.spots[SpotId(name)].numbers]
    assert sorted(covered, key=int) == [str(pocket) for pocket in POCKETS]


def test_a_stake_that_does_not_divide_is_a_defect_and_not_a_rounding() -> None:
    with pytest.raises(RuleError, match="not_divisible"):
        settled("orphelins", 501, 1)


def test_a_wager_on_a_spot_the_rules_do_not_have_is_a_defect_and_not_a_loss() -> None:
    with pytest.raises(RuleError, match="unknown_spot"):
        roulette("004").settle(Outcome(Value("5")), (Wager(SpotId("tier"), 600),))


def test_needs_one_window_then_a_pocket() -> None:
    assert GAME.need(()).window is not None
    closed = Fact(FactKind.WINDOW_CLOSED, "main")
    assert "pocket" in GAME.need((closed,)).readings
    early, late = Fact(FactKind.READING, "pocket", "3"), Fact(FactKind.READING, "pocket", "17")
    outcome = GAME.need((early, closed, late)).outcome
    assert outcome is not None
    assert (outcome.value, outcome.facts) == ("17", (late,))
    assert GAME.carry_after(outcome, {"kept": 1}) == {"kept": 1}
    assert GAME.open_spots(()) is GAME.spots


@pytest.mark.parametrize("pocket", ["00", "37", "-1", "", "017", " 17", "１７", "red"])
def test_a_pocket_the_wheel_does_not_have_is_refused(pocket: str) -> None:
    with pytest.raises(RuleError, match="unknown_value"):
        GAME.settle(Outcome(Value(pocket)), ())


def test_readings_and_what_they_mean() -> None:
    assert [GAME.signal(name) for name in ("ball_in_track", "no_more_bets", "pocket")] == [
        Signal.NOTE,
        Signal.CLOSE,
        Signal.EARLY,
    ]
    GAME.check_reading("no_more_bets", "")
    with pytest.raises(RuleError, match="unknown_reading"):
        GAME.check_reading("card", "7S")


def test_a_rule_document_without_this_game_is_refused() -> None:
    with pytest.raises(RuleError, match="unknown_rules"):
        roulette("003")
