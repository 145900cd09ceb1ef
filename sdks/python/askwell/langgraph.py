"""LangGraph: a node asks with `ask`, and `run` carries interrupts to people and their answers back.

The state of the graph is in its checkpointer, and the question is at the service. After a crash, `run` with the
same thread finds both: nobody is asked twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from langchain_core.runnables import RunnableConfig
from langgraph.types import Command, Interrupt, interrupt

from .async_client import AsyncClient
from .core import outcome_of
from .errors import AskwellError
from .forms import title_of
from .json_values import is_object
from .outcome import Outcome
from .question import UNSET, question_of
from .schema_form import Layout, lay_out
from .wire import CreateParams, OutcomeMessage

if TYPE_CHECKING:
    from typing_extensions import TypeForm, Unpack

    from .question import AskOptions, DocumentOptions

T = TypeVar("T")

_MARK = "askwell"


@overload
def ask(message: str, type: TypeForm[T], **options: Unpack[AskOptions]) -> Outcome[T]: ...
@overload
def ask(message: str, **options: Unpack[AskOptions]) -> Outcome[str]: ...
@overload
def ask(message: str | None = None, *, type: TypeForm[T], **options: Unpack[DocumentOptions]) -> Outcome[T]: ...
@overload
def ask(message: str | None = None, **options: Unpack[DocumentOptions]) -> Outcome[Any]: ...
def ask(message: str | None = None, type: Any = UNSET, **options: Any) -> Outcome[Any]:
    """Asks from inside a node: interrupts the graph, and returns the outcome when it is resumed.

    Takes what `askwell.ask` takes, except `key` and `on_created`: the interrupt identifies the question. As with
    every interrupt, the node runs again from its beginning when the answer is there.
    """
    if "key" in options or "on_created" in options:
        raise TypeError("the interrupt identifies the question; leave key and on_created out")
    question = question_of(message, type, **options)
    params: dict[str, Any] = {name: value for name, value in question.params.items() if name != "idempotencyKey"}
    resumed: Any = interrupt({_MARK: params})
    if not is_object(resumed) or "status" not in resumed:
        raise AskwellError(
            f"the graph was resumed with {resumed!r}; resume it with askwell.langgraph.run, or with the result of "
            "elicitation/wait"
        )
    return outcome_of(cast("OutcomeMessage", dict(resumed)), question.decode)


async def run(
    graph: Any,
    input: Any,
    config: RunnableConfig,
    *,
    client: AsyncClient | None = None,
    **options: Unpack[AskOptions],
) -> Any:
    """Runs a graph to its end: asks people for every interrupt, and resumes the graph with their answers.

    `config` needs a `thread_id`, and the graph a checkpointer. With `input=None` it continues a thread, also after
    a crash. Interrupts that are not from `ask` become questions as well: with `response_schema` as a form,
    otherwise as a text. They are resumed with the plain answer; if there is none, with `None`. `options` hold for
    all questions.
    """
    thread = cast("Mapping[str, Any]", config.get("configurable", {})).get("thread_id")
    if thread is None:
        raise AskwellError("config needs configurable.thread_id: it is what a crashed program continues with")
    own = AsyncClient() if client is None else client
    try:
        state = await graph.aget_state(config)
        pending: list[Interrupt[Any]] = list(state.interrupts) if input is None else []
        result: Any = None
        while True:
            if not pending:
                result = await graph.ainvoke(input, config)
                pending = list((await graph.aget_state(config)).interrupts)
            if not pending:
                return result
            answers = await asyncio.gather(*(_answer(own, thread, one, options) for one in pending))
            input = Command(resume={one.id: answer for one, answer in zip(pending, answers, strict=True)})
            pending = []
    finally:
        if client is None:
            await own.close()


async def _answer(client: AsyncClient, thread: Any, pending: Interrupt[Any], options: AskOptions) -> Any:
    value: Any = pending.value
    ours = is_object(value) and _MARK in value
    layout = None if ours else _layout(pending.response_schema)
    params = cast("CreateParams", dict(value[_MARK])) if layout is None else _foreign(value, layout)
    params["idempotencyKey"] = f"langgraph:{thread}:{pending.id}"
    message = await client.ask_raw(params, **options)
    if layout is None:
        return message
    result = message.get("result")
    return None if result is None else layout.value_of(result)


def _layout(schema: Any) -> Layout:
    """Returns the fields for an interrupt that another part of the graph made."""
    return lay_out(schema if is_object(schema) else {"type": "string"}, "response_schema")


def _foreign(value: Any, layout: Layout) -> CreateParams:
    text = value if isinstance(value, str) else str(value)
    return {"formDefinition": {"id": "interrupt", **title_of(text[:2000]), **layout.document()}}
