"""A connection of the synchronous client: HTTP/1.1 on a socket, with TLS and through a proxy."""

from __future__ import annotations

import select
import socket
import ssl
import time
from collections.abc import Iterator
from typing import Protocol, TypeVar

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
from .http_target import Origin, Proxy, authority_of, proxy_of, tls_context

CONNECT_TIMEOUT, WRITE_TIMEOUT, LONGEST_RESPONSE = 30.0, 60.0, 300.0
"""In seconds. The last one is for a whole response after its first bytes; streams have no such limit."""
READ_SIZE = 64 << 10

R = TypeVar("R")


class _Socket(Protocol):
    """What a connection needs of a socket, of TLS on a socket, and of TLS within TLS."""

    def recv(self, size: int, /) -> bytes: ...
    def sendall(self, data: bytes, /) -> None: ...
    def settimeout(self, seconds: float | None, /) -> None: ...
    def fileno(self) -> int: ...
    def close(self) -> None: ...


class Connection:
    """An open connection. One request at a time uses it."""

    def __init__(self, origin: Origin, stream: _Socket, proxy: Proxy | None) -> None:
        self.origin = origin
        self.used_at = 0.0
        self._stream = stream
        self._timeout: float | None = None
        self._reader = ResponseReader("GET")
        # A tunnel hides the proxy; without TLS, the proxy reads every request.
        self._proxy = None if origin.is_tls else proxy
        self._poll = None
        if hasattr(select, "poll"):
            self._poll = select.poll()
            self._poll.register(stream.fileno(), select.POLLIN)

    def head_of(self, method: str, location: str, host: str, headers: tuple[tuple[str, str], ...]) -> bytes:
        """Returns the head of a request, as the server or the proxy at the other end reads it."""
        if self._proxy is None:
            return request_head(method, location, host, headers)
        return request_head(method, f"http://{host}{location}", host, (*headers, *self._proxy.headers))

    def exchange(self, method: str, request: bytes, timeout: float) -> tuple[ResponseHead, bytes]:
        """Sends a whole request and returns the response; `timeout` is for each wait. Raises `HttpError`, `OSError`."""
        reader = self._reader = ResponseReader(method)
        self._send(request, timeout)
        data = self._receive(timeout)
        pieces = reader.feed(data) if data else []
        if not reader.is_done:
            pieces = self._finish(reader, data, pieces, timeout)
        assert reader.head is not None
        return reader.head, pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def begin(self, method: str, head: bytes, content: Iterator[bytes] | None, timeout: float) -> ResponseHead:
        """Sends a request, in chunks if it has content, and returns the head of the response; `chunks` has the rest."""
        reader = self._reader = ResponseReader(method)
        self._early: list[bytes] = []
        if content is None:
            self._send(with_body(head, None), WRITE_TIMEOUT)
        else:
            try:
                self._send(with_chunks(head), WRITE_TIMEOUT)
                for piece in content:
                    self._send(chunk_of(piece), WRITE_TIMEOUT)
                self._send(LAST_CHUNK, WRITE_TIMEOUT)
            except (ConnectionError, ssl.SSLError):
                # The service may have rejected the upload before it closed the connection.
                pass
        while reader.head is None:
            data = self._receive(timeout)
            if not data:
                reader.end()
            self._early += reader.feed(data)
        return reader.head

    def chunks(self, timeout: float) -> Iterator[bytes]:
        """Yields the rest of the response that was begun."""
        yield from self._early
        self._early = []
        reader = self._reader
        while not reader.is_done:
            data = self._receive(timeout)
            if not data:
                reader.end()
                return
            yield from reader.feed(data)

    @property
    def is_reusable(self) -> bool:
        """Whether the last response is complete and the server keeps the connection."""
        return self._reader.is_reusable

    def has_input(self) -> bool:
        """Whether something arrives although nothing was asked: the end of the stream, most likely."""
        if isinstance(self._stream, (ssl.SSLSocket, _InnerTls)) and self._stream.pending():
            return True
        if self._poll is not None:
            return bool(self._poll.poll(0))
        return bool(select.select([self._stream.fileno()], [], [], 0)[0])

    def close(self) -> None:
        """Closes the connection."""
        self._stream.close()

    def _finish(self, reader: ResponseReader, data: bytes, pieces: list[bytes], timeout: float) -> list[bytes]:
        size, latest = sum(map(len, pieces)), time.monotonic() + LONGEST_RESPONSE
        while not reader.is_done:
            if not data:
                reader.end()
                break
            if size > MAX_BODY:
                raise ProtocolError(f"the response has more than {MAX_BODY} bytes")
            if time.monotonic() > latest:
                raise ReadTimeout(f"the response is not complete after {LONGEST_RESPONSE:.0f} seconds")
            data = self._receive(timeout)
            if data:
                more = reader.feed(data)
                pieces += more
                size += sum(map(len, more))
        return pieces

    def _send(self, data: bytes, timeout: float) -> None:
        self._set_timeout(timeout)
        try:
            self._stream.sendall(data)
        except TimeoutError as error:
            raise WriteTimeout(f"nothing was sent within {timeout:g} seconds") from error

    def _receive(self, timeout: float) -> bytes:
        self._set_timeout(timeout)
        try:
            return self._stream.recv(READ_SIZE)
        except TimeoutError as error:
            raise ReadTimeout(f"no response within {timeout:g} seconds") from error

    def _set_timeout(self, timeout: float) -> None:
        if timeout != self._timeout:
            self._stream.settimeout(timeout)
            self._timeout = timeout


