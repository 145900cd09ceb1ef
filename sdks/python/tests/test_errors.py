"""Every failure has its own exception, and its text says what, where and what to do."""

from __future__ import annotations

import socket
import uuid
from typing import Any

import pytest

import askwell
from askwell.testing import Person, ServiceProcess

FORM: dict[str, Any] = {
    "id": "f",
    "title": "F",
    "fields": [{"id": "n", "type": "number", "label": "N", "required": True, "validation": {"maximum": 5}}],
}


def test_missing_service_is_reported_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
    with pytest.raises(askwell.ServiceUnreachable, match="start one with `askwell serve`") as caught:
        askwell.Client(address).ask("Hello?")
    assert caught.value.address == address


def test_other_server_is_reported(askwell_service: ServiceProcess) -> None:
    with pytest.raises(askwell.ServiceError, match="there is nothing here"):
        askwell.Client(f"{askwell_service.address}/nowhere").ask("Hello?")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"form": {"id": "f", "title": "F", "fields": [{"id": "x", "type": "txt", "label": "X"}]}}, "fields/0/type"),
        ({"message": "x", "timeout": 0.001}, "too short"),
        ({"template": "no-such"}, "no such template"),
        ({"message": "x", "url": "http://169.254.169.254/"}, "not allowed"),
        ({"message": "x", "mode": "letter"}, "mode"),
    ],
)
def test_wrong_call_raises_invalid_request(askwell_client: askwell.Client, options: dict[str, Any], words: str) -> None:
    with pytest.raises(askwell.InvalidRequest, match=words) as caught:
        askwell_client.create(**options)
    assert caught.value.method == "elicitation/create"
    assert "correct the call" in str(caught.value)


def test_unknown_id_raises_not_found(askwell_client: askwell.Client) -> None:
    with pytest.raises(askwell.NotFound, match="another client"):
        askwell_client.wait("elic_00000000000000000000000000000000")


def test_used_key_raises_key_conflict(askwell_client: askwell.Client) -> None:
    key = f"k-{uuid.uuid4()}"
    first = askwell_client.create("One?", key=key)
    with pytest.raises(askwell.KeyConflict, match="another key") as caught:
        askwell_client.create("Two?", key=key)
    assert caught.value.elicitation_id == first.id


def test_invalid_answer_lists_problems(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create(form=FORM)
    with pytest.raises(askwell.InvalidAnswer) as caught:
        askwell_client.submit(elicitation, {"n": 9, "m": 1})
    assert [(problem.field, problem.constraint) for problem in caught.value.problems] == [
        ("n", "maximum"),
        ("m", "additionalProperties"),
    ]
    assert caught.value.tries_left == 2


def test_second_answer_raises_already_closed(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create(form=FORM)
    askwell_client.submit(elicitation, {"n": 1}, metadata={"from": "a test"})
    with pytest.raises(askwell.AlreadyClosed) as caught:
        askwell_client.submit(elicitation, {"n": 2})
    assert caught.value.status == "completed"
    assert askwell_client.wait(elicitation).unwrap() == {"n": 1}
    assert [change["event"] for change in askwell_client.history(elicitation)] == ["created", "complete"]


def test_limit_is_waited_for_or_raised() -> None:
    settings = {"limits.per_window": 1, "limits.window_ms": 1500}
    with ServiceProcess(settings=settings) as service:
        with askwell.Client(service.address, retry_for=0.1) as hasty:
            hasty.create("One?")
            with pytest.raises(askwell.LimitReached, match="ask less often") as caught:
                hasty.create("Two?")
            assert caught.value.retry_after is not None
        with askwell.Client(service.address, retry_for=20) as patient, Person(service.address) as person:
            person.answers(True)
            assert patient.ask("Three?", bool).unwrap() is True


def test_wrong_key_raises_unauthorized(tmp_path: Any) -> None:
    import os
    import subprocess

    data = tmp_path / "data"
    binary = askwell.find_binary()
    environment = {**os.environ, "ASKWELL_KEYRING_FILE": f"{data}.keyring"}

    def key(name: str, *options: str) -> str:
        command = [binary, "keys", "create", name, "--data", str(data), *options]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return next(word for word in (done.stdout + done.stderr).split() if word.startswith("ask_"))

    asks, answers = key("deployer"), key("phone", "--role", "answers", "--person", "ops@example.com")
    with ServiceProcess(data=data) as service:
        for wrong in (None, "ask_" + "0" * 64):
            with pytest.raises(askwell.Unauthorized, match="ASKWELL_KEY"):
                askwell.Client(service.address, key=wrong).ask("Hello?")
        with pytest.raises(askwell.Unauthorized):
            askwell.Client(service.address, key=answers).create("May I?")
        with askwell.Client(service.address, key=asks) as client, Person(service.address, key=answers) as person:
            person.answers(True)
            assert client.ask("Deploy?", bool, person="ops@example.com").unwrap() is True
