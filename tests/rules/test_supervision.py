"""What needs a casino supervisor: voids, corrections, relief from the close (002 4.2.8, 11, 12.4, 12.5)."""

import pytest

from server.games.settle import settle_case
from server.ledger import TransferKind
from server.ledger import accounts as account
from server.table import commands as c
from server.table.events import ResultCorrected, RoundVoided, TaskResolved, WagersChanged
from server.table.supervision import REQUEST_MS
from server.table.values import Actor, Phase, Refusal, Role
from tests.rules.house import DEALER, OPERATOR, SUPERVISOR, House, player, table_config

OTHER = Actor(Role.CASINO_SUPERVISOR, "s2", "Supervisor Two")


def house_after(value: str, *chips: tuple[str, int], credit: int = 10_000) -> House:
    """One settled round with one player."""
    house = House()
    house.table()
    house.terminal(credit=credit)
    house.play(value, *chips)
    return house


def correct(house: House, value: str, round_id: str = "T1-1") -> ResultCorrected:
    house.ok(DEALER, c.RequestCorrection("T1", round_id, value, "misread"))
    answer = house.resolve("approve")
    assert not isinstance(answer, Refusal), answer
    event: ResultCorrected = house.events(ResultCorrected)[-1]
    return event


# ---- corrections ----


@pytest.mark.rule("002 11.4.10", "002 11.5", "002 1.1 casino supervisor")
def test_the_right_number_is_settled_again_and_the_difference_moves() -> None:
    house = house_after("16", ("straight:17", 100), ("red", 500))
    assert house.credit() == 10_400
    event = correct(house, "17")
    assert house.credit() == 10_000 - 600 + 3_600
    assert (event.original, event.requested_by, event.approved_by) == ("16", "d1", "s1")
    record = house.pit.tables["T1"].records[0]
    assert (record.value, record.original, record.returned) == ("17", "16", 3_600)
    assert house.pit.tables["T1"].values == ["17"]
    assert house.session().recall[0].corrected
    assert house.session().recall[0].seat.credit_after == 13_000
    notice = house.pit.tables["T1"].notice
    assert notice is not None
    assert notice.code == "result_corrected"


@pytest.mark.rule("002 11.5", "002 11.5.1.1")
def test_what_was_paid_can_be_calculated_again_from_the_records() -> None:
    house = house_after("17", ("orphelins", 500), ("black", 200), ("straight:0", 100))
    record = house.pit.tables["T1"].records[0]
    for seat in record.seats.values():
        wagers = [{"spot": item.spot, "stake": item.stake} for item in seat.settlements]
        answer = settle_case({"game": "roulette", "rounds": [{"pocket": record.value}], "wagers": wagers})
        assert [item["returned"] for item in answer["wagers"]] == [item.returned for item in seat.settlements]


def test_the_request_says_what_it_would_cost_before_anybody_approves() -> None:
    house = house_after("17", ("straight:17", 100))
    house.terminal("PT-2")
    house.new_game()
    house.place(("straight:17", 200), name="PT-2")
    house.close()
    house.result("17")
    house.ok(DEALER, c.RequestCorrection("T1", "T1-2", "16", "misread"))
    wanted = {"value": "16", "original": "17", "credited": 0, "debited": 7_200, "sessions": 1, "receivables": 0}
    assert wanted.items() <= house.task().data.items()
    assert house.credit("PT-2") == 100_000 + 7_000


def test_an_older_round_is_corrected_in_its_place() -> None:
    house = house_after("16", ("red", 100))
    house.play("2", ("red", 100))
    house.new_game()
    house.close()
    house.ok(DEALER, c.RequestVoid("T1", "T1-3", "commotion"))
    house.resolve("approve")
    correct(house, "18")
    assert house.pit.tables["T1"].values == ["2", "18"]


def test_what_the_credit_cannot_cover_becomes_a_receivable_and_never_a_refusal() -> None:
    house = house_after("17", ("straight:17", 100), credit=100)
    session = house.session().id
    house.play("2", ("red", 3_000))
    assert house.credit() == 600
    event = correct(house, "16")
    assert [(item.kind, item.amount) for item in event.register] == [("overpayment", 3_000)]
    # Nothing is left and nothing staked, so the stay is over; the debt is kept apart from the account.
    assert house.pit.session_of("PT-1") is None
    assert house.pit.book.balance(account.receivable(session)) == -3_000
    assert house.pit.book.balance(account.credit(session)) == 0


