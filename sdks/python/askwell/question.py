"""What is asked: the parameters of `elicitation/create`, and the way from the result to a value."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar, cast

from .core import moment_of
from .errors import UnsupportedType
from .forms import adapter_of, decode_as, form_of
from .wire import Audience, Created, CreateParams, Escalation, Mode, NewQuorum, OnDisconnect, Status

if TYPE_CHECKING:
    from typing_extensions import TypeForm, Unpack

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class AskOptions(TypedDict, total=False):
    """The options of every question."""

    key: str
    """Identifies the question. A program that asks again with the same key, also after a crash, gets the
    same question and its answer. Without one, the library makes one for this call."""
    timeout: float | timedelta | datetime
    """How long the person has, in seconds, or until when; the service has a default."""
    person: str
    """The person who answers; no other person sees the question."""
    group: str
    """The group whose members answer, in place of a person."""
    audience: Audience
    """With `signed_in`, everyone who is signed in answers; a link alone is not enough."""
    quorum: NewQuorum
    """How many people have to approve; the form must be a decision."""
    reminders: list[str | int] | list[str] | list[int] | tuple[str | int, ...]
    """When people are reminded before the deadline: `"30m"`, or milliseconds."""
    escalate: Escalation
    """Who is asked if no answer comes: `{"after": "1h", "group": "ops"}`."""
    mode: Mode
    """Where the person is meant to answer. With `url`, `on_created` gets a link to a page."""
    size_limit: int
    """The most bytes of the answer."""
    on_disconnect: OnDisconnect
    """`abandon` cancels the question when this program stays away; `keep` is the default."""
    on_created: Callable[[Elicitation[Any]], object]
    """Called once the question exists, before waiting: show `url` and `code`, or store `id`."""


class DocumentOptions(AskOptions, total=False):
    """The options of a question that does not come from a type: give one of form, schema, template and url."""

    form: Mapping[str, Any]
    """A form document."""
    schema: Mapping[str, Any]
    """The JSON Schema of an object, as MCP servers send it; needs a message."""
    template: str
    """The name of a form that the service has."""
    parameters: Mapping[str, str]
    """The parameters of the template."""
    url: str
    """A page on another site, where the person does something; another program completes it."""


@dataclass(frozen=True)
class Elicitation(Generic[T_co]):
    """A question that exists at the service."""

    id: str
    status: Status
    mode: Mode
    created_at: datetime
    timeout_at: datetime | None
    """The deadline; `None` if it is closed."""
    url: str | None
    """The page on which to answer, in mode `url`."""
    code: str | None
    """What the person enters on the page, if the link alone does not identify them."""
    form: Mapping[str, Any] | None
    """The form document, as the service completed it."""
    key: str | None
    decode: Callable[[str, Any], T_co] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Question(Generic[T]):
    """A question before it is asked."""

    params: CreateParams
    decode: Callable[[str, Any], T]
    on_created: Callable[[Elicitation[Any]], object] | None
    resumable: bool
    """Whether the program chose the key, so that it can find the question again."""

    def created(self, created: Created) -> Elicitation[T]:
        """Returns the elicitation that the service made of it."""
        deadline = created.get("timeoutAt")
        return Elicitation(
            id=created["elicitationId"],
            status=created["status"],
            mode=created["mode"],
            created_at=moment_of(created["createdAt"]),
            timeout_at=None if deadline is None else moment_of(deadline),
            url=created.get("url"),
            code=created.get("code"),
            form=created.get("formDefinition"),
            key=self.params.get("idempotencyKey"),
            decode=self.decode,
        )


class _Unset:
    """Stands for a type that was not given; `None` is a type."""


UNSET: Any = _Unset()


def question_of(message: str | None, type_: TypeForm[T], **options: Unpack[DocumentOptions]) -> Question[T]:
    """Returns the question for the arguments of `ask`. Raises `TypeError` or `UnsupportedType`."""
    params, decode = _content(message, type_, options)
    key = options.get("key")
    params["idempotencyKey"] = key if key is not None else f"py:{uuid.uuid4()}"
    params.update(options_of(options))
    return Question(params, decode, options.get("on_created"), key is not None)


def options_of(options: AskOptions) -> CreateParams:
    """Returns the parameters that do not say what is asked, except the key."""
    params: CreateParams = {}
    if "timeout" in options:
        params["timeout"] = timeout_of(options["timeout"])
    if "person" in options:
        params["person"] = options["person"]
    if "group" in options:
        params["group"] = options["group"]
    if "audience" in options:
        params["audience"] = options["audience"]
    if "quorum" in options:
        params["quorum"] = options["quorum"]
    if "reminders" in options:
        params["reminders"] = list(options["reminders"])
    if "escalate" in options:
        params["escalate"] = options["escalate"]
    if "mode" in options:
        params["mode"] = options["mode"]
    if "size_limit" in options:
        params["size_limit"] = options["size_limit"]
    if "on_disconnect" in options:
        params["onDisconnect"] = options["on_disconnect"]
    return params


def decoder_of(type_: Any) -> Callable[[str, Any], Any]:
    """Returns how an answer becomes a value of a type; without one, it stays as it is."""
    if type_ is UNSET:
        return lambda _, result: result
    try:
        return _decoder_once(type_)
    except TypeError as error:
        if isinstance(error, UnsupportedType):
            raise
        # A type that cannot be hashed.
        return _decoder(type_)


@lru_cache(maxsize=256)
def _decoder_once(type_: Any) -> Callable[[str, Any], Any]:
    return _decoder(type_)


def _decoder(type_: Any) -> Callable[[str, Any], Any]:
    adapter = adapter_of(type_)
    if "properties" in adapter.json_schema() or "$ref" in adapter.json_schema():
        return lambda id_, result: decode_as(adapter, id_, result)
    # The one field of a form that asks for a plain value.
    return form_of("-", type_).decode


def milliseconds_of(timeout: float | timedelta) -> int:
    """Returns a time in milliseconds."""
    seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else timeout
    return round(seconds * 1000)


def timeout_of(timeout: float | timedelta | datetime) -> int:
    """Returns the milliseconds until a moment, or a time in milliseconds. A moment without a zone is local time."""
    if not isinstance(timeout, datetime):
        return milliseconds_of(timeout)
    # The service rejects a timeout of zero; a moment in the past becomes the shortest one.
    return max(1, milliseconds_of(timeout.timestamp() - time.time()))


def _content(
    message: str | None, type_: Any, options: DocumentOptions
) -> tuple[CreateParams, Callable[[str, Any], Any]]:
    documents = [name for name in ("form", "schema", "template", "url") if name in options]
    if len(documents) > 1:
        raise TypeError(f"give one of form, schema, template and url, not {' and '.join(documents)}")
    if "parameters" in options and "template" not in options:
        raise TypeError("parameters belong to a template; give one")
    if not documents:
        if message is None:
            raise TypeError("give a message, or one of form, schema, template and url")
        form = form_of(message, str if type_ is UNSET else type_)
        return {"formDefinition": form.document}, form.decode
    if message is not None and documents[0] not in ("schema", "url"):
        raise TypeError(f"a {documents[0]} has its own title; leave the message out")
    decode = decoder_of(type_)
    if "schema" in options:
        if message is None:
            raise TypeError("a schema has no title; give a message")
        return {"requestedSchema": dict(options["schema"]), "message": message}, decode
    if "form" in options:
        return {"formDefinition": dict(options["form"])}, decode
    if "template" in options:
        parameters = dict(options.get("parameters", {}))
        return {"template": options["template"], "parameters": cast("dict[str, Any]", parameters)}, decode
    params: CreateParams = {"url": options.get("url", ""), "mode": "url"}
    if message is not None:
        params["message"] = message
    return params, decode
