"""The limits of 002 6.1 to 6.3.4, row by row."""

from typing import Any

import pytest

from server.table import commands as c
from server.table.values import Limit, Limits
from tests.rules.house import KINDS, OPERATOR, House, flat_limits, table_config
from tests.rules.script import Script


def script(limits: Limits, credit: int = 100_000) -> Script:
    house = House()
    house.table(limits=limits)
    house.terminal(credit=credit)
    house.new_game()
    return Script(house)


@pytest.mark.rule("002 6.3", "002 6.3.2", "002 1.1 maximum bet")
def test_over_the_maximum_of_a_spot() -> None:
    script(flat_limits(minimum=100, maximum=1000)).run("""
        place red 1500                => red=1000 ; credit 99000 ; cut red:maximum
        place red 100                 => no over_maximum
        place black 600 black 600     => red=1000 black=1000 ; credit 98000 ; cut black:maximum
        place straight:0 1000         => red=1000 black=1000 straight:0=1000 ; credit 97000
        place_whole straight:1 1001   => no over_maximum
        place_whole straight:1 1000   => red=1000 black=1000 straight:0=1000 straight:1=1000 ; credit 96000
        double                        => no over_maximum
        place split:1-2 999999999999999999999 => red=1000 black=1000 straight:0=1000 straight:1=1000 split:1-2=1000 ; credit 95000 ; cut split:1-2:maximum
    """)  # noqa: E501 - one row is one operation


@pytest.mark.rule("002 6.3.1")
def test_the_unit_counts_from_the_minimum() -> None:
    script(flat_limits(minimum=105, maximum=1000, unit=10)).run("""
        place red 155                 => red=155 ; credit 99845
        place red 7                   => no below_unit
        place red 13                  => red=165 ; credit 99835 ; cut red:unit
        place black 110               => red=165 black=105 ; credit 99730 ; cut black:unit
        place odd 104                 => red=165 black=105 odd=104 ; credit 99626
        # The highest permitted stake is the last step below the maximum: 105 + 89 x 10.
        place even 5000               => red=165 black=105 odd=104 even=995 ; credit 98631 ; cut even:maximum
        remove red 15                 => no below_unit
        remove red 10                 => red=155 black=105 odd=104 even=995 ; credit 98641
        move red black 15             => red=145 black=115 odd=104 even=995 ; credit 98641 ; cut black:unit
        place_whole black 11          => no below_unit
    """)


@pytest.mark.rule("002 6.3.3", "002 1.1 maximum total bet")
def test_over_the_total_maximum() -> None:
    script(flat_limits(minimum=100, maximum=1000, total_maximum=2500)).run("""
        place red 1000 black 1000     => red=1000 black=1000 ; credit 98000
        place odd 800                 => red=1000 black=1000 odd=500 ; credit 97500 ; cut odd:total_maximum
        place even 100                => no over_total_maximum
        place tier 600                => no over_total_maximum
        move odd even                 => red=1000 black=1000 even=500 ; credit 97500
        remove even 100               => red=1000 black=1000 even=400 ; credit 97600
        double                        => red=1000 black=1000 even=500 ; credit 97500 ; cut red:maximum black:maximum even:total_maximum
    """)  # noqa: E501 - one row is one operation


@pytest.mark.rule("002 6.3.1", "002 6.3.3")
def test_the_total_maximum_leaves_only_whole_units() -> None:
    script(flat_limits(minimum=100, maximum=1000, unit=50, total_maximum=330)).run("""
        place red 100                 => red=100 ; credit 99900
        place black 500               => red=100 black=200 ; credit 99700 ; cut black:unit
        place odd 30                  => red=100 black=200 odd=30 ; credit 99670
    """)


@pytest.mark.rule("002 6.2", "002 1.1 minimum bet")
def test_below_the_minimum_at_the_close() -> None:
    script(flat_limits(minimum=100)).run("""
        place red 50                  => red=50 ; credit 99950
        place red 50 black 99         => red=100 black=99 ; credit 99801
        place odd 1                   => red=100 black=99 odd=1 ; credit 99800
        close                         => red=100 ; credit 99900 ; back black=99:below_minimum odd=1:below_minimum
        result 1                      => - ; credit 100100
    """)


