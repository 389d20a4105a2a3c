"""Tables and terminals as such: notice of closing, idle places, restarts, calls, repeated readings (002 12.8, 12.9)."""

import pytest

from server.table import commands as c
from server.table.events import PitResumed, TableClosed
from server.table.values import SYSTEM, Phase, Refusal, VenueSettings
from tests.rules.house import BOOT, DEALER, GATEWAY, OPERATOR, SUPERVISOR, House, player, table_config

MINUTE_MS = 60_000


def floor(credit: int = 10_000) -> House:
    house = House()
    house.table()
    house.terminal(credit=credit)
    return house


def status(house: House) -> str:
    return house.pit.tables["T1"].status.value


def called(house: House) -> bool:
    return house.pit.terminals["PT-1"].attendant_called_at is not None


# ---- closing ----


@pytest.mark.rule("002 12.8")
def test_with_players_the_sign_must_be_up_for_twenty_minutes() -> None:
    house = floor()
    assert house.refused(SUPERVISOR, c.CloseTable("T1")) == "notice_too_short"
    assert house.refused(SUPERVISOR, c.AnnounceClosure("T1", 19)) == "notice_too_short"
    house.ok(SUPERVISOR, c.AnnounceClosure("T1", 20))
    assert house.pit.tables["T1"].closes_at == "2030-01-01T00:36:40.000Z"
    house.advance(20 * MINUTE_MS - 1)
    assert house.refused(SUPERVISOR, c.CloseTable("T1")) == "notice_too_short"
    assert status(house) == "open"
    house.advance(1)
    assert status(house) == "closed"
    assert len(house.events(TableClosed)) == 1


@pytest.mark.rule("002 12.8")
def test_the_running_round_is_finished_first() -> None:
    house = floor()
    house.ok(SUPERVISOR, c.AnnounceClosure("T1", 20))
    house.new_game()
    house.place(("red", 500))
    house.close()
    house.advance(21 * MINUTE_MS)
    assert house.refused(SUPERVISOR, c.CloseTable("T1")) == "round_running"
    assert house.refused(SYSTEM, c.Deadline("T1", "closure")) == "round_running"
    house.result("1")
    house.advance(0)
    assert (status(house), house.credit()) == ("closed", 10_500)


def test_a_closing_can_be_called_off() -> None:
    house = floor()
    assert house.refused(SUPERVISOR, c.CancelClosure("T1")) == "nothing_to_cancel"
    house.ok(SUPERVISOR, c.AnnounceClosure("T1", 30))
    house.ok(SUPERVISOR, c.CancelClosure("T1"))
    house.advance(40 * MINUTE_MS)
    assert status(house) == "open"
    assert house.refused(SYSTEM, c.Deadline("T1", "closure")) == "stale_timer"


def test_without_players_a_table_closes_at_once_and_opens_again() -> None:
    house = floor(credit=0)
    house.ok(SUPERVISOR, c.AnnounceClosure("T1", 1))
    house.ok(SUPERVISOR, c.CloseTable("T1"))
    for command in (c.CloseTable("T1"), c.AnnounceClosure("T1", 30), c.SuspendTable("T1", "x")):
        assert house.refused(SUPERVISOR, command) == "table_closed"
    house.ok(SUPERVISOR, c.OpenTable("T1"))
    house.ok(DEALER, c.SuspendTable("T1", "x"))
    assert house.refused(DEALER, c.SuspendTable("T1", "x")) == "table_suspended"
    house.ok(SUPERVISOR, c.ResumeTable("T1"))
    assert house.refused(SUPERVISOR, c.ResumeTable("T1")) == "table_open"


def test_a_closed_table_takes_no_wager() -> None:
    house = floor()
    house.play("5")
    house.ok(SUPERVISOR, c.AnnounceClosure("T1", 20))
    house.advance(20 * MINUTE_MS)
    assert house.refused(player(), c.Clear("PT-1", "T1-1")) == "table_closed"


@pytest.mark.parametrize(
    "command",
    [
        c.AnnounceClosure("T9", 30),
        c.CancelClosure("T9"),
        c.CloseTable("T9"),
        c.SuspendTable("T9", "x"),
        c.ResumeTable("T9"),
        c.NoMoreBets("T9", "T9-1"),
        c.EnterResult("T9", "T9-1", "1"),
        c.ClearEntry("T9", "T9-1"),
        c.ConfirmResult("T9", "T9-1", "1"),
        c.RequestVoid("T9", "T9-1", "fraud"),
    ],
)
def test_a_table_nobody_knows(command: c.Command) -> None:
    assert floor().refused(SUPERVISOR, command) == "unknown_table"


