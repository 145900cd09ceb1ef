"""Lists of free values: a text with one value on each line, which a person can paste."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import UnsupportedType
from .fields import MARK

MARK_LINES = "x-lines"
"""The member of a field whose text is a list. A dialog with one line cannot show it."""

_MOST_COUNTED = 20
"""Larger counts make patterns that are too large; they are checked when the answer is read."""

# What one line looks like, and the words for it. A line is compared without the blanks around it.
_INTEGER = (r"[+-]?[0-9]+", "a whole number")
_NUMBER = (r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?", "a number")
_FORMATS: dict[str, tuple[str, str]] = {
    "date": (r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "a date such as 2026-01-31"),
    "date-time": (
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9:.]+([Zz]|[+-][0-9:]+)?",
        "a time such as 2026-01-31T09:30:00Z",
    ),
    "email": (r"[^ \t\n@]+@[^ \t\n@]+", "an email address"),
    "uuid": (r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", "a UUID"),
    "uri": (r"[A-Za-z][A-Za-z0-9+.-]*://[^ \t\n]+", "a web address"),
}
_TEXT = (r"[^ \t\n][^\n]*", "a text")


@dataclass(frozen=True)
class LineList:
    """How the lines of a text become a list."""

    kind: str
    """The type of a value in JSON Schema."""
    line: str
    """A pattern for one line."""
    words: str
    least: int
    most: int | None

    @classmethod
    def of(cls, schema: Mapping[str, Any], items: Mapping[str, Any], path: str) -> LineList:
        """Returns the list for an array schema with these items. Raises `UnsupportedType`."""
        kind, given = items.get("type"), items.get("format")
        if "prefixItems" in schema:
            raise UnsupportedType(f"{path}: a tuple cannot be asked for; use a model with one member for each value")
        if items.get(MARK, {}).get("type") == "file":
            raise UnsupportedType(f"{path}: a field takes one file; use a model with one member for each file")
        if "properties" in items or kind == "object":
            raise UnsupportedType(
                f"{path}: a list of models cannot be asked for; ask for one after another and collect the answers"
            )
        if given == "password" or items.get(MARK, {}).get("rendering", {}).get("inputType") == "password":
            raise UnsupportedType(f"{path}: a list of secrets cannot be masked; use a model with one member for each")
        if kind not in ("string", "integer", "number"):
            raise UnsupportedType(
                f"{path}: a list of such values cannot be asked for; use a list of a Literal or an Enum, "
                "of str, int, float, date, datetime or UUID"
            )
        line, words = _TEXT
        if kind != "string":
            line, words = _INTEGER if kind == "integer" else _NUMBER
        elif given in _FORMATS:
            line, words = _FORMATS[given]
        else:
            pattern = str(items.get("pattern", ""))
            if pattern.startswith("^") and pattern.endswith("$") and not pattern.endswith("\\$"):
                line, words = f"({pattern[1:-1]})", "a text of the expected form"
        return cls(kind, line, words, int(schema.get("minItems", 0)), schema.get("maxItems"))

    def members(self) -> dict[str, Any]:
        """Returns the members of the field."""
        counted = self.most is not None and self.most <= _MOST_COUNTED
        fewest = min(max(self.least, 1), _MOST_COUNTED) - 1
        repeated = f"{{{fewest},{max((self.most or 1) - 1, fewest) if counted else ''}}}"
        line = rf"{self.line}[ \t\r]*"
        # Empty lines between the values are not counted.
        pattern = rf"^\s*{line}(\n\s*{line}){repeated}\s*$"
        return {
            "type": "text",
            "validation": {"pattern": pattern},
            "rendering": {"rows": 5, "helpText": "One on each line"},
            "x-messages": {"pattern": f"Please enter {self._amount()}{self.words} on each line."},
            MARK_LINES: True,
        }

    def values_of(self, text: str) -> list[Any]:
        """Returns the values of the lines. One that is no number stays a text, for the type to reject."""
        lines = [line.strip() for line in text.splitlines()]
        return [self._value_of(line) for line in lines if line]

    def _value_of(self, line: str) -> Any:
        if self.kind == "string":
            return line
        try:
            return int(line) if self.kind == "integer" else float(line)
        except ValueError:
            return line

    def _amount(self) -> str:
        if self.most is not None and self.least > 0:
            return f"{self.least} to {self.most} lines, " if self.least != self.most else f"{self.least} lines, "
        if self.most is not None:
            return f"at most {self.most} lines, "
        return f"at least {self.least} lines, " if self.least > 1 else ""
