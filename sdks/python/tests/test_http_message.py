"""The reader of HTTP responses: what it accepts in pieces of any size, and what it rejects."""

from __future__ import annotations

import pytest

from askwell.http_message import (
    MAX_HEAD,
    ConnectError,
    ProtocolError,
    ResponseReader,
    chunk_of,
    request_head,
    with_body,
)

COMPLETE: list[tuple[str, bytes, bytes, bool]] = [
    ("a length", b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\n\r\nhello", b"hello", True),
    ("no reason", b"HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n", b"", True),
    (
        "chunks",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2;a=b\r\nlo\r\n0\r\n\r\n",
        b"hello",
        True,
    ),
    (
        "trailers",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\nA\r\n0123456789\r\n0\r\nx-sum: 1\r\n\r\n",
        b"0123456789",
        True,
    ),
    (
        "an interim response",
        b"HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 204 None\r\nx-a: 1\r\n\r\n",
        b"",
        True,
    ),
    ("a last response", b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok", b"ok", False),
    ("an old server", b"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", b"ok", False),
    ("more than asked", b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200", b"ok", False),
]


@pytest.mark.parametrize(("name", "raw", "body", "reusable"), COMPLETE, ids=[case[0] for case in COMPLETE])
def test_response_is_read_in_pieces_of_any_size(name: str, raw: bytes, body: bytes, reusable: bool) -> None:
    for size in range(1, len(raw) + 1):
        reader, pieces = ResponseReader("GET"), list[bytes]()
        for start in range(0, len(raw), size):
            if not reader.is_done or not reusable:
                pieces += reader.feed(raw[start : start + size])
        assert reader.is_done, size
        reader.end()
        assert (b"".join(pieces), reader.is_reusable) == (body, reusable), size


def test_headers_are_joined_and_trimmed() -> None:
    reader = ResponseReader("GET")
    reader.feed(b"HTTP/1.1 200 OK\r\nX-A:  one \r\nx-a:two\t\r\nEmpty:\r\ncontent-length: 0\r\n\r\n")
    assert reader.head is not None
    assert reader.head.headers == {"x-a": "one, two", "empty": "", "content-length": "0"}


def test_body_ends_with_the_connection_if_it_has_no_length() -> None:
    reader = ResponseReader("GET")
    assert reader.feed(b"HTTP/1.1 200 OK\r\n\r\nhel") == [b"hel"]
    assert reader.feed(b"lo") == [b"lo"]
    assert not reader.is_done
    reader.end()
    assert reader.is_done
    assert not reader.is_reusable


HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"transfer-encoding: chunked\r\n\r\n"
REJECTED = {
    "another protocol": b"SSH-2.0-OpenSSH_9.2\r\n",
    "HTTP/2": b"HTTP/2 200 OK\r\n\r\n",
    "status without digits": b"HTTP/1.1 2x0 OK\r\n\r\n",
    "bare line feeds": b"HTTP/1.1 200 OK\ncontent-length: 0\n\r\n\r\n",
    "folded line": HEAD + b"x-a: 1\r\n 2\r\ncontent-length: 0\r\n\r\n",
    "space before the colon": HEAD + b"content-length : 0\r\n\r\n",
    "zero byte": HEAD + b"x-a: \0\r\ncontent-length: 0\r\n\r\n",
    "two lengths": HEAD + b"content-length: 1\r\ncontent-length: 2\r\n\r\n",
    "length and chunks": HEAD + b"content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
    "negative length": HEAD + b"content-length: -1\r\n\r\n",
    "length with other digits": HEAD + "content-length: ²\r\n\r\n".encode("latin-1"),
    "huge length": HEAD + b"content-length: 9999999999999999\r\n\r\n",
    "other coding": HEAD + b"transfer-encoding: gzip, chunked\r\n\r\n",
    "protocol change": b"HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n",
    "chunk without size": CHUNKED + b"\r\n",
    "chunk with a sign": CHUNKED + b"+5\r\nhello\r\n",
    "chunk too long": CHUNKED + b"2\r\nhello\r\n",
    "endless chunk line": CHUNKED + b"1;" + b"a" * 5000,
    "endless trailers": CHUNKED + b"0\r\n" + b"x-a: 0123456789\r\n" * 5000,
    "endless head": HEAD + b"x-a: 0123456789\r\n" * 5000,
    "endless line": HEAD + b"x-a: " + b"0" * MAX_HEAD,
}


@pytest.mark.parametrize("raw", REJECTED.values(), ids=REJECTED.keys())
def test_ambiguous_or_endless_response_is_rejected(raw: bytes) -> None:
    with pytest.raises(ProtocolError):
        ResponseReader("GET").feed(raw)


@pytest.mark.parametrize(
    "raw", [b"", b"HTTP/1.1 200", HEAD + b"content-length: 5\r\n\r\nhell", CHUNKED + b"5\r\nhello\r\n"]
)
def test_response_that_ends_early_is_rejected(raw: bytes) -> None:
    reader = ResponseReader("GET")
    reader.feed(raw)
    with pytest.raises(ProtocolError, match="closed the connection"):
        reader.end()


@pytest.mark.parametrize(
    ("location", "header"), [("/a b", "x"), ("/\r\nx: y", "x"), ("/", "x\r\ny: z"), ("/", "x\0"), ("/", "\u20ac")]
)
def test_request_that_would_say_more_than_meant_is_not_sent(location: str, header: str) -> None:
    with pytest.raises(ConnectError):
        request_head("GET", location, "localhost", (("authorization", header),))


def test_request_is_written_in_one_piece() -> None:
    head = request_head("POST", "/rpc", "localhost:1", (("accept", "*/*"),))
    assert with_body(head, b"{}") == (
        b"POST /rpc HTTP/1.1\r\nhost: localhost:1\r\naccept: */*\r\ncontent-length: 2\r\n\r\n{}"
    )
    assert chunk_of(b"x" * 17) == b"11\r\n" + b"x" * 17 + b"\r\n"
    assert chunk_of(b"") == b""
