"""Bad input of every kind against the real endpoints of a real server: a typed refusal, and nothing moves."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from server.demo.plan import GATEWAY, LIVE
from server.storage.verify import verify
from tests.faults.rig.books import read_books
from tests.faults.rig.server import BOOT, DEALER, Readings, ServerProcess, Wire

pytestmark = [pytest.mark.fault, pytest.mark.slow]

FRAMES = 1_200
JUNK_BEFORE_CUT = 20
POLICY = 1008
TOO_BIG = 1009

STAKES: list[Any] = [0, -1, -(10**30), 1.5, 99.999, 10**16, 10**40, "500", True, None, [], {}, "NaN", "1e9"]
SPOTS: list[Any] = ["straight:37", "split:1-36", "", "x" * 5000, 17, None, "STRAIGHT:1", "\u0000", "lucky_ball:red"]


class Floor:
    """A server with money at a terminal and a round open, so that a leak would have something to move."""

    def __init__(self, data: Path) -> None:
        self.server = ServerProcess(data)
        self.server.start()
        with ExitStack() as stack:
            gateway, dealer = Readings(self.server), Wire(self.server, "dt", "DT-1")
            for wire in (gateway, dealer):
                wire.connect()
                stack.callback(wire.close)
            gateway.read("acceptor-PT-1", "note_stacked", value=50_000)
            gateway.settle()
            dealer.do(type="sign_in", card=DEALER.card, pin=DEALER.pin)
            assert dealer.do(type="new_game")["refusal"] is None

    def hello(self, device: str, **other: Any) -> str:
        token = self.server.plan.tokens.get(device, "t" * 32)
        return json.dumps({"type": "hello", "device": device, "token": token, "feature_level": 1, **other})

    def money(self) -> tuple[dict[str, int], int]:
        """Balances, and how many rows concern money or rounds."""
        rows, _, balances = read_books(self.server.settings.database_url)
        return balances, sum(1 for row in rows if row["event"].get("transfers") or "round" in row["event"])

    def seated(self, stack: ExitStack, device: str = "PT-1", kind: str = "pt") -> ClientConnection:
        socket = stack.enter_context(connect(self.server.address(kind), open_timeout=20, close_timeout=1))
        socket.send(self.hello(device))
        assert json.loads(socket.recv(20))["type"] == "welcome"
        return socket


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    made = Floor(tmp_path_factory.mktemp("fuzz"))
    yield made
    made.server.kill()
    assert "Traceback" not in made.server.log.read_text()
    assert verify(made.server.settings.database_url).findings == []


@pytest.fixture(autouse=True)
def nothing_moves(floor: Floor) -> Iterator[None]:
    before = floor.money()
    yield
    assert floor.money() == before


def _answer(socket: ClientConnection, cmd: str | None = None) -> dict[str, Any]:
    """The next refusal, or the answer to a command; state that is published meanwhile is passed over."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(20))
        if message["type"] in ("refused", "refusal") or (message["type"] == "answer" and message["id"] == cmd):
            return message


def _until_closed(socket: ClientConnection) -> tuple[int, list[dict[str, Any]]]:
    """The code the server closes with, and what it said before."""
    messages = []
    for _ in range(1_000):
        try:
            messages.append(json.loads(socket.recv(20)))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0, messages
    return 0, messages


def _command(cmd: Any, **body: Any) -> str:
    return json.dumps({"type": "command", "id": cmd, "body": body})


def _junk(random: Random) -> str | bytes:
    """A frame that no honest terminal sends."""
    place = {"type": "place", "round": f"{LIVE}-1", "chips": [{"spot": "red", "amount": 500}]}
    kind = random.randrange(9)
    if kind == 0:
        return bytes(random.randrange(256) for _ in range(random.randrange(200)))
    if kind == 1:
        return "".join(chr(random.randrange(32, 0x2FFF)) for _ in range(random.randrange(100)))
    if kind == 2:
        return "[" * random.choice((5, 500, 30_000))
    if kind == 3:
        return json.dumps(random.choice([None, 1, [], {}, {"type": 5}, {"type": "command"}, {"type": "hello"}, "x"]))
    if kind == 4:
        return _command("a", **{**place, "chips": [{"spot": "red", "amount": random.choice(STAKES)}]})
    if kind == 5:
        return _command("a", **{**place, "extra": 1})
    if kind == 6:
        return _command(random.choice([None, 5, "", "x" * 400, {}, []]), **place)
    if kind == 7:
        text = _command("a", **place)
        cut = random.randrange(len(text))
        return text[:cut] + random.choice('{}[]",:\\x') + text[cut + 1 :] + "]"
    return _command("a", type=random.choice(["settle", "confirm_result", "set_table", "take_reading", "resume", ""]))


