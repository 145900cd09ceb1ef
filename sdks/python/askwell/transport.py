"""HTTP/1.1 for both clients, on httpcore2.

Each request in progress has a connection of its own, which is kept for the next one. A connection pool that
searches all its connections for each request becomes slow with a thousand waiting calls; here, the number of
waiting calls makes no difference.
"""

from __future__ import annotations

import asyncio
import threading
import urllib.request
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Generator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, Union
from urllib.parse import urlsplit

import httpcore2

from .asyncio_stream import AsyncioBackend
from .core import Lost, Reply, Send
from .joined_writes import JoinedBackend

USER_AGENT = "askwell-python/0.1.0"

# The service closes idle connections after 30 seconds; the library does so before.
_KEEP_ALIVE = 15.0
_MAX_IDLE = 256
_CONNECT_TIMEOUT, _WRITE_TIMEOUT = 30.0, 60.0

_BACKEND, _ASYNC_BACKEND = JoinedBackend(), AsyncioBackend()

TRANSPORT_ERRORS = (
    httpcore2.NetworkError,
    httpcore2.TimeoutException,
    httpcore2.ProtocolError,
    httpcore2.ProxyError,
    OSError,
)

# A connection; with a proxy, a pool of one.
_Line = Union[httpcore2.HTTPConnection, httpcore2.ConnectionPool]
_AsyncLine = Union[httpcore2.AsyncHTTPConnection, httpcore2.AsyncConnectionPool]

L = TypeVar("L")
C = TypeVar("C")


class StatusError(Exception):
    """A stream was rejected for now."""


@dataclass(frozen=True)
class Stream(Generic[C]):
    """A response whose body is still to come."""

    status: int
    headers: Mapping[str, str]
    chunks: C


class _Shelf(Generic[L]):
    """The connections that no request uses, by origin; the one used last is taken first."""

    def __init__(self) -> None:
        self._idle: dict[tuple[str, str], list[L]] = {}

    def take(self, url: str) -> L | None:
        idle = self._idle.get(_origin(url))
        return idle.pop() if idle else None

    def put(self, url: str, line: L) -> bool:
        idle = self._idle.setdefault(_origin(url), [])
        if len(idle) >= _MAX_IDLE:
            return False
        idle.append(line)
        return True

    def drain(self) -> list[L]:
        lines = [line for idle in self._idle.values() for line in idle]
        self._idle.clear()
        return lines


class Transport:
    """Sends requests, for the synchronous client. Threads may share it."""

    def __init__(self) -> None:
        self._shelf: _Shelf[_Line] = _Shelf()
        self._lock = threading.Lock()

    def send(self, step: Send) -> Reply | Lost:
        """Sends a request and returns its response, or how it was lost."""
        try:
            with self._line(step.url) as line:
                response = line.request(
                    step.method,
                    step.url,
                    headers=_headers(step.headers),
                    content=step.body,
                    extensions=_timeouts(step.timeout),
                )
                return Reply(response.status, _read_headers(response.headers), response.content)
        except TRANSPORT_ERRORS as error:
            return _lost(error)

    @contextmanager
    def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        timeout: float,
        content: Iterator[bytes] | None = None,
    ) -> Generator[Stream[Iterator[bytes]], None, None]:
        """Sends a request and gives its response while it arrives. Raises `TRANSPORT_ERRORS`."""
        with (
            self._line(url) as line,
            line.stream(
                method, url, headers=_headers(headers), content=content, extensions=_timeouts(timeout)
            ) as response,
        ):
            yield Stream(response.status, _read_headers(response.headers), response.iter_stream())

    def close(self) -> None:
        """Closes the idle connections."""
        with self._lock:
            lines = self._shelf.drain()
        for line in lines:
            line.close()

    @contextmanager
    def _line(self, url: str) -> Generator[_Line, None, None]:
        with self._lock:
            line = self._shelf.take(url)
        if line is not None and _is_spent(line):
            line.close()
            line = None
        line = line or _new_line(url)
        whole = False
        try:
            yield line
            whole = True
        finally:
            with self._lock:
                kept = whole and self._shelf.put(url, line)
            if not kept:
                line.close()


