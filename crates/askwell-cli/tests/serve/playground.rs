//! `askwell playground`: the page and what it evaluates, over HTTP as a browser speaks it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::ChildStderr;

use serde_json::{Value, json};

use crate::ask_web::{Page, Program, between};
use crate::http::{Connection, Response};
use crate::server::program;

const FORM: &str = r#"{"id": "order", "title": "Order <b>", "timeout": 1000, "fields": [
    {"id": "size", "type": "number", "label": "Size", "required": true, "validation": {"minimum": 1}}
]}"#;

struct Playground {
    page: Page,
    reports: BufReader<ChildStderr>,
    _folder: tempfile::TempDir,
}

impl Playground {
    fn start(arguments: &[&str], files: &[(&str, &str)]) -> Playground {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let mut command = program(folder.path());
        command.args(["playground", "--no-browser"]).args(arguments).current_dir(folder.path());
        if !arguments.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let mut program = Program(Some(command.spawn().unwrap()));
        let mut reports = BufReader::new(program.child().stderr.take().unwrap());
        let mut told = String::new();
        while !told.contains("nothing is kept") {
            assert!(reports.read_line(&mut told).unwrap() > 0, "{told}");
        }
        let address: SocketAddr = between(&told, "open this page: http://", "/\n").parse().unwrap();
        let page = Page { program, address, path: "/".to_owned() };
        Playground { page, reports, _folder: folder }
    }

    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        Connection::open(self.page.address).ask(method, path, headers, body).unwrap()
    }

    fn evaluate(&self, request: &Value) -> Response {
        self.ask("POST", "/evaluate", &[("content-type", "application/json")], request.to_string().as_bytes())
    }

    fn stop(mut self) -> Option<i32> {
        self.page.interrupt();
        self.reports.read_to_string(&mut String::new()).unwrap();
        self.page.finish().status.code()
    }
}

#[test]
fn file_is_shown_on_every_surface_and_its_page_can_be_answered() {
    let playground = Playground::start(&["form.json"], &[("form.json", FORM)]);
    let shown = playground.ask("GET", "/", &[], b"");
    assert_eq!(shown.status, 200, "{shown:?}");
    let policy = shown.header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'self'"), "{policy}");
    let text = shown.text();
    assert!(text.contains("Order &lt;b&gt;") && !text.contains("Order <b>"), "{text}");
    for part in ["MCP 2026-07-28", "MCP 2025-06-18", "JSON Schema", "Plain mode", "href=\"/#form=1."] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    let path = between(&text, "src=\"/f/", "\"");
    let page = playground.ask("GET", &format!("/f/{path}"), &[], b"");
    assert_eq!((page.status, page.header("x-frame-options")), (200, Some("SAMEORIGIN")), "{page:?}");
    assert_eq!(playground.ask("GET", &format!("/outcome?path=/f/{path}"), &[], b"").status, 204);
    assert_eq!(playground.stop(), Some(0));
}

#[test]
fn answers_are_checked_and_defects_have_their_places() {
    let playground = Playground::start(&[], &[]);
    let evaluate = |request: Value| {
        let response = playground.evaluate(&request);
        assert_eq!(response.status, 200, "{response:?}");
        response.json()
    };
    let first = evaluate(json!({"document": FORM, "answers": "{\"size\": 0}"}));
    assert!(first["checked"].as_str().unwrap().contains("Size must be at least 1."), "{first}");
    let page = first["page"].as_str().unwrap().to_owned();
    let second = evaluate(json!({"document": FORM, "answers": "{\"size\": 2}"}));
    assert!(second["checked"].as_str().unwrap().contains("&quot;size&quot;: 2"), "{second}");
    assert_eq!(second["page"], page, "the same form has the same page");
    let again = evaluate(json!({"document": FORM, "restart": true}));
    assert_ne!(again["page"], page);
    let wrong = evaluate(json!({"document": "{\n\"titel\": 1}"}));
    assert_eq!((&wrong["page"], &wrong["languages"]), (&Value::Null, &Value::Null));
    assert!(wrong["marks"].as_array().unwrap().contains(&json!({"line": 2, "error": true})), "{wrong}");
    let example = evaluate(json!({"example": "refund"}));
    assert!(example["document"].as_str().unwrap().contains("\"fields\""), "{example}");
    let shared = evaluate(json!({"shared": second["share"]}));
    assert_eq!(shared["document"], FORM);
    let validators =
        FORM.replace("\"fields\"", "\"validation\": {\"customValidators\": [\"stock\"]}, \"fields\"");
    let validators = evaluate(json!({"document": validators, "answers": "{\"size\": 1}"}));
    assert!(
        validators["page"].is_string() && validators["checked"].as_str().unwrap().contains("not run here")
    );
}

