"""Event streams resume where they were, across restarts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import askwell
from askwell.events import EventReader
from askwell.testing import ServiceProcess


def test_stream_continues_after_a_restart(tmp_path: Path) -> None:
    async def watch(service: ServiceProcess) -> list[tuple[str, str]]:
        async with askwell.AsyncClient(service.address) as client:
            before = await client.create("Before", bool)
            stream = client.events()
            # The stream has its position before anything happens: the next line is not a guess.
            first = asyncio.ensure_future(anext(stream))
            while not first.done():
                last = await client.create("One", bool)
                await asyncio.wait([first], timeout=0.2)
            seen = [await first]
            assert seen[0].elicitation_id != before.id
            await asyncio.to_thread(service.restart)
            two = await client.create("Two", bool)
            await client.decline(two, "no")
            while seen[-1].elicitation_id != two.id or seen[-1].type != "declined":
                seen.append(await anext(stream))
            positions = [int(event.position) for event in seen]
            assert positions == list(range(positions[0], positions[0] + len(positions)))
            assert last.id in [event.elicitation_id for event in seen]
            again = client.events(after=seen[0].position)
            assert [await anext(again) for _ in seen[1:]] == seen[1:]
            await stream.aclose()
            await again.aclose()
            return [(event.type, str(event.data.get("declineReason", ""))) for event in seen[-2:]]

    with ServiceProcess(data=tmp_path / "data") as service:
        assert asyncio.run(asyncio.wait_for(watch(service), 60)) == [("created", ""), ("declined", "no")]


def test_recreated_data_are_reported_as_missed(askwell_service: ServiceProcess) -> None:
    async def first() -> str:
        async with askwell.AsyncClient(askwell_service.address) as client:
            async for event in client.events(after=str(2**62)):
                return event.type
        return "none"

    assert asyncio.run(asyncio.wait_for(first(), 30)) == "missed"


def test_sync_events_are_the_same(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create("Deploy?", bool)
    askwell_client.cancel(elicitation)
    seen: list[str] = []
    for event in askwell_client.events(after="0"):
        if event.elicitation_id == elicitation.id:
            seen.append(event.type)
            if event.type == "cancelled":
                break
    assert seen == ["created", "cancelled"]


def test_reader_joins_split_chunks() -> None:
    text = (
        b': listening\n\nid: 7\r\ndata: {"jsonrpc":"2.0","method":"notifications/elicitation/opened",'
        b'"params":{"elicitationId":"elic_1"}}\r\n\r\nid: 8\ndata: not json\n\n'
    )
    whole = list(EventReader().feed(text))
    reader = EventReader()
    split = [event for position in range(len(text)) for event in reader.feed(text[position : position + 1])]
    assert split == whole
    assert [(event.position, event.type, event.elicitation_id) for event in whole] == [("7", "opened", "elic_1")]
