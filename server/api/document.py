"""The OpenAPI document without a running server."""

from typing import Any, cast

from server.api.app import create_app
from server.api.edge import Edge
from server.api.services import Services


def openapi_document() -> dict[str, Any]:
    """Routes are described without being called, so nothing behind them is needed."""
    return create_app(cast("Edge", None), cast("Services", None)).openapi()