def test_a_winner_who_has_left_is_owed_the_money() -> None:
    house = house_after("16", ("straight:17", 100), credit=1_000)
    session = house.session().id
    house.ok(player(), c.CashOut("PT-1"))
    event = correct(house, "17")
    assert [(item.kind, item.amount) for item in event.register] == [("underpayment", 3_600)]
    assert house.pit.book.balance(account.payable(session)) == 3_600
    # Corrected once more: what was only owed is taken back without any receivable.
    assert correct(house, "18").register == ()
    assert house.pit.book.balance(account.payable(session)) == 0
    assert house.pit.book.balance(account.receivable(session)) == 0


def test_a_loser_who_has_left_owes_it_even_after_somebody_else_sat_down() -> None:
    house = house_after("17", ("straight:17", 100), credit=1_000)
    session = house.session().id
    house.ok(player(), c.CashOut("PT-1"))
    house.read("printer-PT-1", "ticket_printed", number="000000000000000001")
    house.note(5_000)
    event = correct(house, "16")
    assert [(item.session, item.kind, item.amount) for item in event.register] == [(session, "overpayment", 3_600)]
    assert house.credit() == 5_000


def test_a_second_correction_first_settles_what_the_first_left_owing() -> None:
    house = house_after("17", ("straight:17", 100), credit=1_000)
    session = house.session().id
    house.play("2", ("red", 4_000))
    assert house.credit() == 500
    correct(house, "16")
    assert house.pit.book.balance(account.receivable(session)) == -3_100
    event = correct(house, "17")
    assert [(item.kind, item.amount) for item in event.register] == [("repaid", 3_100), ("underpayment", 500)]
    kinds = [item.kind for item in event.transfers]
    assert kinds == [TransferKind.RESETTLEMENT, TransferKind.SHORTFALL_REPAID]
    assert house.pit.book.balance(account.receivable(session)) == 0
    assert house.pit.book.balance(account.payable(session)) == 500
    assert [item.id for item in house.pit.register] == ["p1-register1", "p1-register2", "p1-register3"]


def test_corrections_back_and_forth_end_where_they_began() -> None:
    house = house_after("17", ("straight:17", 100), ("red", 200), ("orphelins", 500))
    before = dict(house.pit.book.balances)
    for value in ("16", "0", "1", "17"):
        correct(house, value)
    assert house.pit.book.balances == before
    assert house.pit.tables["T1"].records[0].original == "17"


def test_a_correction_judges_by_the_rules_the_round_was_played_under() -> None:
    house = house_after("1", ("tier", 600))
    house.ok(OPERATOR, c.SetTable(table_config(settings={"rules": "004"}, version=2)))
    correct(house, "5")
    assert house.credit() == 10_000 - 600 + 1_800


def test_nobody_approves_his_own_request() -> None:
    house = house_after("17", ("red", 100))
    house.ok(SUPERVISOR, c.RequestCorrection("T1", "T1-1", "16", "misread"))
    for actor, code in [(SUPERVISOR, "same_person"), (DEALER, "wrong_role"), (OPERATOR, "wrong_role")]:
        answer = house.resolve("approve", actor=actor)
        assert isinstance(answer, Refusal)
        assert answer.code == code
    assert not isinstance(house.resolve("approve", actor=OTHER), Refusal)


def test_a_request_that_nobody_approves_lapses() -> None:
    house = house_after("17", ("red", 100))
    house.ok(DEALER, c.RequestCorrection("T1", "T1-1", "16", "misread"))
    house.advance(REQUEST_MS - 1)
    assert len(house.pit.tasks) == 1
    house.advance(1)
    assert (house.pit.tasks, house.credit()) == ({}, 9_900)
    assert house.events(TaskResolved)[-1].option == "lapsed"
    assert house.refused(SUPERVISOR, c.ResolveTask("T1", "p1-task1", "approve")) == "task_gone"


def test_a_lapsed_request_makes_room_for_the_next() -> None:
    house = house_after("17", ("red", 100))
    house.ok(DEALER, c.RequestCorrection("T1", "T1-1", "16", "misread"))
    house.advance(REQUEST_MS)
    house.ok(DEALER, c.RequestCorrection("T1", "T1-1", "16", "misread, asked again"))
    assert house.task().data["reason"] == "misread, asked again"


