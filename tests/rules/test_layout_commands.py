"""Place, move, remove, clear, undo, double and rebet: what a player may do to the layout, and when (002 4)."""

import pytest

from server.table import commands as c
from server.table.values import VenueSettings
from tests.rules.house import DEALER, OPERATOR, House, flat_limits, player
from tests.rules.script import Script


def house_with_player(credit: int = 100_000) -> House:
    house = House()
    house.table(limits=flat_limits(minimum=100, maximum=10_000))
    house.terminal(credit=credit)
    house.new_game()
    return house


@pytest.mark.rule("002 4.1", "002 4.2.3", "002 4.2.4", "002 1.1 PT chip account")
def test_every_placement_takes_its_value_from_the_credit_at_once() -> None:
    Script(house_with_player(1_000)).run("""
        place red 600                 => red=600 ; credit 400
        place black 500               => no insufficient_credit
        place black 400               => red=600 black=400 ; credit 0
        place odd 1                   => no insufficient_credit
        note 500                      => credit 500
        place odd 500                 => red=600 black=400 odd=500 ; credit 0
        remove red 200                => red=400 black=400 odd=500 ; credit 200
        remove black                  => red=400 odd=500 ; credit 600
        remove red 99999              => odd=500 ; credit 1000
        remove red                    => no no_wager
        clear                         => - ; credit 1500
        clear                         => no nothing_to_clear
    """)


@pytest.mark.rule("002 4.1", "002 1.1 wagering period")
def test_moving_chips() -> None:
    Script(house_with_player(1_000)).run("""
        place red 600                 => red=600 ; credit 400
        move red black 200            => red=400 black=200 ; credit 400
        move red black                => black=600 ; credit 400
        move black black              => no same_spot
        move red odd                  => no no_wager
        move black purple             => no unknown_spot
        move black odd 99999          => odd=600 ; credit 400
        undo                          => black=600 ; credit 400
    """)


@pytest.mark.parametrize("amount", [0, -1, -500])
def test_an_amount_that_is_not_positive_is_refused(amount: int) -> None:
    house = house_with_player()
    Script(house).run("place red 500 => red=500 ; credit 99500")
    round_id = house.round().id
    assert house.refused(player(), c.Place("PT-1", round_id, (c.Chip("red", amount),))) == "bad_amount"
    assert house.refused(player(), c.Move("PT-1", round_id, "red", "black", amount)) == "bad_amount"
    assert house.refused(player(), c.Remove("PT-1", round_id, "red", amount)) == "bad_amount"


def test_undo_goes_back_through_everything() -> None:
    house = house_with_player()
    steps = ["place red 100", "place black 200", "double", "move red odd 100", "remove black 100", "place tier 600"]
    steps += ["double", "clear", "place even 100", "double", "double", "move even low", "clear", "place high 300"]
    seen = []
    run = Script(house)
    for step in steps:
        seen.append((house.layout(), house.credit()))
        words = step.split()
        assert not run.operations[words[0]](words[1:]).startswith("no "), step
    assert len(steps) >= 10
    while seen:
        run.operations["undo"]([])
        assert (house.layout(), house.credit()) == seen.pop()
    run.run("undo => no nothing_to_undo")


def test_undo_reaches_fifty_actions_back() -> None:
    house = house_with_player()
    for _ in range(60):
        house.place(("red", 100))
    for _ in range(50):
        house.ok(player(), c.Undo("PT-1", house.round().id))
    assert house.layout() == {"red": 1000}
    assert house.refused(player(), c.Undo("PT-1", house.round().id)) == "nothing_to_undo"


def test_undoing_a_removal_needs_the_credit_for_it() -> None:
    house = house_with_player(1_000)
    Script(house).run("""
        place red 1000                => red=1000 ; credit 0
        move red black 400            => red=600 black=400 ; credit 0
        undo                          => red=1000 ; credit 0
        undo                          => - ; credit 1000
        undo                          => no nothing_to_undo
    """)


def test_double_and_rebet() -> None:
    Script(house_with_player(2_000)).run("""
        double                        => no nothing_to_double
        rebet                         => no nothing_to_rebet
        place red 300 tier 600        => red=300 tier=600 ; credit 1100
        double                        => red=600 tier=1200 ; credit 200
        double                        => no insufficient_credit
        close                         => red=600 tier=1200 ; credit 200
        result 1                      => - ; credit 1400
        open                          => T1-2
        rebet                         => no insufficient_credit
        note 1000                     => credit 2400
        rebet                         => red=600 tier=1200 ; credit 600
        rebet                         => no insufficient_credit
        clear                         => - ; credit 2400
        close                         => - ; credit 2400
        result 1                      => - ; credit 2400
        open                          => T1-3
        # A round without wagers leaves the last one with wagers to be repeated.
        rebet                         => red=600 tier=1200 ; credit 600
    """)