@pytest.mark.rule("002 6.3.4", "002 1.1 minimum total bet")
def test_below_the_total_minimum_at_the_close() -> None:
    script(flat_limits(minimum=10, total_minimum=155)).run("""
        place red 99 odd 55           => red=99 odd=55 ; credit 99846
        close                         => - ; credit 100000 ; back red=99:below_total_minimum odd=55:below_total_minimum
        result 1                      => - ; credit 100000
        open                          => T1-2
        place red 100 black 55        => red=100 black=55 ; credit 99845
        close                         => red=100 black=55 ; credit 99845
    """)


@pytest.mark.rule("002 6.2", "002 6.3.4")
def test_rejected_wagers_do_not_count_for_the_total() -> None:
    """Reading A31: 0.50 and 1.20 do not make 1.55 when 0.50 is below its own minimum."""
    script(flat_limits(minimum=100, total_minimum=155)).run("""
        place red 50 black 120        => red=50 black=120 ; credit 99830
        close                         => - ; credit 100000 ; back red=50:below_minimum black=120:below_total_minimum
    """)


@pytest.mark.rule("002 5.2", "002 6.3", "002 6.3.2")
def test_announced_bets_are_whole_and_their_pieces_obey_the_limits() -> None:
    script(flat_limits(minimum=100, maximum=1000)).run("""
        place tier 601                => no not_divisible
        place tier 6006               => no piece_over_limit
        place tier 6000               => tier=6000 ; credit 94000
        # The split is full now, by the piece that stands on it.
        place split:5-8 100           => no over_maximum
        place split:5-9 100           => no unknown_spot
        remove tier 600               => tier=5400 ; credit 94600
        place split:5-8 300           => tier=5400 split:5-8=100 ; credit 94500 ; cut split:5-8:maximum
        place tier 600                => no piece_over_limit
        remove tier 100               => no not_divisible
        move tier red 100             => no not_divisible
        move tier red 600             => tier=4800 split:5-8=100 red=600 ; credit 94500
        # Two pieces of grand series lie on one street.
        place grand_series 4509       => no piece_over_limit
        place grand_series 4500       => tier=4800 split:5-8=100 red=600 grand_series=4500 ; credit 90000
        place street:0-2-3 1          => no over_maximum
        place_whole zero_spiel 402    => no not_divisible
        clear                         => - ; credit 100000
    """)


@pytest.mark.rule("002 6.2", "002 5.2")
def test_pieces_below_the_minimum_fall_as_a_whole_bet() -> None:
    script(flat_limits(minimum=100)).run("""
        # Every piece is 50; the split is carried over its minimum by a chip of its own, the others are not.
        place tier 300 split:5-8 60   => tier=300 split:5-8=60 ; credit 99640
        close                         => - ; credit 100000 ; back tier=300:below_minimum split:5-8=60:below_minimum
    """)


@pytest.mark.rule("002 6.2", "002 5.2")
def test_a_piece_lifts_the_chip_beside_it_over_the_minimum() -> None:
    script(flat_limits(minimum=100)).run("""
        place tier 600 split:5-8 50   => tier=600 split:5-8=50 ; credit 99350
        close                         => tier=600 split:5-8=50 ; credit 99350
        result 5                      => - ; credit 102050
    """)


@pytest.mark.rule("002 6.3.1", "002 5.2")
def test_pieces_keep_the_unit() -> None:
    script(flat_limits(minimum=100, maximum=1000, unit=50)).run("""
        place tier 660                => no piece_over_limit
        place tier 900                => tier=900 ; credit 99100
        move tier red 130             => no not_divisible
        move tier red 60              => no below_unit
        remove tier 60                => no below_unit
    """)


