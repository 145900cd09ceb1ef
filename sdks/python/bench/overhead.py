"""Measures what the library costs beside raw HTTP: a question, its answer and its outcome, in one run.

    cargo build --release -p askwell-cli
    cd sdks/python && pip install aiohttp httpx2
    ASKWELL_BINARY=../../target/release/askwell python bench/overhead.py
    python bench/overhead.py --quick    # briefly; never fails

All sides send the same three calls (create, submit, wait) to the same service over one kept connection, in turns.
The raw sides write their JSON by hand. `Client` is compared with `http.client` of the standard library, and
`AsyncClient` with aiohttp and httpx2, which programs use. The best round of each side counts. The program fails if the
library takes more than 1.5 times as long as any of them. A bare stream of asyncio, which reads nothing but the length
of a response and has no timeouts, is printed as a limit.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import sys
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import httpx2

import askwell
from askwell.testing import ServiceProcess

TARGET = 1.5
FORM: dict[str, Any] = {
    "id": "bool",
    "title": "Deploy 1.4.2?",
    "fields": [{"id": "answer", "type": "boolean", "label": "Answer", "required": True}],
}


class Raw:
    """What a program without a library sends."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc)

    def call(self, method: str, **params: Any) -> Any:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        self._connection.request("POST", "/rpc", body, {"content-type": "application/json"})
        return json.loads(self._connection.getresponse().read())["result"]

    def ask(self) -> bool:
        created = self.call("elicitation/create", formDefinition=FORM, idempotencyKey=str(uuid.uuid4()))
        id_ = created["elicitationId"]
        self.call("elicitation/submit", elicitationId=id_, responses={"answer": True})
        outcome = self.call("elicitation/wait", elicitationId=id_, timeoutMs=25_000)
        return bool(outcome["status"] == "completed" and outcome["result"]["answer"])


class AsyncRaw:
    """The same from asyncio; how a call is sent is left open."""

    async def call(self, method: str, **params: Any) -> Any:
        raise NotImplementedError

    async def ask(self) -> bool:
        created = await self.call("elicitation/create", formDefinition=FORM, idempotencyKey=str(uuid.uuid4()))
        id_ = created["elicitationId"]
        await self.call("elicitation/submit", elicitationId=id_, responses={"answer": True})
        outcome = await self.call("elicitation/wait", elicitationId=id_, timeoutMs=25_000)
        return bool(outcome["status"] == "completed" and outcome["result"]["answer"])

    async def close(self) -> None:
        raise NotImplementedError


class HttpxRaw(AsyncRaw):
    """With httpx2."""

    def __init__(self, address: str) -> None:
        self._client = httpx2.AsyncClient(base_url=address)

    async def call(self, method: str, **params: Any) -> Any:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return (await self._client.post("/rpc", json=body, timeout=40)).json()["result"]

    async def close(self) -> None:
        await self._client.aclose()


class AiohttpRaw(AsyncRaw):
    """With aiohttp."""

    def __init__(self, address: str) -> None:
        self._url = f"{address}/rpc"
        self._session: aiohttp.ClientSession | None = None

    async def call(self, method: str, **params: Any) -> Any:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        async with self._session.post(self._url, json=body) as response:
            return (await response.json())["result"]

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()


class StreamRaw(AsyncRaw):
    """With nothing but a stream of asyncio."""

    def __init__(self, address: str) -> None:
        self._netloc = urlsplit(address).netloc
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, **params: Any) -> Any:
        if self._streams is None:
            host, port = self._netloc.split(":")
            self._streams = await asyncio.open_connection(host, int(port))
        reader, writer = self._streams
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        head = f"POST /rpc HTTP/1.1\r\nhost: {self._netloc}\r\ncontent-type: application/json\r\n"
        writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0])
        return json.loads(await reader.readexactly(length))["result"]

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()


def ask_with_client(client: askwell.Client) -> bool:
    elicitation = client.create("Deploy 1.4.2?", bool)
    client.submit(elicitation, {"answer": True})
    return client.wait(elicitation).unwrap()


async def ask_with_async_client(client: askwell.AsyncClient) -> bool:
    elicitation = await client.create("Deploy 1.4.2?", bool)
    await client.submit(elicitation, {"answer": True})
    return (await client.wait(elicitation)).unwrap()


def time_round(count: int, ask: Callable[[], bool]) -> float:
    start = time.perf_counter()
    for _ in range(count):
        assert ask()
    return (time.perf_counter() - start) / count


async def time_async_round(count: int, ask: Callable[[], Awaitable[bool]]) -> float:
    start = time.perf_counter()
    for _ in range(count):
        assert await ask()
    return (time.perf_counter() - start) / count


def measure(address: str, rounds: int, count: int) -> dict[str, float]:
    """Returns the best time of each side for one question, in seconds."""
    raw, peers = Raw(address), {"asyncio": StreamRaw(address), "aiohttp": AiohttpRaw(address)}
    async_peers: dict[str, AsyncRaw] = {**peers, "httpx2": HttpxRaw(address)}
    async_client = askwell.AsyncClient(address)
    best: dict[str, list[float]] = {}
    loop = asyncio.new_event_loop()
    with askwell.Client(address) as client:
        for _ in range(rounds):
            best.setdefault("http.client", []).append(time_round(count, raw.ask))
            best.setdefault("Client", []).append(time_round(count, lambda: ask_with_client(client)))
            for name, peer in async_peers.items():
                best.setdefault(name, []).append(loop.run_until_complete(time_async_round(count, peer.ask)))
            ask = time_async_round(count, lambda: ask_with_async_client(async_client))
            best.setdefault("AsyncClient", []).append(loop.run_until_complete(ask))
        for peer in async_peers.values():
            loop.run_until_complete(peer.close())
        loop.run_until_complete(async_client.close())
    loop.close()
    return {name: min(times) for name, times in best.items()}


LIMIT = "asyncio"
PEERS = {"http.client": "Client", "asyncio": "AsyncClient", "aiohttp": "AsyncClient", "httpx2": "AsyncClient"}


def main(quick: bool) -> int:
    rounds, count = (3, 50) if quick else (20, 200)
    with ServiceProcess() as service:
        best = measure(service.address, rounds, count)
    for name, seconds in best.items():
        ratio = f"   {PEERS[name]} takes {best[PEERS[name]] / seconds:.2f} times as long" if name in PEERS else ""
        print(f"{name:<12} {seconds * 1e6:8.0f} µs per question{ratio}")
    missed = max(best[ours] / best[peer] for peer, ours in PEERS.items() if peer != LIMIT) > TARGET
    if missed and not quick:
        print(f"the library takes more than {TARGET} times as long as raw HTTP")
    return int(missed and not quick)


if __name__ == "__main__":
    sys.exit(main("--quick" in sys.argv[1:]))
