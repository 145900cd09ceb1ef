"""Files are streamed in both directions."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import BaseModel

import askwell
from askwell.testing import Person, ServiceProcess, Upload

Text = Annotated[askwell.File, askwell.FileRules(extensions=[".txt"], types=["text/plain"], max_size=8 << 20)]


class Report(BaseModel):
    title: str
    report: Text


def test_uploaded_file_is_downloaded(askwell_client: askwell.Client, askwell_person: Person, tmp_path: Path) -> None:
    source = tmp_path / "report.txt"
    source.write_bytes(os.urandom(3 << 20).hex().encode())
    askwell_person.answers({"title": "All is well", "report": source})
    outcome = askwell_client.ask("The report", Report)
    assert isinstance(outcome, askwell.Accepted)
    file = outcome.value.report
    assert (file.filename, file.content_type, file.size) == ("report.txt", "text/plain", 6 << 20)
    target = askwell_client.download(file, tmp_path / "copy.txt")
    assert target.read_bytes() == source.read_bytes()
    folder = tmp_path / "folder"
    folder.mkdir()
    assert askwell_client.download(file, folder) == folder / "report.txt"
    assert [path.name for path in folder.iterdir()] == ["report.txt"]


def test_rejected_upload_says_why(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create("The report", Text)
    with pytest.raises(askwell.LimitReached):
        askwell_client.upload(elicitation, "answer", b"x" * (9 << 20), filename="large.txt")
    with pytest.raises(askwell.InvalidRequest, match="no file field"):
        askwell_client.upload(elicitation, "report", b"x", filename="a.txt")
    with pytest.raises(TypeError, match="give a filename"):
        askwell_client.upload(elicitation, "answer", io.BytesIO(b"x"))


def test_async_client_streams_files(askwell_service: ServiceProcess) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(4):
            yield b"0123456789" * 1000

    async def exchange() -> bytes:
        async with askwell.AsyncClient(askwell_service.address) as client:
            elicitation = await client.create("The report", Text)
            answer = await client.upload(elicitation, "answer", pieces(), filename="r.txt")
            await client.submit(elicitation, {"answer": answer})
            outcome = await client.wait(elicitation)
            return await client.read_file(outcome.unwrap())

    assert asyncio.run(exchange()) == b"0123456789" * 4000


def test_small_inline_file_needs_no_download(askwell_client: askwell.Client, askwell_person: Person) -> None:
    inline = {"filename": "a.txt", "content_type": "text/plain", "size": 2, "content": "aGk="}
    elicitation = askwell_client.create("The report", Text)
    askwell_client.submit(elicitation, {"answer": inline})
    assert askwell_client.read_file(askwell_client.wait(elicitation).unwrap()) == b"hi"
    askwell_person.answers(Upload("b.txt", b"ho"), to="Upload")
    assert askwell_client.read_file(askwell_client.ask("Upload it", Text).unwrap()) == b"ho"


@pytest.mark.parametrize("name", ["../../evil.txt", "..\\evil.txt", "/etc/evil.txt"])
def test_name_from_a_stranger_stays_in_the_folder(tmp_path: Path, name: str) -> None:
    file = askwell.File(name, "text/plain", 1, source="inline", content=b"x")
    client = askwell.Client("http://127.0.0.1:9")
    assert client.download(file, tmp_path) == tmp_path / "evil.txt"
