"""Python types as forms: what to show for a type, and how an answer becomes its value.

pydantic makes the JSON Schema of the type, and `schema_form` the fields. A type that the form language cannot
express is rejected with the name of the field.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar, get_type_hints, is_typeddict

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

from .errors import AnswerMismatch, UnsupportedType
from .schema_form import Layout, lay_out

T = TypeVar("T")

_TITLE_LENGTH, _DESCRIPTION_LENGTH = 256, 2048


@dataclass(frozen=True)
class TypedForm(Generic[T]):
    """A form document, and the way from its answers to a value."""

    document: dict[str, Any]
    decode: Callable[[str, Any], T]
    """Takes the id of the elicitation and its result. Raises `AnswerMismatch`."""


def form_of(message: str, type_: Any) -> TypedForm[Any]:
    """Returns the form for a type. Raises `UnsupportedType`."""
    prepared = _prepare(type_)
    document = {"id": prepared.id, **title_of(message), **prepared.layout.document()}
    return TypedForm(document, prepared.decode)


@dataclass(frozen=True)
class _Prepared:
    """What only depends on the type."""

    id: str
    layout: Layout
    decode: Callable[[str, Any], Any]


def _prepare(type_: Any) -> _Prepared:
    try:
        return _prepare_once(type_)
    except TypeError as error:
        if isinstance(error, UnsupportedType):
            raise
        # A type that cannot be hashed, such as an Annotated one with a list.
        return _translate(type_)


@lru_cache(maxsize=256)
def _prepare_once(type_: Any) -> _Prepared:
    return _translate(type_)


def _translate(type_: Any) -> _Prepared:
    adapter = adapter_of(type_)
    layout = lay_out(adapter.json_schema(), _name(type_))

    # JSON has these types itself: a value that is of the type needs no conversion.
    plain = type_ if type_ in (bool, int, str) else None

    def decode(elicitation_id: str, result: Any) -> Any:
        answer = layout.value_of(result)
        return answer if type(answer) is plain else decode_as(adapter, elicitation_id, answer)

    return _Prepared(_slug(_name(type_)), layout, decode)


def adapter_of(type_: Any) -> TypeAdapter[Any]:
    """Returns the validator of a type. Raises `UnsupportedType`."""
    try:
        return TypeAdapter(_readable(type_))
    except (PydanticSchemaGenerationError, PydanticUserError, TypeError) as error:
        reason = str(error).split("\n")[0]
        raise UnsupportedType(f"{type_!r} is not a type that can be asked for: {reason}") from error


def _readable(type_: Any) -> Any:
    """Returns a type that pydantic reads. Before Python 3.12, it reads no TypedDict of `typing`."""
    if sys.version_info >= (3, 12) or not is_typeddict(type_) or type(type_).__module__ != "typing":
        return type_
    # pydantic depends on it.
    from typing_extensions import NotRequired, TypedDict

    hints = get_type_hints(type_, include_extras=True)
    members = {name: hint if name in type_.__required_keys__ else NotRequired[hint] for name, hint in hints.items()}
    return TypedDict(type_.__name__, members)  # type: ignore[operator]


def decode_as(adapter: TypeAdapter[Any], elicitation_id: str, answer: Any) -> Any:
    """Returns an answer as a value of a type. Raises `AnswerMismatch`."""
    try:
        return adapter.validate_json(json.dumps(answer), context={"elicitation_id": elicitation_id})
    except ValidationError as error:
        places = [f"{'.'.join(map(str, e['loc'])) or 'the answer'}: {e['msg']}" for e in error.errors()]
        raise AnswerMismatch(elicitation_id, answer, "; ".join(places)) from error


def title_of(message: str) -> dict[str, str]:
    """Returns a title, and a description if the message is too long for a title."""
    text = message.strip()
    if not text:
        raise UnsupportedType("the message is empty; say what you want to know")
    first, _, rest = text.partition("\n")
    if not rest and len(first) <= _TITLE_LENGTH:
        return {"title": first}
    title = first if len(first) <= _TITLE_LENGTH else first[: _TITLE_LENGTH - 1] + "…"
    description = rest.strip() if len(first) <= _TITLE_LENGTH else text
    if len(description) > _DESCRIPTION_LENGTH:
        raise UnsupportedType(
            f"the message has {len(text)} characters; a title and a description hold at most "
            f"{_TITLE_LENGTH} and {_DESCRIPTION_LENGTH}"
        )
    return {"title": title, "description": description}


def _name(type_: Any) -> str:
    return str(getattr(type_, "__name__", None) or type_)


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:128] or "question"
