"""openai-agents: people approve tool calls, and can edit their arguments.

Give a function tool `needs_approval=True` and call `run` in place of `Runner.run`.
"""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from agents import Agent, FunctionTool, Runner, RunResult, RunState
from agents.items import ToolApprovalItem

from .approval import approve
from .async_client import AsyncClient
from .errors import AskwellError
from .json_values import is_object

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .question import AskOptions


async def resolve(
    state: RunState[Any, Any], *, client: AsyncClient | None = None, **options: Unpack[AskOptions]
) -> None:
    """Asks a person about every interruption of a run, and approves or rejects it in the state.

    The id of a tool call is part of its key, so that a program which stored the state and crashed finds its
    questions.
    """
    own = AsyncClient() if client is None else client
    prefix = options.pop("key", "openai-agents")

    async def decide(item: ToolApprovalItem) -> None:
        arguments = _arguments(item)
        call_id = _member(item, "call_id") or _member(item, "id")
        asked: AskOptions = {**options, "key": f"{prefix}:{call_id}"}
        decision = await approve(own, item.name or "a tool", arguments, **asked)
        if not decision.approved:
            state.reject(item, rejection_message=decision.reason)
            return
        if decision.changed:
            _replace_arguments(item, str(call_id), json.dumps(decision.arguments))
        state.approve(item)

    try:
        await asyncio.gather(*(decide(item) for item in state.get_interruptions()))
    finally:
        if client is None:
            await own.close()


async def run(
    agent: Agent[Any],
    input: Any,
    *,
    client: AsyncClient | None = None,
    run_options: dict[str, Any] | None = None,
    **options: Unpack[AskOptions],
) -> RunResult:
    """Runs an agent to its end, with a person's decision for every call that needs approval.

    `input` is what `Runner.run` takes, including a state that was stored. `run_options` are its other arguments.
    """
    further = run_options or {}
    result = await Runner.run(agent, input, **further)
    while result.interruptions:
        state = result.to_state()
        await resolve(state, client=client, **options)
        result = await Runner.run(agent, state, **further)
    return result


def _member(item: ToolApprovalItem, name: str) -> Any:
    raw: Any = item.raw_item
    return raw.get(name) if is_object(raw) else getattr(raw, name, None)


def _arguments(item: ToolApprovalItem) -> dict[str, Any]:
    text = _member(item, "arguments")
    try:
        arguments: Any = json.loads(text) if text else {}
    except (ValueError, TypeError):
        arguments = None
    if not is_object(arguments):
        raise AskwellError(f"the arguments of {item.name} are no JSON object, so that nobody can review them")
    return dict(arguments)


def _replace_arguments(item: ToolApprovalItem, call_id: str, arguments: str) -> None:
    """Makes the tool run with other arguments in this call.

    The framework identifies a call by its id and its arguments, so that the call itself must not change.
    """
    tools: list[Any] = list(getattr(item.agent, "tools", None) or [])
    tool = next((tool for tool in tools if isinstance(tool, FunctionTool) and tool.name == item.name), None)
    if tool is None:
        raise AskwellError(
            f"the arguments of {item.name} were edited, but only function tools of the agent itself can run with "
            "edited arguments; nothing was approved"
        )
    edited: dict[str, str] | None = getattr(tool.on_invoke_tool, "askwell_edited", None)
    if edited is None:
        edited = {}
        tool.on_invoke_tool = _editable(tool.on_invoke_tool, edited)
    edited[call_id] = arguments


def _editable(invoke: Callable[..., Any], edited: dict[str, str]) -> Callable[..., Any]:
    @functools.wraps(invoke)
    async def invoke_edited(context: Any, arguments: str) -> Any:
        return await invoke(context, edited.pop(str(context.tool_call_id), arguments))

    setattr(invoke_edited, "askwell_edited", edited)  # noqa: B010 - functions have no such attribute
    return invoke_edited
