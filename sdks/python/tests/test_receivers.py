"""Webhook receivers of FastAPI and Django, as the examples run them, with messages of a real service."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from test_webhooks import BODY, SECRET, headers

import askwell
from askwell.testing import Person, ServiceProcess

pytest.importorskip("fastapi")

ROOT = Path(__file__).parents[1]
COMMANDS = {
    "fastapi": ["-m", "uvicorn", "--no-access-log", "examples.fastapi_webhooks:app", "--port", "{port}"],
    "django": ["examples/django_webhooks.py", "runserver", "--noreload", "127.0.0.1:{port}"],
}


@contextmanager
def receiver(framework: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, *(part.format(port=port) for part in COMMANDS[framework])]
    environment = {**os.environ, "WEBHOOK_SECRET": SECRET, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "Uvicorn running" in line or "Quit the server" in line:
                break
        else:
            raise AssertionError(f"{framework} does not start")
        yield f"http://127.0.0.1:{port}/askwell", process
    finally:
        process.terminate()
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()


def post(url: str, body: bytes, given: dict[str, str]) -> int:
    request = urllib.request.Request(url, body, {"content-type": "application/json", **given})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("framework", sorted(COMMANDS))
def test_receiver_handles_each_message_once(framework: str, tmp_path: Path) -> None:
    with receiver(framework) as (url, process):
        config = tmp_path / "askwell.toml"
        config.write_text(f'[[webhooks]]\nname = "test"\nurl = "{url}"\nsecret = "{SECRET}"\nallow_private = true\n')
        config.chmod(0o600)
        assert post(url, BODY, {**headers(), "Webhook-Id": "msg_other"}) == 400
        assert post(url, BODY, {}) == 400
        assert [post(url, BODY, headers()) for _ in range(2)] == [204, 204]
        with ServiceProcess(config=config) as service, Person(service.address) as person:
            person.answers(True)
            with askwell.Client(service.address) as client:
                outcome = client.ask("Deploy?", bool)
            assert process.stdout is not None
            lines = [process.stdout.readline().strip()]
            while outcome.id not in lines[-1]:
                lines.append(process.stdout.readline().strip())
        printed = [line for line in lines if line.startswith("elicitation.")]
        assert printed == [
            "elicitation.complete elic_1 completed",
            f"elicitation.complete {outcome.id} completed",
        ]
