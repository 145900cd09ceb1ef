"""The types of the library and the OpenRPC document of the service say the same."""

from __future__ import annotations

import json
import typing
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from askwell import errors, wire
from askwell.testing import ServiceProcess

# What operators call, and the document itself.
NOT_CALLED = {
    "webhooks/list",
    "webhooks/deliveries",
    "webhooks/replay",
    "webhooks/enable",
    "notifications/list",
    "notifications/retry",
    "rpc.discover",
}
# Parameters that the library has no use for.
NOT_SENT = {"elicitation/submit": {"form_id", "merge"}, "elicitation/complete": {"responses", "form_id", "metadata"}}


@pytest.fixture(scope="module")
def document(askwell_service: ServiceProcess) -> dict[str, Any]:
    with urllib.request.urlopen(f"{askwell_service.address}/openrpc.json") as response:
        found: dict[str, Any] = json.load(response)
        return found


def test_every_method_and_parameter_is_documented(document: dict[str, Any]) -> None:
    methods = {method["name"]: method for method in document["methods"]}
    assert set(wire.METHODS) | NOT_CALLED >= set(methods), "a new method: call it, or list it above"
    for name, (params, result) in wire.METHODS.items():
        documented = {param["name"] for param in methods[name]["params"]}
        assert documented - params == NOT_SENT.get(name, set()), name
        assert params <= documented, name
        schema = methods[name]["result"]["schema"]
        if result is not None:
            assert schema == {"$ref": f"#/components/schemas/{result}"}, name


@pytest.mark.parametrize("name", sorted(wire.SCHEMAS))
def test_every_member_is_documented(document: dict[str, Any], name: str) -> None:
    schema, type_ = document["components"]["schemas"][name], wire.SCHEMAS[name]
    hints = typing.get_type_hints(type_)
    assert set(schema["properties"]) == set(hints), name
    assert set(schema.get("required", [])) == set(type_.__required_keys__), name
    for member, kind in hints.items():
        given = schema["properties"][member]
        expected = {"string": str, "integer": int, "boolean": bool}.get(given.get("type"))
        if expected is not None:
            assert kind is expected, f"{name}.{member}"


@pytest.mark.parametrize(("name", "type_"), [("Mode", wire.Mode), ("Status", wire.Status)])
def test_enumerations_are_complete(document: dict[str, Any], name: str, type_: Any) -> None:
    assert set(document["components"]["schemas"][name]["enum"]) == set(typing.get_args(type_))


def test_every_error_code_has_an_exception(document: dict[str, Any]) -> None:
    codes = {error["code"] for method in document["methods"] for error in method["errors"]}
    table = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    codes |= {int(line.split("|")[1]) for line in table.splitlines() if line.startswith("| -32")}
    for code in codes:
        assert type(errors.service_error("m", "a", {"code": code})) is not errors.ServiceError, code
