"""LangGraph: interrupts become questions, and answers resume the graph, also after a crash."""

from __future__ import annotations

import asyncio
import operator
import os
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest

import askwell
from askwell.testing import Person, ServiceProcess

pytest.importorskip("langgraph")

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from test_agents import run_example

import askwell.langgraph


class State(TypedDict, total=False):
    seen: Annotated[list[Any], operator.add]


def graph(saver: Any) -> Any:
    def first(state: State) -> State:
        return {"seen": [askwell.langgraph.ask("How many?", int).unwrap()]}

    def second(state: State) -> State:
        return {"seen": [interrupt("A word, please")]}

    def third(state: State) -> State:
        outcome = askwell.langgraph.ask("Sure?", bool)
        return {"seen": [outcome.status]}

    builder = StateGraph(State)
    for name, node in (("first", first), ("second", second), ("third", third)):
        builder.add_node(name, node)
    # The first two run at the same time, and so do their questions.
    builder.add_edge(START, "first")
    builder.add_edge(START, "second")
    builder.add_edge(["first", "second"], "third")
    builder.add_edge("third", END)
    return builder.compile(checkpointer=saver)


def test_example_runs(askwell_service: ServiceProcess, askwell_person: Person) -> None:
    askwell_person.answers(True)
    assert run_example(askwell_service, "langgraph_approval.py", str(uuid.uuid4())) == "deployed"
    askwell_person.declines()
    assert run_example(askwell_service, "langgraph_approval.py", str(uuid.uuid4())) == "not deployed"


def test_interrupts_of_all_kinds_are_answered(askwell_client: askwell.Client, askwell_person: Person) -> None:
    askwell_person.answers(3, to="How many").answers("yes", to="A word").declines(to="Sure")
    config: Any = {"configurable": {"thread_id": str(uuid.uuid4())}}
    final = asyncio.run(askwell.langgraph.run(graph(InMemorySaver()), {"seen": []}, config))
    assert sorted(final["seen"], key=str) == [3, "declined", "yes"]


PROGRAM = """
import asyncio, os, sys
sys.path.insert(0, sys.argv[3])
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
import askwell.langgraph, test_langgraph
async def main():
    async with AsyncSqliteSaver.from_conn_string(sys.argv[1]) as saver:
        graph = test_langgraph.graph(saver)
        config = {"configurable": {"thread_id": "t"}}
        started = (await graph.aget_state(config)).created_at is not None
        crash = (lambda made: os._exit(9)) if sys.argv[2] == "crash" else (lambda made: None)
        final = await askwell.langgraph.run(graph, None if started else {"seen": []}, config, on_created=crash)
        print(sorted(final["seen"], key=str))
asyncio.run(main())
"""


def test_crashed_program_continues_its_thread(tmp_path: Path) -> None:
    with ServiceProcess() as service, askwell.Client(service.address) as client:

        def run(mode: str) -> str:
            environment = {**os.environ, "ASKWELL_SERVICE": service.address}
            command = [sys.executable, "-c", PROGRAM, str(tmp_path / "state.db"), mode, str(Path(__file__).parent)]
            return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120).stdout

        assert run("crash") == ""
        before = {entry["elicitationId"] for entry in client.elicitations("pending")}
        assert 1 <= len(before) <= 2
        with Person(service.address) as person:
            person.answers(3, to="How many").answers("yes", to="A word").declines(to="Sure")
            for entry in list(client.elicitations("pending")):
                client.submit(entry["elicitationId"], {"answer": 3 if "many" in entry["prompt"] else "yes"})
            assert run("stay") == "[3, 'declined', 'yes']\n"
        assert before <= {entry["elicitationId"] for entry in client.elicitations("completed")}
        assert len(list(client.elicitations())) == 3
        assert AsyncSqliteSaver is not None
