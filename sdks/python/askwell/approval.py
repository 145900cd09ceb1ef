"""Approval of a tool call by a person, who can edit its arguments. The helpers for agent frameworks use it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .async_client import AsyncClient
from .errors import AskwellError, UnsupportedType
from .forms import title_of
from .json_values import is_object
from .outcome import Accepted, AnyOutcome, Declined
from .schema_field import SchemaField, translate_field

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .question import AskOptions

APPROVE = "approve"
_TEXT_LENGTH = 20_000


@dataclass(frozen=True)
class Approval:
    """What a person decided about a tool call."""

    approved: bool
    arguments: dict[str, Any]
    """The arguments to call the tool with: as they were, or as the person changed them."""
    changed: bool
    reason: str
    """Why it is not approved, as a sentence for the model; empty if it is."""
    outcome: AnyOutcome


@dataclass(frozen=True)
class _Argument:
    field: dict[str, Any]
    name: str
    shown: SchemaField | None
    """How the value is shown; `None` if it is edited as JSON."""


async def approve(
    client: AsyncClient,
    tool: str,
    arguments: Mapping[str, Any],
    *,
    schema: Mapping[str, Any] | None = None,
    message: str | None = None,
    **options: Unpack[AskOptions],
) -> Approval:
    """Shows a tool call to a person and returns the decision.

    Every argument is a field with its value, which the person can edit. `schema` is the JSON Schema of the tool's
    parameters; without it, the values tell their types. Arguments that no field can show are edited as JSON. No
    answer, a decline and a cancel are no approval.
    """
    fields = _arguments(arguments, schema or {})
    form = {
        "id": "approval",
        **title_of(message or f"Run {tool}?"),
        "fields": [
            {"id": APPROVE, "type": "boolean", "label": f"Run {tool}", "required": True},
            *(argument.field for argument in fields),
        ],
    }
    for attempt in range(3):
        if attempt and "key" in options:
            options["key"] = f"{options['key']}:{attempt}"
        outcome: AnyOutcome = await client.ask(form=form, **options)
        if not isinstance(outcome, Accepted):
            return _refusal(arguments, outcome)
        try:
            edited = _edited(fields, outcome.value, arguments)
        except ValueError as error:
            # The form language has no rule for JSON, so that the question is asked again.
            form["description"] = f"The last answer had a mistake: {error}"
            continue
        if outcome.value.get(APPROVE) is not True:
            return Approval(False, dict(arguments), False, "The person did not approve this call.", outcome)
        return Approval(True, edited, edited != dict(arguments), "", outcome)
    raise AskwellError(f"the arguments of {tool} were no JSON three times; nothing was approved")


def _refusal(arguments: Mapping[str, Any], outcome: AnyOutcome) -> Approval:
    reason = "Nobody approved this call in time."
    if isinstance(outcome, Declined):
        reason = f"The person declined this call{f': {outcome.reason}' if outcome.reason else '.'}"
    elif outcome.status == "cancelled":
        reason = "The request for approval was cancelled."
    return Approval(False, dict(arguments), False, reason, outcome)


def _arguments(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> list[_Argument]:
    properties: Any = schema.get("properties", {})
    definitions: Any = schema.get("$defs", {})
    found: list[_Argument] = []
    for number, (name, value) in enumerate(arguments.items()):
        valid = re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) and name != APPROVE
        id_ = name if valid else f"argument-{number}"
        label = name.replace("_", " ").title()[:256] or id_
        member = properties.get(name) if is_object(properties) else None
        described: Mapping[str, Any] = member if is_object(member) else _schema_of(value)
        try:
            if value is None or isinstance(value, (dict, list)):
                raise UnsupportedType(name)
            shown = translate_field(id_, described, definitions, name)
            if shown.lines is not None:
                raise UnsupportedType(name)
            members, options = shown.members, shown.options
            members.pop("default", None)
            members.update(label=label, default=value if not options else _option(value, options))
            if isinstance(value, str) and (len(value) > 80 or "\n" in value):
                members["rendering"] = {**members.get("rendering", {}), "rows": 6}
            if value == "":
                members.pop("default")
            found.append(_Argument(members, name, shown))
        except UnsupportedType:
            text = json.dumps(value, ensure_ascii=False, indent=2)
            if len(text) > _TEXT_LENGTH:
                raise AskwellError(
                    f"the argument {name} has {len(text)} characters of JSON; a person can review {_TEXT_LENGTH}"
                ) from None
            field = {
                "id": id_,
                "type": "text",
                "label": f"{label} (JSON)",
                "default": text,
                "rendering": {"rows": min(12, text.count("\n") + 2)},
            }
            found.append(_Argument(field, name, None))
    return found


def _edited(fields: list[_Argument], answer: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    edited = dict(before)
    for argument in fields:
        id_ = argument.field["id"]
        if id_ not in answer:
            continue
        value = answer[id_]
        if argument.shown is None:
            try:
                value = json.loads(value)
            except ValueError as error:
                raise ValueError(f"{argument.name} is no JSON ({error})") from error
        edited[argument.name] = value if argument.shown is None else argument.shown.value_of(value)
    return edited


def _schema_of(value: Any) -> dict[str, Any]:
    kinds: list[tuple[type, str]] = [(bool, "boolean"), (int, "integer"), (float, "number"), (str, "string")]
    for kind, name in kinds:
        if isinstance(value, kind):
            return {"type": name}
    return {}


def _option(value: Any, options: Mapping[str, Any]) -> str:
    return next((text for text, original in options.items() if original == value), str(value))
