"""One JSON Schema as one field of the form language, and its answer as a value of the schema."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from .errors import UnsupportedType
from .fields import MARK
from .json_values import is_list
from .line_list import LineList

Schema = Mapping[str, Any]

SINGLE = "answer"
"""The field of a form that asks for one plain value."""

_KNOWN = "bool, int, float, str, date, datetime, UUID, URL, Enum, Literal, lists of them, SecretStr, File, a model"


@dataclass
class SchemaField:
    """A field, and what reading its answer needs."""

    members: dict[str, Any]
    options: dict[str, Any] = field(default_factory=lambda: cast("dict[str, Any]", {}))
    """The values that the options stand for."""
    lines: LineList | None = None
    """Set if the answer is a list with one value on each line."""

    def value_of(self, answer: Any) -> Any:
        """Returns an answer as a value of the schema."""
        if self.lines is not None and isinstance(answer, str):
            return self.lines.values_of(answer)
        if is_list(answer):
            return [self.options.get(str(item), item) for item in answer]
        return self.options.get(answer, answer) if isinstance(answer, str) else answer


def translate_field(name: str, schema: Schema, definitions: Schema, path: str) -> SchemaField:
    """Returns the field for a schema that is no object. Raises `UnsupportedType`."""
    resolved = resolve(schema, definitions)
    inner = without_null(resolved, definitions)
    mark = mark_of(resolved, definitions)
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name):
        raise UnsupportedType(f"{path}: a field is named by at most 64 letters, digits, _ and -; {name!r} is not")
    members: dict[str, Any] = {"id": name, "type": "text", "label": label_of(name, schema)}
    if "description" in resolved and name != SINGLE:
        members["description"] = resolved["description"]
    found = SchemaField(members)
    _set_kind(found, inner, definitions, path)
    _set_default(found, resolved)
    rendering = {**members.get("rendering", {}), **mark.get("rendering", {})}
    validation = {**members.get("validation", {}), **mark.get("validation", {})}
    messages = {**members.get("x-messages", {}), **mark.get("x-messages", {})}
    merged = (("rendering", rendering), ("validation", validation), ("x-messages", messages))
    members.update({key: value for key, value in mark.items() if key not in dict(merged)})
    members.update({key: value for key, value in merged if value})
    return found


def label_of(name: str, schema: Schema) -> str:
    """Returns the words for a member. The title of a class names the class, not the member."""
    return str(schema.get("title") or name.replace("_", " ").title())


def mark_of(resolved: Schema, definitions: Schema) -> dict[str, Any]:
    """Returns what `Hint`, `FileRules` and `File` say about a member."""
    return {**without_null(resolved, definitions).get(MARK, {}), **resolved.get(MARK, {})}


def _set_kind(found: SchemaField, schema: Schema, definitions: Schema, path: str) -> None:
    """Sets the type, options and constraints of a field."""
    members = found.members
    values = _values(schema)
    kind = schema.get("type")
    if schema.get(MARK, {}).get("type") == "file":
        return
    if values is not None:
        found.options = {_text(value): value for value in values}
        members.update(type="select", options=list(found.options))
    elif kind == "boolean":
        members["type"] = "boolean"
    elif kind in ("integer", "number"):
        members["type"] = "number"
        rules = _pick(schema, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
        if kind == "integer":
            rules.setdefault("multipleOf", 1)
        if rules:
            members["validation"] = rules
    elif kind == "string":
        _set_text_kind(members, schema)
    elif kind == "array":
        _set_list_kind(found, schema, definitions, path)
    elif "anyOf" in schema or "oneOf" in schema:
        raise UnsupportedType(
            f"{path}: a form cannot ask for one of several types; ask for the type first, then for it"
        )
    elif "additionalProperties" in schema or kind == "object":
        raise UnsupportedType(f"{path}: cannot be shown as a field; a mapping has no fields, so use a model with them")
    else:
        raise UnsupportedType(f"{path}: cannot be shown as a field; use one of {_KNOWN}")


def _set_text_kind(members: dict[str, Any], schema: Schema) -> None:
    given = schema.get("format")
    rules = _pick(schema, "minLength", "maxLength", "pattern")
    if given == "password":
        members["rendering"] = {"inputType": "password"}
    elif given in ("date", "date-time"):
        members["type"] = "date"
        rules = {"format": given}
    elif given in ("uri", "url"):
        members["type"] = "url"
        rules = {"maxLength": min(int(schema.get("maxLength", 2048)), 2048)}
    elif given in ("email", "uuid", "ipv4", "ipv6", "hostname"):
        rules["format"] = given
    if rules:
        members["validation"] = rules


def _set_list_kind(found: SchemaField, schema: Schema, definitions: Schema, path: str) -> None:
    items = resolve(schema.get("items", {}), definitions)
    values = _values(items)
    if values is None:
        found.lines = LineList.of(schema, items, path)
        found.members.update(found.lines.members())
        return
    found.options = {_text(value): value for value in values}
    found.members.update(type="multi_select", options=list(found.options))
    rules = _pick(schema, "minItems", "maxItems")
    if rules:
        found.members["validation"] = rules


def _set_default(found: SchemaField, schema: Schema) -> None:
    default = schema.get("default")
    members = found.members
    if default is None or default == [] or members.get("rendering", {}).get("inputType") == "password":
        return
    if found.lines is not None:
        members["default"] = "\n".join(map(_text, default)) if is_list(default) else _text(default)
    elif found.options:
        texts = [_text(value) for value in default] if is_list(default) else None
        members["default"] = _text(default) if texts is None else texts
    elif members["type"] == "number":
        # A Decimal is written as a text.
        members["default"] = json.loads(default) if isinstance(default, str) else default
    elif default != "":
        members["default"] = default


def resolve(schema: Schema, definitions: Schema) -> Schema:
    """Follows a reference. What stands beside it takes precedence over its target."""
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return schema
    target = resolve(definitions.get(reference.removeprefix("#/$defs/"), {}), definitions)
    beside = {key: value for key, value in schema.items() if key not in ("$ref", "$defs")}
    inherited = {key: value for key, value in target.items() if key != "description"}
    return {**inherited, **beside}


def is_optional(schema: Schema) -> bool:
    """Returns whether `None` is a value of a resolved schema."""
    return schema.get("type") == "null" or any(part.get("type") == "null" for part in schema.get("anyOf", []))


def without_null(schema: Schema, definitions: Schema) -> Schema:
    """Returns the one alternative that a person can fill in."""
    parts = [resolve(part, definitions) for part in schema.get("anyOf", [])]
    parts = [part for part in parts if part.get("type") != "null"]
    if not parts:
        return schema
    # Decimal is a number or a text that looks like one; a person enters a number.
    numbers = [part for part in parts if part.get("type") in ("number", "integer")]
    if len(parts) == 1 or (numbers and all(part.get("type") == "string" or part in numbers for part in parts)):
        return numbers[0] if numbers else parts[0]
    return schema


def _values(schema: Schema) -> list[Any] | None:
    """Returns the values to choose from, if there are such."""
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return list(values) if is_list(values) else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _pick(schema: Schema, *names: str) -> dict[str, Any]:
    return {name: schema[name] for name in names if name in schema}
