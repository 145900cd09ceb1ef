"""What a Python type can say about a field beyond its own type: hints, choices and files."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .json_values import is_object

T = TypeVar("T")

MARK = "x-askwell"
"""The member of a JSON Schema that carries what the schema itself cannot say."""


@dataclass(frozen=True)
class Hint:
    """How a field is shown, in an `Annotated` type: `Annotated[str, Hint(rows=5)]`.

    `rendering` takes every rendering hint of the form language; the other members are shorthands.
    """

    label: str | None = None
    placeholder: str | None = None
    help: str | None = None
    rows: int | None = None
    display: str | None = None
    secret: bool = False
    """The text is masked while it is typed and encrypted where it is stored."""
    show_if: Mapping[str, Any] | None = None
    """A condition of the form language; while it does not hold, the field is absent."""
    messages: Mapping[str, str] | None = None
    """Your own sentences for problems, by constraint."""
    rendering: Mapping[str, Any] | None = None

    def field_members(self) -> dict[str, Any]:
        """Returns the members of the field in the form document."""
        rendering: dict[str, Any] = dict(self.rendering or {})
        for name, value in (
            ("placeholder", self.placeholder),
            ("helpText", self.help),
            ("rows", self.rows),
            ("displayStyle", self.display),
            ("conditionalDisplay", self.show_if),
        ):
            if value is not None:
                rendering[name] = value
        if self.secret:
            rendering["inputType"] = "password"
        members: dict[str, Any] = {}
        if self.label is not None:
            members["label"] = self.label
        if self.messages is not None:
            members["x-messages"] = dict(self.messages)
        if rendering:
            members["rendering"] = rendering
        return members

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        json_schema = handler(schema)
        return {**json_schema, MARK: {**json_schema.get(MARK, {}), **self.field_members()}}


@dataclass(frozen=True)
class FileRules:
    """What a file field accepts: `Annotated[File, FileRules(extensions=[".pdf"])]`."""

    max_size: int | None = None
    """The most bytes; 10 MiB if it is not given."""
    types: Sequence[str] | None = None
    """Media types such as `text/plain` or `image/*`."""
    extensions: Sequence[str] | None = None
    """File name extensions such as `.pdf`."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        rules: dict[str, Any] = {}
        if self.max_size is not None:
            rules["maxSize"] = self.max_size
        if self.types is not None:
            rules["allowedMimeTypes"] = list(self.types)
        if self.extensions is not None:
            rules["allowedExtensions"] = list(self.extensions)
        json_schema = handler(schema)
        return {**json_schema, MARK: {**json_schema.get(MARK, {}), "validation": rules}}


@dataclass(frozen=True)
class File:
    """A file that a person uploaded. `Client.download` and `Client.read_file` get its bytes."""

    filename: str
    content_type: str
    size: int
    location: str | None = None
    """Its name at the service, or an address, depending on `source`."""
    source: str = "local"
    """`local` (at the service), `inline` (in `content`), `url` or `s3`."""
    content: bytes | None = None
    """The bytes of a small file that came with the answer."""
    elicitation_id: str | None = None
    """The elicitation that it answers."""

    @classmethod
    def from_answer(cls, answer: Mapping[str, Any], elicitation_id: str | None) -> File:
        """Returns the file of an answer to a file field. Raises `ValueError` if it is none."""
        content = answer.get("content")
        try:
            name, media, size = str(answer["filename"]), str(answer["content_type"]), int(answer["size"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError("not the answer to a file field") from error
        if isinstance(content, str):
            try:
                return cls(name, media, size, None, "inline", base64.b64decode(content), elicitation_id)
            except binascii.Error as error:
                raise ValueError("the content of the file is not base64") from error
        if is_object(content):
            location, source = str(content.get("location")), str(content.get("type", "local"))
            return cls(name, media, size, location, source, None, elicitation_id)
        raise ValueError("the file has no content")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def validate(value: Any, info: core_schema.ValidationInfo) -> File:
            if isinstance(value, File):
                return value
            context: Any = info.context or {}
            try:
                return cls.from_answer(value, context.get("elicitation_id"))
            except (ValueError, AttributeError) as error:
                raise PydanticCustomError("file", "{why}", {"why": str(error)}) from error

        return core_schema.with_info_plain_validator_function(validate)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "object", MARK: {"type": "file"}}


if TYPE_CHECKING:

    def one_of(options: Sequence[T]) -> type[T]:
        """Returns a type whose values are these options; the person chooses one."""
        ...

    def some_of(options: Sequence[T]) -> type[list[T]]:
        """Returns a type whose values are lists of these options; the person chooses any number."""
        ...

else:

    def one_of(options):
        """Returns a type whose values are these options; the person chooses one."""
        if not options:
            raise ValueError("one_of needs at least one option")
        return Literal[tuple(options)]

    def some_of(options):
        """Returns a type whose values are lists of these options; the person chooses any number."""
        if not options:
            raise ValueError("some_of needs at least one option")
        return list[Literal[tuple(options)]]
