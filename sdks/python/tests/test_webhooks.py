"""Webhooks are verified as Standard Webhooks says, and sent by a real service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import queue
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import askwell
from askwell.testing import Person, ServiceProcess

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
OTHER = "whsec_" + base64.b64encode(b"another secret, long enough for it").decode()
BODY = json.dumps(
    {
        "type": "elicitation.complete",
        "timestamp": "2027-01-15T08:00:00.000Z",
        "data": {"elicitationId": "elic_1", "status": "completed", "result": {"go": True}},
    }
).encode()


def headers(secret: str = SECRET, *, body: bytes = BODY, sent_at: float | None = None) -> dict[str, str]:
    moment = str(int(time.time() if sent_at is None else sent_at))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = hmac.digest(key, f"msg_1.{moment}.".encode() + body, hashlib.sha256)
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": moment,
        "Webhook-Signature": "v1," + base64.b64encode(signature).decode(),
    }


def test_authentic_message_is_returned() -> None:
    message = askwell.Webhook(SECRET).verify(headers(), BODY)
    assert (message.id, message.type, message.elicitation_id) == ("msg_1", "elicitation.complete", "elic_1")
    assert message.data["result"] == {"go": True}
    assert message.timestamp.year == 2027


def test_rotation_accepts_both_secrets() -> None:
    webhook = askwell.Webhook([OTHER, SECRET])
    assert webhook.verify(headers(SECRET), BODY).id == "msg_1"
    assert webhook.verify(headers(OTHER), BODY).id == "msg_1"
    two = {**headers(), "Webhook-Signature": "v1,AAAA " + headers()["Webhook-Signature"]}
    assert askwell.Webhook(SECRET).verify(two, BODY).id == "msg_1"


@pytest.mark.parametrize(
    ("given", "body", "words"),
    [
        (lambda: headers(OTHER), BODY, "no signature fits"),
        (lambda: headers(), BODY + b" ", "no signature fits"),
        (lambda: headers(sent_at=time.time() - 301), BODY, "ago"),
        (lambda: headers(sent_at=time.time() + 400), BODY, "ago"),
        (lambda: {**headers(), "Webhook-Timestamp": "now"}, BODY, "no number"),
        (lambda: {**headers(), "Webhook-Timestamp": "²"}, BODY, "no number"),
        (lambda: {"Webhook-Id": "msg_1"}, BODY, "webhook-timestamp is missing"),
        (lambda: {**headers(), "Webhook-Signature": ""}, BODY, "no signature fits"),
        (lambda: {**headers(), "Webhook-Signature": "v1,ü"}, BODY, "no signature fits"),
        (lambda: headers(body=b"[]"), b"[]", "no message"),
    ],
)
def test_forged_message_is_rejected(given: Callable[[], dict[str, str]], body: bytes, words: str) -> None:
    with pytest.raises(askwell.WebhookRejected, match=words):
        askwell.Webhook(SECRET).verify(given(), body)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_short", "whsec_" + base64.b64encode(b"x" * 8).decode()])
def test_unusable_secret_is_rejected(secret: str) -> None:
    with pytest.raises(ValueError, match="secret"):
        askwell.Webhook(secret)


def test_service_sends_what_the_library_verifies(tmp_path: Path) -> None:
    webhook, received = askwell.Webhook(SECRET), queue.Queue[askwell.WebhookMessage]()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.put(webhook.verify(dict(self.headers), body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    config = tmp_path / "askwell.toml"
    config.write_text(
        f'[[webhooks]]\nname = "test"\nurl = "http://127.0.0.1:{server.server_port}/"\n'
        f'secret = "{SECRET}"\nallow_private = true\n'
    )
    os.chmod(config, 0o600)
    try:
        with ServiceProcess(config=config) as service, Person(service.address) as person:
            person.answers(True)
            with askwell.Client(service.address) as client:
                outcome = client.ask("Deploy?", bool)
            message = received.get(timeout=120)
            assert (message.type, message.elicitation_id) == ("elicitation.complete", outcome.id)
            assert message.data["result"] == {"answer": True}
    finally:
        server.shutdown()
        server.server_close()
