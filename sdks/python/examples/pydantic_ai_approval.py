"""A pydantic-ai agent whose tool needs approval. The person can edit the arguments of the call.

    askwell serve &
    python examples/pydantic_ai_approval.py

It uses a scripted model, so that it runs without an account; give your agent a real one.
"""

from __future__ import annotations

import asyncio

from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

import askwell.pydantic_ai


def scripted(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    for part in messages[-1].parts:
        if isinstance(part, ToolReturnPart):
            return ModelResponse(parts=[TextPart(f"the tool said: {part.content}")])
    return ModelResponse(parts=[ToolCallPart("delete_file", {"path": "/tmp/a.txt", "force": False})])


agent: Agent[None, str | DeferredToolRequests] = Agent(FunctionModel(scripted), output_type=[str, DeferredToolRequests])


@agent.tool_plain(requires_approval=True)
def delete_file(path: str, force: bool) -> str:
    """Deletes a file."""
    return f"deleted {path}{' by force' if force else ''}"


async def main() -> None:
    result = await askwell.pydantic_ai.run(agent, "Delete the file /tmp/a.txt", timeout=600)
    print(result.output)


if __name__ == "__main__":
    asyncio.run(main())
