"""What was played, as operators and supervisors look it up."""

from server.table import commands as c
from tests.integration.api.house import House


async def test_a_round_from_its_first_wager_to_its_full_record(floor: House) -> None:
    open_round = await floor.open_round()
    await floor.do("player", c.Place("PT-1", open_round, (c.Chip("red", 500), c.Chip("straight:17", 1_000))))
    await floor.do("player", c.Remove("PT-1", open_round, "red"))
    standing = (await floor.supervisor.get(f"/rounds/{open_round}")).json()
    assert (standing["status"], standing["value"]) == ("open", None)
    assert standing["seats"][0]["wagers"] == [{"spot": "straight:17", "stake": 1_000, "result": None, "returned": None}]
    for command in (
        c.NoMoreBets("T1", open_round),
        c.EnterResult("T1", open_round, "17"),
        c.ConfirmResult("T1", open_round, "17"),
    ):
        await floor.do("dealer", command)
    record = (await floor.supervisor.get(f"/rounds/{open_round}")).json()
    assert (record["status"], record["value"], record["staked"], record["returned"]) == ("settled", "17", 1_000, 36_000)
    seat = record["seats"][0]
    assert (seat["terminal"], seat["credit_before"], seat["credit_after"]) == ("PT-1", 50_000, 85_000)
    assert seat["wagers"] == [{"spot": "straight:17", "stake": 1_000, "result": "win", "returned": 36_000}]
    kinds = [event["type"] for event in record["events"]]
    assert kinds[0] == "round_opened"
    assert kinds[-1] == "round_settled"
    assert record["events"][-1]["role"] == "dealer"
    assert [event["seq"] for event in record["events"]] == sorted(event["seq"] for event in record["events"])


async def test_rounds_are_listed_page_by_page_and_results_newest_first(floor: House) -> None:
    rounds = [await floor.play(value) for value in ("17", "0", "32")]
    first = (await floor.operator.get("/tables/T1/rounds?limit=2")).json()
    assert [line["round"] for line in first["rounds"]] == [rounds[2], rounds[1]]
    rest = (await floor.operator.get(f"/tables/T1/rounds?limit=2&before={first['before']}")).json()
    assert ([line["round"] for line in rest["rounds"]], rest["before"]) == ([rounds[0]], None)
    results = (await floor.operator.get("/tables/T1/results?limit=2")).json()["results"]
    assert [result["value"] for result in results] == ["32", "0"]
    assert (await floor.operator.get("/tables/T1")).json()["last"] == ["32", "0", "17"]
    for query in ("limit=0", "limit=501", "limit=x", "before=0", f"before={10**30}"):
        assert (await floor.operator.get(f"/tables/T1/rounds?{query}")).status_code == 422
    assert (await floor.operator.get("/rounds/T1-99")).json()["code"] == "unknown_round"


async def test_a_correction_shows_both_values_and_what_is_owed(floor: House) -> None:
    round_id = await floor.play("17")
    await floor.do("player", c.CashOut("PT-1"))
    await floor.do("dealer", c.RequestCorrection("T1", round_id, "16", "misread"))
    (task,) = floor.services.owner.state.tasks
    await floor.do("casino_supervisor", c.ResolveTask("T1", task, "approve"))
    record = (await floor.supervisor.get(f"/rounds/{round_id}")).json()
    assert (record["value"], record["original"]) == ("16", "17")
    assert record["seats"][0]["wagers"][0]["result"] == "lose"
    owed = (await floor.supervisor.get("/receivables")).json()
    assert [line["round"] for line in owed["receivables"]] == [round_id]
    assert owed["totals"] == {owed["receivables"][0]["kind"]: owed["receivables"][0]["amount"]}
    assert (await floor.operator.get("/tables/T1/results")).json()["results"][0]["original"] == "17"


async def test_the_books_balance_and_the_audit_names_who_did_it(floor: House) -> None:
    await floor.play("17")
    books = (await floor.supervisor.get("/books")).json()
    assert (books["balanced"], books["total"], books["below_floor"]) == (True, 0, 0)
    assert {kind["kind"]: kind["balance"] for kind in books["kinds"]}["credit"] == 85_000
    audit = (await floor.supervisor.get("/audit?limit=500")).json()["audit"]
    opened = next(entry for entry in audit if entry["action"] == "table_opened")
    assert (opened["actor"], opened["role"], opened["table"]) == (floor.people["operator"].id, "operator", "T1")
    assert len((await floor.supervisor.get("/audit?limit=3")).json()["audit"]) == 3


async def test_the_pit_shows_its_terminals(floor: House) -> None:
    (pit,) = (await floor.supervisor.get("/pits")).json()["pits"]
    assert (pit["pit"], pit["running"], pit["tables"], pit["tasks"]) == ("main", True, ["T1"], 0)
    (terminal,) = pit["terminals"]
    assert (terminal["terminal"], terminal["table"], terminal["credit"], terminal["staked"]) == (
        "PT-1",
        "T1",
        50_000,
        0,
    )
