"""MCP servers of the examples, as real processes, over stdio and HTTP, with real clients of both eras.

The same file runs with mcp 1.x and with mcp 2.x and FastMCP.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import os
import re
import sys
import uuid
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import askwell
from askwell.testing import Person, ServiceProcess

pytest.importorskip("mcp")

from mcp import StdioServerParameters

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"
IS_MCP_2 = importlib.util.find_spec("mcp_types") is not None
SERVERS = [("mcp1_server.py", "legacy")]
if IS_MCP_2:
    SERVERS = [(server, era) for server in ("mcp_server.py", "fastmcp_server.py") for era in ("legacy", "modern")]
PEERS = [(server, era, transport) for server, era in SERVERS for transport in ("stdio", "http")]

Answer = Callable[[Any], Awaitable[tuple[str, dict[str, Any] | None]]]
Call = Callable[[str, dict[str, Any]], Awaitable[str]]


@dataclass(frozen=True)
class Peer:
    """A server process, and how a client talks to it."""

    service: ServiceProcess
    server: str
    era: str
    transport: str

    @asynccontextmanager
    async def client(self, answer: Answer | None, fastest_person: float = 0.0) -> AsyncIterator[Call]:
        """A client of the installed SDK, connected to the server process."""
        environment = {**os.environ, "ASKWELL_SERVICE": self.service.address}
        program = [str(TESTS / "mcp_server_process.py"), str(EXAMPLES / self.server), self.transport]
        program.append(str(fastest_person))
        callback = None if answer is None else elicitation_callback(answer)
        if self.transport == "stdio":
            parameters = StdioServerParameters(command=sys.executable, args=program, env=environment)
            async with connect(parameters, self.era, callback) as call:
                yield call
            return
        process = await asyncio.create_subprocess_exec(
            sys.executable, *program, env=environment, stdin=DEVNULL, stdout=PIPE
        )
        try:
            assert process.stdout is not None
            address = (await process.stdout.readline()).decode().strip()
            async with connect(address, self.era, callback) as call:
                yield call
        finally:
            process.kill()
            await process.wait()


def elicitation_callback(answer: Answer) -> Any:
    """Returns the function by which a client shows dialogs."""
    types: Any = importlib.import_module("mcp_types" if IS_MCP_2 else "mcp.types")

    async def callback(_context: Any, params: Any) -> Any:
        action, content = await answer(params)
        return types.ElicitResult(action=action, content=content)

    return callback


@asynccontextmanager
async def connect(target: Any, era: str, callback: Any) -> AsyncIterator[Call]:
    """Connects a client to a command or an address."""

    def text_of(result: Any) -> str:
        return "".join(block.text for block in result.content if block.type == "text")

    if IS_MCP_2:
        from mcp import Client

        mode: Any = "legacy" if era == "legacy" else "auto"
        async with Client(target, mode=mode, elicitation_callback=callback) as session:
            assert (session.protocol_version == "2026-07-28") == (era == "modern")

            async def call(tool: str, arguments: dict[str, Any]) -> str:
                return text_of(await session.call_tool(tool, arguments))

            yield call
    else:
        from mcp import ClientSession  # type: ignore
        from mcp.client.stdio import stdio_client

        http: Any = importlib.import_module("mcp.client.streamable_http")
        streams: Any = http.streamable_http_client(target) if isinstance(target, str) else stdio_client(target)
        async with streams as (read, write, *_), ClientSession(read, write, elicitation_callback=callback) as one:  # type: ignore
            await one.initialize()

            async def call(tool: str, arguments: dict[str, Any]) -> str:
                return text_of(await one.call_tool(tool, arguments))

            yield call
            # The client fails if it closes while the server still has something to say, such as to a late answer.
            for _ in range(2):
                await one.send_ping()


def version() -> dict[str, str]:
    return {"version": str(uuid.uuid4())}


@pytest.fixture(params=PEERS, ids="-".join)
def peer(request: pytest.FixtureRequest, askwell_service: ServiceProcess) -> Peer:
    return Peer(askwell_service, *request.param)


def test_client_with_dialogs(peer: Peer, askwell_person: Person) -> None:
    seen: list[Any] = []
    script: list[Answer] = []

    async def answer(params: Any) -> tuple[str, dict[str, Any] | None]:
        seen.append(params)
        return await script[0](params)

    async def errs_then_corrects(params: Any) -> tuple[str, dict[str, Any] | None]:
        return "accept", {"environment": "production", "replicas": 99 if len(seen) == 1 else 3}

    async def declines(params: Any) -> tuple[str, dict[str, Any] | None]:
        return "decline", None

    async def opens_the_page(params: Any) -> tuple[str, dict[str, Any] | None]:
        askwell_person.answers({"token": "t" * 12}, to="The token")
        return "accept", None

    async def prefers_the_page(params: Any) -> tuple[str, dict[str, Any] | None]:
        askwell_person.answers({"replicas": 5}, to="Deploy")
        await asyncio.to_thread(wait_for, peer.service, params.message)
        # The page has answered, so that this comes too late.
        return "cancel", None

    async def converse() -> None:
        async with peer.client(answer) as call:

            async def said(behaves: Answer, tool: str, arguments: dict[str, str]) -> str:
                script[:], seen[:] = [behaves], []
                return await call(tool, arguments)

            # The page can answer before the dialog. The next calls read what the server says to the late answer.
            assert (await said(prefers_the_page, "deploy", version())).endswith("with 5 replicas")
            askwell_person.never_answers()
            # An invalid answer is asked again, with the problem in the message.
            deployed = version()
            text = await said(errs_then_corrects, "deploy", deployed)
            assert text == f"deployed {deployed['version']} to production with 3 replicas"
            assert [params.message.split("\n")[0] for params in seen] == [f"Deploy {deployed['version']}?"] * 2
            assert "Please correct the last answer:" in seen[1].message
            assert await said(declines, "deploy", version()) == "nothing was deployed: declined"
            # A secret is asked for on the page.
            text = await said(opens_the_page, "connect", {"service": str(uuid.uuid4())})
            assert text == "connected with 12 characters"
            assert (seen[0].mode, seen[0].url.startswith(peer.service.address)) == ("url", True)

    asyncio.run(asyncio.wait_for(converse(), 120))


# A modern client refuses with its next call, whose time tells nothing.
@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer[1] == "legacy"], indirect=True, ids="-".join)
def test_refusal_of_a_client_without_a_person_ends_with_a_link(peer: Peer) -> None:
    async def refuses(params: Any) -> tuple[str, dict[str, Any] | None]:
        return "cancel", None

    async def converse() -> None:
        async with peer.client(refuses, fastest_person=60) as call:
            assert "answer this on a page" in await call("deploy", version())

    asyncio.run(asyncio.wait_for(converse(), 120))


def test_client_without_dialogs(peer: Peer, askwell_person: Person) -> None:
    arguments = version()

    async def converse() -> None:
        async with peer.client(None) as call:
            link = await call("deploy", arguments)
            assert re.search(rf"open {re.escape(peer.service.address)}/\S+", link)
            assert "call this tool again" in link
            askwell_person.answers({"replicas": 4}, to="Deploy")
            await asyncio.to_thread(wait_for, peer.service, arguments["version"])
            assert (await call("deploy", arguments)).endswith("to staging with 4 replicas")
            # One answer serves one call: the next one asks again.
            askwell_person.never_answers()
            assert "answer this on a page" in await call("deploy", arguments)

    asyncio.run(asyncio.wait_for(converse(), 120))


def wait_for(service: ServiceProcess, words: str) -> None:
    """Waits until the person has answered."""
    with askwell.Client(service.address) as watcher:
        entry = next(entry for entry in watcher.elicitations() if words in entry["prompt"])
        watcher.wait(entry["elicitationId"])
