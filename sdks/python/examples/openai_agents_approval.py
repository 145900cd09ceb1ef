"""An agent of openai-agents whose tool needs approval. The person can edit the arguments of the call.

    askwell serve &
    python examples/openai_agents_approval.py

It uses a scripted model, so that it runs without an account; give your agent a real one.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

from agents import Agent, Model, ModelProvider, ModelResponse, RunConfig, function_tool
from agents.usage import Usage
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

import askwell.openai_agents


@function_tool(needs_approval=True)
def delete_file(path: str, force: bool) -> str:
    """Deletes a file."""
    return f"deleted {path}{' by force' if force else ''}"


class ScriptedModel(Model):
    """Calls the tool, and repeats what it says."""

    async def get_response(self, *args: Any, **kwargs: Any) -> ModelResponse:
        given: Any = kwargs.get("input", args[1] if len(args) > 1 else "")
        outputs = [item for item in given if isinstance(item, dict) and item.get("type") == "function_call_output"]
        if outputs:
            text = ResponseOutputText(
                text=f"the tool said: {outputs[-1]['output']}", type="output_text", annotations=[]
            )
            item: Any = ResponseOutputMessage(
                id="m1", content=[text], role="assistant", status="completed", type="message"
            )
        else:
            item = ResponseFunctionToolCall(
                call_id=f"call-{uuid.uuid4()}",
                name="delete_file",
                arguments='{"path": "/tmp/a.txt", "force": false}',
                type="function_call",
            )
        return ModelResponse(output=[item], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        raise NotImplementedError("this example does not stream")


class ScriptedProvider(ModelProvider):
    """Provides the scripted model under every name."""

    def get_model(self, model_name: str | None) -> Model:
        return ScriptedModel()


async def main() -> None:
    agent = Agent(name="cleaner", instructions="Delete what is asked for.", tools=[delete_file])
    config = RunConfig(model_provider=ScriptedProvider(), tracing_disabled=True)
    result = await askwell.openai_agents.run(
        agent, "Delete the file /tmp/a.txt", run_options={"run_config": config}, timeout=600
    )
    print(result.final_output)


if __name__ == "__main__":
    asyncio.run(main())
