"""Every operation of the interface, read from its own OpenAPI document."""

from typing import Any, NamedTuple

from fastapi import FastAPI

Document = dict[str, Any]

PLACES = {"{table}": "T1", "{round_id}": "T1-1", "{device}": "PT-5", "{staff}": "staff-1a2b3c4d"}


class Operation(NamedTuple):
    method: str
    path: str
    """Below /api/v1, with its placeholders."""
    spec: Document

    @property
    def address(self) -> str:
        filled = self.path
        for place, value in PLACES.items():
            filled = filled.replace(place, value)
        return filled

    @property
    def takes_body(self) -> bool:
        return "requestBody" in self.spec


def operations(document: Document) -> list[Operation]:
    return [
        Operation(method.upper(), path.removeprefix("/api/v1"), spec)
        for path, methods in document["paths"].items()
        if path.startswith("/api/v1/")
        for method, spec in methods.items()
    ]


def schema_of(document: Document, content: Document) -> Document:
    """The schema a body or an answer refers to."""
    reference: str = content["application/json"]["schema"]["$ref"]
    schema: Document = document["components"]["schemas"][reference.rpartition("/")[2]]
    return schema


def example_body(document: Document, operation: Operation) -> Any:
    """What the document shows as the body, or None."""
    if not operation.takes_body:
        return None
    return schema_of(document, operation.spec["requestBody"]["content"])["examples"][0]


def document_of(app: FastAPI) -> Document:
    return app.openapi()
