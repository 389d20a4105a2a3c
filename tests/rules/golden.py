"""The transcript of one whole round, as text: every command, its answer, the events and the money they moved.

`python -m tests.rules.golden` writes the committed file again; the test compares.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from server.table import commands as c
from server.table import events as e
from server.table.events import transfers_of
from server.table.values import Actor, Refusal
from tests.rules.house import DEALER, SUPERVISOR, House, flat_limits, player

FILE = Path(__file__).parent / "transcripts" / "roulette_round.txt"


class Recorder(House):
    """A house that writes down what is said to it."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def do(self, actor: Actor, command: c.Command) -> dict[str, object] | Refusal:
        seen = len(self.journal)
        answer = super().do(actor, command)
        self.lines.append(f"{actor.role.value} {actor.id}: {_text(command)}")
        self.lines.append(f"    {'no ' + _text(answer) if isinstance(answer, Refusal) else 'ok ' + _text(answer)}")
        for recorded in self.journal[seen:]:
            self.lines.extend(_event_lines(recorded))
        return answer


def _text(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _event_lines(recorded: e.Recorded) -> Iterator[str]:
    body = msgspec.to_builtins(recorded.event)
    body.pop("transfers", None)
    name = body.pop("type")
    yield f"    {recorded.seq:>3} {name} {_text(body)}"
    for move in transfers_of(recorded.event):
        yield f"          {move.amount:>6} {move.kind.value}: {move.debit} -> {move.credit}"


def transcript() -> str:
    house = Recorder()
    house.table(limits=flat_limits(minimum=100, maximum=5_000, unit=50, total_minimum=300), period_ms=30_000)
    house.terminal("PT-1", credit=10_000)
    house.terminal("PT-2", credit=5_000)
    house.new_game()
    house.place(("straight:17", 500), ("orphelins", 500))
    house.place(("red", 9_000))
    house.ok(player(), c.Undo("PT-1", "T1-1"))
    house.ok(player(), c.Move("PT-1", "T1-1", "straight:17", "split:17-20"))
    house.place(("black", 200), ("odd", 50), name="PT-2")
    house.ok(player("PT-2"), c.CashOut("PT-2"))
    house.read("wheel-T1", "ball_in_track", spin="041")
    house.advance(30_000)
    house.place(("red", 100))
    house.read("wheel-T1", "result", pocket="20", spin="041", complete=True)
    house.ok(DEALER, c.ConfirmResult("T1", "T1-1", "20"))
    house.ok(DEALER, c.RequestCorrection("T1", "T1-1", "17", "display misread"))
    house.resolve("approve", actor=SUPERVISOR)
    balances = sorted(house.pit.book.balances.items())
    books = [
        "",
        "books",
        *(f"    {amount:>7} {name}" for name, amount in balances),
        f"    {house.pit.book.total():>7} sum",
    ]
    return "\n".join([*house.lines, *books]) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(transcript(), encoding="utf-8")
