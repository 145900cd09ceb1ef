"""What differs between MCP libraries and clients, without a server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from askwell.errors import Problem
from askwell.mcp_call import ToolCall
from askwell.mcp_dialog import fits_dialog, message_of, requested_schema

TEXT: dict[str, Any] = {"id": "a", "type": "text", "label": "A"}


def context(version: str | None, capability: Any, **members: Any) -> Any:
    capabilities = SimpleNamespace(elicitation=capability)
    session = SimpleNamespace(client_capabilities=capabilities)
    request = SimpleNamespace(protocol_version=version, meta=None)
    return SimpleNamespace(request_context=request, session=session, **members)


@pytest.mark.parametrize(
    ("capability", "forms", "pages"),
    [
        (None, False, False),
        (SimpleNamespace(form=None, url=None), True, False),
        (SimpleNamespace(form={}, url=None), True, False),
        (SimpleNamespace(form=None, url={}), False, True),
        (SimpleNamespace(form={}, url={}), True, True),
    ],
)
def test_capability_says_what_a_client_shows(capability: Any, forms: bool, pages: bool) -> None:
    call = ToolCall(context("2025-11-25", capability))
    assert (call.shows_forms, call.shows_pages, call.is_modern) == (forms, pages, False)


@pytest.mark.parametrize(
    ("state", "expected"),
    [(None, {}), ("no json", {}), ("[]", {}), ('{"askwell": 3}', {}), ('{"askwell": {"q": "k"}}', {"q": "k"})],
)
def test_state_of_earlier_rounds_is_read(state: str | None, expected: dict[str, str]) -> None:
    assert ToolCall(context("2026-07-28", None, request_state=state)).stored() == expected
    assert ToolCall(context("2025-11-25", None, request_state=state)).stored() == {}


@pytest.mark.parametrize(
    ("field", "fits"),
    [
        (TEXT, True),
        ({**TEXT, "rendering": {"inputType": "password"}}, False),
        ({**TEXT, "type": "file"}, False),
        ({**TEXT, "rendering": {"conditionalDisplay": {}}}, False),
        ({**TEXT, "dependencies": ["b"]}, False),
    ],
)
def test_secrets_files_and_conditions_need_the_page(field: dict[str, Any], fits: bool) -> None:
    assert fits_dialog({"title": "T", "fields": [field]}) is fits


def test_schema_says_what_a_dialog_can() -> None:
    fields: list[dict[str, Any]] = [
        {**TEXT, "required": True, "validation": {"maxLength": 3, "pattern": "x", "format": "email"}},
        {"id": "n", "type": "number", "label": "N", "default": 2, "validation": {"multipleOf": 1, "maximum": 5}},
        {"id": "s", "type": "select", "label": "S", "options": [{"value": "u", "title": "U"}]},
        {"id": "m", "type": "multi_select", "label": "M", "options": ["x", "y"], "validation": {"minItems": 1}},
        {"id": "d", "type": "date", "label": "D", "validation": {"format": "date-time"}},
    ]
    assert requested_schema({"title": "T", "fields": fields}) == {
        "type": "object",
        "required": ["a"],
        "properties": {
            "a": {"type": "string", "title": "A", "maxLength": 3, "format": "email"},
            "n": {"type": "integer", "title": "N", "maximum": 5, "default": 2},
            "s": {"type": "string", "title": "S", "enum": ["u"]},
            "m": {"type": "array", "title": "M", "items": {"type": "string", "enum": ["x", "y"]}, "minItems": 1},
            "d": {"type": "string", "title": "D", "format": "date-time"},
        },
    }


def test_message_names_the_problems() -> None:
    form = {"title": "T", "description": "Why", "fields": [TEXT]}
    assert message_of(form, [Problem("a", "A is required.", "required")]) == (
        "T\n\nWhy\n\nPlease correct the last answer:\n- A is required."
    )
