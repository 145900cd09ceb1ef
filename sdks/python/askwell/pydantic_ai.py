"""pydantic-ai: people approve tool calls, and can edit their arguments.

Give a tool `requires_approval=True`, add `DeferredToolRequests` to the output types of the agent, and call `run`.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic_ai import Agent
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import DeferredToolRequests, DeferredToolResults, ToolApproved, ToolDenied

from .approval import approve
from .async_client import AsyncClient

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .question import AskOptions


async def resolve(
    requests: DeferredToolRequests, *, client: AsyncClient | None = None, **options: Unpack[AskOptions]
) -> DeferredToolResults:
    """Asks a person about every call that needs approval, and returns the results for the next run.

    The id of a tool call is part of its key, so that a crashed program which asks again finds its questions.
    """
    own = AsyncClient() if client is None else client
    prefix = options.pop("key", "pydantic-ai")

    async def decide(call: ToolCallPart) -> ToolApproved | ToolDenied:
        asked: AskOptions = {**options, "key": f"{prefix}:{call.tool_call_id}"}
        decision = await approve(own, call.tool_name, call.args_as_dict(), **asked)
        if not decision.approved:
            return ToolDenied(decision.reason)
        return ToolApproved(override_args=decision.arguments if decision.changed else None)

    try:
        decisions = await asyncio.gather(*(decide(call) for call in requests.approvals))
    finally:
        if client is None:
            await own.close()
    results = DeferredToolResults()
    for call, decision in zip(requests.approvals, decisions, strict=True):
        results.approvals[call.tool_call_id] = decision
    return results


async def run(
    agent: Agent[Any, Any],
    prompt: str,
    *,
    client: AsyncClient | None = None,
    deps: Any = None,
    **options: Unpack[AskOptions],
) -> Any:
    """Runs an agent to its end, with a person's decision for every call that needs approval.

    Returns the result of the last run; its `output` is what the agent says.
    """
    result = await agent.run(prompt, deps=deps)
    while isinstance(result.output, DeferredToolRequests) and result.output.approvals:
        decided = await resolve(result.output, client=client, **options)
        result = await agent.run(message_history=result.all_messages(), deferred_tool_results=decided, deps=deps)
    return result
