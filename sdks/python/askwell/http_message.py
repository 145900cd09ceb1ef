"""HTTP/1.1 as bytes: the head of a request, and a strict reader of responses. It does no I/O.

Everything that a server decides is bounded: the head, a chunk's line, the trailers, and a body that is kept whole.
A response that could be read in two ways is rejected: two lengths, a length beside chunks, folded lines, bare
line feeds, and codings other than `chunked`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

MAX_HEAD = 64 << 10
"""The most bytes of a response's head, and of its trailers."""
MAX_BODY = 64 << 20
"""The most bytes of a body that is read as a whole. Streams have no limit."""
_MAX_LINE = 4 << 10

_TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_HEAD = re.compile(rb"HTTP/1\.[01] [1-5][0-9]{2}(?: [^\r\n\0]*)?(?:\r\n" + _TOKEN + rb":[^\r\n\0]*)*")
_HEADER = re.compile(r"\r\n([^:]+):[ \t]*([^\r]*)")
_CHUNK_SIZE = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(?:;[^\r\n\0]*)?")
_TRAILER = re.compile(_TOKEN + rb":[^\r\n\0]*")
_HEADER_NAME = re.compile(_TOKEN.decode())
_HEADER_VALUE = re.compile(r"[^\r\n\0]*")
_LOCATION = re.compile(r"[!-~]+")


class HttpError(Exception):
    """A request got no usable response."""


class ConnectError(HttpError):
    """There is no connection; nothing was sent."""


class ReadTimeout(HttpError):
    """No response came in time."""


class WriteTimeout(HttpError):
    """The server took nothing in time."""


class ProtocolError(HttpError):
    """The server sent what HTTP/1.1 does not allow, too much of it, or less than it announced."""


@lru_cache(maxsize=256)
def request_head(method: str, location: str, host: str, headers: tuple[tuple[str, str], ...]) -> bytes:
    """Returns the head of a request up to the lines about its body. Raises `ConnectError` if it cannot be sent."""
    if _LOCATION.fullmatch(location) is None or _LOCATION.fullmatch(host) is None:
        raise ConnectError(f"{host}{location!r} is no address that HTTP can carry")
    lines = [f"{method} {location} HTTP/1.1", f"host: {host}"]
    for name, value in headers:
        if _HEADER_NAME.fullmatch(name) is None or _HEADER_VALUE.fullmatch(value) is None:
            raise ConnectError(f"the header {name!r} has a line break or a zero byte in it")
        lines.append(f"{name}: {value}")
    try:
        return ("\r\n".join(lines) + "\r\n").encode("latin-1")
    except UnicodeEncodeError as error:
        raise ConnectError(f"a header has a character that HTTP cannot carry: {error.object[error.start]!r}") from error


def with_body(head: bytes, body: bytes | None) -> bytes:
    """Returns a whole request."""
    if body is None:
        return head + b"\r\n"
    return b"%bcontent-length: %d\r\n\r\n%b" % (head, len(body), body)


def with_chunks(head: bytes) -> bytes:
    """Returns the head of a request whose body follows in chunks."""
    return head + b"transfer-encoding: chunked\r\n\r\n"


def chunk_of(data: bytes) -> bytes:
    """Returns a piece of a body as a chunk. An empty one would end the body: it becomes nothing."""
    return b"%x\r\n%b\r\n" % (len(data), data) if data else b""


LAST_CHUNK = b"0\r\n\r\n"


@dataclass(slots=True)
class ResponseHead:
    """The status and the headers of a response; names are in lower case."""

    status: int
    headers: Mapping[str, str]
    is_last: bool
    """Whether the server closes the connection after it."""


class _Body(Enum):
    """What comes next."""

    HEAD = auto()
    LENGTH = auto()
    CHUNK_SIZE = auto()
    CHUNK = auto()
    CHUNK_END = auto()
    TRAILERS = auto()
    UNTIL_CLOSE = auto()
    DONE = auto()


