"""HTTP control panel: hands and saboteurs for simulated devices, on the loopback interface only."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec
import uvicorn
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from hardware_gateway.config import Config, Panel
from hardware_gateway.devices import Equipment
from hardware_gateway.drivers.cash import Note, Paper, Ticket
from hardware_gateway.drivers.wheel import now_ms
from hardware_gateway.link import Link
from hardware_gateway.panel.view import device_list
from hardware_gateway.simulators.slingshot2_faults import WheelFault

log = logging.getLogger(__name__)

_BODY_BYTES_MAX: Final = 4096
_PAGE: Final = Path(__file__).with_name("page.html")


class InsertNote(Struct, forbid_unknown_fields=True):
    value: Annotated[int, Meta(gt=0, le=10_000_000)]


class InsertTicket(Struct, forbid_unknown_fields=True):
    number: Annotated[str, Meta(pattern="^[0-9]{4,32}$")]


class TakeTickets(Struct, forbid_unknown_fields=True):
    number: str | None = None


class Nothing(Struct, forbid_unknown_fields=True):
    """A request without content; it still has to be JSON, which foreign pages cannot send unasked."""


class JamPrinter(Struct, forbid_unknown_fields=True):
    on: bool


class InjectFault(Struct, forbid_unknown_fields=True):
    kind: WheelFault


class PanelRefusal(Exception):
    """An expected "no" with its code."""

    def __init__(self, status: int, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail


Handler = Callable[[Request], Awaitable[object]]
T = TypeVar("T")


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def _body(request: Request, kind: type[T]) -> T:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise PanelRefusal(415, "not_json")
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > _BODY_BYTES_MAX:
            raise PanelRefusal(413, "too_large")
    try:
        return msgspec.json.decode(bytes(raw) or b"{}", type=kind)
    except msgspec.MsgspecError as error:
        raise PanelRefusal(422, "bad_request", str(error)) from error


def _find(things: dict[str, T], request: Request) -> T:
    thing = things.get(request.path_params["id"])
    if thing is None:
        raise PanelRefusal(404, "unknown_device")
    return thing


class _Server(uvicorn.Server):
    """The gateway handles signals itself."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class PanelServer:
    def __init__(self, config: Config, equipment: Equipment, link: Link) -> None:
        self._config = config
        self._settings = config.panel or Panel()
        self._equipment = equipment
        self._link = link
        self._socket = socket.create_server((self._settings.host, self._settings.port))
        self.port: int = self._socket.getsockname()[1]
        self.app = self._build()

    async def run(self) -> None:
        options = uvicorn.Config(
            self.app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1
        )
        server = _Server(options)
        task = asyncio.ensure_future(server.serve(sockets=[self._socket]))
        log.info("control panel of the simulated devices: http://%s:%d/", self._settings.host, self.port)
        try:
            await asyncio.shield(task)
        finally:
            server.should_exit = True
            await asyncio.wait([task])

    def _build(self) -> Starlette:
        routes = [
            Route("/", self._page),
            self._route("/devices", self._devices, "GET"),
            self._route("/acceptors/{id}/notes", self._insert_note),
            self._route("/acceptors/{id}/tickets", self._insert_ticket),
            self._route("/printers/{id}/tickets", self._printed, "GET"),
            self._route("/printers/{id}/take", self._take),
            self._route("/printers/{id}/jam", self._jam),
            self._route("/wheels/{id}/spin", self._spin),
            self._route("/wheels/{id}/fault", self._fault),
        ]
        cors = Middleware(
            CORSMiddleware,
            allow_origins=self._settings.origins,
            allow_methods=["GET", "POST"],
            allow_headers=["content-type"],
        )
        return Starlette(routes=routes, middleware=[cors])

    def _route(self, path: str, handler: Handler, method: str = "POST") -> Route:
        async def endpoint(request: Request) -> Response:
            try:
                self._check_caller(request)
                return _json(await handler(request))
            except PanelRefusal as refusal:
                return _json({"error": {"code": refusal.code, "detail": refusal.detail}}, refusal.status)

        return Route(path, endpoint, methods=[method])

    def _check_caller(self, request: Request) -> None:
        """Any web page can send a request to this machine; only ours and the configured ones may act."""
        own = f"{request.url.scheme}://{request.headers.get('host', '')}"
        local = request.url.hostname in ("127.0.0.1", "localhost", "::1")
        origin = request.headers.get("origin")
        if not local or (origin is not None and origin != own and origin not in self._settings.origins):
            raise PanelRefusal(403, "foreign_origin")

    async def _page(self, request: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        html = _PAGE.read_text("utf-8").replace("{{nonce}}", nonce)
        policy = f"default-src 'none'; connect-src 'self'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'"
        headers = {"content-security-policy": policy, "x-content-type-options": "nosniff", "cache-control": "no-store"}
        return HTMLResponse(html, headers=headers)

    async def _devices(self, request: Request) -> object:
        return device_list(self._config, self._equipment, self._link)

    async def _insert_note(self, request: Request) -> object:
        acceptor = _find(self._equipment.acceptors, request)
        note = await _body(request, InsertNote)
        return self._insert(request, Note(note.value, acceptor.currency))

    async def _insert_ticket(self, request: Request) -> object:
        ticket = await _body(request, InsertTicket)
        return self._insert(request, Ticket(ticket.number))

    def _insert(self, request: Request, paper: Paper) -> object:
        reason = _find(self._equipment.acceptors, request).insert(paper)
        if reason:
            raise PanelRefusal(409, "returned", reason)
        return {"taken": True}

    async def _printed(self, request: Request) -> object:
        return {"tickets": _find(self._equipment.printers, request).tray}

    async def _take(self, request: Request) -> object:
        printer = _find(self._equipment.printers, request)
        wanted = await _body(request, TakeTickets)
        return {"taken": printer.take(wanted.number)}

    async def _jam(self, request: Request) -> object:
        printer = _find(self._equipment.printers, request)
        printer.jam((await _body(request, JamPrinter)).on)
        return {"jammed": printer.jammed}

    async def _spin(self, request: Request) -> object:
        wheel = _find(self._equipment.wheel_simulators, request)
        await _body(request, Nothing)
        if not wheel.machine.press_spin(now_ms()):
            reason = "not_waiting" if wheel.machine.flavour == "live" else "not_a_live_wheel"
            raise PanelRefusal(409, reason)
        wheel.poke()
        return {"spun": True}

    async def _fault(self, request: Request) -> object:
        wheel = _find(self._equipment.wheel_simulators, request)
        fault = await _body(request, InjectFault)
        if not wheel.machine.inject(fault.kind, now_ms()):
            raise PanelRefusal(409, "not_on_this_wheel")
        wheel.poke()
        return {"injected": fault.kind}
