"""Events of elicitations: what happens to them, in order, and nothing missed after a lost connection."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

EventType = Literal[
    "created",
    "opened",
    "rejected",
    "claimed",
    "released",
    "voted",
    "timeout_warning",
    "reminded",
    "escalated",
    "delegated",
    "extended",
    "taken",
    "complete",
    "declined",
    "cancelled",
    "timeout",
    "missed",
]

_PREFIX = "notifications/elicitation/"
_MISSED = "notifications/events/missed"

FROM_NOW = str((1 << 63) - 1)
"""A position that no service has reached: it answers with its own, from which reading can resume."""


@dataclass(frozen=True)
class Event:
    """One change of an elicitation.

    The type `missed` says that changes are no longer in the log, or that the data of the service were
    recreated: read `elicitations()` for the state of things.
    """

    position: str
    """Where it is in the log; `events(after=position)` continues behind it."""
    type: EventType | str
    elicitation_id: str
    """The elicitation; empty for `missed`."""
    data: Mapping[str, Any]
    """Its other members, as docs/api.md lists them."""


class EventReader:
    """Turns the bytes of an event stream into events."""

    def __init__(self) -> None:
        self._rest = b""
        self._position = ""
        self._lines: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Yields the events that this chunk completes."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            text = line.decode("utf-8", "replace").rstrip("\r")
            name, _, value = text.partition(":")
            value = value.removeprefix(" ")
            if not text and self._lines:
                event = _event(self._position, "\n".join(self._lines))
                self._lines = []
                if event is not None:
                    yield event
            elif name == "id":
                self._position = value
            elif name == "data":
                self._lines.append(value)


def _event(position: str, data: str) -> Event | None:
    try:
        message: dict[str, Any] = json.loads(data)
        method, params = str(message["method"]), dict(message.get("params", {}))
    except (ValueError, KeyError, TypeError):
        return None
    if method == _MISSED:
        return Event(position, "missed", "", {})
    if not method.startswith(_PREFIX):
        return None
    return Event(position, method.removeprefix(_PREFIX), str(params.pop("elicitationId", "")), params)
