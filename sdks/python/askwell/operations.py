"""The operations that both clients offer, on the core: one function for each method of the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar, cast

from .core import Core, Operation, Repeat, moment_of, outcome_of, within
from .errors import AlreadyClosed
from .outcome import Outcome
from .question import Elicitation, Question, milliseconds_of
from .wire import (
    Change,
    Claim,
    CreateParams,
    Done,
    ElicitationStatus,
    Entry,
    Extension,
    OutcomeMessage,
    Status,
    Template,
    Timeouts,
)

T = TypeVar("T")

Answer = Mapping[str, Any] | str


def id_of(elicitation: Elicitation[Any] | str) -> str:
    """Returns the id of an elicitation or of its handle."""
    return elicitation if isinstance(elicitation, str) else elicitation.id


class Operations:
    """Builds operations. It sends nothing."""

    def __init__(self, core: Core) -> None:
        self.core = core

    def create(self, question: Question[T]) -> Operation[Elicitation[T]]:
        return question.created((yield from self.core.create(question.params)))

    def wait(self, elicitation: Elicitation[Any] | str, decode: Callable[[str, Any], T]) -> Operation[Outcome[T]]:
        deadline = None if isinstance(elicitation, str) else elicitation.timeout_at
        seconds = None if deadline is None else deadline.timestamp()
        return (yield from self.core.wait(id_of(elicitation), decode, seconds))

    def status(self, elicitation: Elicitation[Any] | str) -> Operation[ElicitationStatus]:
        return self._about("elicitation/status", elicitation)

    def page(self, status: Sequence[Status] | Status | None, cursor: str | None, limit: int) -> Operation[Any]:
        params: dict[str, Any] = {"limit": limit}
        if status is not None:
            params["status"] = status if isinstance(status, str) else list(status)
        if cursor is not None:
            params["cursor"] = cursor
        return self.core.call("elicitation/list", params)

    def submit(
        self, elicitation: Elicitation[Any] | str, answer: Answer, metadata: Mapping[str, Any] | None
    ) -> Operation[Done]:
        params: dict[str, Any] = {"elicitationId": id_of(elicitation), "responses": answer}
        if metadata is not None:
            params["metadata"] = dict(metadata)
        return self.core.call("elicitation/submit", params, Repeat.UNSENT)

    def complete(self, elicitation: Elicitation[Any] | str, result: Any) -> Operation[Done]:
        params = {"elicitationId": id_of(elicitation), "result": result}
        return self.core.call("elicitation/complete", params, Repeat.UNSENT)

    def decline(self, elicitation: Elicitation[Any] | str, reason: str | None) -> Operation[Outcome[Any]]:
        return (yield from self._close("elicitation/decline", elicitation, reason))

    def cancel(self, elicitation: Elicitation[Any] | str, reason: str | None) -> Operation[Outcome[Any]]:
        return (yield from self._close("elicitation/cancel", elicitation, reason))

    def cancel_if_open(self, params: CreateParams) -> Operation[None]:
        """Withdraws a question that this program cannot wait for any longer."""
        until = within(5.0)
        created = yield from self.core.call("elicitation/create", params, until=until, timeout=5.0)
        try:
            yield from self.cancel(created["elicitationId"], None)
        except AlreadyClosed:
            pass

    def extend(self, elicitation: Elicitation[Any] | str, by: float | timedelta | None) -> Operation[datetime]:
        params: dict[str, Any] = {"elicitationId": id_of(elicitation)}
        if by is not None:
            params["extensionDuration"] = milliseconds_of(by)
        result: Extension = yield from self.core.call("elicitation/extend_timeout", params, Repeat.UNSENT)
        return moment_of(result["newTimeoutAt"])

    def open(self, elicitation: Elicitation[Any] | str) -> Operation[Entry]:
        return self._about("elicitation/open", elicitation)

    def claim(self, elicitation: Elicitation[Any] | str, if_free: bool) -> Operation[Claim]:
        params: dict[str, Any] = {"elicitationId": id_of(elicitation)}
        if if_free:
            params["ifFree"] = True
        return self.core.call("elicitation/claim", params)

    def release(self, elicitation: Elicitation[Any] | str) -> Operation[Entry]:
        return self._about("elicitation/release", elicitation)

    def history(self, elicitation: Elicitation[Any] | str) -> Operation[list[Change]]:
        changes: list[Change] = (yield from self._about("elicitation/history", elicitation))["history"]
        return changes

    def templates(self) -> Operation[list[Template]]:
        templates: list[Template] = (yield from self.core.call("templates/list", {}))["templates"]
        return templates

    def timeouts(self) -> Operation[Timeouts]:
        return self.core.call("elicitation/timeouts", {})

    def _about(self, method: str, elicitation: Elicitation[Any] | str) -> Operation[Any]:
        return self.core.call(method, {"elicitationId": id_of(elicitation)})

    def _close(self, method: str, elicitation: Elicitation[Any] | str, reason: str | None) -> Operation[Outcome[Any]]:
        params: dict[str, Any] = {"elicitationId": id_of(elicitation)}
        if reason is not None:
            params["reason"] = reason
        message = cast("OutcomeMessage", (yield from self.core.call(method, params, Repeat.UNSENT)))
        return outcome_of(message, lambda _, result: result)