#[test]
fn form_without_a_script_gets_the_whole_page() {
    let playground = Playground::start(&[], &[]);
    let form = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("origin", "null"),
        ("sec-fetch-site", "same-origin"),
    ];
    let body = format!(
        "document={}&answers=%7B%7D&language=&example=refund",
        url::form_urlencoded::byte_serialize(FORM.as_bytes()).collect::<String>()
    );
    let shown = playground.ask("POST", "/", &form, body.as_bytes());
    assert_eq!(shown.status, 200, "{shown:?}");
    assert!(shown.text().contains("Size is required."), "{}", shown.text());
    let loaded = playground.ask("POST", "/", &form, format!("{body}&load=1").as_bytes());
    assert!(!loaded.text().contains("Order &lt;b&gt;"), "{}", loaded.text());
}

#[test]
fn other_sites_hosts_and_large_or_broken_requests_are_refused() {
    let playground = Playground::start(&[], &[]);
    let json = ("content-type", "application/json");
    let large = json!({"document": "x".repeat(300 << 10)}).to_string();
    for (status, method, path, headers, body) in [
        (403, "POST", "/evaluate", vec![json, ("origin", "http://evil.example")], &b"{}"[..]),
        (403, "POST", "/evaluate", vec![json, ("sec-fetch-site", "cross-site")], b"{}"),
        (403, "POST", "/evaluate", vec![json, ("sec-fetch-site", "same-site")], b"{}"),
        (403, "POST", "/", vec![("sec-fetch-site", "cross-site")], b"document=x"),
        (403, "GET", "/outcome?path=/f/x", vec![("sec-fetch-site", "cross-site")], b""),
        (200, "GET", "/", vec![("sec-fetch-site", "cross-site")], b""),
        (421, "GET", "/", vec![("host", "evil.example")], b""),
        (415, "POST", "/evaluate", vec![("content-type", "text/plain")], b"{}"),
        (400, "POST", "/evaluate", vec![json], b"{"),
        (422, "POST", "/evaluate", vec![json], b"{\"other\": 1}"),
        (422, "POST", "/evaluate", vec![json], b"{\"shared\": \"form=1.AAAA\"}"),
        (422, "POST", "/evaluate", vec![json], b"{\"example\": \"../../etc/passwd\"}"),
        (413, "POST", "/evaluate", vec![json], large.as_bytes()),
        (405, "PUT", "/evaluate", vec![json], b"{}"),
    ] {
        let response = playground.ask(method, path, &headers, body);
        assert_eq!(response.status, status, "{method} {path} {headers:?}: {response:?}");
    }
    // A body that is announced as too large is refused before it comes.
    let mut connection = Connection::open(playground.page.address);
    let head = format!(
        "POST /evaluate HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 9000000\r\n\r\n",
        playground.page.address
    );
    connection.write(head.as_bytes()).unwrap();
    assert_eq!(connection.head().unwrap().status, 413);
}

#[test]
fn too_many_evaluations_are_refused_until_later() {
    let playground = Playground::start(&[], &[]);
    let mut connection = Connection::open(playground.page.address);
    let refused = (0..200).find_map(|_| {
        let json = [("content-type", "application/json")];
        let response = connection.ask("POST", "/evaluate", &json, b"{}").unwrap();
        (response.status != 200).then_some(response)
    });
    let refused = refused.unwrap();
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")), "{refused:?}");
}

#[test]
fn unusable_arguments_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("large.json"), "x".repeat(300 << 10)).unwrap();
    for (arguments, part) in [
        (&["playground", "missing.json"][..], "there is no such file"),
        (&["playground", "large.json"], "at most 256 KiB"),
        (&["playground", "http://127.0.0.1/#form=1.AAAA"], "copy the whole link again"),
        (&["playground", "http://127.0.0.1/#form=9.AAAA"], "newer version"),
        (&["playground", "--listen", "0.0.0.0:0"], "can be reached from other machines"),
    ] {
        let output = program(folder.path()).args(arguments).current_dir(folder.path()).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(part), "{arguments:?}: {told}");
    }
}
