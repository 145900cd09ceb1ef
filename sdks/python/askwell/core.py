"""The one core of the synchronous and the asynchronous client: which requests to send, when to repeat
them, and what their responses mean.

An operation is a generator. It yields a `Send` or a `Sleep`, gets a `Reply` or `Lost` back, and returns
its result. It does no I/O: a client carries out the steps.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from enum import Enum, auto
from typing import Any, TypeVar, Union, cast

from . import discovery
from .errors import AskwellError, NotFound, ServiceError, ServiceUnreachable, service_error
from .outcome import Accepted, Cancelled, Declined, Outcome, TimedOut
from .wire import OPEN, Created, CreateParams, OutcomeMessage

T = TypeVar("T")

LONG_POLL = 25.0
"""How long one `elicitation/wait` waits; then the next one follows."""
_CALL_TIMEOUT = 30.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0


@dataclass(slots=True)
class Send:
    """A request to send."""

    url: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=lambda: cast("dict[str, str]", {}))
    timeout: float = _CALL_TIMEOUT
    method: str = "POST"


@dataclass(slots=True)
class Sleep:
    """A pause in seconds."""

    seconds: float


@dataclass(slots=True)
class Reply:
    """A response that arrived completely."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class Lost:
    """No response arrived. `sent` tells whether the service may have seen the request."""

    cause: str
    sent: bool


Step = Union[Send, Sleep]
Operation = Generator[Step, Union[Reply, Lost, None], T]


class Repeat(Enum):
    """When a call is sent again after its response was lost."""

    SAFE = auto()
    """Sending it twice has the same effect as sending it once."""
    UNSENT = auto()
    """Only if the service cannot have seen it."""