def test_what_cannot_be_corrected() -> None:
    house = house_after("17", ("red", 100))
    assert house.refused(DEALER, c.RequestCorrection("T9", "T1-1", "16", "x")) == "unknown_table"
    assert house.refused(DEALER, c.RequestCorrection("T1", "T1-9", "16", "x")) == "not_correctable"
    assert house.refused(DEALER, c.RequestCorrection("T1", "T1-1", "37", "x")) == "unknown_value"
    assert house.refused(DEALER, c.RequestCorrection("T1", "T1-1", "17", "x")) == "same_value"
    for _ in range(10):
        house.play("3", ("red", 100))
    assert house.refused(DEALER, c.RequestCorrection("T1", "T1-1", "16", "x")) == "not_correctable"
    house.new_game()
    house.ok(DEALER, c.RequestVoid("T1", "T1-12", "fraud"))
    house.resolve("approve")
    assert house.refused(DEALER, c.RequestCorrection("T1", "T1-12", "16", "x")) == "not_correctable"


def test_a_round_waits_for_one_correction_at_a_time() -> None:
    house = house_after("17", ("red", 100))
    house.ok(DEALER, c.RequestCorrection("T1", "T1-1", "16", "misread"))
    assert house.refused(DEALER, c.RequestCorrection("T1", "T1-1", "16", "misread")) == "already_requested"
    (task,) = house.pit.tasks.values()
    house.ok(SUPERVISOR, c.ResolveTask("T1", task.id, "approve"))
    assert house.refused(DEALER, c.RequestCorrection("T1", "T1-1", "16", "misread")) == "same_value"


# ---- voids ----


@pytest.mark.rule("002 11.1", "002 11.5.1.4", "002 11.5.1.5", "002 11.6", "002 1.1 void")
@pytest.mark.rule("002 12.4", "002 12.4.1", "002 12.4.2", "002 12.5")
@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("system_malfunction", "002 11.1"),
        ("wheel_malfunction", "002 11.5"),
        ("wagers_unconfirmed", "002 11.6"),
        ("commotion", "002 12.4.1"),
        ("fraud", "002 12.4.2"),
    ],
)
def test_a_void_round_gives_every_wager_back(reason: str, clause: str) -> None:
    house = House()
    house.table()
    for name in ("PT-1", "PT-2"):
        house.terminal(name)
    house.new_game()
    house.place(("red", 500), ("tier", 600))
    house.place(("black", 700), name="PT-2")
    house.close()
    house.spin("17")
    house.ok(DEALER, c.RequestVoid("T1", "T1-1", reason, "as seen"))
    assert (house.task().clause, house.task().data["total"]) == (clause, 1_800)
    house.resolve("approve")
    assert (house.round().phase, house.credit(), house.credit("PT-2")) == (Phase.VOID, 100_000, 100_000)
    event: RoundVoided = house.events(RoundVoided)[-1]
    assert (event.reason, event.clause, event.detail, event.staked) == (reason, clause, "as seen", 1_800)
    record = house.pit.tables["T1"].records[0]
    assert (record.status, record.value, record.returned) == ("void", None, 1_800)
    assert {(item.spot, item.reason) for item in record.seats["p1-s1"].credited_back} == {
        ("red", "void"),
        ("tier", "void"),
    }
    assert house.pit.tables["T1"].values == []


@pytest.mark.rule("002 12.4", "002 12.5")
@pytest.mark.parametrize("phase", ["wagering", "closed", "held"])
def test_a_round_can_be_void_in_every_phase_before_it_is_decided(phase: str) -> None:
    house = House()
    house.table()
    house.terminal()
    house.new_game()
    house.place(("red", 500), ("black", 50))
    if phase != "wagering":
        house.close()
    if phase == "held":
        house.ok(DEALER, c.EnterResult("T1", "T1-1", "1"))
        house.spin("2")
    house.ok(DEALER, c.RequestVoid("T1", "T1-1", "commotion"))
    request = next(task for task in house.pit.tasks.values() if task.kind == "void")
    house.ok(SUPERVISOR, c.ResolveTask("T1", request.id, "approve"))
    assert (house.credit(), house.pit.tasks) == (100_000, {})
    assert house.refused(DEALER, c.RequestVoid("T1", "T1-1", "commotion")) == "wrong_phase"


