"""All endpoints of the operators' interface in one router."""

from fastapi import APIRouter

from server.api.rest import devices, play, sessions, staff, tables, venue
from server.api.rest.build import Builder
from server.api.rest.guard import guarded
from server.api.services import Services

PREFIX = "/api/v1"


def router(services: Services) -> APIRouter:
    """The endpoints over these services; mount it on the application as it is."""
    routes = APIRouter(prefix=PREFIX, route_class=guarded(services))
    build = Builder(routes)
    for part in (sessions, venue, tables, play, devices, staff):
        part.add(build)
    return routes