def connect(origin: Origin) -> Connection:
    """Opens a connection to a server, through the proxy that the environment names. Raises `ConnectError`."""
    proxy = proxy_of(origin)
    first = origin if proxy is None else proxy.origin
    try:
        plain = socket.create_connection((first.host, first.port), CONNECT_TIMEOUT)
    except OSError as error:
        raise ConnectError(str(error) or "no connection") from error
    stream: _Socket = plain
    try:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if first.is_tls:
            stream = tls_context().wrap_socket(plain, server_hostname=first.host)
        if proxy is not None and origin.is_tls:
            _open_tunnel(stream, origin, proxy)
            if isinstance(stream, ssl.SSLSocket):
                stream = _InnerTls(stream, origin.host)
            else:
                stream = tls_context().wrap_socket(plain, server_hostname=origin.host)
        return Connection(origin, stream, proxy)
    except (OSError, HttpError) as error:
        stream.close()
        raise ConnectError(str(error) or "no connection") from error
    except BaseException:
        stream.close()
        raise


def _open_tunnel(stream: _Socket, origin: Origin, proxy: Proxy) -> None:
    stream.settimeout(CONNECT_TIMEOUT)
    stream.sendall(tunnel_request(origin, proxy))
    reader = ResponseReader("HEAD")
    while reader.head is None:
        data = stream.recv(READ_SIZE)
        if not data:
            raise ConnectError("the proxy closed the connection")
        reader.feed(data)
    check_tunnel(reader)


def tunnel_request(origin: Origin, proxy: Proxy) -> bytes:
    """Returns what asks a proxy for a tunnel to a server."""
    place = f"[{origin.host}]:{origin.port}" if ":" in origin.host else f"{origin.host}:{origin.port}"
    return with_body(request_head("CONNECT", place, authority_of(origin), proxy.headers), None)


def check_tunnel(reader: ResponseReader) -> None:
    """Raises `ConnectError` unless the proxy has opened the tunnel."""
    status = 0 if reader.head is None else reader.head.status
    if not 200 <= status < 300:
        raise ConnectError(f"the proxy opens no tunnel: it answered with the HTTP status {status}")


class _InnerTls:
    """TLS to a server within TLS to a proxy, which `ssl` has no socket for."""

    def __init__(self, outer: ssl.SSLSocket, host: str) -> None:
        self._outer = outer
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = tls_context().wrap_bio(self._incoming, self._outgoing, server_hostname=host)
        self._repeat_handshake()

    def recv(self, size: int, /) -> bytes:
        while True:
            try:
                return self._tls.read(size)
            except ssl.SSLWantReadError:
                self._exchange()
            except ssl.SSLZeroReturnError:
                return b""

    def sendall(self, data: bytes, /) -> None:
        view = memoryview(data)
        while view:
            view = view[self._tls.write(view) :]
            self._outer.sendall(self._outgoing.read())

    def settimeout(self, seconds: float | None, /) -> None:
        self._outer.settimeout(seconds)

    def fileno(self) -> int:
        return self._outer.fileno()

    def pending(self) -> int:
        return self._tls.pending() + self._incoming.pending + self._outer.pending()

    def close(self) -> None:
        self._outer.close()

    def _repeat_handshake(self) -> None:
        while True:
            try:
                self._tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                self._exchange()
        self._outer.sendall(self._outgoing.read())

    def _exchange(self) -> None:
        """Sends what TLS wants to send, and reads what it waits for."""
        if sending := self._outgoing.read():
            self._outer.sendall(sending)
        if received := self._outer.recv(READ_SIZE):
            self._incoming.write(received)
        else:
            self._incoming.write_eof()