def test_a_void_that_is_declined_or_too_late_changes_nothing() -> None:
    house = House()
    house.table()
    house.terminal()
    house.new_game()
    house.place(("red", 500))
    assert house.refused(DEALER, c.RequestVoid("T1", "T1-1", "wheel_still")) == "unknown_irregularity"
    assert house.refused(DEALER, c.RequestVoid("T1", "T1-2", "fraud")) == "wrong_round"
    house.ok(DEALER, c.RequestVoid("T1", "T1-1", "fraud"))
    answer = house.resolve("shrug")
    assert isinstance(answer, Refusal)
    assert answer.code == "unknown_option"
    house.resolve("decline")
    assert house.layout() == {"red": 500}
    house.ok(DEALER, c.RequestVoid("T1", "T1-1", "fraud"))
    task = house.task().id
    house.close()
    house.result("1")
    # Deciding the round takes the question away.
    assert house.refused(SUPERVISOR, c.ResolveTask("T1", task, "approve")) == "task_gone"


def test_a_task_of_another_table_is_not_found() -> None:
    house = house_after("17", ("red", 100))
    house.table("T2")
    house.ok(DEALER, c.RequestCorrection("T1", "T1-1", "16", "x"))
    assert house.refused(SUPERVISOR, c.ResolveTask("T2", house.task().id, "approve")) == "task_gone"


@pytest.mark.rule("002 1.1 Gaming Supervisor", "002 1.1 casino supervisor")
def test_every_decision_of_a_supervisor_is_recorded_with_the_person() -> None:
    house = house_after("17", ("red", 100))
    house.ok(DEALER, c.RequestCorrection("T1", "T1-1", "16", "misread"))
    house.resolve("approve")
    resolved: TaskResolved = house.events(TaskResolved)[-1]
    assert (resolved.option, resolved.by, resolved.name) == ("approve", "s1", "Supervisor One")
    assert resolved.data["reason"] == "misread"


# ---- relief ----


def closed_house() -> House:
    house = House()
    house.table()
    house.terminal()
    house.new_game()
    house.place(("red", 500), ("black", 300))
    house.close()
    return house


RELIEF = c.RequestRelief("T1", "T1-1", "PT-1", "red", "screen froze at the close")


@pytest.mark.rule("002 4.2.8")
def test_a_supervisor_may_take_a_wager_off_before_the_outcome_is_known() -> None:
    house = closed_house()
    house.ok(DEALER, RELIEF)
    assert (house.task().clause, house.task().data["stake"]) == ("002 4.2.8", 500)
    assert (house.layout(), house.credit()) == ({"red": 500, "black": 300}, 99_200)
    answer = house.resolve("approve", actor=DEALER)
    assert isinstance(answer, Refusal)
    house.resolve("approve")
    assert (house.layout(), house.credit()) == ({"black": 300}, 99_700)
    changed: WagersChanged = house.events(WagersChanged)[-1]
    assert changed.changes == {"red": -500}
    resolved: TaskResolved = house.events(TaskResolved)[-1]
    assert (resolved.by, resolved.data["reason"]) == ("s1", "screen froze at the close")
    house.result("2")
    assert house.credit() == 100_300


@pytest.mark.rule("002 4.2.8")
def test_once_a_number_is_known_there_is_no_relief() -> None:
    house = closed_house()
    house.ok(DEALER, RELIEF)
    house.spin("2")
    answer = house.resolve("approve")
    assert isinstance(answer, Refusal)
    assert answer.code == "wrong_phase"
    assert house.refused(DEALER, RELIEF) == "wrong_phase"
    assert house.layout() == {"red": 500, "black": 300}


def test_relief_that_makes_no_sense_is_refused() -> None:
    house = closed_house()
    house.terminal("PT-2", credit=0)
    for command, code in [
        (c.RequestRelief("T1", "T1-1", "PT-1", "odd", "x"), "no_wager"),
        (c.RequestRelief("T1", "T1-1", "PT-2", "red", "x"), "no_wager"),
        (c.RequestRelief("T1", "T1-1", "PT-9", "red", "x"), "unknown_terminal"),
        (c.RequestRelief("T1", "T1-2", "PT-1", "red", "x"), "wrong_round"),
        (c.RequestRelief("T9", "T1-1", "PT-1", "red", "x"), "unknown_table"),
    ]:
        assert house.refused(DEALER, command) == code


def test_relief_cannot_be_undone_by_the_player_when_betting_re_opens() -> None:
    house = House()
    house.table(after_no_spin="reopen")
    house.terminal()
    house.new_game()
    house.place(("red", 500))
    house.close()
    house.ok(DEALER, RELIEF)
    house.resolve("approve")
    house.ok(DEALER, c.CallIrregularity("T1", "T1-1", "wheel_still"))
    assert house.refused(player(), c.Undo("PT-1", "T1-1")) == "nothing_to_undo"
