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
    # Where people answer, they search options; programs that ask do not.
    "elicitation/options",
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


def test_parameters_of_create_have_the_documented_types(document: dict[str, Any]) -> None:
    (create,) = (method for method in document["methods"] if method["name"] == "elicitation/create")
    hints = typing.get_type_hints(wire.CreateParams)
    for param in create["params"]:
        assert _fits(param["schema"], hints[param["name"]]), param["name"]


def _fits(schema: dict[str, Any], kind: Any) -> bool:
    """Whether a Python type is what a schema says."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return kind == wire.SCHEMAS.get(name, getattr(wire, name, dict[str, Any]))
    if "enum" in schema:
        return set(typing.get_args(kind)) == set(schema["enum"])
    if isinstance(schema["type"], list):
        kinds = typing.get_args(kind)
        return len(kinds) == len(schema["type"]) and all(
            any(_fits({"type": name}, one) for one in kinds) for name in schema["type"]
        )
    if schema["type"] == "array":
        return typing.get_origin(kind) is list and _fits(schema["items"], typing.get_args(kind)[0])
    if "properties" in schema:
        members = typing.get_type_hints(kind)
        return (
            set(members) == set(schema["properties"])
            and set(kind.__required_keys__) == set(schema.get("required", []))
            and all(_fits(given, members[name]) for name, given in schema["properties"].items())
        )
    return kind == {"string": str, "integer": int, "boolean": bool, "object": dict[str, Any]}.get(schema["type"])


@pytest.mark.parametrize(("name", "type_"), [("Mode", wire.Mode), ("Status", wire.Status)])
def test_enumerations_are_complete(document: dict[str, Any], name: str, type_: Any) -> None:
    assert set(document["components"]["schemas"][name]["enum"]) == set(typing.get_args(type_))


def test_every_error_code_has_an_exception(document: dict[str, Any]) -> None:
    codes = {error["code"] for method in document["methods"] for error in method["errors"]}
    table = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    codes |= {int(line.split("|")[1]) for line in table.splitlines() if line.startswith("| -32")}
    for code in codes:
        assert type(errors.service_error("m", "a", {"code": code})) is not errors.ServiceError, code