class Core:
    """Knows where the service is and how to call it."""

    def __init__(self, address: str | None, key: str | None, retry_for: float) -> None:
        self._key = key
        self._configured = discovery.configured(address, key)
        self._endpoint: discovery.Endpoint | None = self._configured
        self._met = False
        self.retry_for = retry_for

    @property
    def address(self) -> str:
        """The address of the service, as far as it is known."""
        return self._endpoint.url if self._endpoint else discovery.DEFAULT_ADDRESS

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify this program."""
        key = self._endpoint.key if self._endpoint else None
        return {"authorization": f"Bearer {key}"} if key else {}

    def locate(self) -> Operation[discovery.Endpoint]:
        """Finds the service: as configured, by its descriptor, or at the default address."""
        if self._endpoint is not None:
            return self._endpoint
        found = discovery.read_descriptor(discovery.descriptor_path())
        if found is not None:
            # Without the key: another program may have the address by now.
            reply = yield Send(f"{found.url}/healthz", timeout=2.0, method="GET")
            if isinstance(reply, Reply) and reply.headers.get("askwell-instance") == found.instance:
                key = discovery.default(self._key).key or found.key
                self._endpoint = discovery.Endpoint(found.url, key)
                return self._endpoint
        self._endpoint = discovery.default(self._key)
        return self._endpoint

    def forget(self) -> None:
        """Looks for the service again at the next call, as its address may have changed."""
        self._endpoint = self._configured

    def call(
        self,
        method: str,
        params: Mapping[str, Any],
        repeat: Repeat = Repeat.SAFE,
        *,
        timeout: float = _CALL_TIMEOUT,
        until: float | None = None,
    ) -> Operation[Any]:
        """Calls a method and returns its result.

        Repeats it while the service is restarting or asks to be called later, until the moment `until` of
        the monotonic clock, by default `retry_for` seconds from now. Raises `ServiceError` or `ServiceUnreachable`.
        """
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        until = within(self.retry_for) if until is None else until
        pauses = pause_lengths()
        while True:
            endpoint = yield from self.locate()
            headers = {"content-type": "application/json", **self.headers}
            reply = yield Send(f"{endpoint.url}/rpc", body, headers, timeout)
            if isinstance(reply, Reply):
                self._met = True
                outcome = _read_reply(method, endpoint.url, reply)
                if not isinstance(outcome, ServiceError):
                    return outcome.result
                wait = _pause_of(outcome, reply)
                if wait is None or time.monotonic() + wait > until:
                    raise outcome
                yield Sleep(wait * random.uniform(1.0, 1.2))
                continue
            assert isinstance(reply, Lost)
            if reply.sent and repeat is Repeat.UNSENT:
                raise ServiceUnreachable(endpoint.url, f"{reply.cause}; the call may have taken effect")
            pause = next(pauses)
            # A service that never answered is not running. One that did is probably restarting.
            if (not reply.sent and not self._met) or time.monotonic() + pause > until:
                self.forget()
                raise ServiceUnreachable(endpoint.url, reply.cause)
            self.forget()
            yield Sleep(pause)

    def create(self, params: CreateParams) -> Operation[Created]:
        """Creates an elicitation, or finds the one that has the same key."""
        return cast("Created", (yield from self.call("elicitation/create", params)))

    def wait(
        self, elicitation_id: str, decode: Callable[[str, Any], T], deadline: float | None
    ) -> Operation[Outcome[T]]:
        """Waits until an elicitation is closed, and returns its outcome; see `wait_raw`."""
        return outcome_of((yield from self.wait_raw(elicitation_id, deadline)), decode)

    def wait_raw(self, elicitation_id: str, deadline: float | None) -> Operation[OutcomeMessage]:
        """Waits until an elicitation is closed. `deadline` is in seconds since 1970, if it is known.

        While the service is away, it tries again until `retry_for` seconds after the deadline.
        """
        seconds = LONG_POLL
        latest = deadline if deadline is not None else time.time()
        while True:
            params: dict[str, Any] = {"elicitationId": elicitation_id, "timeoutMs": int(seconds * 1000)}
            try:
                until = within(max(latest - time.time(), 0.0) + self.retry_for)
                message: OutcomeMessage = yield from self.call(
                    "elicitation/wait", params, timeout=seconds + 15, until=until
                )
            except ServiceUnreachable as error:
                raise ServiceUnreachable(
                    error.address, "it was away for too long", elicitation_id=elicitation_id
                ) from error
            except ServiceError as error:
                # An operator can allow shorter waits only (rpc.longest_wait_ms).
                if str(error.data.get("pointer", "")).endswith("/timeoutMs") and seconds > 1:
                    seconds /= 2
                    continue
                raise
            if message["status"] not in OPEN:
                return message
            latest = message.get("timeoutAt", latest * 1000) / 1000


def outcome_of(message: OutcomeMessage, decode: Callable[[str, Any], T]) -> Outcome[T]:
    """Returns the outcome that a closed elicitation has."""
    id_, status = message["elicitationId"], message["status"]
    closed = moment_of(message.get("closedAt", 0))
    if status == "completed":
        missing = tuple(message.get("missing", ()))
        return Accepted(id_, closed, decode(id_, message.get("result")), missing)
    if status == "declined":
        return Declined(id_, closed, message.get("declineReason"))
    if status == "cancelled":
        return Cancelled(id_, closed, message.get("reason", "user_cancelled"))
    if status == "timeout":
        return TimedOut(id_, closed)
    raise AskwellError(f"the elicitation {id_} is {status}; only closed ones have an outcome")


def moment_of(milliseconds: int) -> datetime:
    """Returns a point in time, in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc)


def pause_lengths() -> Generator[float, None, None]:
    """Yields pauses that grow, with a random part so that programs do not return all at once."""
    pause = _FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.5, 1.0)
        pause = min(pause * 2, _LONGEST_PAUSE)


@dataclass(slots=True)
class _Result:
    result: Any


def _read_reply(method: str, address: str, reply: Reply) -> _Result | ServiceError:
    request_id = reply.headers.get("x-request-id")
    try:
        message: Any = json.loads(reply.body.decode())
    except ValueError:
        message = None
    if isinstance(message, dict):
        members = cast("dict[str, Any]", message)
        if "result" in members:
            return _Result(members["result"])
        error = members.get("error")
        if isinstance(error, dict):
            return service_error(method, address, cast("dict[str, Any]", error), request_id)
    why = f"HTTP status {reply.status}, and no JSON-RPC response: is this the address of an Askwell service?"
    code = -32000 if reply.status in (429, 502, 503, 504) else -32603
    return service_error(method, address, {"code": code, "message": why}, request_id)


def _pause_of(error: ServiceError, reply: Reply) -> float | None:
    """Returns after which time a rejected call can succeed; `None` if it never does."""
    if isinstance(error, NotFound):
        return None
    if error.retry_after is not None:
        return max(error.retry_after, 0.02)
    if reply.status in (429, 502, 503, 504):
        given = reply.headers.get("retry-after", "")
        return float(given) if given.isdigit() else 1.0
    return None


def within(seconds: float) -> float:
    """Returns the moment in this many seconds, on the monotonic clock."""
    return time.monotonic() + seconds
