"""The four ways in which a question ends.

An `Outcome` is `Accepted`, `Declined`, `Cancelled` or `TimedOut`. Type checkers narrow it by
`isinstance`, by `match`, and by the literal in `status`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Literal, NoReturn, TypeVar, Union

from .errors import NotAccepted

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

CancelReason = Literal[
    "user_cancelled",
    "client_disconnected",
    "session_expired",
    "form_invalidated",
    "max_retries_exceeded",
    "timeout",
]
"""Why a question was cancelled."""


@dataclass(frozen=True)
class _Closed:
    """What every outcome has."""

    id: str
    """The elicitation."""
    closed_at: datetime
    """When it was closed, in UTC."""

    def __bool__(self) -> NoReturn:
        # An accepted "no" would count as true, and so would a decline.
        raise TypeError(
            "an outcome is neither true nor false; test isinstance(outcome, Accepted) and outcome.value, "
            "or call outcome.unwrap()"
        )


@dataclass(frozen=True)
class Accepted(_Closed, Generic[T_co]):
    """The person answered, and the service checked the answer."""

    value: T_co
    """The answer, in the type that was asked for."""
    missing: tuple[str, ...] = ()
    """Required fields that the answer leaves out; only forms with `allowPartial` allow that."""
    status: Literal["accepted"] = "accepted"

    def unwrap(self) -> T_co:
        """Returns the value."""
        return self.value


@dataclass(frozen=True)
class Declined(_Closed):
    """The person said no to the question itself."""

    reason: str | None = None
    """The person's own words, if they gave any."""
    status: Literal["declined"] = "declined"

    def unwrap(self) -> NoReturn:
        """Raises `NotAccepted`."""
        raise NotAccepted(f"the person declined{f': {self.reason}' if self.reason else ''}", self)


@dataclass(frozen=True)
class Cancelled(_Closed):
    """The question was withdrawn, or too many answers were invalid; `reason` says which."""

    reason: CancelReason | str = "user_cancelled"
    status: Literal["cancelled"] = "cancelled"

    def unwrap(self) -> NoReturn:
        """Raises `NotAccepted`."""
        raise NotAccepted(f"the question was cancelled ({self.reason})", self)


@dataclass(frozen=True)
class TimedOut(_Closed):
    """Nobody answered before the deadline."""

    status: Literal["timed_out"] = "timed_out"

    def unwrap(self) -> NoReturn:
        """Raises `NotAccepted`."""
        raise NotAccepted("no answer came before the deadline", self)


Outcome = Union[Accepted[T], Declined, Cancelled, TimedOut]
"""How a question ended. `unwrap()` returns the value or raises `NotAccepted`."""

AnyOutcome = Union[Accepted[Any], Declined, Cancelled, TimedOut]
