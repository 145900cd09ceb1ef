"""Crashes of the service and of the program: one question, one answer."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import askwell
from askwell.testing import Person, ServiceProcess


def test_killed_service_during_ask_yields_one_answer(tmp_path: Path) -> None:
    with ServiceProcess(data=tmp_path / "data") as service, askwell.Client(service.address) as client:
        created, outcomes = threading.Event(), list[askwell.Outcome[bool]]()

        def ask() -> None:
            outcomes.append(client.ask("Deploy?", bool, key="deploy-1", on_created=lambda _: created.set()))

        asking = threading.Thread(target=ask)
        asking.start()
        assert created.wait(120)
        for _ in range(3):
            service.restart()
        with askwell.Client(service.address) as other:
            (entry,) = other.elicitations("pending")
            other.submit(entry["elicitationId"], {"answer": True})
        asking.join(120)
        assert [outcome.unwrap() for outcome in outcomes] == [True]
        assert len(list(client.elicitations())) == 1


def test_service_that_dies_while_creating_gets_one_question(tmp_path: Path) -> None:
    with ServiceProcess(data=tmp_path / "data") as service, askwell.Client(service.address) as client:
        client.timeouts()
        service.kill()
        result: list[askwell.Elicitation[bool]] = []
        asking = threading.Thread(target=lambda: result.append(client.create("Deploy?", bool)))
        asking.start()
        service.start()
        asking.join(120)
        assert len(result) == 1
        assert len(list(client.elicitations())) == 1


PROGRAM = """
import askwell, os, sys
def crash(created):
    print(created.id, flush=True)
    if sys.argv[1] == "crash":
        os.kill(os.getpid(), 9)
print(askwell.ask("Deploy?", bool, key="release-1.4.2", on_created=crash).unwrap())
"""


def test_crashed_program_finds_its_question_and_answer(
    askwell_service: ServiceProcess, askwell_client: askwell.Client
) -> None:
    def run(mode: str) -> list[str]:
        environment = {**os.environ, "ASKWELL_SERVICE": askwell_service.address}
        command = [sys.executable, "-c", PROGRAM, mode]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60).stdout.split()

    first, second = run("crash"), run("crash")
    assert first == second
    askwell_client.submit(first[0], {"answer": True})
    assert run("stay") == [*first, "True"]
    assert run("stay") == [*first, "True"]


def test_wait_gives_up_after_the_deadline_and_says_how_to_continue() -> None:
    service = ServiceProcess()
    with service, askwell.Client(service.address, retry_for=0.5) as client:
        elicitation = client.create("Deploy?", bool, timeout=1)
        service.kill()
        with pytest.raises(askwell.ServiceUnreachable, match="is not lost") as caught:
            client.wait(elicitation)
        assert caught.value.elicitation_id == elicitation.id


def test_shorter_waits_of_the_operator_are_respected() -> None:
    settings = {"rpc.longest_wait_ms": 2000, "rpc.default_wait_ms": 1000}
    with ServiceProcess(settings=settings) as service, askwell.Client(service.address) as client:
        elicitation = client.create("Deploy?", bool)
        timer = threading.Timer(0.5, lambda: client.submit(elicitation, {"answer": True}))
        timer.start()
        assert client.wait(elicitation).unwrap() is True
        timer.join()


def test_thousand_concurrent_asks_succeed(askwell_service: ServiceProcess) -> None:
    count = 1000

    async def ask_all() -> list[int]:
        async with askwell.AsyncClient(askwell_service.address) as client:
            outcomes = await asyncio.gather(*(client.ask(f"Number {n}?", int) for n in range(count)))
            return [outcome.unwrap() for outcome in outcomes]

    with Person(askwell_service.address) as person:
        person.answers(lambda title: int(title.split()[1].rstrip("?")))
        assert asyncio.run(ask_all()) == list(range(count))
        assert len(person.questions) == count
