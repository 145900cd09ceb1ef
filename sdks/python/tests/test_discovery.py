"""The service of this machine is found, and a left-over descriptor is not trusted."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import askwell
from askwell import discovery
from askwell.testing import Person, ServiceProcess

GOOD: dict[str, Any] = {
    "version": 1,
    "url": "http://127.0.0.1:4711",
    "pid": os.getpid(),
    "instance": "i",
    "key": "ask_k",
    "startedAt": 1,
    "data": None,
}


def write(folder: Path, mode: int = 0o600, **changes: Any) -> Path:
    path = folder / "askwell" / "service.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({**GOOD, **changes}))
    path.chmod(mode)
    return path


def test_running_service_is_found_without_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ASKWELL_SERVICE", "ASKWELL_URL", "ASKWELL_KEY"):
        monkeypatch.delenv(name, raising=False)
    with ServiceProcess() as service, Person(service.address) as person:
        monkeypatch.setenv("XDG_STATE_HOME", service.state_folder)
        person.answers(True)
        with askwell.Client() as client:
            assert client.ask("Deploy?", bool).unwrap() is True
            assert client.address == service.address


@pytest.mark.parametrize(
    ("mode", "changes"),
    [
        (0o600, {"version": 2}),
        (0o600, {"url": "file:///etc/passwd"}),
        (0o600, {"url": 7}),
        (0o600, {"pid": 2**22 + 1}),
        (0o622, {}),
        (0o606, {}),
    ],
)
def test_unusable_descriptor_is_ignored(tmp_path: Path, mode: int, changes: dict[str, Any]) -> None:
    assert discovery.read_descriptor(write(tmp_path)) is not None
    assert discovery.read_descriptor(write(tmp_path, mode, **changes)) is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 1'])
def test_broken_descriptor_is_ignored(tmp_path: Path, text: str) -> None:
    path = write(tmp_path)
    path.write_text(text)
    assert discovery.read_descriptor(path) is None


def test_key_is_not_sent_to_a_stranger(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, askwell_service: ServiceProcess
) -> None:
    monkeypatch.delenv("ASKWELL_SERVICE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    write(tmp_path, url=askwell_service.address, instance="another run")
    core = askwell.Client()._core  # pyright: ignore[reportPrivateUsage]
    search = core.locate()
    step = search.send(None)
    assert "authorization" not in dict(step.headers)
    assert step.url == f"{askwell_service.address}/healthz"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "/x/askwell/service.json"),
        ({"XDG_STATE_HOME": "", "HOME": "/h"}, "/h/.local/state/askwell/service.json"),
        ({"XDG_STATE_HOME": "relative", "HOME": "/h"}, "/h/.local/state/askwell/service.json"),
        ({}, None),
    ],
)
def test_path_follows_the_environment(environment: dict[str, str], expected: str | None) -> None:
    found = discovery.descriptor_path(environment)
    assert (None if found is None else str(found)) == expected


@pytest.mark.parametrize(("value", "words"), [("none", "is looked for"), ("localhost:1", "begins with http")])
def test_unusable_address_is_reported(monkeypatch: pytest.MonkeyPatch, value: str, words: str) -> None:
    monkeypatch.setenv("ASKWELL_SERVICE", value)
    with pytest.raises(askwell.AskwellError, match=words):
        askwell.Client()
