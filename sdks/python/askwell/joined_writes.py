"""Network streams that send the head and the body of a request together.

httpcore2 writes them one after the other, and each write is a system call and wakes the service. Here, writes are
collected until the response is read, or until they are large. The asynchronous client has `asyncio_stream`.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from typing import Any

import httpcore2

from .asyncio_stream import MOST_COLLECTED


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
        if len(self._collected) >= MOST_COLLECTED:
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