def test_a_move_is_cut_to_what_the_target_permits_and_the_rest_stays() -> None:
    script(flat_limits(minimum=100, maximum=1000)).run("""
        place red 800 black 500       => red=800 black=500 ; credit 98700
        move black red                => red=1000 black=300 ; credit 98700 ; cut red:maximum
        move red black 900            => red=300 black=1000 ; credit 98700 ; cut black:maximum
        # A whole announced bet cannot be cut, nor leave half a piece behind.
        place tier 600                => red=300 black=1000 tier=600 ; credit 98100
        move tier black               => no over_maximum
        move tier red                 => red=900 black=1000 ; credit 98100
        move red tier 500             => no not_divisible
        move red tier 600             => red=300 black=1000 tier=600 ; credit 98100
        place odd 900                 => red=300 black=1000 tier=600 odd=900 ; credit 97200
        # Only 100 of the 600 would fit on odd, and 100 is no whole number of tier's pieces.
        move tier odd                 => no not_divisible
    """)


@pytest.mark.rule("002 6.1")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"limits": Limits({kind: Limit(100, 1000) for kind in KINDS[1:]})}, "limits_missing"),
        ({"limits": Limits({kind: Limit(100, 1000) for kind in (*KINDS, "side")})}, "unknown_kind"),
        ({"limits": flat_limits(minimum=0)}, "bad_limits"),
        ({"limits": flat_limits(minimum=200, maximum=100)}, "bad_limits"),
        ({"limits": flat_limits(maximum=10**13)}, "bad_limits"),
        ({"limits": flat_limits(unit=0)}, "bad_limits"),
        ({"limits": flat_limits(total_minimum=-1)}, "bad_limits"),
        ({"limits": flat_limits(total_minimum=500, total_maximum=400)}, "bad_limits"),
        ({"period_ms": 4_999}, "bad_period"),
        ({"period_ms": 300_001}, "bad_period"),
        ({"chips": ()}, "bad_chips"),
        ({"chips": (100, 0)}, "bad_chips"),
        ({"chips": (500, 100)}, "bad_chips"),
        ({"variant": "double_zero"}, "unknown_variant"),
        ({"game": "faro"}, "unknown_game"),
        ({"settings": {"tilt": "1"}}, "unknown_setting"),
        ({"version": 2}, "version_conflict"),
        ({"wheel": "automated", "device": None}, "device_missing"),
        ({"wheel": "automated", "spin_lead_ms": 30_000}, "bad_spin_lead"),
        ({"wheel": "automated", "spin_lead_ms": -1}, "bad_spin_lead"),
    ],
)
def test_settings_nobody_could_play_are_refused(changes: dict[str, Any], code: str) -> None:
    assert House().refused(OPERATOR, c.SetTable(table_config(**changes))) == code


@pytest.mark.rule("002 6.1", "002 7.1")
def test_new_limits_and_a_new_period_wait_for_the_next_round() -> None:
    house = House()
    house.table(limits=flat_limits(maximum=1000))
    house.terminal()
    house.new_game()
    house.ok(OPERATOR, c.SetTable(table_config(limits=flat_limits(maximum=500), period_ms=10_000, version=2)))
    assert house.refused(OPERATOR, c.SetTable(table_config(version=2))) == "version_conflict"
    Script(house).run("""
        place red 900                 => red=900 ; credit 99100
        close                         => red=900 ; credit 99100
        result 2                      => - ; credit 99100
        open                          => T1-2
        place red 900                 => red=500 ; credit 98600 ; cut red:maximum
    """)
    assert house.round().deadline_ms == house.clock.ms + 10_000


@pytest.mark.rule("002 6.3.1", "002 5.2")
def test_taking_one_wager_away_may_not_leave_another_off_its_unit() -> None:
    script(flat_limits(minimum=150, maximum=1000, unit=100)).run("""
        # Chip and piece share the split: 200 + 50 is a permitted stake, 200 alone is none.
        place tier 300                => tier=300 ; credit 99700
        place split:5-8 200           => tier=300 split:5-8=200 ; credit 99500
        remove tier                   => no below_unit
        remove split:5-8 100          => tier=300 split:5-8=100 ; credit 99600
        remove tier                   => split:5-8=100 ; credit 99900
    """)
