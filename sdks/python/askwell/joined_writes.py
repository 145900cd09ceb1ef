"""Network streams that send the head and the body of a request together.

httpcore2 writes them one after the other, and each write is a system call and wakes the service. Here, writes are
collected until the response is read, or until they are large.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable
from typing import Any

import httpcore2

_MOST_COLLECTED = 64 * 1024


class JoinedStream(httpcore2.NetworkStream):
    """Collects writes, for the synchronous client."""

    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner
        self._collected = bytearray()
        self._timeout: float | None = None

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Sends what was collected, and reads."""
        try:
            self._flush()
        except httpcore2.WriteError:
            # The service may have answered before it closed the connection.
            pass
        return self._inner.read(max_bytes, timeout)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Collects what is to be sent."""
        self._collected += buffer
        self._timeout = timeout
        if len(self._collected) >= _MOST_COLLECTED:
            self._flush()

    def close(self) -> None:
        """Closes the connection. What was only collected is not sent."""
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        """Begins TLS on the connection."""
        return JoinedStream(self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        """Returns what the connection knows about itself."""
        return self._inner.get_extra_info(info)

    def _flush(self) -> None:
        if self._collected:
            collected, self._collected = bytes(self._collected), bytearray()
            self._inner.write(collected, self._timeout)


class AsyncJoinedStream(httpcore2.AsyncNetworkStream):
    """Collects writes, for the asynchronous client."""

    def __init__(self, inner: httpcore2.AsyncNetworkStream) -> None:
        self._inner = inner
        self._collected = bytearray()
        self._timeout: float | None = None

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Sends what was collected, and reads."""
        try:
            await self._flush()
        except httpcore2.WriteError:
            # The service may have answered before it closed the connection.
            pass
        return await self._inner.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Collects what is to be sent."""
        self._collected += buffer
        self._timeout = timeout
        if len(self._collected) >= _MOST_COLLECTED:
            await self._flush()

    async def aclose(self) -> None:
        """Closes the connection. What was only collected is not sent."""
        await self._inner.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        """Begins TLS on the connection."""
        return AsyncJoinedStream(await self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        """Returns what the connection knows about itself."""
        return self._inner.get_extra_info(info)

    async def _flush(self) -> None:
        if self._collected:
            collected, self._collected = bytes(self._collected), bytearray()
            await self._inner.write(collected, self._timeout)


class JoinedBackend(httpcore2.NetworkBackend):
    """Opens joined streams."""

    def __init__(self) -> None:
        self._inner = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        """Opens a connection."""
        return JoinedStream(self._inner.connect_tcp(host, port, timeout, local_address, socket_options))


class AsyncJoinedBackend(httpcore2.AsyncNetworkBackend):
    """Opens joined streams."""

    def __init__(self) -> None:
        self._inner: Any = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Opens a connection."""
        return AsyncJoinedStream(await self._inner.connect_tcp(host, port, timeout, local_address, socket_options))

    async def sleep(self, seconds: float) -> None:
        """Waits between two attempts to connect."""
        await asyncio.sleep(seconds)
