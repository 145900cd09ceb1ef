"""A connection of the asynchronous client: HTTP/1.1 on a transport of asyncio, with TLS and through a proxy."""

from __future__ import annotations

import asyncio
import select
import sys
import time
from collections.abc import AsyncIterable, AsyncIterator

from .http_message import (
    LAST_CHUNK,
    MAX_BODY,
    ConnectError,
    HttpError,
    ProtocolError,
    ReadTimeout,
    ResponseHead,
    ResponseReader,
    WriteTimeout,
    chunk_of,
    request_head,
    with_body,
    with_chunks,
)
from .http_target import Origin, Proxy, proxy_of, tls_context
from .sync_connection import CONNECT_TIMEOUT, LONGEST_RESPONSE, WRITE_TIMEOUT, check_tunnel, tunnel_request

# The service is told to wait when this much has arrived that was not read.
_MOST_RECEIVED = 256 << 10


class AsyncConnection(asyncio.Protocol):
    """An open connection of one event loop. One request at a time uses it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.used_at = 0.0
        self._transport: asyncio.Transport | None = None
        self._proxy: Proxy | None = None
        self._reader = ResponseReader("GET")
        self._received: list[bytes] = []
        self._received_size = 0
        self._is_paused = False
        self._is_congested = False
        self._is_ended = False
        self._error: Exception | None = None
        self._waiter: asyncio.Future[bool] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0
        self._early: list[bytes] = []
        self._poll: select.poll | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio, also once TLS has begun."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Called by asyncio."""
        self._received.append(data)
        self._received_size += len(data)
        if self._received_size > _MOST_RECEIVED and not self._is_paused and self._transport is not None:
            self._is_paused = True
            self._transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        """Called by asyncio, which then closes the connection."""
        self._is_ended = True
        self._wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by asyncio."""
        self._is_ended = True
        self._error = self._error or exc
        # Until Python 3.12 a transport that was closed with bytes left to send fails when it is aborted.
        self._transport = None
        self._wake()

    def pause_writing(self) -> None:
        """Called by asyncio while the server takes nothing."""
        self._is_congested = True

    def resume_writing(self) -> None:
        """Called by asyncio."""
        self._is_congested = False
        self._wake()

    def head_of(self, method: str, location: str, host: str, headers: tuple[tuple[str, str], ...]) -> bytes:
        """Returns the head of a request, as the server or the proxy at the other end reads it."""
        if self._proxy is None:
            return request_head(method, location, host, headers)
        return request_head(method, f"http://{host}{location}", host, (*headers, *self._proxy.headers))

    async def exchange(self, method: str, request: bytes, timeout: float) -> tuple[ResponseHead, bytes]:
        """Sends a whole request and returns the response; `timeout` is for each wait. Raises `HttpError`, `OSError`."""
        reader = self._reader = ResponseReader(method)
        self._write(request)
        data = await self._receive(timeout)
        pieces = reader.feed(data) if data else []
        if not reader.is_done:
            pieces = await self._finish(reader, data, pieces, timeout)
        assert reader.head is not None
        return reader.head, pieces[0] if len(pieces) == 1 else b"".join(pieces)

    async def begin(
        self, method: str, head: bytes, content: AsyncIterable[bytes] | None, timeout: float
    ) -> ResponseHead:
        """Sends a request, in chunks if it has content, and returns the head of the response; `chunks` has the rest."""
        reader = self._reader = ResponseReader(method)
        self._early = []
        if content is None:
            self._write(with_body(head, None))
        else:
            self._write(with_chunks(head))
            await self._upload(content)
        while reader.head is None:
            data = await self._receive(timeout)
            if not data:
                reader.end()
            self._early += reader.feed(data)
        return reader.head

    async def chunks(self, timeout: float) -> AsyncIterator[bytes]:
        """Yields the rest of the response that was begun."""
        early, self._early = self._early, []
        for piece in early:
            yield piece
        reader = self._reader
        while not reader.is_done:
            data = await self._receive(timeout)
            if not data:
                reader.end()
                return
            for piece in reader.feed(data):
                yield piece

    @property
    def is_reusable(self) -> bool:
        """Whether the last response is complete and the server keeps the connection."""
        return self._reader.is_reusable and not self._is_ended and not self._received and not self._is_congested

    def has_input(self) -> bool:
        """Whether something arrives although nothing was asked: the end of the stream, most likely."""
        if self._is_ended or self._received or self._transport is None or self._transport.is_closing():
            return True
        number = -1
        if self._poll is None:
            number = self._transport.get_extra_info("socket").fileno()
            if number < 0:
                return True
            if not hasattr(select, "poll"):
                return bool(select.select([number], [], [], 0)[0])
            self._poll = select.poll()
            self._poll.register(number, select.POLLIN)
        # The loop may not have handed it over yet.
        return bool(self._poll.poll(0))

    def abort(self) -> None:
        """Closes the connection at once; the loop closes its socket in the next round."""
        if self._timer is not None:
            self._timer.cancel()
        if self._transport is not None and not self.loop.is_closed():
            self._transport.abort()

    async def open_tunnel(self, origin: Origin, proxy: Proxy) -> None:
        """Makes the proxy lead everything to a server. Raises `ConnectError`."""
        reader = ResponseReader("HEAD")
        self._write(tunnel_request(origin, proxy))
        while reader.head is None:
            data = await self._receive(CONNECT_TIMEOUT)
            if not data:
                raise ConnectError("the proxy closed the connection")
            reader.feed(data)
        check_tunnel(reader)

    async def start_tls(self, host: str) -> None:
        """Begins TLS. Raises `ConnectError` or `OSError`."""
        if self._transport is None:
            raise ConnectError("the connection was lost before TLS began")
        if sys.version_info < (3, 11) and self._transport.get_extra_info("sslcontext") is not None:
            raise ConnectError(
                "asyncio of Python 3.10 reaches no https:// service through an https:// proxy; "
                "name the proxy with http://, use Python 3.11 or later, or use `Client`"
            )
        transport = await self.loop.start_tls(self._transport, self, tls_context(), server_hostname=host)
        if transport is None:
            raise ConnectError("the service has closed the connection")
        self._transport = transport

    def use_proxy(self, proxy: Proxy) -> None:
        """Sends requests as a proxy reads them."""
        self._proxy = proxy

    async def _upload(self, content: AsyncIterable[bytes]) -> None:
        """Sends a body. Stops early if the service answers before its end, or closes the connection."""
        async for piece in content:
            if self._received or self._is_ended:
                return
            self._write(chunk_of(piece))
            while self._is_congested and not self._is_ended:
                if not await self._change(WRITE_TIMEOUT):
                    raise WriteTimeout(f"nothing was sent within {WRITE_TIMEOUT:g} seconds")
        self._write(LAST_CHUNK)

    async def _finish(self, reader: ResponseReader, data: bytes, pieces: list[bytes], timeout: float) -> list[bytes]:
        size, latest = sum(map(len, pieces)), time.monotonic() + LONGEST_RESPONSE
        while not reader.is_done:
            if not data:
                reader.end()
                break
            if size > MAX_BODY:
                raise ProtocolError(f"the response has more than {MAX_BODY} bytes")
            if time.monotonic() > latest:
                raise ReadTimeout(f"the response is not complete after {LONGEST_RESPONSE:.0f} seconds")
            data = await self._receive(timeout)
            if data:
                more = reader.feed(data)
                pieces += more
                size += sum(map(len, more))
        return pieces

    def _write(self, data: bytes) -> None:
        # Never raises: a lost connection is told when the response is read.
        if self._transport is not None:
            self._transport.write(data)

    async def _receive(self, timeout: float) -> bytes:
        while not self._received:
            if self._error is not None:
                raise ProtocolError(str(self._error) or "the connection was lost") from self._error
            if self._is_ended:
                return b""
            if not await self._change(timeout):
                raise ReadTimeout(f"no response within {timeout:g} seconds")
        received = self._received
        data = received[0] if len(received) == 1 else b"".join(received)
        received.clear()
        self._received_size = 0
        if self._is_paused and self._transport is not None:
            self._is_paused = False
            self._transport.resume_reading()
        return data

    async def _change(self, timeout: float) -> bool:
        """Waits until something has arrived or can be sent. Returns false if the time is over."""
        loop = self.loop
        waiter: asyncio.Future[bool] = loop.create_future()
        self._waiter = waiter
        self._deadline = deadline = loop.time() + timeout
        # One timer for many waits: it costs more to set one than to find that it was too early.
        if self._timer is None or self._timer.when() > deadline:
            self._set_timer(deadline)
        try:
            return await waiter
        finally:
            self._waiter = None

    def _set_timer(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_at(when, self._check_deadline)

    def _check_deadline(self) -> None:
        self._timer = None
        waiter = self._waiter
        if waiter is None or waiter.done():
            return
        if self.loop.time() < self._deadline:
            self._set_timer(self._deadline)
        else:
            waiter.set_result(False)

    def _wake(self) -> None:
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(True)


async def connect(origin: Origin) -> AsyncConnection:
    """Opens a connection to a server, through the proxy that the environment names. Raises `ConnectError`."""
    proxy = proxy_of(origin)
    loop = asyncio.get_running_loop()
    opened: list[AsyncConnection] = []

    async def open_connection() -> AsyncConnection:
        first = origin if proxy is None else proxy.origin
        context = tls_context() if first.is_tls else None
        name = first.host if first.is_tls else None
        _, connection = await loop.create_connection(
            lambda: AsyncConnection(loop), first.host, first.port, ssl=context, server_hostname=name
        )
        opened.append(connection)
        if proxy is not None and origin.is_tls:
            await connection.open_tunnel(origin, proxy)
            await connection.start_tls(origin.host)
        elif proxy is not None:
            connection.use_proxy(proxy)
        return connection

    try:
        return await asyncio.wait_for(open_connection(), CONNECT_TIMEOUT)
    except BaseException as error:
        for connection in opened:
            connection.abort()
        if isinstance(error, asyncio.TimeoutError):
            raise ConnectError(f"no connection within {CONNECT_TIMEOUT:g} seconds") from error
        if isinstance(error, (OSError, HttpError)):
            raise ConnectError(str(error) or "no connection") from error
        raise
