"""The messages of the service API, as types.

`tests/test_openrpc.py` compares every method, parameter and member here with the OpenRPC document of
a running service, in both directions: nothing here is unknown to the service, and nothing that the
service documents is missing here.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Mode = Literal["form", "inline", "url", "terminal"]
"""Where the person is meant to answer."""
Status = Literal["pending", "active", "completed", "declined", "cancelled", "timeout"]
"""The state of an elicitation; `pending` and `active` are open."""
OnDisconnect = Literal["keep", "abandon"]
"""What happens to open elicitations when their program disconnects."""

Audience = Literal["signed_in"]
"""Who answers, if it is neither a person nor a group."""
OnRejection = Literal["close", "continue"]
"""What one rejection does to a decision of several people."""

OPEN: frozenset[str] = frozenset({"pending", "active"})


class _NewQuorum(TypedDict):
    approvals: int


class NewQuorum(_NewQuorum, total=False):
    """How many people have to approve a decision."""

    onRejection: OnRejection
    requester: str


class _Vote(TypedDict):
    person: str
    approved: bool
    at: int


class Vote(_Vote, total=False):
    """What one of several people decided."""

    comment: str


class _Quorum(TypedDict):
    approvals: int
    onRejection: OnRejection
    votes: list[Vote]


class Quorum(_Quorum, total=False):
    """A quorum and its votes."""

    requester: str


class _Escalation(TypedDict):
    after: str | int


class Escalation(_Escalation, total=False):
    """Who is asked if no answer comes in time."""

    person: str
    group: str


class CreateParams(TypedDict, total=False):
    """The parameters of `elicitation/create`."""

    mode: Mode
    formDefinition: dict[str, Any]
    requestedSchema: dict[str, Any]
    title: str
    template: str
    parameters: dict[str, Any]
    prompt: str
    secret: bool
    message: str
    url: str
    timeout: int
    size_limit: int
    person: str
    group: str
    audience: Audience
    quorum: NewQuorum
    reminders: list[str | int]
    escalate: Escalation
    withoutAnswer: str
    idempotencyKey: str
    onDisconnect: OnDisconnect


class _Heading(TypedDict):
    elicitationId: str
    mode: Mode
    status: Status
    createdAt: int


class Created(_Heading, total=False):
    """The result of `elicitation/create`."""

    formDefinition: dict[str, Any]
    url: str
    message: str
    size_limit: int
    onDisconnect: OnDisconnect
    timeoutAt: int
    person: str
    group: str
    audience: Audience
    quorum: Quorum
    timeoutMs: int
    code: str


class ElicitationStatus(_Heading, total=False):
    """The result of `elicitation/status`."""

    formDefinition: dict[str, Any]
    url: str
    message: str
    size_limit: int
    onDisconnect: OnDisconnect
    timeoutAt: int
    person: str
    group: str
    audience: Audience
    quorum: Quorum
    timeoutMs: int
    closedAt: int
    reason: str
    retryCount: int
    retryLimit: int
    extensionsRemaining: int
    extensionsUsed: int
    client: str
    claimedBy: str
    withoutAnswer: str
    result: Any
    missing: list[str]
    declineReason: str
    metadata: dict[str, Any]


class _EntryHeading(_Heading):
    client: str
    prompt: str


class Entry(_EntryHeading, total=False):
    """One line of `elicitation/list`."""

    timeoutAt: int
    person: str
    group: str
    audience: Audience
    quorum: Quorum
    closedAt: int
    reason: str
    claimedBy: str
    withoutAnswer: str


class Claim(Entry, total=False):
    """The result of `elicitation/claim`."""

    taken: bool


class _OutcomeHeading(TypedDict):
    elicitationId: str
    status: Status


class OutcomeMessage(_OutcomeHeading, total=False):
    """The result of `elicitation/wait`, `decline` and `cancel`."""

    timeoutAt: int
    result: Any
    missing: list[str]
    declineReason: str
    metadata: dict[str, Any]
    closedAt: int
    reason: str


class _Done(TypedDict):
    status: Literal["completed"]


class Done(_Done, total=False):
    """The result of `elicitation/submit` and `elicitation/complete`."""

    missing: list[str]


class _Change(TypedDict):
    event: str
    at: int
    surface: str


class Change(_Change, total=False):
    """One line of `elicitation/history`."""

    person: str
    reason: str
    declineReason: str
    approved: bool


class _TemplateParameter(TypedDict):
    name: str
    required: bool
    maxLength: int


class TemplateParameter(_TemplateParameter, total=False):
    """A parameter of a template."""

    description: str
    default: str


class _Template(TypedDict):
    name: str


class Template(_Template, total=False):
    """One line of `templates/list`."""

    title: str
    description: str
    parameters: list[TemplateParameter]
    problem: str


class ModeTimeouts(TypedDict):
    """The timeouts of one mode."""

    default_ms: int
    min_ms: int
    max_ms: int
    config_source: Literal["default", "custom"]


class Timeouts(TypedDict):
    """The result of `elicitation/timeouts`."""

    modes: dict[Mode, ModeTimeouts]
    config_source: Literal["default", "custom"]


class Extension(TypedDict):
    """The result of `elicitation/extend_timeout`."""

    newTimeoutAt: int
    extensionsRemaining: int


class FileContent(TypedDict):
    """Where the bytes of an uploaded file are."""

    type: str
    location: str


class FileAnswer(TypedDict):
    """The answer to a file field."""

    filename: str
    content_type: str
    size: int
    content: str | FileContent


METHODS: dict[str, tuple[frozenset[str], str | None]] = {
    "elicitation/create": (frozenset(CreateParams.__annotations__), "Created"),
    "elicitation/submit": (frozenset({"elicitationId", "responses", "metadata"}), "Done"),
    "elicitation/complete": (frozenset({"elicitationId", "result"}), "Done"),
    "elicitation/decline": (frozenset({"elicitationId", "reason"}), "Outcome"),
    "elicitation/cancel": (frozenset({"elicitationId", "reason"}), "Outcome"),
    "elicitation/extend_timeout": (frozenset({"elicitationId", "extensionDuration"}), None),
    "elicitation/status": (frozenset({"elicitationId"}), "Elicitation"),
    "elicitation/list": (frozenset({"status", "mode", "limit", "cursor"}), None),
    "elicitation/wait": (frozenset({"elicitationId", "timeoutMs"}), "Outcome"),
    "elicitation/claim": (frozenset({"elicitationId", "ifFree"}), "Claim"),
    "elicitation/release": (frozenset({"elicitationId"}), "Entry"),
    "elicitation/open": (frozenset({"elicitationId"}), "Entry"),
    "elicitation/history": (frozenset({"elicitationId"}), None),
    "elicitation/timeouts": (frozenset(), "Timeouts"),
    "templates/list": (frozenset(), None),
}
"""Every method that the library calls, its parameters, and the schema of its result."""

SCHEMAS: dict[str, type] = {
    "Created": Created,
    "Elicitation": ElicitationStatus,
    "Entry": Entry,
    "Claim": Claim,
    "Outcome": OutcomeMessage,
    "Done": Done,
    "Change": Change,
    "NewQuorum": NewQuorum,
    "Vote": Vote,
    "Quorum": Quorum,
    "Template": Template,
    "TemplateParameter": TemplateParameter,
    "ModeTimeouts": ModeTimeouts,
    "Timeouts": Timeouts,
}
"""The schemas of the OpenRPC document and their types here."""
