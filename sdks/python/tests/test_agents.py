"""Agent frameworks: a person approves tool calls, edits their arguments, or declines."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

import askwell
from askwell.approval import approve
from askwell.testing import Person, ServiceProcess

pytest.importorskip("pydantic_ai")

EXAMPLES = Path(__file__).parents[1] / "examples"


def run_example(service: ServiceProcess, name: str, *arguments: str) -> str:
    environment = {**os.environ, "ASKWELL_SERVICE": service.address}
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("example", ["pydantic_ai_approval.py", "openai_agents_approval.py"])
def test_tool_call_runs_with_the_arguments_that_the_person_leaves(
    askwell_service: ServiceProcess, askwell_person: Person, example: str
) -> None:
    askwell_person.answers({"approve": True})
    assert run_example(askwell_service, example) == "the tool said: deleted /tmp/a.txt"
    askwell_person.answers({"approve": True, "path": "/tmp/b.txt", "force": True})
    assert run_example(askwell_service, example) == "the tool said: deleted /tmp/b.txt by force"
    assert askwell_person.questions == ["Run delete_file?"] * 2


@pytest.mark.parametrize("example", ["pydantic_ai_approval.py", "openai_agents_approval.py"])
def test_declined_tool_call_tells_the_model_why(
    askwell_service: ServiceProcess, askwell_person: Person, example: str
) -> None:
    askwell_person.declines("keep it")
    assert run_example(askwell_service, example) == "the tool said: The person declined this call: keep it"
    askwell_person.answers({"approve": False})
    assert run_example(askwell_service, example) == "the tool said: The person did not approve this call."


def test_arguments_that_no_field_can_show_are_edited_as_json(
    askwell_service: ServiceProcess, askwell_person: Person
) -> None:
    arguments: dict[str, Any] = {"tags": ["a"], "approve": "yes", "options": {"x": 1}, "size": "s"}
    schema = {"properties": {"size": {"enum": ["s", "l"]}}}

    async def decide() -> Any:
        async with askwell.AsyncClient(askwell_service.address) as client:
            return await approve(client, "publish", arguments, schema=schema, key=f"a-{uuid.uuid4()}")

    askwell_person.answers({"approve": True, "tags": '["a", "b"]', "argument-1": "no", "size": "l"})
    decision = asyncio.run(decide())
    assert decision.arguments == {"tags": ["a", "b"], "approve": "no", "options": {"x": 1}, "size": "l"}
    assert decision.changed
    askwell_person.answers({"approve": True, "tags": "[broken"})
    with pytest.raises(askwell.AskwellError, match="no JSON three times"):
        asyncio.run(decide())


def test_example_of_the_core_runs(askwell_service: ServiceProcess, askwell_person: Person) -> None:
    askwell_person.answers({"environment": "production", "replicas": 3})
    printed = run_example(askwell_service, "approve_deployment.py", f"9.{uuid.uuid4()}")
    assert printed.startswith("answer here: http://127.0.0.1:")
    assert printed.endswith("to production, 3 replicas")
