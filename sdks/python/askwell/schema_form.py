"""A JSON Schema as the fields of a form, and the answers as a value of the schema.

A model inside a model becomes fields of its own, with the name of the member before theirs: `address-street`. If it
may be absent, a yes-or-no field before them tells whether it is there. A list of models becomes a repeating group.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Union, cast

from .errors import UnsupportedType
from .fields import MARK
from .json_values import is_list, is_object
from .schema_field import (
    SINGLE,
    Schema,
    SchemaField,
    is_optional,
    label_of,
    mark_of,
    resolve,
    translate_field,
    without_null,
)

_MOST_FIELDS = 100
_MOST_ROWS = 1000
_LABEL_LENGTH = 256
_ITEM_LENGTH = 80

Condition = Mapping[str, Any]


@dataclass(frozen=True)
class Layout:
    """The fields of a form, and the way from their answers to a value."""

    fields: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    members: _Group
    single: bool

    def document(self) -> dict[str, Any]:
        """Returns the fields and groups of the form document."""
        return {"fields": self.fields, "groups": self.groups} if self.groups else {"fields": self.fields}

    def value_of(self, result: Any) -> Any:
        """Returns the result of an elicitation as a value of the schema."""
        answers: Mapping[str, Any] = result if is_object(result) else {SINGLE: result}
        value = self.members.value_of(answers)
        return (value or {}).get(SINGLE) if self.single else value


@dataclass
class _Leaf:
    field: SchemaField
    required: bool
    as_none: bool
    """Whether it has to be there as `None` if it is not filled in."""

    def value_of(self, answers: Mapping[str, Any]) -> Any:
        answer = answers.get(self.field.members["id"])
        if answer is None and self.required and self.field.lines is not None:
            return []
        return self.field.value_of(answer)


@dataclass
class _Group:
    """The members of a model."""

    members: dict[str, Union[_Leaf, _Group, _Rows]] = field(
        default_factory=lambda: cast("dict[str, _Leaf | _Group | _Rows]", {})
    )
    switch: str | None = None
    """The field that tells whether the model is there."""
    as_none: bool = False
    """Whether it has to be there as `None` if it is switched off."""

    def value_of(self, answers: Mapping[str, Any]) -> dict[str, Any] | None:
        if self.switch is not None and answers.get(self.switch) is not True:
            return None
        values = {name: member.value_of(answers) for name, member in self.members.items()}
        return {name: value for name, value in values.items() if value is not None or self.members[name].as_none}


@dataclass
class _Rows:
    """A list of models."""

    id: str
    row: _Group
    required: bool
    as_none: bool

    def value_of(self, answers: Mapping[str, Any]) -> list[Any] | None:
        rows = answers.get(self.id)
        if not is_list(rows):
            return [] if self.required else None
        return [self.row.value_of(row) for row in rows if is_object(row)]


@dataclass(frozen=True)
class _Place:
    """Where a model stands."""

    path: str
    prefix: str = ""
    label: str = ""
    conditions: tuple[Condition, ...] = ()
    references: tuple[str, ...] = ()
    in_row: bool = False
    """Whether it is part of a list of models."""


def lay_out(schema: Schema, name: str) -> Layout:
    """Returns the fields for a schema; `name` stands for it in errors. Raises `UnsupportedType`."""
    builder = _Builder(schema.get("$defs", {}))
    resolved = resolve(schema, builder.definitions)
    single = "properties" not in resolved
    if single:
        # A boolean is answered by Yes or No and needs no other label than the question itself.
        member = {"title": "Answer", **{key: value for key, value in schema.items() if key != "$defs"}}
        group = _Group()
        required = not is_optional(resolved)
        group.members[SINGLE] = builder.member(SINGLE, member, required, _Place(name), name)
    else:
        group = builder.group(resolved, _Place(name, references=_references(schema)))
    ids = [members["id"] for members in (*builder.fields, *builder.groups)]
    double = next((id_ for id_ in ids if ids.count(id_) > 1), None)
    if double is not None:
        raise UnsupportedType(f"{name}: two fields have the name {double!r}; rename a member")
    if len(builder.fields) > _MOST_FIELDS:
        count = len(builder.fields)
        raise UnsupportedType(f"{name}: has {count} fields; a form has at most {_MOST_FIELDS}, so ask in parts")
    return Layout(builder.fields, builder.groups, group, single)


class _Builder:
    """Collects the fields of a form, in order."""

    def __init__(self, definitions: Schema) -> None:
        self.definitions = definitions
        self.fields: list[dict[str, Any]] = []
        self.groups: list[dict[str, Any]] = []

    def group(self, schema: Schema, place: _Place) -> _Group:
        """Adds the fields of a model."""
        properties: Schema = schema["properties"]
        if not properties:
            raise UnsupportedType(f"{place.path} has no fields; a form needs at least one")
        required = set(schema.get("required", []))
        defaults = schema.get("default")
        group = _Group()
        for name, given in properties.items():
            member = _with_siblings(given, place.prefix, properties)
            has_default = is_object(defaults) and name in defaults
            if is_object(defaults) and has_default:
                member = {**member, "default": defaults[name]}
            is_required = name in required and not has_default
            group.members[name] = self.member(name, member, is_required, place, f"{place.path}.{name}")
        return group

    def member(self, name: str, schema: Schema, required: bool, place: _Place, path: str) -> _Leaf | _Group | _Rows:
        """Adds one member of a model: a field, the fields of a model inside, or those of a list of models."""
        resolved = resolve(schema, self.definitions)
        inner = without_null(resolved, self.definitions)
        items: Schema = resolve(inner.get("items", {}), self.definitions) if inner.get("type") == "array" else {}
        if "properties" in items:
            return self._rows(name, schema, resolved, inner, items, required, place, path)
        if "properties" not in inner:
            leaf = translate_field(place.prefix + name, schema, self.definitions, path)
            if place.in_row and leaf.members["type"] == "file":
                raise UnsupportedType(f"{path}: a file cannot be part of a list; ask for it beside the list")
            if place.in_row and leaf.members.get("rendering", {}).get("inputType") == "password":
                raise UnsupportedType(f"{path}: a secret cannot be part of a list; ask for it beside the list")
            is_required = required and not is_optional(resolved)
            # An empty list is a list.
            if is_required and (leaf.lines is None or leaf.lines.least > 0):
                leaf.members["required"] = True
            leaf.members["label"] = _joined(place.label, leaf.members["label"])
            self._add(leaf.members, place.conditions)
            return _Leaf(leaf, is_required, required and is_optional(resolved))
        references = (*place.references, *_references(schema))
        if len(set(references)) < len(references):
            raise UnsupportedType(f"{path}: the model contains itself; ask for the inner one with a form of its own")
        return self._inner(name, schema, resolved, inner, required, place, path, references)

    def _rows(
        self,
        name: str,
        schema: Schema,
        resolved: Schema,
        inner: Schema,
        items: Schema,
        required: bool,
        place: _Place,
        path: str,
    ) -> _Rows:
        """Adds the fields of a list of models: a group that repeats."""
        references = (*place.references, *_references(inner.get("items", {})))
        if place.in_row or len(set(references)) < len(references):
            raise UnsupportedType(f"{path}: a list inside a list of models cannot be asked for; ask for it on its own")
        if resolved.get("default"):
            raise UnsupportedType(f"{path}: a list of models has no default but an empty list")
        mark = mark_of(resolved, self.definitions)
        own = mark.get("rendering", {}).get("conditionalDisplay")
        conditions = place.conditions if own is None else (*place.conditions, own)
        id_ = place.prefix + name
        title = _joined(place.label, str(mark.get("label") or label_of(name, schema)))
        repeat: dict[str, Any] = {"minimum": inner.get("minItems", 0)}
        if "maxItems" in inner:
            repeat["maximum"] = max(1, min(int(inner["maxItems"]), _MOST_ROWS))
        if "title" in items:
            repeat["item"] = str(items["title"])[:_ITEM_LENGTH]
        group: dict[str, Any] = {"id": id_, "title": title, "repeat": repeat}
        if "description" in resolved:
            group["description"] = resolved["description"]
        if conditions:
            group["condition"] = _combined(conditions)
        first = len(self.fields)
        row = self.group(items, _Place(path, f"{id_}-", references=references, in_row=True))
        group["fields"] = [members["id"] for members in self.fields[first:]]
        self.groups.append(group)
        optional = is_optional(resolved)
        return _Rows(id_, row, required and not optional, required and optional)

    def _inner(
        self,
        name: str,
        schema: Schema,
        resolved: Schema,
        inner: Schema,
        required: bool,
        place: _Place,
        path: str,
        references: tuple[str, ...],
    ) -> _Group:
        mark = mark_of(resolved, self.definitions)
        label = _joined(place.label, str(mark.get("label") or label_of(name, schema)))
        own = mark.get("rendering", {}).get("conditionalDisplay")
        conditions = place.conditions if own is None else (*place.conditions, own)
        default = resolved.get("default")
        id_ = place.prefix + name
        switch = None
        if is_optional(resolved) or (not required and not is_object(default)):
            switch = id_
            members: dict[str, Any] = {"id": id_, "type": "boolean", "label": label, "default": is_object(default)}
            if "description" in resolved:
                members["description"] = resolved["description"]
            self._add(members, conditions)
            # A switch that is hidden hides what it switches.
            conditions = ({"operator": "equals", "field": id_, "value": True},)
        filled = {**inner, "default": default} if is_object(default) else inner
        first = len(self.fields)
        group = self.group(filled, _Place(path, f"{id_}-", label, conditions, references, place.in_row))
        # A model that has a default and is left out would get it.
        group.switch, group.as_none = switch, is_optional(resolved) and (required or is_object(default))
        if switch is None and "description" in resolved:
            self.fields[first].setdefault("description", resolved["description"])
        return group

    def _add(self, members: dict[str, Any], conditions: tuple[Condition, ...]) -> None:
        rendering = members.get("rendering", {})
        given = rendering.get("conditionalDisplay")
        every = (*conditions, given) if given is not None else conditions
        if conditions:
            members["rendering"] = {**rendering, "conditionalDisplay": _combined(every)}
        self.fields.append(members)


def _combined(conditions: tuple[Condition, ...]) -> Condition:
    return conditions[0] if len(conditions) == 1 else {"operator": "and", "conditions": list(conditions)}


def _references(schema: Schema) -> tuple[str, ...]:
    """Returns the models that a schema refers to, to find one that contains itself."""
    parts = [schema, *schema.get("anyOf", [])]
    return tuple(part["$ref"] for part in parts if "$ref" in part)


def _with_siblings(schema: Schema, prefix: str, properties: Schema) -> Schema:
    """Returns a member whose condition names other members of its model as the fields that they become."""
    mark = schema.get(MARK, {})
    condition = mark.get("rendering", {}).get("conditionalDisplay")
    if not prefix or condition is None:
        return schema

    def renamed(value: Any) -> Any:
        if is_list(value):
            return [renamed(item) for item in value]
        if not is_object(value):
            return value
        changed = {key: renamed(item) for key, item in value.items()}
        if isinstance(value.get("field"), str) and value["field"] in properties:
            changed["field"] = prefix + value["field"]
        return changed

    rendering = {**mark["rendering"], "conditionalDisplay": renamed(condition)}
    return {**schema, MARK: {**mark, "rendering": rendering}}


def _joined(outer: str, label: str) -> str:
    return (f"{outer}: {label}" if outer else label)[:_LABEL_LENGTH]
