//! A server that follows a script, byte by byte.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::{HeaderValue, Method, header};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use super::{LocalClient, LocalError, LocalRequest};

/// What the server does with a connection.
#[derive(Clone, Copy)]
enum Step {
    /// Reads the next request, which must contain this.
    Expect(&'static str),
    Write(&'static str),
    /// Keeps the connection open until the client closes it.
    Hold,
}

use Step::{Expect, Hold, Write};

async fn follow(script: Vec<Step>, stream: &mut TcpStream) {
    for step in script {
        let mut request = vec![0; 4096];
        match step {
            Expect(text) => {
                let count = stream.read(&mut request).await.unwrap();
                let request = String::from_utf8_lossy(&request[..count]).into_owned();
                assert!(request.contains(text), "{text} is not in {request}");
            }
            Write(text) => {
                stream.write_all(text.as_bytes()).await.unwrap();
                // The client sees each part by itself.
                for _ in 0..20 {
                    tokio::task::yield_now().await;
                }
            }
            Hold => while stream.read(&mut request).await.is_ok_and(|count| count > 0) {},
        }
    }
}

struct ScriptedServer {
    client: LocalClient,
    url: Url,
    connections: Arc<AtomicUsize>,
}

impl ScriptedServer {
    /// Serves one connection after the other, each with its script, and closes it at the end of the script.
    async fn start(scripts: Vec<Vec<Step>>) -> ScriptedServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url: Url = format!("http://{}/mcp?a=1", listener.local_addr().unwrap()).parse().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let opened = Arc::clone(&connections);
        tokio::spawn(async move {
            for script in scripts {
                let (mut stream, _) = listener.accept().await.unwrap();
                opened.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(async move { follow(script, &mut stream).await });
            }
        });
        ScriptedServer { client: LocalClient::for_url(&url).unwrap(), url, connections }
    }

    async fn post(&self, body: &str) -> Result<(u16, String), LocalError> {
        let request = LocalRequest::new(&Method::POST, &self.url)
            .header(&header::CONTENT_TYPE, &HeaderValue::from_static("application/json"))
            .body(body.into());
        let mut response = self.client.send(request).await?;
        let mut text = Vec::new();
        while let Some(piece) = response.next_piece().await? {
            text.extend(piece);
        }
        Ok((response.status(), String::from_utf8(text).unwrap()))
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

#[tokio::test]
async fn body_is_read_however_it_is_framed() {
    for (parts, expected) in [
        (vec!["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"], "hello"),
        (vec!["HTTP/1.1 200 OK\r\nContent-", "Length: 5\r\n\r", "\nhel", "lo"], "hello"),
        (vec!["HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"], ""),
        (vec!["HTTP/1.1 204 No Content\r\n\r\n"], ""),
        (vec!["HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"], "hello"),
        (
            vec![
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
                "2;a=b",
                "\r\nhe\r",
                "\n3\r\nl",
                "lo\r\n0\r\nx: y\r",
                "\n\r\n",
            ],
            "hello",
        ),
        (vec!["HTTP/1.0 200 OK\r\n\r\nhel", "lo"], "hello"),
        (vec!["HTTP/1.1 103 Early\r\na: b\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nh"], "h"),
    ] {
        let script = [Expect("POST /mcp?a=1 HTTP/1.1\r\nhost: 127.0.0.1:")].into_iter();
        let server =
            ScriptedServer::start(vec![script.chain(parts.iter().map(|part| Write(part))).collect()]).await;
        let (_, body) = server.post("{}").await.unwrap();
        assert_eq!(body, expected, "{parts:?}");
    }
}

#[tokio::test]
async fn connection_is_used_again_after_a_whole_body() {
    let answer = Write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    let chunks = Write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");
    let script = vec![Expect("first"), answer, Expect("second"), chunks, Expect("third"), answer];
    let server = ScriptedServer::start(vec![script]).await;
    for body in ["first", "second", "third"] {
        assert_eq!(server.post(body).await.unwrap(), (200, "ok".to_owned()));
    }
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn connection_that_ends_with_its_response_is_not_used_again() {
    for head in [
        "HTTP/1.1 200 OK\r\nconnection: Close\r\n",
        "HTTP/1.1 200 OK\r\nkeep-alive: max=9, timeout=1\r\n",
        "HTTP/1.0 200 OK\r\n",
    ] {
        let script = vec![Expect("POST"), Write(head), Write("content-length: 2\r\n\r\nok"), Hold];
        let server = ScriptedServer::start(vec![script.clone(), script]).await;
        for _ in 0..2 {
            assert_eq!(server.post("{}").await.unwrap(), (200, "ok".to_owned()));
        }
        assert_eq!(server.connections(), 2, "{head}");
    }
}

#[tokio::test]
async fn connection_that_the_server_closed_meanwhile_is_replaced() {
    let script = vec![Expect("POST"), Write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")];
    let server = ScriptedServer::start(vec![script.clone(), script]).await;
    for _ in 0..2 {
        assert_eq!(server.post("{}").await.unwrap().1, "ok");
        // The server closes the connection after its script.
        tokio::task::yield_now().await;
        while !server.client.0.idle.lock().iter_mut().all(|idle| !idle.connection.is_quiet()) {
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(server.connections(), 2);
}

#[tokio::test]
async fn response_that_is_cut_off_or_no_http_is_an_error() {
    let endless = "x".repeat(70 << 10).leak();
    let many: &str = "a: b\r\n".repeat(101).leak();
    for (parts, expected) in [
        (vec![], "the server closed the connection"),
        (vec!["HTTP/1.1 200 OK\r\nconte"], "the server closed the connection"),
        (vec!["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell"], "the server closed the connection"),
        (vec!["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel"], "closed the connection"),
        (
            vec!["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n"],
            "closed the connection",
        ),
        (vec!["SSH-2.0-OpenSSH\r\n"], "its head cannot be read"),
        (vec!["HTTP/1.1 200 OK\r\nx: ", endless, "\r\n\r\n"], "its head is too long"),
        (vec!["HTTP/1.1 200 OK\r\n", many, "\r\n"], "it has too many headers"),
        (vec!["HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n"], "there are two lengths"),
        (vec!["HTTP/1.1 200 OK\r\ncontent-length: +5\r\n\r\nhello"], "the length is no number"),
        (
            vec!["HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n"],
            "there are both a length and chunks",
        ),
        (vec!["HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\n"], "the transfer encoding is not known"),
        (vec!["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-1\r\n"], "the size of a chunk"),
        (vec!["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nhello"], "a chunk is longer"),
        (vec!["HTTP/1.1 101 Switching\r\n\r\n"], "it changes the protocol"),
        (vec!["HTTP/1.1 100 Continue\r\n\r\n"; 10], "there are too many interim responses"),
    ] {
        let script = [Expect("POST")].into_iter().chain(parts.iter().map(|part| Write(part))).collect();
        let server = ScriptedServer::start(vec![script]).await;
        let error = server.post("{}").await.unwrap_err().to_string();
        assert!(error.contains(expected), "{parts:?}: {error}");
    }
}

#[tokio::test]
async fn large_body_is_sent_whole_unless_the_server_answers_before() {
    let refused = vec![Expect("POST"), Write("HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno")];
    let server = ScriptedServer::start(vec![refused]).await;
    let (status, body) = server.post(&"x".repeat(32 << 20)).await.unwrap();
    assert_eq!((status, body.as_str()), (413, "no"));
}

#[tokio::test]
async fn headers_are_found_in_any_case() {
    let script =
        vec![Expect("POST"), Write("HTTP/1.1 200 OK\r\nMcp-Session-Id:  abc \r\ncontent-length: 0\r\n\r\n")];
    let server = ScriptedServer::start(vec![script]).await;
    let response = server.client.send(LocalRequest::new(&Method::POST, &server.url)).await.unwrap();
    assert_eq!((response.header("mcp-session-id"), response.header("other")), (Some("abc"), None));
}

#[test]
fn other_machines_encryption_and_credentials_need_another_client() {
    for (url, is_served) in [
        ("http://127.0.0.1:8080/mcp", true),
        ("http://localhost/mcp", true),
        ("http://[::1]:1/", true),
        ("https://127.0.0.1/mcp", false),
        ("http://example.com/mcp", false),
        ("http://user:word@127.0.0.1/mcp", false),
    ] {
        assert_eq!(LocalClient::for_url(&Url::parse(url).unwrap()).is_some(), is_served, "{url}");
    }
}