@pytest.mark.rule("002 5.1")
@pytest.mark.parametrize(
    "spot",
    ["purple", "", "straight:37", "straight:00", "split:1-3", "split:2-1", "street:2-3-4", "corner:3-4-6-7", "0"],
)
def test_a_spot_that_is_not_listed_is_refused(spot: str) -> None:
    house = house_with_player()
    round_id = house.round().id
    assert house.refused(player(), c.Place("PT-1", round_id, (c.Chip("red", 100), c.Chip(spot, 100)))) == "unknown_spot"
    assert house.layout() == {}


def test_no_chips_at_all_are_nothing_to_place() -> None:
    house = house_with_player()
    assert house.refused(player(), c.Place("PT-1", house.round().id, ())) == "nothing_to_place"


def every_bet(terminal: str, round_id: str) -> list[c.Command]:
    return [
        c.Place(terminal, round_id, (c.Chip("black", 100),)),
        c.Move(terminal, round_id, "red", "black"),
        c.Remove(terminal, round_id, "red"),
        c.Clear(terminal, round_id),
        c.Undo(terminal, round_id),
        c.Double(terminal, round_id),
        c.Rebet(terminal, round_id),
    ]


@pytest.mark.rule("002 4.2.6", "002 1.1 wagering period")
def test_nothing_is_taken_changed_or_given_back_from_the_deadline_on() -> None:
    house = house_with_player()
    house.place(("red", 100))
    round_id = house.round().id
    deadline = house.round().deadline_ms or 0
    house.clock.ms = deadline - 1
    house.ok(player(), c.Place("PT-1", round_id, (c.Chip("red", 100),)))
    house.clock.ms = deadline
    # The close is not even written yet: the moment of receipt decides.
    assert {house.refused(player(), command) for command in every_bet("PT-1", round_id)} == {"late"}
    house.advance(0)
    assert {house.refused(player(), command) for command in every_bet("PT-1", round_id)} == {"wagering_closed"}
    house.result("2")
    assert {house.refused(player(), command) for command in every_bet("PT-1", round_id)} == {"wagering_closed"}
    house.new_game()
    assert {house.refused(player(), command) for command in every_bet("PT-1", round_id)} == {"wrong_round"}


def test_who_cannot_bet() -> None:
    house = house_with_player()
    house.table("T2")
    round_id = house.round().id
    house.terminal("PT-2", credit=0)
    house.terminal("PT-3", table="T2")
    house.terminal("PT-4")
    house.ok(OPERATOR, c.AddTerminal("PT-5", "PT-5", 5, "acceptor-PT-5"))
    house.note(1_000, "PT-5")
    other = house.new_game("T2")
    house.ok(DEALER, c.SetTerminal("T1", "PT-4", enabled=False))
    for terminal, at, code in [
        ("PT-9", round_id, "unknown_terminal"),
        ("PT-2", round_id, "no_session"),
        ("PT-3", round_id, "wrong_round"),
        ("PT-1", other, "wrong_round"),
        ("PT-1", "T1-77", "wrong_round"),
        ("PT-4", round_id, "terminal_disabled"),
        ("PT-5", round_id, "not_seated"),
    ]:
        assert {house.refused(player(terminal), command) for command in every_bet(terminal, at)} == {code}
    house.ok(DEALER, c.SuspendTable("T1", "spill"))
    assert {house.refused(player(), command) for command in every_bet("PT-1", round_id)} == {"table_suspended"}


@pytest.mark.rule("002 2.1")
def test_a_player_changes_tables_but_stakes_on_one_game_at_a_time() -> None:
    house = house_with_player()
    house.table("T2")
    house.place(("red", 100))
    house.ok(player(), c.Sit("PT-1", "T2"))
    house.new_game("T2")
    answer = house.refused(player(), c.Place("PT-1", house.round("T2").id, (c.Chip("red", 100),)))
    assert answer == "other_game_open"
    house.close("T1")
    house.result("1", "T1")
    house.place(("red", 100))
    assert house.layout() == {"red": 100}
    assert house.refused(player(), c.Sit("PT-1", "T9")) == "unknown_table"


@pytest.mark.rule("002 2.1")
def test_a_venue_may_let_players_stake_on_two_games_and_no_credit_is_used_twice() -> None:
    house = House(VenueSettings("House", multi_game_wagering=True))
    house.table()
    house.table("T2")
    house.terminal(credit=1_000)
    house.new_game()
    house.new_game("T2")
    house.place(("red", 700))
    house.ok(player(), c.Sit("PT-1", "T2"))
    Script(house).run("""
        place red 400                 => no insufficient_credit
        place red 300                 => red=300 ; credit 0
    """)
    assert house.pit.staked(house.session().id) == {"T1": 700, "T2": 300}


@pytest.mark.rule("002 4.2.7")
def test_what_lies_on_the_layout_at_the_close_is_what_settles() -> None:
    house = house_with_player()
    Script(house).run("""
        place straight:17 100         => straight:17=100 ; credit 99900
        move straight:17 straight:16  => straight:16=100 ; credit 99900
        close                         => straight:16=100 ; credit 99900
        result 17                     => - ; credit 99900
    """)
