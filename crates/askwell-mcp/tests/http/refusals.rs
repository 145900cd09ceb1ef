//! Requests that are refused: foreign hosts, missing principals, malformed bodies, foreign
//! sessions.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::test_server::{TestServer, call, message};

#[tokio::test]
async fn unknown_host_and_origin_are_refused() {
    let server = TestServer::start().await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    for (header, value, expected) in [
        ("host", "evil.example.com", StatusCode::FORBIDDEN),
        ("origin", "http://evil.example.com", StatusCode::FORBIDDEN),
        ("origin", "null", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "cross-site", StatusCode::FORBIDDEN),
        ("x-user", "nobody", StatusCode::UNAUTHORIZED),
        ("content-type", "text/plain", StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("content-type", "application/jsonp", StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        assert_eq!(server.post(&[(header, value)], &ping).await.status(), expected, "{header}: {value}");
        let listening = server.send(Method::GET, &[(header, value)], "").await.status();
        assert!(listening.is_client_error(), "{header}: {value}");
    }
    let other = server.send(Method::PUT, &[], "").await.status();
    assert_eq!(other, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn request_without_a_principal_is_unauthorized() {
    let server = TestServer::start().await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let refused = server.post(&[("x-user", "nobody")], &ping).await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(refused.headers()["www-authenticate"], "Bearer");
}

#[tokio::test]
async fn malformed_body_is_answered_with_an_error() {
    let server = TestServer::start().await;
    let large =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":"{}"}}}}"#, "x".repeat(5 << 20));
    for (body, status, code) in [
        ("{", StatusCode::BAD_REQUEST, -32700),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, StatusCode::BAD_REQUEST, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, StatusCode::BAD_REQUEST, -32600),
        (&large, StatusCode::PAYLOAD_TOO_LARGE, -32600),
    ] {
        let response = server.send(Method::POST, &[], body).await;
        assert_eq!(response.status(), status);
        assert_eq!(message(response).await["error"]["code"], code);
    }
}

#[tokio::test]
async fn session_of_another_principal_is_not_found() {
    let server = TestServer::start().await;
    let session = server.session(&[("x-user", "one")], json!({})).await;
    let known = [("x-user", "one"), ("mcp-session-id", session.as_str())];
    assert_eq!(server.post(&known, &call(1, "plain")).await.status(), StatusCode::OK);
    for (headers, expected) in [
        (vec![("x-user", "two"), ("mcp-session-id", session.as_str())], StatusCode::NOT_FOUND),
        (vec![("x-user", "one"), ("mcp-session-id", "made-up")], StatusCode::NOT_FOUND),
        (vec![("x-user", "one")], StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(server.post(&headers, &call(2, "plain")).await.status(), expected, "{headers:?}");
        assert_eq!(server.send(Method::GET, &headers, "").await.status(), expected, "{headers:?}");
        assert_eq!(server.send(Method::DELETE, &headers, "").await.status(), expected, "{headers:?}");
    }
    let stale =
        [("x-user", "one"), ("mcp-session-id", session.as_str()), ("mcp-protocol-version", "1999-01-01")];
    assert_eq!(server.post(&stale, &call(3, "plain")).await.status(), StatusCode::BAD_REQUEST);
    assert_eq!(server.send(Method::DELETE, &known, "").await.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.post(&known, &call(4, "plain")).await.status(), StatusCode::NOT_FOUND);
}
