"""MCP servers that ask people: one call for every client, in both eras of the protocol.

Works in tools of `mcp` 1.x (`mcp.server.fastmcp`), `mcp` 2.x (`MCPServer`) and FastMCP:

    @server.tool()
    @asks
    async def deploy(version: str, ctx: Context) -> str:
        outcome = await ask(ctx, f"Deploy {version}?", Deployment)
        ...

The question is an elicitation at the service, so that it has a page, a deadline and an audit trail. The client shows
it as its own dialog where it can. Secrets, files and conditions, and clients without dialogs, get the page: as a URL
that the client opens, or as a link in the result. The first answer counts, from the dialog or from the page.

A tool may run more than once: with a modern client, it runs again from its beginning when the answer is there. Ask
first and act afterwards.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import time
import uuid
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, overload

from .async_client import AsyncClient
from .errors import AlreadyClosed, AskwellError, InvalidAnswer, Problem
from .mcp_call import ToolCall
from .mcp_dialog import fits_dialog, link_text, message_of, requested_schema
from .outcome import Outcome
from .question import UNSET, Elicitation
from .wire import OPEN

if TYPE_CHECKING:
    from typing_extensions import TypeForm, Unpack

    from .question import AskOptions, DocumentOptions

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

PAGE_WAIT = 20.0
"""How long a call of a modern client waits for a page before the client has to call again."""
CALL_LIMIT = 50.0
"""How long a call without a progress token waits: many clients end it after a minute."""
HEADLESS = 0.4
"""A refusal within this time comes from a client without a person; the call then ends with a link."""
_PROGRESS_EVERY = 10.0
_MAX_LINKS = 10_000


class _EndCall(BaseException):
    """Ends a tool call that cannot go on yet. Not an `Exception`, so that a tool does not catch it by mistake."""

    def __init__(self, result: Any, text: str | None, call: ToolCall) -> None:
        super().__init__(text)
        self.result, self.text, self.call = result, text, call


@dataclass
class _Running:
    """The tool call that runs in this task."""

    identity: str
    asked: set[str] = field(default_factory=lambda: cast("set[str]", set()))


_running: ContextVar[_Running | None] = ContextVar("askwell_mcp_call", default=None)
# Questions whose link was given out, by call and name, so that the same call finds its answer.
_links: dict[tuple[str, str], str] = {}


def asks(tool: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    """Marks a tool that asks; stands below `@server.tool()`.

    A call that has to wait for a person ends with what the client needs for that: a question, or a link.
    """

    @functools.wraps(tool)
    async def call(*args: P.args, **kwargs: P.kwargs) -> R:
        given = [value for value in (*args, *kwargs.values()) if not hasattr(value, "request_context")]
        identity = hashlib.sha256(repr((tool.__module__, tool.__qualname__, given)).encode()).hexdigest()
        token = _running.set(_Running(identity))
        try:
            return await tool(*args, **kwargs)
        except _EndCall as end:
            if end.result is not None:
                return cast("R", end.result)
            if tool.__annotations__.get("return") in (None, str, "str"):
                return cast("R", end.text)
            raise end.call.tool_error(end.text or "") from None
        finally:
            _running.reset(token)

    return call


@overload
async def ask(
    ctx: Any, message: str, type: TypeForm[T], *, client: AsyncClient | None = None, **options: Unpack[AskOptions]
) -> Outcome[T]: ...
@overload
async def ask(
    ctx: Any, message: str, *, client: AsyncClient | None = None, **options: Unpack[AskOptions]
) -> Outcome[str]: ...
@overload
async def ask(
    ctx: Any,
    message: str | None = None,
    *,
    type: TypeForm[T],
    client: AsyncClient | None = None,
    **options: Unpack[DocumentOptions],
) -> Outcome[T]: ...
@overload
async def ask(
    ctx: Any, message: str | None = None, *, client: AsyncClient | None = None, **options: Unpack[DocumentOptions]
) -> Outcome[Any]: ...
async def ask(
    ctx: Any, message: str | None = None, type: Any = UNSET, *, client: AsyncClient | None = None, **options: Any
) -> Outcome[Any]:
    """Asks the person behind an MCP client; `ctx` is the context of the tool. Takes what `askwell.ask` takes.

    With a `key`, the same question is found after a restart of the server, by every caller. Without one, each call
    asks anew; only a call that ended with a link finds its question when the same principal repeats it with the same
    arguments. Callers without an access token count as one principal.
    """
    running = _running.get()
    if running is None:
        raise AskwellError("this tool asks; put @askwell.mcp.asks below its @server.tool()")
    name = str(options.get("key") or f"question-{len(running.asked) + 1}")
    if name in running.asked:
        raise AskwellError(f"the key {name!r} is used twice in one call; each question needs its own")
    running.asked.add(name)
    own = AsyncClient() if client is None else client
    try:
        call = ToolCall(ctx)
        stored = call.stored()
        place = (running.identity + call.principal(), name)
        key = options.pop("key", None) or stored.get(name) or _links.get(place) or f"py:{uuid.uuid4()}"
        asked: dict[str, Any] = {"message": message, "type": type, "mode": "url", **options, "key": key}
        elicitation: Elicitation[Any] = await own.create(**asked)
        question = _Question(own, call, elicitation, name, {**stored, name: key}, place)
        outcome = await question.outcome()
        _links.pop(place, None)
        return outcome
    finally:
        if client is None:
            await asyncio.shield(own.close())


@dataclass
class _Question:
    """One question of one call, on its way to the person."""

    client: AsyncClient
    call: ToolCall
    elicitation: Elicitation[Any]
    name: str
    state: dict[str, str]
    place: tuple[str, str]

    @property
    def form(self) -> dict[str, Any]:
        return dict(self.elicitation.form or {"title": "Open this page", "fields": [{"type": "file"}]})

    async def outcome(self) -> Outcome[Any]:
        if self.elicitation.status not in OPEN:
            return await self.client.wait(self.elicitation)
        dialog = self.call.shows_forms and fits_dialog(self.form)
        if self.call.is_modern:
            return await self._modern(dialog)
        return await self._legacy(dialog)

    async def _modern(self, dialog: bool) -> Outcome[Any]:
        response = self.call.responses.get(self.name)
        problems: list[Problem] = []
        if response is not None:
            if dialog or response.action != "accept":
                problems = await self._apply(response)
                if not problems:
                    return await self.client.wait(self.elicitation)
            else:
                # Consent to open the page is no answer.
                done, _ = await self._wait(PAGE_WAIT)
                if done is not None:
                    return done
        if dialog:
            message, schema = message_of(self.form, problems), requested_schema(self.form)
            params: dict[str, Any] = {"mode": "form", "message": message, "requested_schema": schema}
        elif self.call.shows_pages:
            params = {"mode": "url", "message": message_of(self.form), "url": self._url()}
        else:
            raise self._link()
        raise _EndCall(self.call.input_required(self.name, params, self.state), None, self.call)

    async def _legacy(self, dialog: bool) -> Outcome[Any]:
        problems: list[Problem] = []
        while dialog:
            prompt = self.call.show_form(message_of(self.form, problems), requested_schema(self.form))
            done, response = await self._race(prompt)
            if done is not None:
                return done
            if response is None:
                break
            problems = await self._apply(response)
            if not problems:
                return await self.client.wait(self.elicitation)
        if not dialog and self.call.shows_pages:
            done, response = await self._race(
                self.call.show_page(message_of(self.form), self._url(), self.elicitation.id)
            )
            if response is not None and response.action != "accept":
                await self._apply(response)
            if response is not None and done is None:
                done, _ = await self._wait(None if self.call.has_progress_token else CALL_LIMIT)
            if done is not None:
                await self.call.tell_page_done(self.elicitation.id)
                return done
        raise self._link()

    async def _race(self, prompt: Awaitable[Any]) -> tuple[Outcome[Any] | None, Any]:
        """Waits for the client's answer or the page's: `(outcome, None)`, `(None, response)`, or neither."""
        started = time.monotonic()
        asking = asyncio.ensure_future(prompt)
        try:
            limit = None if self.call.has_progress_token else CALL_LIMIT
            done, _ = await self._wait(limit, asking)
            if done is not None:
                return done, None
            if not asking.done():
                return None, None
            try:
                response = asking.result()
            except Exception:
                # The client announced a mode that it cannot show: the next way is tried.
                return None, None
            quick = time.monotonic() - started < HEADLESS
            if response.action != "accept" and quick:
                return None, None
            return None, response
        finally:
            if not asking.done():
                asking.cancel()

    async def _wait(
        self, limit: float | None, other: asyncio.Future[Any] | None = None
    ) -> tuple[Outcome[Any] | None, None]:
        """Waits until the elicitation is closed, `other` is done, or the time is over."""
        waiting = asyncio.ensure_future(self.client.wait(self.elicitation))
        started = time.monotonic()
        try:
            while True:
                passed = time.monotonic() - started
                pause = _PROGRESS_EVERY if limit is None else min(_PROGRESS_EVERY, max(limit - passed, 0))
                both = {waiting} if other is None else {waiting, other}
                await asyncio.wait(both, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
                if waiting.done():
                    return waiting.result(), None
                passed = time.monotonic() - started
                if (other is not None and other.done()) or (limit is not None and passed >= limit):
                    return None, None
                await self.call.report_progress(passed)
        finally:
            if not waiting.done():
                waiting.cancel()

    async def _apply(self, response: Any) -> list[Problem]:
        """Gives the client's answer to the service. Returns the problems, if it has to be corrected."""
        try:
            if response.action == "decline":
                await self.client.decline(self.elicitation)
            elif response.action == "cancel":
                await self.client.cancel(self.elicitation)
            else:
                known = {field["id"] for field in self.form["fields"]}
                given: dict[str, Any] = response.content or {}
                content = {name: value for name, value in given.items() if name in known}
                await self.client.submit(self.elicitation, content)
        except InvalidAnswer as error:
            return list(error.problems) if error.tries_left else []
        except AlreadyClosed:
            # The page was quicker.
            pass
        return []

    def _url(self) -> str:
        return self.elicitation.url or f"{self.client.address}/inbox"

    def _link(self) -> _EndCall:
        """Remembers that the link is given out, and returns the end of the call."""
        while len(_links) >= _MAX_LINKS:
            del _links[next(iter(_links))]
        _links[self.place] = self.state[self.name]
        text = link_text(self.form, self._url(), self.elicitation.code)
        return _EndCall(None, text, self.call)
