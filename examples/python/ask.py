"""Asks a person whether to deploy, and waits for the answer. Needs nothing but Python.

    askwell serve --memory &
    python3 examples/python/ask.py
"""

from __future__ import annotations

import json
import os
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any

URL = os.environ.get("ASKWELL_URL", "http://127.0.0.1:8787")
KEY = os.environ.get("ASKWELL_KEY")


@dataclass
class Deploy:
    """What the form asks for."""

    go: bool
    note: str = ""


FORM = {
    "id": "deploy",
    "title": "Deploy 1.4.2?",
    "fields": [
        {"id": "go", "type": "boolean", "label": "Deploy now", "required": True},
        {"id": "note", "type": "text", "label": "Note"},
    ],
}


class Refused(Exception):
    """The service said no: `code` and `data` say why."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]
        self.data: dict[str, Any] = error.get("data", {})


def call(method: str, **params: Any) -> dict[str, Any]:
    """One JSON-RPC call."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {KEY}"} if KEY else {})
    with urllib.request.urlopen(urllib.request.Request(f"{URL}/rpc", body, headers)) as response:
        reply = json.load(response)
    if "error" in reply:
        raise Refused(reply["error"])
    return reply["result"]


def ask() -> Deploy | None:
    """The answer; None if there will be none."""
    # Asking again under the same key finds this question instead of asking twice, so a call can be repeated when its
    # answer was lost. Each run has a key of its own. To find the question again after a crash of this program, write the
    # key down first (a file, a job's row in a database) and read it back; another question needs another key.
    key = f"deploy-{uuid.uuid4()}"
    asked = call("elicitation/create", formDefinition=FORM, idempotencyKey=key)
    while True:
        outcome = call("elicitation/wait", elicitationId=asked["elicitationId"], timeoutMs=30_000)
        if outcome["status"] == "completed":
            return Deploy(**outcome["result"])
        if outcome["status"] not in ("pending", "active"):
            return None


if __name__ == "__main__":
    answer = ask()
    print(f"deploying: {answer.note}" if answer and answer.go else "not deploying")
