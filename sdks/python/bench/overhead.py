"""Measures what the library costs beside raw HTTP: a question, its answer and its outcome, in one run.

    python bench/overhead.py            # fails if the library takes more than 1.5 times as long
    python bench/overhead.py --quick    # briefly; never fails

All sides send the same three calls (create, submit, wait) to the same service over one kept connection, in turns.
The raw sides write their JSON by hand: `Client` is compared with `http.client` of the standard library, which has no
async counterpart, and `AsyncClient` with httpx2. The best round of each side counts.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import sys
import time
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

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
    """The same from asyncio."""

    def __init__(self, address: str) -> None:
        self._client = httpx2.AsyncClient(base_url=address)

    async def call(self, method: str, **params: Any) -> Any:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return (await self._client.post("/rpc", json=body, timeout=40)).json()["result"]

    async def ask(self) -> bool:
        created = await self.call("elicitation/create", formDefinition=FORM, idempotencyKey=str(uuid.uuid4()))
        id_ = created["elicitationId"]
        await self.call("elicitation/submit", elicitationId=id_, responses={"answer": True})
        outcome = await self.call("elicitation/wait", elicitationId=id_, timeoutMs=25_000)
        return bool(outcome["status"] == "completed" and outcome["result"]["answer"])

    async def close(self) -> None:
        await self._client.aclose()


class AsyncioRaw:
    """The same with nothing but a stream of asyncio."""

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

    async def ask(self) -> bool:
        created = await self.call("elicitation/create", formDefinition=FORM, idempotencyKey=str(uuid.uuid4()))
        id_ = created["elicitationId"]
        await self.call("elicitation/submit", elicitationId=id_, responses={"answer": True})
        outcome = await self.call("elicitation/wait", elicitationId=id_, timeoutMs=25_000)
        return bool(outcome["status"] == "completed" and outcome["result"]["answer"])

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


def main(quick: bool) -> int:
    rounds, count = (3, 50) if quick else (12, 200)
    with ServiceProcess() as service, askwell.Client(service.address) as client:
        raw, async_raw, stream = Raw(service.address), AsyncRaw(service.address), AsyncioRaw(service.address)
        loop = asyncio.new_event_loop()
        async_client = askwell.AsyncClient(service.address)
        sides: dict[str, Callable[[], bool]] = {
            "http.client": raw.ask,
            "Client": lambda: ask_with_client(client),
            "asyncio": lambda: loop.run_until_complete(stream.ask()),
            "httpx2": lambda: loop.run_until_complete(async_raw.ask()),
            "AsyncClient": lambda: loop.run_until_complete(ask_with_async_client(async_client)),
        }
        best = dict.fromkeys(sides, float("inf"))
        for _ in range(rounds):
            for name, ask in sides.items():
                best[name] = min(best[name], time_round(count, ask))
        loop.run_until_complete(async_client.close())
        loop.run_until_complete(async_raw.close())
        loop.run_until_complete(stream.close())
        loop.close()
    ratios = {"Client": best["Client"] / best["http.client"], "AsyncClient": best["AsyncClient"] / best["httpx2"]}
    for name, seconds in best.items():
        ratio = f"{ratios[name]:5.2f}" if name in ratios else ""
        print(f"{name:<12} {seconds * 1e6:8.0f} µs per question   {ratio}")
    missed = max(ratios.values()) > TARGET
    if missed and not quick:
        print(f"the library takes more than {TARGET} times as long as raw HTTP")
    return int(missed and not quick)


if __name__ == "__main__":
    sys.exit(main("--quick" in sys.argv[1:]))
