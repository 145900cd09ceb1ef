"""Connections: TLS, proxies, connections that the service has closed, and a service that does not answer."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import askwell
from askwell import async_connection, sync_connection
from askwell.http_message import ReadTimeout, WriteTimeout
from askwell.http_target import Origin, proxy_of, target_of


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


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, Path]:
    """A server's side of TLS for 127.0.0.1 and askwell.test, and its certificate."""
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=127.0.0.1"]
    names = "subjectAltName=IP:127.0.0.1,DNS:askwell.test"
    subprocess.run([*command, "-addext", names], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context, certificate


def test_certificates_are_checked(tls: tuple[ssl.SSLContext, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    context, certificate = tls
    with serving(context) as (address, handler):
        with pytest.raises(askwell.ServiceUnreachable, match=r"(?i)certificate"):
            asyncio.run(askwell.AsyncClient(address).templates())
        with pytest.raises(askwell.ServiceUnreachable, match=r"(?i)certificate"):
            askwell.Client(address).templates()
        assert not handler.connections
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        call_twice(address)
        assert len(handler.connections) == 2


class Forwarder(BaseHTTPRequestHandler):
    """A proxy: leads tunnels and requests for askwell.test to the server at `place`."""

    protocol_version = "HTTP/1.1"
    place: tuple[str, int]
    seen: list[tuple[str, str, str | None]]

    def do_CONNECT(self) -> None:
        self.seen.append((self.command, self.path, self.headers["proxy-authorization"]))
        if self.headers["proxy-authorization"] is None:
            self.send_error(407)
            return
        self.send_response(200)
        self.end_headers()
        with socket.create_connection(self.place) as onward:
            back = threading.Thread(target=lambda: copy(onward, self.connection))
            back.start()
            copy(self.connection, onward)
            back.join()
        self.close_connection = True

    def do_POST(self) -> None:
        self.seen.append((self.command, self.path, self.headers["proxy-authorization"]))
        body = self.rfile.read(int(self.headers["content-length"]))
        # As the server at the other end: `Templates` answers every path.
        with socket.create_connection(self.place) as onward:
            onward.sendall(b"POST /closing HTTP/1.1\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body))
            while data := onward.recv(65536):
                self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass


def copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


@contextmanager
def proxying(address: str, context: ssl.SSLContext | None = None) -> Iterator[tuple[str, type[Forwarder]]]:
    origin = target_of(address).origin
    handler = type("Handler", (Forwarder,), {"place": (origin.host, origin.port), "seen": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"{'http' if context is None else 'https'}://ada:l%20l@127.0.0.1:{server.server_address[1]}", handler
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


IDENTITY = "Basic YWRhOmwgbA=="


@pytest.mark.parametrize("is_proxy_tls", [False, True], ids=["http", "https"])
def test_proxy_of_the_environment_is_used(
    tls: tuple[ssl.SSLContext, Path], monkeypatch: pytest.MonkeyPatch, is_proxy_tls: bool
) -> None:
    context, certificate = tls
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    proxy_context = context if is_proxy_tls else None
    with serving() as (address, _), proxying(address, proxy_context) as (proxy, forwarder):
        monkeypatch.setenv("http_proxy", proxy)
        call_twice("http://askwell.test")
        assert set(forwarder.seen) == {("POST", "http://askwell.test/rpc", IDENTITY)}
        assert len(forwarder.seen) == 4
    with serving(context) as (address, handler), proxying(address, proxy_context) as (proxy, forwarder):
        monkeypatch.setenv("https_proxy", proxy)
        if is_proxy_tls and sys.version_info < (3, 11):
            with pytest.raises(askwell.ServiceUnreachable, match=r"name the proxy with http://, use Python 3\.11"):
                call_async_once()
            return
        call_twice("https://askwell.test")
        assert forwarder.seen == [("CONNECT", "askwell.test:443", IDENTITY)] * 2
        assert len(handler.connections) == 2, "one tunnel for each client"
        monkeypatch.setenv("https_proxy", proxy.replace("ada:l%20l@", ""))
        for call in (lambda: askwell.Client("https://askwell.test").templates(), call_async_once):
            with pytest.raises(askwell.ServiceUnreachable, match=r"opens no tunnel.*407"):
                call()


def call_async_once() -> object:
    return asyncio.run(askwell.AsyncClient("https://askwell.test").templates())


def test_this_machine_is_reached_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert proxy_of(Origin(False, "127.0.0.1", 8787)) is None
    assert proxy_of(Origin(False, "askwell.test", 80)) is not None
    monkeypatch.setenv("no_proxy", "askwell.test")
    assert proxy_of(Origin(False, "askwell.test", 80)) is None


def test_client_outlives_its_event_loop() -> None:
    with serving() as (address, handler):
        client = askwell.AsyncClient(address)
        for _ in range(2):
            assert len(asyncio.run(client.templates())) == 1
        asyncio.run(client.close())
        assert len(handler.connections) == 2, "one for each loop"


def test_early_rejection_of_an_upload_is_read() -> None:
    """A server that answers after the first chunk; the rest is sent while the connection closes."""
    answer = b"HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 2\r\n\r\nno"

    def pieces() -> Iterator[bytes]:
        for _ in range(200):
            yield bytes(1 << 20)

    async def async_pieces() -> AsyncIterator[bytes]:
        for piece in pieces():
            yield piece

    closed = threading.Event()

    def reject(server: socket.socket) -> None:
        for _ in range(2):
            accepted = server.accept()[0]
            accepted.recv(1000)
            accepted.sendall(answer)
            accepted.shutdown(socket.SHUT_WR)
            # What is unread when a socket is closed makes the kernel discard the answer.
            while accepted.recv(1 << 20):
                pass
            accepted.close()
            closed.set()

    async def upload(origin: Origin) -> tuple[int, bytes]:
        connection = await async_connection.connect(origin)
        sent = connection.head_of("POST", "/", "localhost", ())
        head = await connection.begin("POST", sent, async_pieces(), 10)
        body = b"".join([chunk async for chunk in connection.chunks(10)])
        assert await asyncio.to_thread(closed.wait, 10), "asyncio has closed the connection"
        connection.abort()
        return head.status, body

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=reject, args=(server,))
        thread.start()
        origin = Origin(False, "127.0.0.1", server.getsockname()[1])
        assert asyncio.run(upload(origin)) == (413, b"no")
        connection = sync_connection.connect(origin)
        head = connection.begin("POST", connection.head_of("POST", "/", "localhost", ()), pieces(), 10)
        assert (head.status, b"".join(connection.chunks(10))) == (413, b"no")
        connection.close()
        thread.join()


def test_silence_ends_a_read_and_a_write(monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield bytes(1 << 20)

    async def wait(origin: Origin) -> None:
        connection = await async_connection.connect(origin)
        with pytest.raises(ReadTimeout):
            await connection.exchange("GET", b"GET / HTTP/1.1\r\n\r\n", 0.05)
        with pytest.raises(WriteTimeout):
            await connection.begin("POST", b"POST / HTTP/1.1\r\n", endless(), 0.05)
        connection.abort()

    for module in (async_connection, sync_connection):
        monkeypatch.setattr(module, "WRITE_TIMEOUT", 0.05)
    # Never accepted: the kernel takes what its buffers hold.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        origin = Origin(False, "127.0.0.1", silent.getsockname()[1])
        asyncio.run(wait(origin))
        connection = sync_connection.connect(origin)
        with pytest.raises(ReadTimeout):
            connection.exchange("GET", b"GET / HTTP/1.1\r\n\r\n", 0.05)
        with pytest.raises(WriteTimeout):
            connection.begin("POST", b"POST / HTTP/1.1\r\n", iter(lambda: bytes(1 << 20), None), 0.05)
        connection.close()