class AsyncTransport:
    """Sends requests, for the asynchronous client."""

    def __init__(self) -> None:
        self._shelf: _Shelf[_AsyncLine] = _Shelf()

    async def send(self, step: Send) -> Reply | Lost:
        """Sends a request and returns its response, or how it was lost."""
        try:
            async with self._line(step.url) as line:
                response = await line.request(
                    step.method,
                    step.url,
                    headers=_headers(step.headers),
                    content=step.body,
                    extensions=_timeouts(step.timeout),
                )
                return Reply(response.status, _read_headers(response.headers), response.content)
        except TRANSPORT_ERRORS as error:
            return _lost(error)

    @asynccontextmanager
    async def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        timeout: float,
        content: AsyncIterable[bytes] | None = None,
    ) -> AsyncGenerator[Stream[AsyncIterator[bytes]], None]:
        """Sends a request and gives its response while it arrives. Raises `TRANSPORT_ERRORS`."""
        async with (
            self._line(url) as line,
            line.stream(
                method,
                url,
                headers=_headers(headers),
                content=None if content is None else aiter(content),
                extensions=_timeouts(timeout),
            ) as response,
        ):
            yield Stream(response.status, _read_headers(response.headers), response.aiter_stream())

    async def close(self) -> None:
        """Closes the idle connections."""
        for line in self._shelf.drain():
            await line.aclose()

    @asynccontextmanager
    async def _line(self, url: str) -> AsyncGenerator[_AsyncLine, None]:
        line = self._shelf.take(url)
        if line is not None and _is_spent(line):
            await line.aclose()
            line = None
        line = line or _new_async_line(url)
        whole = False
        try:
            yield line
            whole = True
        finally:
            if not (whole and self._shelf.put(url, line)):
                # Also when the task is cancelled: an abandoned connection would stay open.
                await asyncio.shield(line.aclose())


def _new_line(url: str) -> _Line:
    proxy = _proxy(url)
    if proxy is None:
        return httpcore2.HTTPConnection(_httpcore_origin(url), keepalive_expiry=_KEEP_ALIVE, network_backend=_BACKEND)
    return httpcore2.ConnectionPool(
        max_connections=1, keepalive_expiry=_KEEP_ALIVE, proxy=proxy, network_backend=_BACKEND
    )


def _new_async_line(url: str) -> _AsyncLine:
    proxy = _proxy(url)
    if proxy is None:
        return httpcore2.AsyncHTTPConnection(
            _httpcore_origin(url), keepalive_expiry=_KEEP_ALIVE, network_backend=_ASYNC_BACKEND
        )
    return httpcore2.AsyncConnectionPool(
        max_connections=1, keepalive_expiry=_KEEP_ALIVE, proxy=proxy, network_backend=_ASYNC_BACKEND
    )


def _is_spent(line: _Line | _AsyncLine) -> bool:
    """Whether a connection was closed or is too old. A pool looks after its connection itself."""
    if isinstance(line, (httpcore2.HTTPConnection, httpcore2.AsyncHTTPConnection)):
        return line.is_closed() or line.has_expired()
    return False


def _httpcore_origin(url: str) -> httpcore2.Origin:
    return httpcore2.URL(url).origin


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def _proxy(url: str) -> httpcore2.Proxy | None:
    """Returns the proxy that the environment names for an address. None leads to this machine."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in ("127.0.0.1", "localhost", "::1") or urllib.request.proxy_bypass(host):
        return None
    found = urllib.request.getproxies().get(parts.scheme)
    return None if found is None else httpcore2.Proxy(found)


def _headers(headers: Mapping[str, str]) -> dict[str | bytes, str | bytes]:
    sent: dict[str | bytes, str | bytes] = {"user-agent": USER_AGENT, "accept": "*/*"}
    sent.update(headers.items())
    return sent


def _read_headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}


def _timeouts(read: float) -> dict[str, Any]:
    return {"timeout": {"connect": _CONNECT_TIMEOUT, "read": read, "write": _WRITE_TIMEOUT, "pool": None}}


def _lost(error: BaseException) -> Lost:
    unsent = isinstance(error, (httpcore2.ConnectError, httpcore2.ConnectTimeout, httpcore2.ProxyError))
    return Lost(str(error) or type(error).__name__, sent=not unsent)
