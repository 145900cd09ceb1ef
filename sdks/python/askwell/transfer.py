"""What uploads and downloads of both clients share: addresses, names, media types and errors."""

from __future__ import annotations

import asyncio
import json
import mimetypes
import os
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Union, cast
from urllib.parse import quote, urlencode

from .errors import AskwellError, ServiceError, service_error
from .fields import File

CHUNK = 256 << 10
TRANSFER_TIMEOUT = 60.0
"""How long a transfer may pause."""

Source = Union[bytes, "os.PathLike[str]", BinaryIO, Iterable[bytes]]
AsyncSource = Union[Source, AsyncIterable[bytes]]


def upload_target(address: str, elicitation_id: str, field: str, filename: str) -> str:
    """Returns where to send a file."""
    place = f"{quote(elicitation_id, safe='')}/{quote(field, safe='')}"
    return f"{address}/uploads/{place}?{urlencode({'filename': filename})}"


def download_target(address: str, file: File) -> str:
    """Returns where to get a file. Raises `AskwellError` if the service does not have it."""
    if file.source != "local" or file.location is None or file.elicitation_id is None:
        raise AskwellError(
            f"{file.filename} is not stored at the service (source {file.source}, location {file.location}); "
            "get it from there yourself"
        )
    return f"{address}/uploads/{quote(file.elicitation_id, safe='')}/{quote(file.location, safe='')}"


def name_of(source: AsyncSource, filename: str | None) -> str:
    """Returns the name of a file to upload. Raises `TypeError` if there is none."""
    if filename is not None:
        return filename
    if isinstance(source, os.PathLike):
        return Path(source).name
    name = getattr(source, "name", None)
    if isinstance(name, str):
        return Path(name).name
    raise TypeError("give a filename: the source has none")


def media_type_of(filename: str, content_type: str | None) -> str:
    """Returns the given media type, or the one that belongs to the name."""
    return content_type or mimetypes.guess_type(filename)[0] or "application/octet-stream"


def chunks_of(source: Source) -> Iterator[bytes]:
    """Yields the content of a source in pieces, without holding all of it."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        yield bytes(source)
    elif isinstance(source, os.PathLike):
        with Path(source).open("rb") as file:
            while chunk := file.read(CHUNK):
                yield chunk
    elif hasattr(source, "read"):
        stream = cast("BinaryIO", source)
        while chunk := stream.read(CHUNK):
            yield chunk
    else:
        yield from source


async def async_chunks_of(source: AsyncSource) -> AsyncIterator[bytes]:
    """Yields the content of a source in pieces; files are read in a thread."""
    if isinstance(source, AsyncIterable):
        async for chunk in source:
            yield chunk
        return
    chunks = chunks_of(source)
    while chunk := await asyncio.to_thread(lambda: next(chunks, b"")):
        yield chunk


def uploaded(body: bytes, elicitation_id: str) -> tuple[dict[str, Any], File]:
    """Returns the answer to a file field, and the file."""
    answer: dict[str, Any] = json.loads(body)
    return answer, File.from_answer(answer, elicitation_id)


def transfer_error(what: str, address: str, status: int, headers: Mapping[str, str], body: bytes) -> ServiceError:
    """Returns the exception for a transfer that the service rejected."""
    try:
        error = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        error = {"code": -32603, "message": f"HTTP status {status}"}
    return service_error(what, address, error, headers.get("x-request-id"))
