"""Connections: TLS, connections that the service has closed, and a service that does not answer."""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpcore2
import pytest

import askwell
from askwell.asyncio_stream import AsyncioBackend


class Templates(BaseHTTPRequestHandler):
    """Answers every call with one template, with a description of a megabyte."""

    protocol_version = "HTTP/1.1"
    connections: set[object]

    def do_POST(self) -> None:
        self.connections.add(self.client_address)
        self.rfile.read(int(self.headers["content-length"]))
        result = {"templates": [{"name": "deploy", "description": "x" * (1 << 20)}]}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        # Without a word to the client, as a service that restarts.
        self.close_connection = self.path.startswith("/closing")

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(context: ssl.SSLContext | None = None) -> Iterator[tuple[str, type[Templates]]]:
    handler = type("Handler", (Templates,), {"connections": set()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        scheme = "http" if context is None else "https"
        yield f"{scheme}://127.0.0.1:{server.server_address[1]}", handler
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def call_twice(address: str) -> None:
    async def call_async() -> None:
        async with askwell.AsyncClient(address) as client:
            for _ in range(2):
                assert [template["name"] for template in await client.templates()] == ["deploy"]

    asyncio.run(call_async())
    with askwell.Client(address) as client:
        for _ in range(2):
            assert [template["name"] for template in client.templates()] == ["deploy"]


def test_connection_is_kept_for_the_next_call() -> None:
    with serving() as (address, handler):
        call_twice(address)
        assert len(handler.connections) == 2, "one for each client"


def test_closed_connection_is_replaced() -> None:
    with serving() as (address, handler):
        call_twice(f"{address}/closing")
        assert len(handler.connections) == 4


def test_certificates_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*command, "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving(context) as (address, handler):
        with pytest.raises(askwell.ServiceUnreachable, match=r"(?i)certificate"):
            asyncio.run(askwell.AsyncClient(address).templates())
        assert not handler.connections
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        call_twice(address)
        assert len(handler.connections) == 2


def test_silence_ends_a_read_and_a_write() -> None:
    async def wait() -> None:
        accepted = asyncio.Event()
        silent = await asyncio.start_server(lambda _, writer: accepted.set(), "127.0.0.1", 0, limit=1)
        port = silent.sockets[0].getsockname()[1]
        stream = await AsyncioBackend().connect_tcp("127.0.0.1", port, 30)
        await accepted.wait()
        with pytest.raises(httpcore2.ReadTimeout):
            await stream.read(10, 0.05)
        with pytest.raises(httpcore2.WriteTimeout):
            for _ in range(1000):
                await stream.write(bytes(1 << 20), 0.05)
        await stream.aclose()
        silent.close()

    asyncio.run(wait())