@pytest.mark.parametrize(("kind", "device"), [("pt", "PT-1"), ("dt", "DT-1"), ("display", "WND-1")])
def test_junk_frames_are_refused_by_type_and_too_many_end_the_connection(floor: Floor, kind: str, device: str) -> None:
    random = Random(kind)
    left = FRAMES // 3
    while left > 0:
        with ExitStack() as stack:
            socket = floor.seated(stack, device, kind)
            for _ in range(JUNK_BEFORE_CUT):
                socket.send(_junk(random))
                refused = _answer(socket, "a")
                assert (refused.get("code") or refused["refusal"]["code"]).islower()
                left -= 1
            socket.send("{}")
            assert _until_closed(socket)[0] == POLICY


def test_stakes_that_no_chip_can_have(floor: Floor) -> None:
    with ExitStack() as stack:
        socket = floor.seated(stack)
        for stake in STAKES:
            socket.send(_command("s", type="place", round=f"{LIVE}-1", chips=[{"spot": "red", "amount": stake}]))
            assert _answer(socket, "s")["code"] == "bad_message"


def test_spots_and_rounds_that_do_not_exist(floor: Floor) -> None:
    with ExitStack() as stack:
        socket = floor.seated(stack)
        for number, spot in enumerate(SPOTS):
            cmd = f"spot{number}"
            socket.send(_command(cmd, type="place", round=f"{LIVE}-1", chips=[{"spot": spot, "amount": 500}]))
            answer = _answer(socket, cmd)
            assert (answer.get("code") or answer["refusal"]["code"]) in ("bad_message", "unknown_spot")
        socket.send(_command("r", type="place", round="RR1-999", chips=[{"spot": "red", "amount": 500}]))
        assert _answer(socket, "r")["refusal"]["code"] == "wrong_round"


def test_a_huge_frame_ends_the_connection(floor: Floor) -> None:
    with ExitStack() as stack:
        socket = floor.seated(stack)
        socket.send('{"type":"command","id":"' + "x" * 200_000 + '"}')
        assert _until_closed(socket)[0] == TOO_BIG


def test_a_flood_is_slowed_and_cut(floor: Floor) -> None:
    with ExitStack() as stack:
        socket = floor.seated(stack)
        with suppress(ConnectionClosed):
            for _ in range(400):
                socket.send('{"type":"ping","t":1}')
        code, messages = _until_closed(socket)
        assert code == POLICY
        assert sum(1 for message in messages if message["type"] == "pong") < 200


def test_a_used_id_with_other_content_and_a_repeated_refusal(floor: Floor) -> None:
    with ExitStack() as stack:
        socket = floor.seated(stack)
        first = _command("again", type="undo", round=f"{LIVE}-1")
        socket.send(first)
        answer = _answer(socket, "again")
        socket.send(first)
        assert _answer(socket, "again") == answer
        socket.send(_command("again", type="clear", round=f"{LIVE}-1"))
        assert _answer(socket, "again")["refusal"]["code"] == "key_reused"


@pytest.mark.parametrize("kind", ["pt", "dt", "display", "gateway"])
def test_a_foreign_origin_is_turned_away(floor: Floor, kind: str) -> None:
    with (
        pytest.raises(InvalidStatus),
        connect(floor.server.address(kind), origin=Origin("https://elsewhere.example"), open_timeout=20),
    ):
        pass


@pytest.mark.parametrize(
    ("kind", "device"),
    [("pt", "DT-1"), ("dt", "PT-1"), ("display", "PT-1"), ("gateway", "PT-1"), ("pt", GATEWAY), ("pt", "PT-99")],
)
def test_the_credential_of_another_role_opens_nothing(floor: Floor, kind: str, device: str) -> None:
    with connect(floor.server.address(kind), open_timeout=20, close_timeout=1) as socket:
        socket.send(floor.hello(device, boot=BOOT) if kind == "gateway" else floor.hello(device))
        assert json.loads(socket.recv(20))["code"] == "bad_credential"


def test_first_words_other_than_hello(floor: Floor) -> None:
    random = Random(3)
    for _ in range(20):
        with connect(floor.server.address("pt"), open_timeout=20, close_timeout=1) as socket:
            socket.send(_junk(random))
            assert json.loads(socket.recv(20))["code"] == "hello_expected"


def test_a_dealer_who_is_not_signed_in_does_nothing(floor: Floor) -> None:
    with ExitStack() as stack:
        socket = floor.seated(stack, "DT-2", "dt")
        for number, body in enumerate(({"type": "new_game"}, {"type": "no_more_bets", "round": "RR2-1"})):
            socket.send(_command(f"d{number}", **body))
            assert _answer(socket, f"d{number}")["refusal"]["code"] == "not_signed_in"


def test_a_reading_with_a_forged_code_is_refused(floor: Floor) -> None:
    with connect(floor.server.address("gateway"), open_timeout=20, close_timeout=1) as socket:
        socket.send(floor.hello(GATEWAY, boot=BOOT))
        reading = {"type": "reading", "boot": BOOT, "counter": 2, "device": "acceptor-PT-1", "kind": "note_stacked"}
        reading |= {"data": {"value": 100_000}, "at": "2026-01-01T00:00:00.000Z", "mac": "f" * 64}
        socket.send(json.dumps(reading))
        assert _answer(socket)["code"] == "bad_mac"
