"""The engine and the contract carry games that are not roulette."""

import pytest

from server.games import settle as offline
from server.games.contract import Carry, Fact, FactKind, Game, Outcome, SpotId, Value, Wager, WagerResult
from server.games.odds import odds
from server.games.registry import GAMES
from server.games.settle import settle_case
from server.table import commands as c
from server.table.events import WageringClosed, WageringReopened
from server.table.values import Limit, Limits, Phase
from tests.rules.house import DEALER, House, player
from tests.rules.script import Script
from tests.unit.table.toys import CardToy, RaiseToy, Toy

CARD_ROUND = ["step shake", "window main", "draw bonus", "reading card", "reading card", "window raise", "reading card"]


def play(game: Game, cards: list[int], carry: Carry) -> tuple[Outcome, list[str]]:
    """Give a game what it asks for until it has an outcome; returns that and the order of its wishes."""
    facts: list[Fact] = []
    asked: list[str] = []
    left = iter(cards)
    while True:
        need = game.need(facts, carry)
        if need.outcome is not None:
            return need.outcome, asked
        if need.step:
            fact = Fact(FactKind.STEP, need.step)
        elif need.window:
            fact = Fact(FactKind.WINDOW_CLOSED, need.window.name)
        elif need.draw:
            fact = Fact(FactKind.DRAW, need.draw.name, ",".join(need.draw.population[: need.draw.count]))
        else:
            (name,) = need.readings
            fact = Fact(FactKind.READING, name, str(next(left)))
        asked.append(f"{fact.kind.value.removesuffix('_closed')} {fact.name}")
        facts.append(fact)


def test_steps_draws_windows_and_cards_come_in_the_order_the_game_wants() -> None:
    outcome, asked = play(CardToy(), [9, 8, 7], {})
    assert (outcome.value, asked) == ("24", CARD_ROUND)
    outcome, asked = play(CardToy(), [2, 3, 4, 5, 6, 7], {})
    assert (outcome.value, asked[-3:]) == ("27", ["reading card"] * 3)


def test_a_frozen_wager_is_carried_with_its_mark_and_decided_later() -> None:
    game = CardToy()
    first, _ = play(game, [10, 9, 2], {})
    (frozen,) = game.settle(first, (Wager(SpotId("high"), 100),))
    assert (frozen.result, frozen.returned, frozen.mark) == (WagerResult.FROZEN, 0, "frozen")
    carry = game.carry_after(first)
    assert SpotId("bonus") not in game.open_spots((), {})
    assert SpotId("bonus") in game.open_spots((), carry)
    (done,) = game.settle(Outcome(Value("21")), (Wager(frozen.spot, frozen.stake, frozen.mark),), carry)
    assert (done.result, done.returned) == (WagerResult.WIN, 200)


def test_offline_settlement_carries_frozen_wagers_over_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", ("plain", lambda variant, settings: CardToy()))
    monkeypatch.setitem(offline.READERS, "toy", lambda game, name, value: Outcome(Value(str(value))))
    wagers = [{"spot": "high", "stake": 100}, {"spot": "low", "stake": 100}]
    answer = settle_case({"game": "toy", "rounds": [{"total": 21}, {"total": 22}], "wagers": wagers})
    assert [(item["result"], item["returned"], item["decided"]) for item in answer["wagers"]] == [
        ("win", 200, 1),
        ("lose", 0, 0),
    ]
    answer = settle_case({"game": "toy", "rounds": [{"total": 21}], "wagers": wagers[:1]})
    assert answer["wagers"][0]["result"] == "frozen"


def test_the_price_list_counts_any_game() -> None:
    assert {(row.spot, str(row.hit), str(row.edge)) for row in odds(Toy())} == {
        ("high", "1/2", "0"),
        ("low", "1/2", "0"),
    }


LIMITS = Limits({"plain": Limit(100, 500)}, unit=50)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """A table with a raise, its main window just closed, and wagers on both spots."""
    game = RaiseToy()
    monkeypatch.setitem(GAMES, "toy", ("plain", lambda variant, settings: game))
    house = House()
    house.table(game="toy", variant="plain", limits=LIMITS, period_ms=10_000)
    house.terminal(credit=2_000)
    house.terminal("PT-2", credit=2_000)
    house.new_game()
    Script(house).run("""
        place high 400 low 200        => high=400 low=200 ; credit 1400
        place low 50                  => high=400 low=250 ; credit 1350
    """)
    house.close()
    return house


def test_after_the_close_the_second_window_opens_with_its_own_deadline(house: House) -> None:
    assert (house.round().phase, house.round().window) == (Phase.WAGERING, "raise")
    assert house.round().deadline_ms == house.clock.ms + 10_000
    assert [item.further for item in house.events(WageringReopened)] == [True]
    house.advance(10_000)
    assert (house.round().phase, [item.window for item in house.events(WageringClosed)]) == (
        Phase.CLOSED,
        ["main", "raise"],
    )


def test_a_raise_is_at_most_what_is_in_action_and_only_where_it_may_be(house: House) -> None:
    Script(house).run("""
        place low 50                  => no spot_closed
        place sideways 50             => no unknown_spot
        # No unit, minimum or maximum of its own.
        place high 33                 => high=433 low=250 ; credit 1317
        place high 9999               => high=800 low=250 ; credit 950 ; cut high:maximum
        place high 1                  => no over_maximum
        double                        => no over_maximum
        rebet                         => no nothing_to_rebet
    """)
    Script(house, "PT-2").run("""
        # Who has nothing in action has nothing to raise.
        place high 100                => no over_maximum
        double                        => no nothing_to_double
    """)


def test_what_stood_cannot_be_taken_back_but_a_raise_can(house: House) -> None:
    Script(house).run("""
        undo                          => no nothing_to_undo
        clear                         => no nothing_to_clear
        remove high                   => no no_wager
        remove low                    => no no_wager
        move low high                 => no spot_closed
        double                        => high=800 low=250 ; credit 950
        undo                          => high=400 low=250 ; credit 1350
        place high 300                => high=700 low=250 ; credit 1050
        remove high 100               => high=600 low=250 ; credit 1150
        remove high 9999              => high=400 low=250 ; credit 1350
        place high 100                => high=500 low=250 ; credit 1250
        clear                         => high=400 low=250 ; credit 1350
        place high 400                => high=800 low=250 ; credit 950
        close                         => high=800 low=250 ; credit 950
        result high                   => - ; credit 2550
    """)
    assert house.replayed() == house.pit


def test_a_repeated_attempt_starts_with_the_first_window_by_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", ("plain", lambda variant, settings: RaiseToy()))
    house = House()
    house.table(game="toy", variant="plain", limits=LIMITS, after_no_spin="reopen")
    house.terminal()
    house.new_game()
    house.place(("high", 100))
    for _ in range(2):
        house.close()
    house.ok(DEALER, c.CallIrregularity("T1", "T1-1", "again"))
    assert (house.round().window, house.round().in_action) == ("main", {})
    house.ok(player(), c.Clear("PT-1", "T1-1"))
    assert house.layout() == {}


def test_a_game_that_wants_a_step_first_prepares_the_round_and_takes_no_wagers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", ("plain", lambda variant, settings: CardToy()))
    house = House()
    house.table(game="toy", variant="plain", limits=LIMITS)
    house.terminal()
    house.new_game()
    assert house.round().phase is Phase.PREPARING
    chip = (c.Chip("high", 100),)
    assert house.refused(player(), c.Place("PT-1", house.round().id, chip)) == "wagering_closed"
