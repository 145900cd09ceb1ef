"""What the dialog of an MCP client can show of a form: the plan for a question, and its schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .errors import Problem
from .line_list import MARK_LINES

Form = Mapping[str, Any]


def fits_dialog(form: Form) -> bool:
    """Returns whether a dialog can ask everything: no secrets, files, conditions, groups or lists on several lines."""
    if form.get("validation") or form.get("groups"):
        return False
    for field in form["fields"]:
        rendering = field.get("rendering", {})
        if field["type"] == "file" or rendering.get("inputType") == "password" or field.get("dependencies"):
            return False
        if "conditionalDisplay" in rendering or MARK_LINES in field:
            return False
    return True


def requested_schema(form: Form) -> dict[str, Any]:
    """Returns the schema that a client shows as a dialog."""
    properties = {field["id"]: _property(field) for field in form["fields"]}
    required = [field["id"] for field in form["fields"] if field.get("required")]
    return {"type": "object", "properties": properties, "required": required}


def message_of(form: Form, problems: Sequence[Problem] = ()) -> str:
    """Returns the words of the dialog, with the problems of the last answer."""
    lines = [str(form["title"])]
    if form.get("description"):
        lines += ["", str(form["description"])]
    if problems:
        lines += ["", "Please correct the last answer:", *(f"- {problem.message}" for problem in problems)]
    return "\n".join(lines)


def link_text(form: Form, url: str, code: str | None) -> str:
    """Returns the words with which a call without a dialog ends."""
    enter = f" and enter the code {code}" if code else ""
    return (
        f"{form['title']}\n\nA person has to answer this on a page. Ask the user to open {url}{enter}. When they have "
        "answered, call this tool again with the same arguments."
    )


def _property(field: Mapping[str, Any]) -> dict[str, Any]:
    rules: Mapping[str, Any] = field.get("validation", {})
    found: dict[str, Any] = {"type": "string", "title": field["label"]}
    if "description" in field:
        found["description"] = field["description"]
    kind = field["type"]
    if kind == "boolean":
        found["type"] = "boolean"
    elif kind == "number":
        found["type"] = "integer" if rules.get("multipleOf") == 1 else "number"
        found.update({name: rules[name] for name in ("minimum", "maximum") if name in rules})
    elif kind == "select":
        found["enum"] = _values(field)
    elif kind == "multi_select":
        found.update(type="array", items={"type": "string", "enum": _values(field)})
        found.update({name: rules[name] for name in ("minItems", "maxItems") if name in rules})
    elif kind == "date":
        found["format"] = rules.get("format", "date")
    elif kind == "url":
        found["format"] = "uri"
    else:
        found.update({name: rules[name] for name in ("minLength", "maxLength") if name in rules})
        if rules.get("format") in ("email", "uri", "date", "date-time"):
            found["format"] = rules["format"]
    if "default" in field:
        found["default"] = field["default"]
    return found


def _values(field: Mapping[str, Any]) -> list[str]:
    return [option if isinstance(option, str) else str(option["value"]) for option in field["options"]]
