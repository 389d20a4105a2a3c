"""The operators' interface: REST under /api/v1."""

from server.api.rest.errors import install as install_errors
from server.api.rest.router import router

__all__ = ["install_errors", "router"]
