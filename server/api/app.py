"""The application: REST, websockets, health, and the built terminals as static files."""

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles

from server.api.dealer_socket import dealer_socket
from server.api.display_socket import display_socket
from server.api.edge import Edge
from server.api.gateway_socket import gateway_socket
from server.api.player_socket import player_socket
from server.api.rest import install_errors, router
from server.api.services import Services
from server.api.socket import session
from server.storage.port import StoreFault

ROOT = Path(__file__).parents[2]
PAGES = {
    "pt": ROOT / "player_terminal" / "dist" / "index.html",
    "dt": ROOT / "dealer_terminal" / "dist" / "dealer.html",
    "display": ROOT / "dealer_terminal" / "dist" / "display.html",
    "operator": ROOT / "dealer_terminal" / "dist" / "operator.html",
    "docs": ROOT / "dealer_terminal" / "dist" / "api.html",
}
VERSION = "0.1.0"
DISK_FLOOR = 256 * 1024 * 1024

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self' ws: wss: http://127.0.0.1:*; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


def create_app(edge: Edge, services: Services) -> FastAPI:
    """The application over ready-made services."""
    app = FastAPI(title="Croupier", version=VERSION, docs_url=None, redoc_url=None, openapi_url="/api/v1/openapi.json")
    install_errors(app)
    app.include_router(router(services))
    _sockets(app, edge)
    _health(app, edge)
    _pages(app)
    return app


def _sockets(app: FastAPI, edge: Edge) -> None:
    endpoints = {"pt": player_socket, "dt": dealer_socket, "display": display_socket, "gateway": gateway_socket}
    for name, endpoint in endpoints.items():
        app.add_api_websocket_route(f"/ws/{name}", _endpoint(endpoint, edge))


def _endpoint(
    serve: Callable[[WebSocket, Edge], Awaitable[None]], edge: Edge
) -> Callable[[WebSocket], Awaitable[None]]:
    async def endpoint(socket: WebSocket) -> None:
        await session(lambda: serve(socket, edge))

    return endpoint


def _health(app: FastAPI, edge: Edge) -> None:
    @app.get("/livez", include_in_schema=False)
    async def livez() -> dict[str, str]:
        return {"status": "alive"}

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> JSONResponse:
        """Ready = this process owns its pit, storage answers, and the disk has room."""
        checks = {
            "owner": edge.owner.running,
            "storage": await storage_answers(edge),
            "disk": shutil.disk_usage(edge.data).free > DISK_FLOOR,
        }
        return JSONResponse({"ready": all(checks.values()), **checks}, 200 if all(checks.values()) else 503)


async def storage_answers(edge: Edge) -> bool:
    try:
        await edge.devices.find("")
    except StoreFault:
        return False
    return True


def _pages(app: FastAPI) -> None:
    @app.middleware("http")
    async def headers(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call_next(request)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        immutable = "/assets/" in request.url.path
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if immutable else "no-store"
        return response

    @app.get("/", include_in_schema=False)
    async def front() -> RedirectResponse:
        return RedirectResponse("/operator/")

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        return Response(status_code=204)

    for name, page in PAGES.items():
        app.add_api_route(f"/{name}/", _page(page), include_in_schema=False)
        assets = page.parent / "assets"
        if assets.is_dir():
            app.mount(f"/{name}/assets", StaticFiles(directory=assets), name=f"{name} assets")


def _page(page: Path) -> Callable[[], Awaitable[Response]]:
    async def serve() -> Response:
        if not page.is_file():
            return JSONResponse({"code": "not_built", "detail": "run `make setup` to build the terminals"}, 503)
        return FileResponse(page)

    return serve