# ---- people at the terminals ----


@pytest.mark.rule("002 12.9")
def test_rounds_without_a_wager_are_counted_per_place() -> None:
    house = floor()
    house.terminal("PT-2")
    for number in range(1, 4):
        house.play("5", ("red", 100), name="PT-2")
        assert (house.pit.terminals["PT-1"].idle_rounds, house.pit.terminals["PT-2"].idle_rounds) == (number, 0)
    house.play("5", ("red", 100))
    assert (house.pit.terminals["PT-1"].idle_rounds, house.pit.terminals["PT-2"].idle_rounds) == (0, 1)
    house.table("T2")
    house.play("5")
    house.ok(player(), c.Sit("PT-1", "T2"))
    assert house.pit.terminals["PT-1"].idle_rounds == 0


def test_calling_an_attendant() -> None:
    house = floor()
    assert house.refused(DEALER, c.AnswerCall("T1", "PT-1")) == "nothing_to_answer"
    house.ok(player(), c.CallAttendant("PT-1", on=True))
    house.ok(player(), c.CallAttendant("PT-1", on=True))
    assert called(house)
    house.ok(DEALER, c.AnswerCall("T1", "PT-1"))
    house.ok(player(), c.CallAttendant("PT-1", on=False))
    assert not called(house)
    assert house.refused(DEALER, c.AnswerCall("T1", "PT-9")) == "unknown_terminal"


def test_taking_a_terminal_out_of_service_and_back() -> None:
    house = floor()
    house.ok(SUPERVISOR, c.SetTerminal("T1", "PT-1", enabled=True))
    house.ok(SUPERVISOR, c.SetTerminal("T1", "PT-1", enabled=False))
    assert [order.kind for order in house.pit.orders.values()][-1] == "disable"
    assert house.refused(player(), c.Sit("PT-1", "T1")) == "terminal_disabled"
    house.ok(SUPERVISOR, c.SetTerminal("T1", "PT-1", enabled=True))
    assert house.refused(SUPERVISOR, c.SetTerminal("T1", "PT-9", enabled=True)) == "unknown_terminal"
    assert house.refused(OPERATOR, c.AddTerminal("PT-1", "again", 1)) == "terminal_exists"


def test_floor_pieces_without_devices_order_nothing() -> None:
    house = House()
    house.table(device=None)
    house.ok(OPERATOR, c.AddTerminal("PT-1", "PT-1", 1))
    house.ok(SUPERVISOR, c.SetTerminal("T1", "PT-1", enabled=False))
    assert house.pit.orders == {}


def test_venue_settings_have_versions() -> None:
    house = floor()
    assert house.refused(OPERATOR, c.SetVenue(VenueSettings("Other"))) == "version_conflict"
    never = VenueSettings("Other", gaming_day_start="24:00", version=2)
    assert house.refused(OPERATOR, c.SetVenue(never)) == "bad_gaming_day_start"
    house.ok(OPERATOR, c.SetVenue(VenueSettings("Other", version=2)))
    assert house.pit.venue.name == "Other"


# ---- time ----


@pytest.mark.rule("002 11.5.1.2")
@pytest.mark.parametrize(
    ("spent_ms", "left_ms"), [(0, 30_000), (1, 30_000), (1_000, 29_000), (29_999, 1_000), (30_000, 0)]
)
def test_a_restart_keeps_the_time_that_was_left_rounded_up_to_a_second(spent_ms: int, left_ms: int) -> None:
    house = floor()
    house.new_game()
    last = house.clock.ms + spent_ms
    # A new owner starts with another monotonic clock, which may well be behind the old one.
    house.clock.ms = 77
    house.ok(SYSTEM, c.Resume(2, last))
    assert house.round().deadline_ms == 77 + left_ms
    house.advance(left_ms)
    assert house.round().phase is Phase.CLOSED


def test_an_owner_resumes_once_even_if_it_could_not_know_that_it_had() -> None:
    house = floor()
    house.new_game()
    last = house.clock.ms
    house.ok(SYSTEM, c.Resume(2, last))
    deadline = house.round().deadline_ms
    house.clock.ms += 300
    house.ok(SYSTEM, c.Resume(2, last))
    assert (house.round().deadline_ms, len(house.events(PitResumed))) == (deadline, 1)


