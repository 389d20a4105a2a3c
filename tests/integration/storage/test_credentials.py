"""Signing in, lockout, sessions and devices on both databases."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from server.staff import StaffRole
from server.storage.credentials import ABSOLUTE_MS, IDLE_MS, Credentials, SignedIn
from server.storage.database import Database
from server.storage.devices import REFUSALS_A_MINUTE, DeviceKind, Devices, Enrolled, new_device
from server.storage.people import Staff, StaffChange
from server.storage.verify import verify
from server.table.values import SYSTEM, Refusal

MINUTE_MS = 60_000


class Wall:
    """A wall clock that moves when told to."""

    def __init__(self) -> None:
        self.ms = 1_790_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = Database(url)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
async def credentials(database: Database, wall: Wall) -> AsyncIterator[Credentials]:
    made = Credentials(database, b"p" * 32, wall)
    yield made
    made.close()


async def add(credentials: Credentials, card: str = "100", role: StaffRole = StaffRole.DEALER) -> Staff:
    staff = await credentials.people.add(card, f"Name {card}", role, "246813", SYSTEM)
    assert isinstance(staff, Staff)
    return staff


async def actions(database: Database) -> list[str]:
    query = text("SELECT action FROM audit WHERE chain = 'venue' ORDER BY n")
    return await database.read(lambda connection: list(connection.execute(query).scalars()))


async def test_the_right_card_and_pin_open_a_session(database: Database, credentials: Credentials, url: str) -> None:
    dealer = await add(credentials)
    signed_in = await credentials.sign_in("100", "246813", "DT-1")
    assert isinstance(signed_in, SignedIn)
    assert signed_in.staff == dealer
    assert len(signed_in.token) >= 22
    assert await credentials.session(signed_in.token) == dealer
    await credentials.sign_out(signed_in.token)
    assert await credentials.session(signed_in.token) is None
    assert await actions(database) == ["staff_added", "signed_in", "signed_out"]
    stored = text(
        "SELECT token_hash FROM staff_session UNION SELECT pin_hash FROM staff UNION SELECT detail FROM audit"
    )
    kept = await database.read(lambda connection: " ".join(connection.execute(stored).scalars()))
    assert signed_in.token not in kept
    assert "246813" not in kept
    assert verify(url).ok


async def test_an_approval_needs_no_session(database: Database, credentials: Credentials) -> None:
    supervisor = await add(credentials, role=StaffRole.CASINO_SUPERVISOR)
    assert await credentials.authenticate("100", "246813", "DT-1") == supervisor
    query = text("SELECT COUNT(*) FROM staff_session")
    assert await database.read(lambda connection: connection.execute(query).scalar_one()) == 0


@pytest.mark.parametrize(("card", "pin"), [("100", "246814"), ("999", "246813"), ("100", ""), ("", "")])
async def test_whatever_is_wrong_the_answer_is_the_same(credentials: Credentials, card: str, pin: str) -> None:
    await add(credentials)
    assert await credentials.sign_in(card, pin, "DT-1") == Refusal("bad_credentials")


async def test_five_wrong_pins_lock_the_device_for_a_while(
    database: Database, credentials: Credentials, wall: Wall
) -> None:
    await add(credentials)
    for _ in range(5):
        assert await credentials.sign_in("100", "000000", "DT-1") == Refusal("bad_credentials")
    locked = await credentials.sign_in("100", "246813", "DT-1")
    assert locked == Refusal("locked_out", {"until_ms": wall.ms + 15 * MINUTE_MS})
    assert (await actions(database))[-2:] == ["sign_in_refused", "sign_in_locked"]
    wall.ms += 15 * MINUTE_MS
    assert isinstance(await credentials.sign_in("100", "246813", "DT-1"), SignedIn)


async def test_nobody_is_locked_out_of_their_own_terminal_from_elsewhere(credentials: Credentials) -> None:
    await add(credentials)
    assert isinstance(await credentials.sign_in("100", "246813", "DT-1"), SignedIn)
    for device in ("DT-2", "DT-3", "DT-4"):
        for _ in range(5):
            await credentials.sign_in("100", "000000", device)
    assert isinstance(await credentials.sign_in("100", "246813", "DT-1"), SignedIn)
    fresh = await credentials.sign_in("100", "246813", "DT-5")
    assert isinstance(fresh, Refusal)
    assert fresh.code == "locked_out"


async def test_twenty_guesses_at_once_are_still_only_five(credentials: Credentials) -> None:
    await add(credentials)
    pins = [f"{n:06}" for n in range(20)]
    answers = await asyncio.gather(*(credentials.sign_in("100", pin, "DT-1") for pin in pins))
    codes = [answer.code for answer in answers if isinstance(answer, Refusal)]
    assert sorted(codes) == ["bad_credentials"] * 5 + ["locked_out"] * 15


async def test_a_session_runs_out(credentials: Credentials, wall: Wall) -> None:
    await add(credentials)
    idle = await credentials.sign_in("100", "246813", "DT-1")
    assert isinstance(idle, SignedIn)
    wall.ms += IDLE_MS
    assert await credentials.session(idle.token) is None
    busy = await credentials.sign_in("100", "246813", "DT-1")
    assert isinstance(busy, SignedIn)
    for _ in range(ABSOLUTE_MS // (20 * MINUTE_MS) - 1):
        wall.ms += 20 * MINUTE_MS
        assert await credentials.session(busy.token) is not None
    wall.ms += 20 * MINUTE_MS
    assert await credentials.session(busy.token) is None


@pytest.mark.parametrize(
    "change", [StaffChange(enabled=False), StaffChange(role=StaffRole.DEALER), StaffChange(pin="975310")]
)
async def test_a_change_that_matters_ends_the_sessions(credentials: Credentials, change: StaffChange) -> None:
    staff = await add(credentials, role=StaffRole.CASINO_SUPERVISOR)
    signed_in = await credentials.sign_in("100", "246813", "DT-1")
    assert isinstance(signed_in, SignedIn)
    assert isinstance(await credentials.people.change(staff.id, 1, change, SYSTEM), Staff)
    assert await credentials.session(signed_in.token) is None


async def test_the_staff_list_refuses_what_makes_no_sense(credentials: Credentials) -> None:
    operator = await add(credentials, role=StaffRole.OPERATOR)
    people = credentials.people
    assert await people.add("100", "Other", StaffRole.DEALER, "246813", SYSTEM) == Refusal(
        "card_taken", {"card": "100"}
    )
    assert await people.add("101", "Other", StaffRole.DEALER, "12345", SYSTEM) == Refusal("weak_pin", {"digits": 6})
    stale = await people.change(operator.id, 7, StaffChange(name="N"), SYSTEM)
    assert stale == Refusal("version_conflict", {"version": 1})
    assert await people.change("nobody", 1, StaffChange(), SYSTEM) == Refusal("unknown_staff", {"staff": "nobody"})
    assert await people.change(operator.id, 1, StaffChange(enabled=False), SYSTEM) == Refusal("last_operator")
    assert await people.list_staff() == [operator]
    assert await people.find(operator.id) == operator


# ---- devices ---------------------------------------------------------------------------------------------------------


async def test_a_device_carries_its_own_credential(database: Database) -> None:
    devices = Devices(database)
    enrolled = await devices.enrol(new_device(DeviceKind.PLAYER_TERMINAL, "PT-1", "Seat 1", terminal="PT-1"), SYSTEM)
    assert isinstance(enrolled, Enrolled)
    checked = await devices.check("PT-1", enrolled.token)
    assert checked is not None
    assert checked.device == enrolled.device == (await devices.list_devices())[0]
    assert await devices.check("PT-1", enrolled.token + "x") is None
    assert await devices.check("PT-2", enrolled.token) is None
    assert await devices.enrol(enrolled.device, SYSTEM) == Refusal("device_exists", {"device": "PT-1"})


async def test_a_disabled_device_is_refused_until_it_is_enabled(database: Database) -> None:
    devices = Devices(database)
    enrolled = await devices.enrol(new_device(DeviceKind.DISPLAY, "WND-1", "Wall", table="R1"), SYSTEM)
    assert isinstance(enrolled, Enrolled)
    assert await devices.set_enabled("WND-1", 9, False, SYSTEM) == Refusal("version_conflict", {"version": 1})
    await devices.set_enabled("WND-1", 1, False, SYSTEM)
    assert await devices.check("WND-1", enrolled.token) is None
    await devices.set_enabled("WND-1", 2, True, SYSTEM)
    assert await devices.check("WND-1", enrolled.token) is not None
    assert await actions(database) == ["device_enrolled", "device_disabled", "device_enabled"]


async def test_a_renewed_credential_ends_the_old_one(database: Database) -> None:
    devices = Devices(database)
    first = await devices.enrol(new_device(DeviceKind.GATEWAY, "GW-1", "Gateway"), SYSTEM)
    second = await devices.renew("GW-1", SYSTEM)
    assert isinstance(first, Enrolled)
    assert isinstance(second, Enrolled)
    assert await devices.check("GW-1", first.token) is None
    assert await devices.check("GW-1", second.token) is not None
    assert await devices.renew("GW-9", SYSTEM) == Refusal("unknown_device", {"device": "GW-9"})


async def test_refused_credentials_are_in_the_audit_trail_but_cannot_flood_it(database: Database) -> None:
    devices = Devices(database)
    for number in range(REFUSALS_A_MINUTE + 20):
        await devices.refused(f"PT-{number}", "player_terminal", "bad_token")
    assert await actions(database) == ["device_refused"] * REFUSALS_A_MINUTE
