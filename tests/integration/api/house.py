"""A whole house behind the REST interface: real storage in a file, a real pit owner, real people with real PINs."""

import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from fastapi import FastAPI

from server.api.models import LIMITS
from server.api.rest import install_errors, router
from server.api.services import Services
from server.pit.clock import LoopClock
from server.pit.owner import PitOwner
from server.staff import StaffRole
from server.storage.credentials import Credentials
from server.storage.devices import Devices
from server.storage.idempotency import Idempotency
from server.storage.people import Staff
from server.storage.queries import Queries
from server.storage.sql import SqlStore
from server.table import commands as c
from server.table.values import SYSTEM, Actor, Role, VenueSettings
from server.tickets.numbers import RANDOM_RANGE, number_from

PIT = "main"
PINS = {"operator": "246810", "casino_supervisor": "135791", "dealer": "112358"}
CARDS = {"operator": "9001", "casino_supervisor": "9002", "dealer": "9003"}
GATEWAY = Actor(Role.GATEWAY, "GW-1")
TABLE: dict[str, Any] = {
    "table": "T1",
    "name": "Roulette 1",
    "game": "roulette",
    "variant": "single_zero",
    "wheel": "live",
    "limits": LIMITS,
    "chips": [100, 500, 1_000],
    "period_ms": 30_000,
}


class Client:
    """One person at the interface; a None token is nobody."""

    def __init__(self, http: httpx.AsyncClient, token: str | None) -> None:
        self.http = http
        self.token = token

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        return await self.http.request(method, f"/api/v1{path}", headers=sent, json=body)

    async def get(self, path: str) -> httpx.Response:
        return await self.call("GET", path)

    async def post(self, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        return await self.call("POST", path, body, Idempotency_Key=key or secrets.token_hex(8))

    async def patch(self, path: str, body: Any, version: int) -> httpx.Response:
        return await self.call("PATCH", path, body, If_Match=f'"{version}"')

    async def delete(self, path: str) -> httpx.Response:
        return await self.call("DELETE", path)


class House:
    """The services, one client per role, and a way to make things happen on the floor."""

    def __init__(self, app: FastAPI, store: SqlStore, services: Services, http: httpx.AsyncClient) -> None:
        self.app = app
        self.store = store
        self.services = services
        self.http = http
        self.people: dict[str, Staff] = {}
        self.tokens: dict[str, str] = {}
        self.cut_off: list[str] = []
        self._commands = 0
        self._readings = 0

    def client(self, role: str) -> Client:
        """The person of that role at the interface; without one, somebody who has not signed in."""
        return Client(self.http, self.tokens.get(role))

    @property
    def operator(self) -> Client:
        return self.client("operator")

    @property
    def supervisor(self) -> Client:
        return self.client("casino_supervisor")

    async def staff_up(self) -> None:
        """One person of every role, signed in the way people do."""
        for role in StaffRole:
            person = await self.services.credentials.people.add(
                CARDS[role], role.value.title(), role, PINS[role], SYSTEM
            )
            assert isinstance(person, Staff)
            self.people[role] = person
            body = {"card": CARDS[role], "pin": PINS[role]}
            opened = await self.http.post("/api/v1/staff/sessions", json=body)
            assert opened.status_code == 201, opened.text
            self.tokens[role] = opened.json()["token"]

    async def traces(self) -> tuple[object, ...]:
        """All that a request could have changed: the pit's journal, people and devices."""
        people = await self.services.credentials.people.list_staff()
        return self.services.owner.state.seq, people, await self.services.devices.list_devices()

    async def do(self, role: str, command: c.Command) -> dict[str, Any]:
        """A command from a terminal of the floor, which must be accepted."""
        self._commands += 1
        actor = self.people[role].actor if role in self.people else Actor(Role(role), "PT-1")
        reply = await self.services.owner.submit(f"floor:{self._commands}", actor, command)
        assert reply.refusal is None, reply.refusal
        return reply.result

    async def read(self, device: str, kind: str, **data: Any) -> None:
        self._readings += 1
        reading = c.TakeReading("GW-1", "boot", self._readings, device, kind, data, "2026-01-01T00:00:00.000Z")
        reply = await self.services.owner.submit(f"reading:{self._readings}", GATEWAY, reading)
        assert reply.refusal is None, reply.refusal

    async def furnish(self) -> None:
        """A live table, open, with one player who has put a note in."""
        assert (await self.operator.post("/tables", TABLE)).status_code == 201
        assert (await self.operator.post("/tables/T1/open")).status_code == 200
        await self.do("operator", c.AddTerminal("PT-1", "Seat 1", 1, "notes-1", "printer-1"))
        await self.do("player", c.Sit("PT-1", "T1"))
        await self.read("notes-1", "note_stacked", value=50_000)

    async def open_round(self) -> str:
        await self.do("dealer", c.NewGame("T1"))
        table = self.services.owner.state.tables["T1"]
        assert table.round is not None
        return table.round.id

    async def play(self, value: str = "17") -> str:
        """A round with 10.00 on 17, to the end."""
        number = await self.open_round()
        await self.do("player", c.Place("PT-1", number, (c.Chip("straight:17", 1_000),)))
        await self.do("dealer", c.NoMoreBets("T1", number))
        await self.do("dealer", c.EnterResult("T1", number, value))
        await self.do("dealer", c.ConfirmResult("T1", number, value))
        return number


class Staffed(NamedTuple):
    """A database in which people are signed in: made once, copied for every test."""

    file: Path
    people: dict[str, Staff]
    tokens: dict[str, str]


async def staffed(folder: Path) -> Staffed:
    file = folder / "staffed.sqlite3"
    async with open_house(file) as house:
        await house.staff_up()
        return Staffed(file, house.people, house.tokens)


@asynccontextmanager
async def house_like(pattern: Staffed, folder: Path) -> AsyncIterator[House]:
    async with open_house(Path(shutil.copy(pattern.file, folder))) as house:
        house.people = dict(pattern.people)
        house.tokens = dict(pattern.tokens)
        yield house


@asynccontextmanager
async def open_house(file: Path) -> AsyncIterator[House]:
    store = await SqlStore.open(f"sqlite:///{file}")
    credentials = Credentials(store.database, b"p" * 32)
    owner = PitOwner(
        PIT, VenueSettings(name="Harbour"), store, LoopClock(), lambda: number_from(secrets.randbelow(RANDOM_RANGE))
    )
    await owner.start()
    cut_off: list[str] = []
    services = Services(
        owner=owner,
        credentials=credentials,
        devices=Devices(store.database),
        queries=Queries(store.database, PIT),
        idempotency=Idempotency(store.database),
        cut_off=cut_off.append,
    )
    app = FastAPI()
    app.include_router(router(services))
    install_errors(app)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
        house = House(app, store, services, http)
        house.cut_off = cut_off
        yield house
    await owner.stop()
    credentials.close()
    await store.close()
