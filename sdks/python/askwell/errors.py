"""The exceptions of the library. Each says what happened, where, and what to do.

AskwellError
├── ServiceUnreachable      no service answers at the address
├── ServiceError            the service rejected a call: `code`, `type`, `data`
│   ├── InvalidRequest      a parameter, form, template or timeout is wrong
│   ├── Unauthorized        the API key is missing, wrong, or does not permit this
│   ├── NotFound            there is no such elicitation or file for this key
│   ├── AlreadyClosed       it was answered, declined, cancelled or timed out before
│   ├── InvalidAnswer       the answer breaks rules of the form: `problems`
│   ├── KeyConflict         the key was used for another question
│   ├── LimitReached        too many or too large: `retry_after` says when to try again
│   └── ServiceFailed       the service or its disk has a problem
├── NotAccepted             `unwrap()` of an outcome without a value
├── AnswerMismatch          the answer does not fit the Python type
├── UnsupportedType         a Python type cannot be shown as a form
└── WebhookRejected         a webhook message is not authentic
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .json_values import is_object

if TYPE_CHECKING:
    from .outcome import Cancelled, Declined, TimedOut


class AskwellError(Exception):
    """The base of every exception of this library."""


class ServiceUnreachable(AskwellError):
    """No service answers at `address`."""

    def __init__(self, address: str, cause: str, *, elicitation_id: str | None = None) -> None:
        self.address = address
        self.elicitation_id = elicitation_id
        if elicitation_id is None:
            advice = "start one with `askwell serve`, or set ASKWELL_SERVICE to the address of a running one"
        else:
            advice = f"the question {elicitation_id} is not lost: ask again with the same key, or wait for its id"
        super().__init__(f"no Askwell service answers at {address} ({cause}); {advice}")


class ServiceError(AskwellError):
    """The service rejected a call."""

    advice = "see docs/api.md, section Errors"

    def __init__(
        self,
        method: str,
        address: str,
        code: int,
        message: str,
        data: Mapping[str, Any],
        request_id: str | None = None,
    ) -> None:
        self.method = method
        self.address = address
        self.code = code
        self.message = message
        self.data = data
        self.request_id = request_id
        super().__init__(f"{method} at {address}: {message} ({code} {self.type}); {self.advice}")

    @property
    def type(self) -> str:
        """The name of the error for programs."""
        return str(self.data.get("type", "unknown"))

    @property
    def retry_after(self) -> float | None:
        """After how many seconds a retry can succeed, if one can."""
        milliseconds = self.data.get("retry_after_ms")
        return milliseconds / 1000 if isinstance(milliseconds, (int, float)) else None


class InvalidRequest(ServiceError):
    """A parameter, form, template, URL or timeout is wrong. Correct the call; a retry does not help."""

    advice = "correct the call, a retry does not help"

    def __init__(
        self,
        method: str,
        address: str,
        code: int,
        message: str,
        data: Mapping[str, Any],
        request_id: str | None = None,
    ) -> None:
        details = [_describe(defect) for defect in data.get("defects", [])[:5]]
        if "pointer" in data:
            details.insert(0, f"at {data['pointer']}")
        super().__init__(
            method, address, code, "; ".join([message, *details]) if details else message, data, request_id
        )


class Unauthorized(ServiceError):
    """The API key is missing, wrong, or does not permit the call."""

    advice = "set ASKWELL_KEY to a key that `askwell keys create NAME` printed"


class NotFound(ServiceError):
    """There is, for this key, no such elicitation, file or delivery."""

    advice = (
        "it belongs to another client, was purged after the retention time, or the service kept it in "
        "memory only and was restarted"
    )


class AlreadyClosed(ServiceError):
    """The elicitation is closed; `status` says how."""

    advice = "an outcome never changes: call wait() to get it"

    @property
    def status(self) -> str:
        """`completed`, `declined`, `cancelled` or `timeout`."""
        return str(self.data.get("status", "timeout" if self.code == -32003 else "closed"))


@dataclass(frozen=True)
class Problem:
    """One mistake in an answer."""

    field: str | None
    message: str
    constraint: str | None


class InvalidAnswer(ServiceError):
    """The answer breaks rules of the form; `problems` lists all of them."""

    advice = "correct the fields and submit again while tries are left"

    @property
    def problems(self) -> Sequence[Problem]:
        """Every mistake, with a sentence for the person who answered."""
        return [
            Problem(entry.get("field"), str(entry.get("message", "")), entry.get("constraint"))
            for entry in self.data.get("errors", [])
        ]

    @property
    def tries_left(self) -> int:
        """How many more answers the elicitation accepts before it is cancelled."""
        if not self.data.get("retry_allowed", False):
            return 0
        return max(0, int(self.data.get("retry_limit", 0)) - int(self.data.get("retry_count", 0)))


class KeyConflict(ServiceError):
    """The key was used for a different question, `elicitation_id`."""

    advice = "use another key for another question"

    @property
    def elicitation_id(self) -> str | None:
        """The elicitation that has the key."""
        found = self.data.get("elicitationId")
        return None if found is None else str(found)


class LimitReached(ServiceError):
    """Too many or too large; `retry_after` says when to try again, if that helps."""

    advice = "ask less often or close open questions, or raise the limits of the service or key"


class ServiceFailed(ServiceError):
    """The service or its disk has a problem."""

    advice = "the log of the service has details"

    @property
    def type(self) -> str:
        """The name of the error for programs."""
        return str(self.data.get("details") or self.data.get("type", "unknown"))


class NotAccepted(AskwellError):
    """`unwrap()` of an outcome without a value. `outcome` says how the question ended."""

    def __init__(self, message: str, outcome: Declined | Cancelled | TimedOut) -> None:
        self.outcome = outcome
        super().__init__(f"{message} (elicitation {outcome.id}); match on the outcome to handle this case")


class AnswerMismatch(AskwellError):
    """The service accepted the answer, but it does not fit the Python type."""

    def __init__(self, elicitation_id: str, answer: object, cause: str) -> None:
        self.elicitation_id = elicitation_id
        self.answer = answer
        super().__init__(
            f"the answer to {elicitation_id} does not fit the type that was asked for: {cause}; express the "
            "rule in the form (a constraint, a Literal), so that the person is asked to correct it"
        )


class UnsupportedType(AskwellError, TypeError):
    """A Python type cannot be shown as a form."""


class WebhookRejected(AskwellError):
    """A webhook message is not authentic, too old, or not a message of Askwell."""


def _describe(defect: Mapping[str, Any]) -> str:
    """Returns one mistake of a form document as text."""
    found, expected = defect.get("found"), defect.get("expected")
    text = f"{defect.get('pointer', '')}: {defect.get('message', 'wrong')}"
    return text + (f", found {found}" if found else "") + (f", expected {expected}" if expected else "")


_BY_CODE: dict[int, type[ServiceError]] = {
    -32700: InvalidRequest,
    -32600: InvalidRequest,
    -32601: InvalidRequest,
    -32602: InvalidRequest,
    -32603: ServiceFailed,
    -32000: ServiceFailed,
    -32001: NotFound,
    -32002: AlreadyClosed,
    -32003: AlreadyClosed,
    -32004: LimitReached,
    -32005: LimitReached,
    -32006: LimitReached,
    -32007: InvalidAnswer,
    -32008: InvalidRequest,
    -32009: InvalidRequest,
    -32010: InvalidRequest,
    -32011: LimitReached,
    -32012: LimitReached,
    -32013: InvalidRequest,
    -32014: InvalidRequest,
    -32015: Unauthorized,
    -32016: Unauthorized,
    -32017: InvalidRequest,
    -32018: ServiceFailed,
    -32019: InvalidRequest,
    -32020: KeyConflict,
}


def service_error(method: str, address: str, error: Mapping[str, Any], request_id: str | None = None) -> ServiceError:
    """Returns the exception for the `error` member of a JSON-RPC response."""
    code = int(error.get("code", -32603))
    data = error.get("data")
    kind = _BY_CODE.get(code, ServiceError)
    message = str(error.get("message", "unknown error"))
    return kind(method, address, code, message, data if is_object(data) else {}, request_id)
