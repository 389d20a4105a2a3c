"""One evening in which everything a pit can record happens at least once."""

from server.table import commands as c
from server.table.values import SYSTEM, Refusal, VenueSettings
from tests.rules.house import DEALER, OPERATOR, SUPERVISOR, House, flat_limits, player, table_config


def evening() -> House:
    house = House()
    _open_the_floor(house)
    _live_rounds(house)
    _corrections(house)
    _automated_rounds(house)
    _cash(house)
    _close_the_floor(house)
    return house


def bet(house: House, name: str, *chips: tuple[str, int]) -> None:
    answer = house.place(*chips, name=name)
    assert not isinstance(answer, Refusal), answer


def _open_the_floor(house: House) -> None:
    house.table(limits=flat_limits(minimum=100, total_minimum=200), after_no_spin="reopen")
    house.table("T2", wheel="automated", opened=False)
    for name in ("PT-1", "PT-2", "PT-3"):
        house.terminal(name, credit=20_000)
    house.ok(OPERATOR, c.SetVenue(VenueSettings("House", multi_game_wagering=True, version=2)))
    house.ok(player(), c.CallAttendant("PT-1", on=True))
    house.ok(DEALER, c.AnswerCall("T1", "PT-1"))


def _live_rounds(house: House) -> None:
    house.new_game()
    bet(house, "PT-1", ("red", 500), ("tier", 600), ("straight:5", 50))
    bet(house, "PT-2", ("black", 100))
    house.ok(player(), c.Double("PT-1", house.round().id))
    house.ok(player(), c.Undo("PT-1", house.round().id))
    house.ok(player("PT-3"), c.CashOut("PT-3"))
    house.ok(OPERATOR, c.SetTable(table_config(limits=flat_limits(), period_ms=20_000, version=2)))
    house.close()
    house.ok(DEALER, c.RequestRelief("T1", "T1-1", "PT-1", "tier", "screen froze"))
    house.resolve("approve")
    house.read("wheel-T1", "ball_in_track", spin="1")
    house.ok(DEALER, c.CallIrregularity("T1", "T1-1", "too_few_revolutions"))
    bet(house, "PT-1", ("odd", 300))
    house.advance(30_000)
    house.spin("5", spin="2")
    house.ok(DEALER, c.EnterResult("T1", "T1-1", "6"))
    house.resolve("accept_value", "5")
    house.new_game()
    house.ok(player(), c.Rebet("PT-1", house.round().id))
    house.spin("17", spin="3")
    house.resolve("no_spin")
    house.result("0")


def _corrections(house: House) -> None:
    house.play("17", ("straight:17", 1_000))
    house.play("2", ("red", 50_000))
    house.ok(DEALER, c.RequestCorrection("T1", "T1-3", "16", "misread"))
    house.resolve("approve")
    house.ok(DEALER, c.RequestCorrection("T1", "T1-3", "18", "misread again"))
    house.resolve("decline")
    house.new_game()
    bet(house, "PT-2", ("black", 700))
    house.ok(DEALER, c.RequestVoid("T1", "T1-5", "commotion", "alarm"))
    house.resolve("approve")


def _automated_rounds(house: House) -> None:
    house.ok(SUPERVISOR, c.OpenTable("T2"))
    house.ok(player(), c.Sit("PT-1", "T2"))
    house.note(1_000)
    house.advance(0)
    bet(house, "PT-1", ("red", 300))
    house.read("wheel-T2", "fault", code="rotor_speed")
    house.resolve("acknowledge")
    house.advance(30_000)
    order = next(name for name in house.pit.orders if name.startswith("spin:"))
    house.read("wheel-T2", "command_failed", command=order)
    house.advance(5_000)
    house.spin("1", table="T2")
    house.advance(6_000)
    house.ok(DEALER, c.SuspendTable("T2", "cleaning"))
    house.ok(SUPERVISOR, c.ResumeTable("T2"))
    last = house.clock.ms
    house.clock.ms += 500_000
    house.ok(SYSTEM, c.Resume(2, last))


def _cash(house: House) -> None:
    number = next(iter(house.pit.tickets))
    house.read("printer-PT-3", "ticket_printed", number=number)
    house.ok(player("PT-3"), c.DismissCashOut("PT-3"))
    for kind in ("ticket_inserted", "ticket_returned", "ticket_inserted", "ticket_stacked", "ticket_inserted"):
        house.read("acceptor-PT-3", kind, number=number)
    house.new_game()
    house.ok(player("PT-3"), c.Sit("PT-3", "T1"))
    bet(house, "PT-3", ("red", 100))
    house.ok(player("PT-3"), c.CashOut("PT-3"))
    house.ok(player("PT-3"), c.CancelCashOut("PT-3"))
    house.close()
    house.result("9")
    house.ok(player("PT-3"), c.CashOut("PT-3"))
    house.read("printer-PT-3", "print_failed", command=f"print:{house.tickets:018d}", reason="paper_out")
    house.ok(SUPERVISOR, c.PayByHand("T1", "PT-3"))
    house.read("printer-PT-2", "printer_state", ok=False, reason="paper_out")
    house.ok(player("PT-2"), c.CashOut("PT-2"))
    house.ok(SUPERVISOR, c.PayByHand("T1", "PT-2"))


def _close_the_floor(house: House) -> None:
    house.ok(SUPERVISOR, c.SetTerminal("T1", "PT-2", enabled=False))
    house.ok(SUPERVISOR, c.AnnounceClosure("T1", 30))
    house.ok(SUPERVISOR, c.CancelClosure("T1"))
    house.ok(SUPERVISOR, c.AnnounceClosure("T1", 20))
    house.advance(20 * 60_000)
