"""Askwell is how software asks people: a program asks, a person answers, the program gets a checked,
typed value, exactly once.

    import askwell

    answer = askwell.ask("Deploy 1.4.2?", bool)
    match answer:
        case askwell.Accepted(value=True):
            deploy()
        case askwell.Declined(reason=reason):
            print("no:", reason)

The package also contains the program `askwell`; `python -m askwell` starts it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._find_binary import find_binary

if TYPE_CHECKING:
    from .async_client import AsyncClient
    from .client import Client
    from .errors import (
        AlreadyClosed,
        AnswerMismatch,
        AskwellError,
        InvalidAnswer,
        InvalidRequest,
        KeyConflict,
        LimitReached,
        NotAccepted,
        NotFound,
        Problem,
        ServiceError,
        ServiceFailed,
        ServiceUnreachable,
        Unauthorized,
        UnsupportedType,
        WebhookRejected,
    )
    from .events import Event
    from .fields import File, FileRules, Hint, one_of, some_of
    from .functions import ask, ask_async
    from .outcome import Accepted, Cancelled, Declined, Outcome, TimedOut
    from .question import AskOptions, DocumentOptions, Elicitation
    from .webhooks import Webhook, WebhookMessage

__all__ = [
    "Accepted",
    "AlreadyClosed",
    "AnswerMismatch",
    "AskOptions",
    "AskwellError",
    "AsyncClient",
    "Cancelled",
    "Client",
    "Declined",
    "DocumentOptions",
    "Elicitation",
    "Event",
    "File",
    "FileRules",
    "Hint",
    "InvalidAnswer",
    "InvalidRequest",
    "KeyConflict",
    "LimitReached",
    "NotAccepted",
    "NotFound",
    "Outcome",
    "Problem",
    "ServiceError",
    "ServiceFailed",
    "ServiceUnreachable",
    "TimedOut",
    "Unauthorized",
    "UnsupportedType",
    "Webhook",
    "WebhookMessage",
    "WebhookRejected",
    "ask",
    "ask_async",
    "find_binary",
    "one_of",
    "some_of",
]

# `python -m askwell` starts the program. It must not load the library first, so names are loaded when they are used.
_HOMES = {
    "AsyncClient": "async_client",
    "Client": "client",
    "AlreadyClosed": "errors",
    "AnswerMismatch": "errors",
    "AskwellError": "errors",
    "InvalidAnswer": "errors",
    "InvalidRequest": "errors",
    "KeyConflict": "errors",
    "LimitReached": "errors",
    "NotAccepted": "errors",
    "NotFound": "errors",
    "Problem": "errors",
    "ServiceError": "errors",
    "ServiceFailed": "errors",
    "ServiceUnreachable": "errors",
    "Unauthorized": "errors",
    "UnsupportedType": "errors",
    "WebhookRejected": "errors",
    "Event": "events",
    "File": "fields",
    "FileRules": "fields",
    "Hint": "fields",
    "one_of": "fields",
    "some_of": "fields",
    "ask": "functions",
    "ask_async": "functions",
    "Accepted": "outcome",
    "Cancelled": "outcome",
    "Declined": "outcome",
    "Outcome": "outcome",
    "TimedOut": "outcome",
    "AskOptions": "question",
    "DocumentOptions": "question",
    "Elicitation": "question",
    "Webhook": "webhooks",
    "WebhookMessage": "webhooks",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{home}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
