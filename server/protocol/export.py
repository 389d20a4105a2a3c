"""Write the schema of everything on the wire as one OpenAPI document, for the generated TypeScript types.

FastAPI's own document knows the REST models only; the websocket messages are merged into its components here, and a
name that would mean two different things stops the export.
"""

import json
import sys
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from server.protocol import FEATURE_LEVEL
from server.protocol.dealer import DealerMessage, DealerServerMessage
from server.protocol.display import DisplayMessage, DisplayServerMessage
from server.protocol.gateway import GatewayMessage, GatewayServerMessage
from server.protocol.player import PlayerMessage, PlayerServerMessage

DEFAULT_TARGET = Path(__file__).parents[2] / "web_core" / "schema" / "openapi.json"

UNIONS: tuple[tuple[str, Any, Literal["validation", "serialization"]], ...] = (
    ("PlayerMessage", PlayerMessage, "validation"),
    ("PlayerServerMessage", PlayerServerMessage, "serialization"),
    ("DealerMessage", DealerMessage, "validation"),
    ("DealerServerMessage", DealerServerMessage, "serialization"),
    ("DisplayMessage", DisplayMessage, "validation"),
    ("DisplayServerMessage", DisplayServerMessage, "serialization"),
    ("GatewayMessage", GatewayMessage, "validation"),
    ("GatewayServerMessage", GatewayServerMessage, "serialization"),
)


class NameClash(Exception):
    """Two different wire models carry the same name."""


def _prune(node: Any) -> Any:
    """Drop titles: they only add alias noise to the generated types."""
    if isinstance(node, dict):
        return {k: _prune(v) for k, v in node.items() if not (k == "title" and isinstance(v, str))}
    if isinstance(node, list):
        return [_prune(v) for v in node]
    return node


def _merge(components: dict[str, Any], name: str, schema: Any) -> None:
    if name in components and components[name] != schema:
        raise NameClash(name)
    components[name] = schema


def document(rest: dict[str, Any] | None = None) -> dict[str, Any]:
    """The merged OpenAPI document; `rest` is the document FastAPI produced."""
    base: dict[str, Any] = _prune(rest) if rest else {"openapi": "3.1.0", "paths": {}}
    base["info"] = {"title": "Croupier", "version": str(FEATURE_LEVEL)}
    components: dict[str, Any] = base.setdefault("components", {}).setdefault("schemas", {})
    for name, union, mode in UNIONS:
        schema = TypeAdapter(union).json_schema(mode=mode, ref_template="#/components/schemas/{model}")
        for definition, body in schema.pop("$defs", {}).items():
            _merge(components, definition, _prune(body))
        _merge(components, name, _prune(schema))
    return base


def rest_document() -> dict[str, Any]:
    """The REST side, from the application itself."""
    from server.api.document import openapi_document

    return openapi_document()


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(document(rest_document()), indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    print(f"wire schema written: {target.name}")


if __name__ == "__main__":
    main()
