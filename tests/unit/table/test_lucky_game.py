"""A wheel game with draws while wagering is open and after the result, and irregularities of mixed effect."""

from collections.abc import Sequence

import pytest

from server.table import commands as c
from server.table import events as e
from server.table.values import Phase, Refusal
from tests.rules.house import DEALER
from tests.unit.table.parlour import Parlour

NUMBERS = (("high", "low", "zero"), 1)
BOOST = (("5", "10"), 1)


@pytest.fixture
def table(parlour: Parlour) -> Parlour:
    parlour.game("lucky")
    parlour.terminal(credit=1_000)
    parlour.new_game()
    parlour.bet(("low", 200))
    return parlour


def ball(house: Parlour, spin: str = "1") -> None:
    house.read("wheel-T1", "ball_in_track", spin=spin)


def test_numbers_are_drawn_once_when_the_ball_runs_and_the_boost_with_the_result(table: Parlour) -> None:
    answer = table.place(("lucky", 100))
    assert isinstance(answer, Refusal)
    assert answer.code == "spot_closed"
    ball(table)
    ball(table)
    assert (table.round().phase, table.draws) == (Phase.WAGERING, [NUMBERS])
    table.bet(("lucky", 100))
    table.close()
    table.read("wheel-T1", "result", side="high", spin="1", complete=True)
    assert (table.round().phase, table.draws) == (Phase.PROPOSED, [NUMBERS])
    table.ok(DEALER, c.ConfirmResult("T1", "T1-1", "high"))
    assert (table.draws, table.credit()) == ([NUMBERS, BOOST], 700 + 600)
    assert [(item.draw, item.values) for item in table.events(e.NumbersDrawn)] == [
        ("numbers", ("high",)),
        ("boost", ("5",)),
    ]


def test_an_automated_wheel_settles_alone_with_its_draws(parlour: Parlour) -> None:
    parlour.game("lucky", wheel="automated")
    parlour.terminal(credit=1_000)
    parlour.advance(0)
    ball(parlour)
    parlour.bet(("lucky", 100))
    parlour.advance(10_000)
    parlour.read("wheel-T1", "result", side="high", spin="1", complete=True)
    assert (parlour.round().phase, parlour.credit(), parlour.draws) == (Phase.SETTLED, 1_500, [NUMBERS, BOOST])


def test_a_no_spin_gives_the_lucky_wagers_back_and_new_numbers_follow_the_next_ball(table: Parlour) -> None:
    ball(table)
    table.bet(("lucky", 100))
    table.close()
    table.ok(DEALER, c.CallIrregularity("T1", "T1-1", "no_spin"))
    assert (table.layout(), table.credit(), table.round().phase) == ({"low": 200}, 800, Phase.CLOSED)
    (voided,) = table.events(e.WagersVoided)
    assert (voided.code, voided.clause) == ("no_spin", "toy 5")
    ball(table, "2")
    assert table.draws == [NUMBERS, NUMBERS]
    table.result("low")
    assert table.credit() == 1_200


def test_a_supervisors_no_spin_has_the_same_effect(table: Parlour) -> None:
    ball(table)
    table.bet(("lucky", 100))
    table.read("wheel-T1", "result", side="high", spin="1", complete=True)
    assert table.task().kind == "early_ball"
    table.resolve("no_spin")
    assert (table.layout(), table.credit()) == ({"low": 200}, 800)


def test_a_dark_display_voids_the_lucky_wagers_only_and_the_round_goes_on(table: Parlour) -> None:
    ball(table)
    table.bet(("lucky", 100))
    table.close()
    table.ok(DEALER, c.RequestVoid("T1", "T1-1", "dark_display"))
    table.resolve("approve")
    assert (table.layout(), table.credit(), table.round().phase) == ({"low": 200}, 800, Phase.CLOSED)
    table.result("low")
    assert table.credit() == 1_200


def test_a_broken_wheel_voids_everything(table: Parlour) -> None:
    ball(table)
    table.bet(("lucky", 100))
    table.ok(DEALER, c.RequestVoid("T1", "T1-1", "broken"))
    table.resolve("approve")
    assert (table.credit(), table.round().phase) == (1_000, Phase.VOID)


def test_a_correction_judges_by_the_draws_of_that_round(table: Parlour) -> None:
    ball(table)
    table.bet(("lucky", 100))
    table.close()
    table.result("low")
    assert table.credit() == 1_100
    table.ok(DEALER, c.RequestCorrection("T1", "T1-1", "high", "misread"))
    table.resolve("approve")
    assert (table.credit(), table.draws) == (700 + 600, [NUMBERS, BOOST])


@pytest.mark.parametrize("values", [[], ["high", "high"], ["nine"]])
def test_a_source_that_does_not_draw_what_was_asked_is_a_defect(table: Parlour, values: list[str]) -> None:
    def broken(population: Sequence[str], count: int) -> list[str]:
        return values

    table.owner._draw = broken
    with pytest.raises(RuntimeError, match="random source"):
        ball(table)
    table.owner.state = table.replayed()  # as the owner does after a defect
