"""Webhook messages of the service: verified as Standard Webhooks 1.0.0 says."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from .errors import WebhookRejected

MAX_BODY_BYTES = 8 << 20
"""More than a message of the service can have."""

WebhookType = Literal[
    "elicitation.complete",
    "elicitation.declined",
    "elicitation.cancelled",
    "elicitation.timeout",
    "elicitation.created",
    "elicitation.opened",
    "elicitation.rejected",
    "elicitation.timeout_warning",
    "elicitation.reminded",
    "elicitation.escalated",
    "elicitation.delegated",
    "elicitation.extended",
    "elicitation.claimed",
    "elicitation.released",
    "elicitation.voted",
    "elicitation.taken",
]


@dataclass(frozen=True)
class WebhookMessage:
    """An authentic message."""

    id: str
    """The same for every attempt: store it, and skip messages that you have seen."""
    type: WebhookType | str
    timestamp: datetime
    """When the event happened."""
    elicitation_id: str
    data: Mapping[str, Any]
    """What docs/webhooks.md lists for the type."""


class SeenIds:
    """Remembers the last message ids of this process, so that a repeated message is handled once.

    With several processes, use a table with a unique column instead.
    """

    def __init__(self, capacity: int = 10_000) -> None:
        self._capacity = capacity
        self._ids: dict[str, None] = {}
        self._lock = threading.Lock()

    def __call__(self, message_id: str) -> bool:
        """Returns whether the id is new, and remembers it."""
        with self._lock:
            if message_id in self._ids:
                return False
            self._ids[message_id] = None
            while len(self._ids) > self._capacity:
                del self._ids[next(iter(self._ids))]
            return True

    def forget(self, message_id: str) -> None:
        """Makes an id new again, because its message could not be handled."""
        with self._lock:
            self._ids.pop(message_id, None)


class Webhook:
    """Verifies messages with the secret of the endpoint; during a rotation, with several."""

    def __init__(self, secret: str | Sequence[str], *, tolerance: float = 300.0) -> None:
        """`tolerance` is how old or how far in the future a message may be, in seconds."""
        secrets = [secret] if isinstance(secret, str) else list(secret)
        self._keys = [_key(one) for text in secrets for one in text.split()]
        if not self._keys:
            raise ValueError("a webhook needs a secret: whsec_ and 24 to 64 bytes in base64")
        self._tolerance = tolerance

    def verify(self, headers: Mapping[str, str], body: bytes) -> WebhookMessage:
        """Returns the message. Raises `WebhookRejected`; answer the request with status 400 then."""
        given = {name.lower(): value for name, value in headers.items()}
        try:
            message_id, sent_at = given["webhook-id"], given["webhook-timestamp"]
            signatures = given["webhook-signature"].split()
        except KeyError as error:
            raise WebhookRejected(f"the header {error.args[0]} is missing") from None
        if len(body) > MAX_BODY_BYTES:
            raise WebhookRejected(f"the body has {len(body)} bytes; the most is {MAX_BODY_BYTES}")
        if not (sent_at.isascii() and sent_at.isdigit() and len(sent_at) <= 15):
            raise WebhookRejected("the header webhook-timestamp is no number of seconds")
        age = time.time() - int(sent_at)
        if abs(age) > self._tolerance:
            raise WebhookRejected(
                f"the message was sent {age:.0f} seconds ago, and {self._tolerance:.0f} are allowed; "
                "check the clock of this machine"
            )
        signed = f"{message_id}.{sent_at}.".encode() + body
        expected = [_signature(key, signed) for key in self._keys]
        matches = [hmac.compare_digest(a, b.encode()) for a in expected for b in signatures]
        if not any(matches):
            raise WebhookRejected("no signature fits; compare the secret with that of the service")
        return _message(message_id, body)


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if len(key) < 24:
        raise ValueError("a webhook secret is whsec_ and 24 to 64 bytes in base64")
    return key


def _signature(key: bytes, signed: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))


def _message(message_id: str, body: bytes) -> WebhookMessage:
    try:
        content = cast("dict[str, Any]", json.loads(body))
        data = dict(cast("Mapping[str, Any]", content["data"]))
        timestamp = datetime.fromisoformat(str(content["timestamp"]).replace("Z", "+00:00"))
        return WebhookMessage(message_id, str(content["type"]), timestamp, str(data.get("elicitationId", "")), data)
    except (ValueError, KeyError, TypeError) as error:
        raise WebhookRejected(f"the body is no message of Askwell: {error}") from error