def test_a_restart_moves_every_pending_time_by_the_same_amount() -> None:
    house = floor()
    house.table("T2", wheel="automated")
    house.play("5", ("red", 100))
    house.ok(SUPERVISOR, c.AnnounceClosure("T1", 30))
    house.ok(DEALER, c.RequestCorrection("T1", "T1-1", "6", "x"))
    last = house.clock.ms
    house.clock.ms = last + 5_000_000
    house.ok(SYSTEM, c.Resume(2, last))
    assert house.events(PitResumed)[-1].shift_ms == 5_000_000
    assert house.pit.tables["T1"].closes_ms == last + 5_000_000 + 30 * MINUTE_MS
    assert house.pit.tables["T2"].next_round_ms == last + 5_000_000
    assert house.task().expires_ms == last + 5_000_000 + 120_000


@pytest.mark.parametrize("hours", [-1, 1, 24])
def test_the_wall_clock_decides_nothing(hours: int) -> None:
    house = floor()
    house.new_game()
    house.advance(29_999)
    house.clock.wall += hours * (house.clock.wall.resolution * 3_600_000_000)
    assert not isinstance(house.place(("red", 100)), Refusal)
    house.advance(1)
    assert house.round().phase is Phase.CLOSED


def test_stale_timers_are_forgotten() -> None:
    house = floor()
    round_id = house.new_game()
    for command in (
        c.Deadline("T1", "wagering", round_id),
        c.Deadline("T1", "wagering", "T1-9"),
        c.Deadline("T1", "next_round"),
    ):
        assert house.refused(SYSTEM, command) == "stale_timer"
    assert house.refused(SYSTEM, c.Deadline("T1", "spin", round_id)) == "stale_timer"


# ---- readings and command ids ----


def reading(counter: int, boot: str = BOOT, value: int = 500) -> c.TakeReading:
    return c.TakeReading("GW", boot, counter, "acceptor-PT-1", "note_stacked", {"value": value}, "2030-01-01T00:00:00Z")


def test_a_reading_counts_once_and_a_gap_is_refused() -> None:
    house = floor(credit=0)
    assert house.ok(GATEWAY, reading(1)) == {"counter": 1}
    seq = house.pit.seq
    assert house.ok(GATEWAY, reading(1)) == {"counter": 1}
    assert (house.credit(), house.pit.seq) == (500, seq)
    answer = house.do(GATEWAY, reading(3))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.data) == ("gap", {"expected": 2})
    house.ok(GATEWAY, reading(2))
    # A gateway that restarted counts anew under its new boot id.
    house.ok(GATEWAY, reading(1, "c" * 32))
    house.ok(GATEWAY, reading(3))
    assert house.credit() == 2_000


def test_old_boots_are_forgotten_in_order() -> None:
    house = floor(credit=0)
    for number in range(12):
        house.ok(GATEWAY, reading(1, f"{number:032d}"))
    assert list(house.pit.readings["GW"]) == [f"{number:032d}" for number in range(4, 12)]


def test_the_same_command_twice_is_answered_again_and_done_once() -> None:
    house = floor()
    house.new_game()
    place = c.Place("PT-1", "T1-1", (c.Chip("red", 100),))
    first = house.send("one", player(), place)
    assert house.send("one", player(), place) == first
    assert house.layout() == {"red": 100}
    other = house.send("one", player(), c.Clear("PT-1", "T1-1"))
    assert other.refusal is not None
    assert other.refusal.code == "key_reused"
    stranger = house.send("one", player("PT-2"), place)
    assert stranger.refusal is not None
    assert stranger.refusal.code == "key_reused"
    # Refusals are remembered like everything else.
    late = c.Place("PT-1", "T1-9", (c.Chip("red", 100),))
    refused = house.send("two", player(), late)
    assert refused.refusal is not None
    house.close()
    assert house.send("two", player(), late) == refused


def test_a_table_can_change_while_closed_and_keeps_its_rounds() -> None:
    house = floor()
    house.play("5", ("red", 100))
    house.ok(OPERATOR, c.SetTable(table_config(name="New sign", version=2)))
    assert (house.pit.tables["T1"].config.name, house.pit.tables["T1"].number) == ("New sign", 1)
