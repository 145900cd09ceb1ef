"""Sends the requests of both clients, and keeps their connections.

Each request in progress has a connection of its own, which is kept for the next one: the number of waiting calls
makes no difference to the others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Generator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from . import async_connection, sync_connection
from .async_connection import AsyncConnection
from .core import Lost, Reply, Send
from .http_message import ConnectError, HttpError, with_body
from .http_target import Origin, target_of
from .sync_connection import Connection

USER_AGENT = "askwell-python/0.1.0"

# The service closes idle connections after 30 seconds; the library does so before.
_KEEP_ALIVE = 15.0
_MAX_IDLE = 256
_COMMON_HEADERS = (("user-agent", USER_AGENT), ("accept", "*/*"))

TRANSPORT_ERRORS = (HttpError, OSError)

C = TypeVar("C")


class StatusError(Exception):
    """A stream was rejected for now."""


@dataclass(frozen=True)
class Stream(Generic[C]):
    """A response whose body is still to come."""

    status: int
    headers: Mapping[str, str]
    chunks: C


class _Kept(Protocol):
    """A connection, as far as keeping it is concerned."""

    used_at: float

    @property
    def is_reusable(self) -> bool: ...
    def has_input(self) -> bool: ...


K = TypeVar("K", bound=_Kept)


class _IdleConnections(Generic[K]):
    """The connections that no request uses, by server; the one used last is taken first. Threads may share it."""

    def __init__(self) -> None:
        self._idle: dict[Origin, list[K]] = {}

    def take(self, origin: Origin) -> K | None:
        try:
            return self._idle[origin].pop()
        except (KeyError, IndexError):
            return None

    def put(self, origin: Origin, connection: K) -> bool:
        """Keeps a connection whose response is complete. Returns false for one that is to be closed."""
        if not connection.is_reusable:
            return False
        idle = self._idle.get(origin)
        if idle is None:
            idle = self._idle.setdefault(origin, [])
        if len(idle) >= _MAX_IDLE:
            return False
        connection.used_at = time.monotonic()
        idle.append(connection)
        return True

    def drain(self) -> list[K]:
        kept, self._idle = self._idle, {}
        return [connection for idle in kept.values() for connection in idle]


def _is_usable(connection: _Kept) -> bool:
    return time.monotonic() - connection.used_at < _KEEP_ALIVE and not connection.has_input()


class Transport:
    """Sends requests, for the synchronous client. Threads may share it."""

    def __init__(self) -> None:
        self._idle: _IdleConnections[Connection] = _IdleConnections()

    def send(self, step: Send) -> Reply | Lost:
        """Sends a request and returns its response, or how it was lost."""
        connection: Connection | None = None
        try:
            target = target_of(step.url)
            connection = self._connection_to(target.origin)
            sent = connection.head_of(step.method, target.location, target.host, _headers(step.headers))
            head, body = connection.exchange(step.method, with_body(sent, step.body), step.timeout)
            if self._idle.put(target.origin, connection):
                connection = None
            return Reply(head.status, head.headers, body)
        except TRANSPORT_ERRORS as error:
            return _lost(error)
        finally:
            if connection is not None:
                connection.close()

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
        target = target_of(url)
        connection = self._connection_to(target.origin)
        kept = False
        try:
            sent = connection.head_of(method, target.location, target.host, _headers(headers))
            head = connection.begin(method, sent, content, timeout)
            yield Stream(head.status, head.headers, connection.chunks(timeout))
            kept = content is None and self._idle.put(target.origin, connection)
        finally:
            if not kept:
                connection.close()

    def close(self) -> None:
        """Closes the idle connections."""
        for connection in self._idle.drain():
            connection.close()

    def _connection_to(self, origin: Origin) -> Connection:
        connection = self._idle.take(origin)
        if connection is not None:
            if _is_usable(connection):
                return connection
            connection.close()
        return sync_connection.connect(origin)


class AsyncTransport:
    """Sends requests, for the asynchronous client."""

    def __init__(self) -> None:
        self._idle: _IdleConnections[AsyncConnection] = _IdleConnections()

    async def send(self, step: Send) -> Reply | Lost:
        """Sends a request and returns its response, or how it was lost."""
        connection: AsyncConnection | None = None
        try:
            target = target_of(step.url)
            connection = self._idle_to(target.origin) or await async_connection.connect(target.origin)
            sent = connection.head_of(step.method, target.location, target.host, _headers(step.headers))
            head, body = await connection.exchange(step.method, with_body(sent, step.body), step.timeout)
            if self._idle.put(target.origin, connection):
                connection = None
            return Reply(head.status, head.headers, body)
        except TRANSPORT_ERRORS as error:
            return _lost(error)
        finally:
            # Also when the task is cancelled: an abandoned connection would stay open.
            if connection is not None:
                connection.abort()

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
        target = target_of(url)
        connection = self._idle_to(target.origin) or await async_connection.connect(target.origin)
        kept = False
        try:
            sent = connection.head_of(method, target.location, target.host, _headers(headers))
            head = await connection.begin(method, sent, content, timeout)
            yield Stream(head.status, head.headers, connection.chunks(timeout))
            kept = content is None and self._idle.put(target.origin, connection)
        finally:
            if not kept:
                connection.abort()

    async def close(self) -> None:
        """Closes the idle connections."""
        for connection in self._idle.drain():
            connection.abort()
        # The loop closes their sockets in its next round.
        await asyncio.sleep(0)

    def _idle_to(self, origin: Origin) -> AsyncConnection | None:
        connection = self._idle.take(origin)
        if connection is None:
            return None
        # One of an earlier event loop cannot be used.
        if connection.loop is asyncio.get_running_loop() and _is_usable(connection):
            return connection
        connection.abort()
        return None


def _headers(headers: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return (*_COMMON_HEADERS, *headers.items())


def _lost(error: BaseException) -> Lost:
    return Lost(str(error) or type(error).__name__, sent=not isinstance(error, ConnectError))
