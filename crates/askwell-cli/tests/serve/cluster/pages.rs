//! Pages in a cluster: each request of one browser may reach another node.

use askwell_testkit::postgres::PgServer;
use serde_json::{Value, json};

use super::Cluster;
use crate::http::Response;
use crate::server::Server;

/// A browser with a cookie, which sends each request to a node of its choice.
struct Browser {
    path: String,
    cookie: String,
    token: String,
}

impl Browser {
    /// Opens the page of an elicitation, and enters the code that was shown with its link.
    fn open(node: &Server, asked: &Value) -> Browser {
        let path = asked["url"].as_str().unwrap().strip_prefix("https://ask.example.com").unwrap();
        let mut browser = Browser { path: path.to_owned(), cookie: String::new(), token: String::new() };
        let first = browser.get(node, "");
        let cookie = first.header("set-cookie").unwrap().split(';').next().unwrap();
        browser.cookie = cookie.to_owned();
        browser.read_token(&first);
        let code = asked["code"].as_str().unwrap();
        let entered = browser.send(node, "/code", &[("code", code)]);
        assert_eq!(entered.status, 303, "{entered:?}");
        browser
    }

    fn get(&self, node: &Server, query: &str) -> Response {
        let headers = [("host", "ask.example.com"), ("cookie", self.cookie.as_str())];
        node.ask("GET", &format!("{}{query}", self.path), &headers, b"")
    }

    fn read_token(&mut self, page: &Response) {
        let text = page.text();
        let (_, token) = text.split_once("name=\":token\" value=\"").unwrap();
        self.token = token.split_once('"').unwrap().0.to_owned();
    }

    fn send(&self, node: &Server, path: &str, fields: &[(&str, &str)]) -> Response {
        let headers = [
            ("host", "ask.example.com"),
            ("origin", "https://ask.example.com"),
            ("cookie", self.cookie.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        let mut body = format!("%3Atoken={}", self.token);
        for (name, value) in fields {
            body.push_str(&format!("&{}={}", name.replace(':', "%3A"), value.replace(' ', "+")));
        }
        node.ask("POST", &format!("{}{path}", self.path), &headers, body.as_bytes())
    }
}

fn form() -> Value {
    json!({"id": "login", "title": "Sign in", "fields": [
        {"id": "name", "type": "text", "label": "Name", "required": true},
        {"id": "pin", "type": "text", "label": "Pin", "rendering": {"inputType": "password"}, "required": true},
        {"id": "why", "type": "text", "label": "Why", "required": true},
    ]})
}

#[test]
fn values_and_secrets_typed_at_one_node_are_known_at_another() {
    let cluster = Cluster::new(PgServer::shared());
    let (a, b, c) = (cluster.node(), cluster.node(), cluster.node());
    let asked = a.call("elicitation/create", json!({"mode": "url", "formDefinition": form()})).unwrap();
    let mut browser = Browser::open(&b, &asked);
    browser.read_token(&browser.get(&c, ""));
    // A required field is missing: the page after the redirect comes from another node.
    let typed = [("name", "Ada L"), ("pin", "s3cret pin"), ("why", ""), (":do", "send")];
    let sent = browser.send(&a, "", &typed);
    assert_eq!(
        (sent.status, sent.header("location").unwrap().ends_with("?step=problems")),
        (303, true),
        "{sent:?}"
    );
    let shown = browser.get(&b, "?step=problems").text();
    assert!(shown.contains("Ada L"), "what was typed is there: {shown}");
    assert!(!shown.contains("s3cret pin") && !shown.contains("typed again"), "{shown}");
    let kept = "SELECT count(*) FROM askwell.notes WHERE namespace = 'page-draft'";
    let readable = "position('s3cret pin'::bytea IN value) > 0 OR position('Ada L'::bytea IN value) > 0";
    assert_eq!(
        (cluster.count(kept), cluster.count(&format!("{kept} AND ({readable})"))),
        (1, 0),
        "encrypted"
    );
    // The secret is not typed again, and arrives.
    let sent = browser.send(&c, "", &[("name", "Ada L"), ("pin", ""), ("why", "because"), (":do", "send")]);
    assert_eq!(sent.status, 303, "{sent:?}");
    let found = a.call("elicitation/wait", json!({"elicitationId": asked["elicitationId"]})).unwrap();
    assert_eq!(found["status"], "completed", "{found}");
    assert_eq!(found["result"], json!({"name": "Ada L", "pin": "s3cret pin", "why": "because"}), "{found}");
    assert_eq!(cluster.count(kept), 0, "nothing of the page stays");
}
