"""A LangGraph graph that asks a person in one of its nodes.

askwell serve &
python examples/langgraph_approval.py
"""

from __future__ import annotations

import asyncio
import sys
from typing import TypedDict

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

import askwell
import askwell.langgraph


class State(TypedDict, total=False):
    version: str
    result: str


def approve(state: State) -> State:
    outcome = askwell.langgraph.ask(f"Deploy {state.get('version')}?", bool)
    go = isinstance(outcome, askwell.Accepted) and outcome.value
    return {"result": "deployed" if go else "not deployed"}


async def main() -> None:
    builder = StateGraph(State)
    builder.add_node("approve", approve)
    builder.add_edge(START, "approve")
    builder.add_edge("approve", END)
    # A checkpointer on disk continues after a crash: run(graph, None, config) finds the open question.
    graph = builder.compile(checkpointer=InMemorySaver())
    thread = sys.argv[1] if len(sys.argv) > 1 else "release-1.4.2"
    config: RunnableConfig = {"configurable": {"thread_id": thread}}
    final = await askwell.langgraph.run(graph, {"version": "1.4.2"}, config, timeout=600)
    print(final["result"])


if __name__ == "__main__":
    asyncio.run(main())
