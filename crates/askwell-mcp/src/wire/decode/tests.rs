//! Tests of decoding messages and malformed texts.

use super::{Limits, decode};
use crate::wire::{Id, Message, encode};

fn show(text: &str) -> String {
    match decode(text.to_owned(), &Limits::default()) {
        Ok(message) => format!("{message:?}"),
        Err(malformed) => encode::error(malformed.id.as_ref(), &malformed.error),
    }
}

#[test]
fn messages_are_decoded_by_their_members() {
    for (text, expected) in [
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "Request(1 ping)"),
        (
            r#" {"method":"a/b", "params":{"x":1}, "id":"k\"","jsonrpc":"2.0","later":[]} "#,
            r#"Request("k\"" a/b)"#,
        ),
        (r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#, "Request(1.0 ping)"),
        (r#"{"jsonrpc":"2.0","method":"notifications/x"}"#, "Notification(notifications/x)"),
        (r#"{"jsonrpc":"2.0","id":3,"result":{}}"#, "Response(3 ok)"),
        (r#"{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"no"}}"#, "Response(3 error)"),
        (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}"#, "Response(error)"),
        (r#"{"jsonrpc":"2.0","error":{"code":-1,"message":"no"}}"#, "Response(error)"),
    ] {
        assert_eq!(show(text), expected, "{text}");
    }
}

#[test]
fn malformed_text_is_answered_with_code_and_id() {
    for (text, code, id) in [
        ("", "-32700", "null"),
        ("{", "-32700", "null"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping"} x"#, "-32700", "null"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping",}"#, "-32700", "null"),
        ("[]", "-32600", "null"),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, "-32600", "null"),
        ("1", "-32600", "null"),
        (r#"{"id":1,"method":"ping"}"#, "-32600", "1"),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, "-32600", "1"),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, "-32600", "null"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "-32600", "null"),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, "-32600", "1"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, "-32600", "1"),
        (r#"{"jsonrpc":"2.0","id":1}"#, "-32600", "1"),
        (r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#, "-32600", "1"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#, "-32600", "1"),
        (r#"{"jsonrpc":"2.0","id":1,"error":"no"}"#, "-32600", "1"),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, "-32600", "2"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"p","params":{"a":{"b":1,"c":2,"\u0062":3}}}"#, "-32600", "1"),
    ] {
        let answer = show(text);
        let id = if id == "null" { String::new() } else { format!(r#","id":{id}"#) };
        let start = format!(r#"{{"jsonrpc":"2.0"{id},"error":{{"code":{code},"#);
        assert!(answer.starts_with(&start), "{text}: {answer}");
    }
}

#[test]
fn message_beyond_the_limits_is_refused_with_its_id() {
    let limits = Limits { bytes: 100, depth: 3 };
    let message = |params: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"p","params":{params}}}"#);
    for (params, fits) in [
        ("{}".to_owned(), true),
        (r#"{"a":[1]}"#.to_owned(), true),
        (r#"{"a":[[1]]}"#.to_owned(), false),
        (format!(r#"{{"a":"{}"}}"#, "x".repeat(60)), false),
    ] {
        assert_eq!(decode(message(&params), &limits).is_ok(), fits, "{params}");
    }
    let deep = message(&format!("{}1{}", r#"{"a":"#.repeat(50_000), "}".repeat(50_000)));
    let behind = format!(r#"{{"jsonrpc":"2.0","result":{}{},"id":1}}"#, "[".repeat(500), "]".repeat(500));
    for (text, limits) in
        [(deep, Limits::default()), (behind, Limits::default()), (message(&" ".repeat(100)), limits)]
    {
        // The peer learns which request failed.
        assert_eq!(decode(text, &limits).unwrap_err().id, Some(Id::Integer(1)));
    }
    for text in ["[".repeat(500), r#"{"id":{"#.repeat(100), " ".repeat(200)] {
        assert_eq!(decode(text, &limits).unwrap_err().id, None);
    }
}

#[test]
fn duplicate_key_among_many_is_found() {
    let members = |last: &str| {
        let mut members: Vec<String> = (0..50_000).map(|number| format!("\"k{number}\":0")).collect();
        members.push(format!("\"{last}\":0"));
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"p","params":{{{}}}}}"#, members.join(","))
    };
    assert!(decode(members("other"), &Limits::default()).is_ok());
    for twice in ["k3", "k49999", "k\\u0033"] {
        assert!(decode(members(twice), &Limits::default()).is_err(), "{twice}");
    }
}

#[test]
fn params_keep_their_text() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"n":12345678901234567890.10,"x-a":{"b" : null}}}"#;
    let Ok(Message::Request(request)) = decode(text.to_owned(), &Limits::default()) else {
        panic!("a request")
    };
    assert_eq!(request.params().text(), r#"{"n":12345678901234567890.10,"x-a":{"b" : null}}"#);
    assert_eq!(request.params().get("x-a").unwrap().text(), r#"{"b" : null}"#);
    assert_eq!(encode::request(request.id(), request.method(), request.params()), text);
}