class ResponseReader:
    """Reads one response. Feed it what arrives until `is_done`; call `end` when the connection was closed."""

    def __init__(self, method: str) -> None:
        self.head: ResponseHead | None = None
        self._has_body = method != "HEAD"
        self._next = _Body.HEAD
        self._buffer = bytearray()
        self._left = 0

    @property
    def is_done(self) -> bool:
        """Whether the response is complete."""
        return self._next is _Body.DONE

    @property
    def is_reusable(self) -> bool:
        """Whether the connection can carry another request: the response is complete, and nothing follows it."""
        return self._next is _Body.DONE and self.head is not None and not self.head.is_last and not self._buffer

    def feed(self, data: bytes) -> list[bytes]:
        """Returns the pieces of the body in what has arrived. Raises `ProtocolError`."""
        if self._next is _Body.HEAD:
            data = self._read_head(data)
        return self._read_body(data)

    def end(self) -> None:
        """Takes note that the connection was closed. Raises `ProtocolError` if the response is incomplete."""
        if self._next is _Body.UNTIL_CLOSE:
            self._next = _Body.DONE
        elif self._next is _Body.HEAD and not self._buffer:
            raise ProtocolError("the service closed the connection without a response")
        elif self._next is not _Body.DONE:
            raise ProtocolError("the service closed the connection in the middle of a response")

    def _read_head(self, data: bytes) -> bytes:
        """Returns what follows the head, or nothing if it is incomplete; that is kept."""
        if self._buffer:
            data = bytes(self._buffer) + data
            self._buffer.clear()
        while True:
            end = data.find(b"\r\n\r\n")
            if end > MAX_HEAD or (end < 0 and len(data) > MAX_HEAD):
                raise ProtocolError(f"the head of the response has more than {MAX_HEAD} bytes")
            if end < 0:
                if data and not b"HTTP/1.".startswith(data[:7]):
                    raise ProtocolError("the response is not HTTP/1.1")
                return data if not data else self._keep(data)
            head = _parse_head(data[:end])
            data = data[end + 4 :]
            if head.status == 101:
                raise ProtocolError("the service changed the protocol without being asked to")
            if head.status >= 200:
                self.head = head
                self._next = self._begin_body(head)
                return data

    def _keep(self, data: bytes) -> bytes:
        self._buffer += data
        return b""

    def _begin_body(self, head: ResponseHead) -> _Body:
        coding, length = head.headers.get("transfer-encoding"), head.headers.get("content-length")
        if coding is not None and length is not None:
            raise ProtocolError("the response has both a length and chunks")
        if not self._has_body or head.status in (204, 304):
            return _Body.DONE
        if coding is not None:
            if coding.lower() != "chunked":
                raise ProtocolError(f"the response has an unknown transfer coding: {coding[:40]}")
            return _Body.CHUNK_SIZE
        if length is None:
            head.is_last = True
            return _Body.UNTIL_CLOSE
        if len(length) > 15 or not (length.isascii() and length.isdigit()):
            raise ProtocolError(f"the response has no usable length: {length[:40]}")
        self._left = int(length)
        return _Body.LENGTH if self._left else _Body.DONE

    def _read_body(self, data: bytes) -> list[bytes]:
        if self._next is _Body.LENGTH:
            return self._read_length(data)
        if self._next is _Body.UNTIL_CLOSE:
            return [data] if data else []
        self._buffer += data
        if self._next is _Body.DONE or self._next is _Body.HEAD:
            return []
        return self._read_chunks()

    def _read_length(self, data: bytes) -> list[bytes]:
        count = len(data)
        if count < self._left:
            self._left -= count
            return [data] if data else []
        self._next = _Body.DONE
        if count > self._left:
            self._buffer += data[self._left :]
            data = data[: self._left]
        return [data]

    def _read_chunks(self) -> list[bytes]:
        buffer, pieces = self._buffer, list[bytes]()
        while self._next is not _Body.DONE:
            if self._next is _Body.CHUNK:
                piece = bytes(buffer[: self._left])
                if not piece:
                    break
                del buffer[: len(piece)]
                pieces.append(piece)
                self._left -= len(piece)
                if self._left:
                    break
                self._next = _Body.CHUNK_END
            end = buffer.find(b"\r\n")
            if end > _MAX_LINE or (end < 0 and len(buffer) > _MAX_LINE):
                raise ProtocolError(f"a line between chunks has more than {_MAX_LINE} bytes")
            if end < 0:
                break
            line = bytes(buffer[:end])
            del buffer[: end + 2]
            self._read_chunk_line(line)
        return pieces

    def _read_chunk_line(self, line: bytes) -> None:
        if self._next is _Body.CHUNK_END:
            if line:
                raise ProtocolError("a chunk is longer than announced")
            self._next = _Body.CHUNK_SIZE
        elif self._next is _Body.CHUNK_SIZE:
            found = _CHUNK_SIZE.fullmatch(line)
            if found is None:
                raise ProtocolError("a chunk has no size")
            self._left = int(found[1], 16)
            self._next = _Body.CHUNK if self._left else _Body.TRAILERS
        elif not line:
            self._next = _Body.DONE
        else:
            # In TRAILERS, `_left` counts their bytes.
            self._left += len(line)
            if self._left > MAX_HEAD or _TRAILER.fullmatch(line) is None:
                raise ProtocolError("the trailers of the response are too long or no headers")


def _parse_head(raw: bytes) -> ResponseHead:
    if _HEAD.fullmatch(raw) is None:
        raise ProtocolError(f"the response is not HTTP/1.1: {raw[:40]!r}")
    text = raw.decode("latin-1")
    pairs = _HEADER.findall(text)
    headers: dict[str, str] = dict(pairs)
    if len(headers) != len(pairs) or not "".join(headers).islower():
        headers = _join_headers(pairs)
    elif " " in text[-1:] or " \r" in text or "\t" in text:
        headers = {name: value.strip(" \t") for name, value in headers.items()}
    options = headers.get("connection", "").lower()
    is_last = "close" in options if text.startswith("HTTP/1.1") else "keep-alive" not in options
    return ResponseHead(int(text[9:12]), headers, is_last)


def _join_headers(pairs: list[tuple[str, str]]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for given, value in pairs:
        name, value = given.lower(), value.strip(" \t")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
