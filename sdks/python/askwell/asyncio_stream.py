"""The network streams of the asynchronous client: connections of asyncio that send head and body together.

As in `joined_writes`, writes are collected until the response is read, or until they are large.
"""

from __future__ import annotations

import asyncio
import select
import ssl
from collections.abc import Iterable
from typing import Any

import httpcore2

MOST_COLLECTED = 64 * 1024
# The service is told to wait when this much has arrived that was not read.
_MOST_RECEIVED = 256 * 1024


class _Connection(asyncio.Protocol):
    """What has arrived, and whether more can be sent. One task at a time waits for a change."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.received = bytearray()
        self.ended = False
        self.error: Exception | None = None
        self.is_congested = False
        self._is_halted = False
        self._waiter: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received += data
        if len(self.received) > _MOST_RECEIVED and self.transport is not None and not self._is_halted:
            self._is_halted = True
            self.transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        self.ended = True
        self._wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended = True
        self.error = self.error or exc
        self._wake()

    def pause_writing(self) -> None:
        self.is_congested = True

    def resume_writing(self) -> None:
        self.is_congested = False
        self._wake()

    def take(self, max_bytes: int) -> bytes:
        """Returns what has arrived, up to a size."""
        taken = bytes(self.received[:max_bytes])
        del self.received[:max_bytes]
        if self._is_halted and not self.received and self.transport is not None:
            self._is_halted = False
            self.transport.resume_reading()
        return taken

    async def change(self, timeout: float | None) -> None:
        """Waits until something has arrived or can be sent. Raises `asyncio.TimeoutError`."""
        loop = asyncio.get_running_loop()
        self._waiter = waiter = loop.create_future()
        timer = None if timeout is None else loop.call_later(timeout, _expire, waiter)
        try:
            await waiter
        finally:
            self._waiter = None
            if timer is not None:
                timer.cancel()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def _expire(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_exception(asyncio.TimeoutError())


class AsyncioStream(httpcore2.AsyncNetworkStream):
    """One connection."""

    def __init__(self, transport: asyncio.Transport, connection: _Connection) -> None:
        self._transport = transport
        self._connection = connection
        self._collected = bytearray()

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Sends what was collected, and reads. Returns nothing at the end of the stream."""
        self._send()
        connection = self._connection
        while not connection.received:
            if connection.error is not None:
                raise httpcore2.ReadError(str(connection.error)) from connection.error
            if connection.ended:
                return b""
            try:
                await connection.change(timeout)
            except asyncio.TimeoutError as error:
                raise httpcore2.ReadTimeout(f"no response within {timeout} seconds") from error
        return connection.take(max_bytes)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Collects what is to be sent. Waits while the service takes nothing."""
        self._collected += buffer
        if len(self._collected) < MOST_COLLECTED:
            return
        self._send()
        connection = self._connection
        while connection.is_congested and not connection.ended:
            try:
                await connection.change(timeout)
            except asyncio.TimeoutError as error:
                raise httpcore2.WriteTimeout(f"nothing was sent within {timeout} seconds") from error
        if connection.ended:
            raise httpcore2.WriteError(str(connection.error or "the service has closed the connection"))

    async def aclose(self) -> None:
        """Closes the connection. What was only collected is not sent."""
        self._transport.abort()
        # The loop closes the socket in its next round.
        await asyncio.sleep(0)

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        """Begins TLS on the connection."""
        loop = asyncio.get_running_loop()
        begin = loop.start_tls(self._transport, self._connection, ssl_context, server_hostname=server_hostname)
        try:
            transport = await asyncio.wait_for(begin, timeout)
        except asyncio.TimeoutError as error:
            await self.aclose()
            raise httpcore2.ConnectTimeout(f"no TLS within {timeout} seconds") from error
        except OSError as error:
            await self.aclose()
            raise httpcore2.ConnectError(str(error)) from error
        if transport is None:
            raise httpcore2.ConnectError("the service has closed the connection")
        self._connection.connection_made(transport)
        return AsyncioStream(transport, self._connection)

    def get_extra_info(self, info: str) -> Any:
        """Returns what the connection knows about itself."""
        if info == "is_readable":
            return self._connection.ended or bool(self._connection.received) or self._has_input()
        return self._transport.get_extra_info({"client_addr": "sockname", "server_addr": "peername"}.get(info, info))

    def _send(self) -> None:
        if self._collected:
            # Never raises: a lost connection is told when the response is read.
            self._transport.write(bytes(self._collected))
            self._collected.clear()

    def _has_input(self) -> bool:
        """Whether something has arrived that the loop has not handed over yet, such as the end of the stream."""
        number = self._transport.get_extra_info("socket").fileno()
        if number < 0:
            return True
        if not hasattr(select, "poll"):
            return bool(select.select([number], [], [], 0)[0])
        poll = select.poll()
        poll.register(number, select.POLLIN)
        return bool(poll.poll(0))


class AsyncioBackend(httpcore2.AsyncNetworkBackend):
    """Opens connections."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Opens a connection."""
        local = None if local_address is None else (local_address, 0)
        connect = asyncio.get_running_loop().create_connection(_Connection, host, port, local_addr=local)
        try:
            transport, connection = await asyncio.wait_for(connect, timeout)
        except asyncio.TimeoutError as error:
            raise httpcore2.ConnectTimeout(f"no connection within {timeout} seconds") from error
        except OSError as error:
            raise httpcore2.ConnectError(str(error)) from error
        for option in socket_options or ():
            transport.get_extra_info("socket").setsockopt(*option)
        return AsyncioStream(transport, connection)

    async def sleep(self, seconds: float) -> None:
        """Waits between two attempts to connect."""
        await asyncio.sleep(seconds)
