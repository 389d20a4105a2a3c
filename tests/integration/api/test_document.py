"""The OpenAPI document says everything a client needs: examples, refusals, headers and who may call."""

from server.api import models
from server.api.rest import records
from tests.integration.api.house import House
from tests.integration.api.operations import document_of, example_body, operations, schema_of


def test_every_operation_is_documented(house: House) -> None:
    document = document_of(house.app)
    for op in operations(document):
        where = (op.method, op.path)
        assert op.spec["summary"], where
        good = next(status for status in op.spec["responses"] if status.startswith("2"))
        if good != "204":
            assert schema_of(document, op.spec["responses"][good]["content"]), where
        for status, answer in op.spec["responses"].items():
            if not status.startswith("2"):
                assert schema_of(document, answer["content"])["title"] == "ErrorBody", (*where, status)
        headers = {item["name"] for item in op.spec.get("parameters", []) if item["in"] == "header"}
        public = "x-permission" not in op.spec
        assert headers == ({"Idempotency-Key"} if op.method == "POST" and not public else set()) | (
            {"If-Match"} if op.method == "PATCH" else set()
        ), where
        assert ("security" in op.spec) is not public, where
    assert document["components"]["securitySchemes"]["staff_session"]["scheme"] == "bearer"


def test_bodies_and_answers_have_examples_that_fit(house: House) -> None:
    document = document_of(house.app)
    for op in operations(document):
        assert not op.takes_body or example_body(document, op), (op.method, op.path)
    shown = 0
    for module in (models, records):
        for model in vars(module).values():
            if isinstance(model, type) and issubclass(model, models.Api):
                for example in model.model_json_schema().get("examples", []):
                    model.model_validate(example)
                    shown += 1
    assert shown > 20
