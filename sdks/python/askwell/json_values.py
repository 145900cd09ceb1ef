"""Tells objects and lists of JSON apart, for type checkers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard


def is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Returns whether a value is a JSON object."""
    return isinstance(value, Mapping)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Returns whether a value is a JSON array."""
    return isinstance(value, list)
