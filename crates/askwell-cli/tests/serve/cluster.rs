//! Several nodes over one PostgreSQL: real processes, a real database, any node serves any request.

mod balancer;
mod checker;
mod copying;
mod failover;
mod faults;
mod pages;
mod pooling;
mod rig;
mod sessions;
mod skew;
mod tls;
mod workload;

use std::collections::BTreeSet;
use std::process::Output;

use askwell_testkit::postgres::{PgServer, StopMode, TestDatabase};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{GENEROUS, Server, name_form, program, run, until};
use crate::webhooks::{Receiver, settings};

const KEYRING: &str = "2026:q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=";

/// A database with tables and a key, and the settings of its nodes.
struct Cluster {
    folder: TempDir,
    database: TestDatabase,
    key: String,
}

impl Cluster {
    fn new(server: &PgServer) -> Cluster {
        let folder = TempDir::new().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let database = runtime.block_on(server.create_database());
        let cluster = Cluster { folder, database, key: String::new() };
        let migrated = cluster.run(&["database", "migrate", "--store", &cluster.database.url()]);
        assert!(migrated.status.success(), "{migrated:?}");
        let key = cluster.create_key("ci");
        Cluster { key, ..cluster }
    }

    fn count(&self, query: &str) -> i64 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(self.database.count(query))
    }

    fn run(&self, arguments: &[&str]) -> Output {
        run(self.folder.path(), arguments)
    }

    fn create_key(&self, name: &str) -> String {
        let made = self.run(&["keys", "--store", &self.database.url(), "create", name]);
        assert!(made.status.success(), "{made:?}");
        String::from_utf8(made.stdout).unwrap().trim().to_owned()
    }

    fn arguments<'a>(url: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let own = ["--store", url, "--set", "public_url=https://ask.example.com"];
        [&own, &GENEROUS[..], more].concat()
    }

    fn node(&self) -> Server {
        self.node_with(&[])
    }

    fn node_with(&self, more: &[&str]) -> Server {
        let mut command = program(self.folder.path());
        command.env("ASKWELL_KEYRING", KEYRING);
        let mut server = Server::from(command, &Cluster::arguments(&self.database.url(), more));
        server.key = Some(self.key.clone());
        server
    }

    /// Starts a node that must not start, and returns what it says.
    fn refused(&self, keyring: Option<&str>, more: &[&str]) -> String {
        let url = self.database.url();
        let mut command = program(self.folder.path());
        if let Some(keyring) = keyring {
            command.env("ASKWELL_KEYRING", keyring);
        }
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(more);
        if !more.contains(&"--store") {
            command.args(Cluster::arguments(&url, &[]));
        }
        let ended = command.output().unwrap();
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        String::from_utf8(ended.stderr).unwrap()
    }
}

fn answer(server: &Server, id: &str) -> Value {
    server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "x"}})).unwrap()
}

#[test]
fn call_that_waits_on_one_node_gets_the_answer_from_another() {
    let cluster = Cluster::new(PgServer::shared());
    let (a, b, c) = (cluster.node(), cluster.node(), cluster.node());
    let id = a.ask_name();
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| b.call("elicitation/wait", json!({"elicitationId": id})).unwrap());
        until("the wait has begun", || {
            let authorization = format!("Bearer {}", cluster.key);
            b.ask("GET", "/metrics", &[("authorization", &authorization)], b"")
                .text()
                .contains("askwell_waits_open 1")
        });
        answer(&c, &id);
        assert_eq!(waiting.join().unwrap()["status"], "completed");
    });
    for node in [&a, &b, &c] {
        let found = node.call("elicitation/status", json!({"elicitationId": id})).unwrap();
        assert_eq!(found["status"], "completed");
    }
    // One outcome: a second answer on another node comes too late.
    let again = json!({"elicitationId": id, "responses": {"name": "y"}});
    assert!(a.call("elicitation/submit", again).is_err());
}

#[test]
fn killed_node_loses_nothing_and_its_callers_continue_on_another() {
    let cluster = Cluster::new(PgServer::shared());
    let (a, b) = (cluster.node(), cluster.node());
    let create = |server: &Server| {
        let params = json!({"prompt": "?", "idempotencyKey": "one"});
        server.call("elicitation/create", params).unwrap()["elicitationId"].clone()
    };
    let (id, kept) = (a.ask_name(), create(&a));
    let mut events = a.events("/events?after=0");
    let first = events.block().unwrap();
    a.kill();
    assert_eq!(create(&b), kept, "the same key is the same question");
    answer(&b, &id);
    assert_eq!(b.call("elicitation/wait", json!({"elicitationId": id})).unwrap()["status"], "completed");
    // The same events, from another node.
    assert_eq!(b.events("/events?after=0").block().unwrap(), first);
}

#[test]
fn node_that_contradicts_the_others_does_not_start() {
    let cluster = Cluster::new(PgServer::shared());
    let url = cluster.database.url();
    let _node = cluster.node();
    let told = cluster.refused(
        Some(KEYRING),
        &Cluster::arguments(&url, &["--set", "limits.retries=7", "--set", "retention_ms=1000"]),
    );
    for part in ["limits.retries is 3 there and 7 here", "retention_ms is", "stop all of them"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let other = "2026:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    assert!(cluster.refused(Some(other), &[]).contains("the current key of the keyring"), "another key");
    assert!(cluster.refused(None, &[]).contains("openssl rand -base64 32"), "no keyring is made");
    let told = cluster.refused(Some(KEYRING), &["--store", &url]);
    assert!(told.contains("set public_url"), "{told}");
    let checked = cluster.run(&["database", "check", "--store", &url]);
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    let status = cluster.run(&["database", "status", "--store", &url]);
    let text = String::from_utf8(status.stdout).unwrap();
    assert!(text.contains("format  ") && text.contains("node    node_"), "{text}");
}

#[test]
fn node_with_other_templates_warns() {
    let cluster = Cluster::new(PgServer::shared());
    let folders = ["one", "two"].map(|name| {
        let folder = cluster.folder.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        let template =
            json!({"id": name, "title": "T", "fields": [{"id": "a", "type": "text", "label": "A"}]});
        std::fs::write(folder.join("t.json"), template.to_string()).unwrap();
        format!("templates={}", folder.display())
    });
    let start = |folder: &str| cluster.node_with(&["--set", folder]);
    let (first, same, other) = (start(&folders[0]), start(&folders[0]), start(&folders[1]));
    let words = "the templates of this node differ";
    let says = [&first, &same, &other].map(|node| node.log().contains(words));
    assert_eq!(says, [false, false, true], "{}", other.log());
}

#[test]
fn database_without_tables_says_what_to_run() {
    let cluster = Cluster::new(PgServer::shared());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let empty = runtime.block_on(PgServer::shared().create_database());
    let url = empty.url();
    let told = cluster.refused(Some(KEYRING), &Cluster::arguments(&url, &[]));
    assert!(told.contains("run `askwell database migrate`"), "{told}");
}

#[test]
fn revoked_key_is_refused_by_every_node() {
    let cluster = Cluster::new(PgServer::shared());
    let (mut a, b) = (cluster.node(), cluster.node());
    let second = cluster.create_key("second");
    a.key = Some(second);
    let works = |node: &Server| {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/list", "params": {}});
        node.post(&message).status == 200
    };
    until("the new key is known", || works(&a));
    let revoked = cluster.run(&["keys", "--store", &cluster.database.url(), "revoke", "second"]);
    assert!(revoked.status.success(), "{revoked:?}");
    until("the key is revoked", || !works(&a));
    assert!(works(&b), "the other key stays");
}

#[test]
fn webhook_is_sent_by_one_node_and_another_takes_over() {
    let cluster = Cluster::new(PgServer::shared());
    let receiver = Receiver::start();
    settings(cluster.folder.path(), &receiver, "events = [\"elicitation.complete\"]");
    let told = || receiver.heard_text().into_iter().map(|(id, _)| id).collect::<BTreeSet<String>>();
    let (a, b) = (cluster.node(), cluster.node());
    let ids: Vec<String> = (0..5).map(|_| a.ask_name()).collect();
    ids.iter().for_each(|id| drop(answer(&b, id)));
    until("all are told", || told().len() == 5);
    // The node that sends is one of both; whichever is killed, the rest arrives.
    a.kill();
    let late = b.ask_name();
    answer(&b, &late);
    until("the last is told", || told().len() == 6);
    assert_eq!(receiver.heard_text().len(), 6, "each once");
}

#[test]
fn database_that_is_away_is_an_error_to_try_again_and_the_node_recovers() {
    let server = PgServer::start();
    let cluster = Cluster::new(&server);
    let node = cluster.node();
    let id = node.ask_name();
    server.stop(StopMode::Immediate);
    let refused = node.call("elicitation/create", json!({"prompt": "?"})).unwrap_err();
    assert_eq!(refused["data"]["type"], "system", "{refused}");
    until("it is not ready", || node.get("/readyz").status == 503);
    assert_eq!(node.get("/healthz").status, 200);
    server.restart();
    until("it is ready again", || node.get("/readyz").status == 200);
    answer(&node, &id);
    assert_eq!(node.call("elicitation/status", json!({"elicitationId": id})).unwrap()["status"], "completed");
}

#[test]
fn limits_of_a_client_hold_over_all_nodes() {
    let cluster = Cluster::new(PgServer::shared());
    // The last value of a setting counts.
    let limits = ["--set", "limits.open_per_client=6", "--set", "limits.open_total=8"];
    let nodes = [cluster.node_with(&limits), cluster.node_with(&limits)];
    let create = |node: &Server| node.call("elicitation/create", json!({"formDefinition": name_form()}));
    let mut ids = Vec::new();
    for node in nodes.iter().cycle().take(6) {
        ids.push(create(node).unwrap()["elicitationId"].as_str().unwrap().to_owned());
    }
    for node in &nodes {
        let refused = create(node).unwrap_err();
        assert_eq!(refused["data"]["type"], "too_many_open", "{refused}");
    }
    // What one node closes makes room at the other one, for one.
    answer(&nodes[0], &ids[0]);
    create(&nodes[1]).unwrap();
    assert!(create(&nodes[0]).is_err());

    let cluster = Cluster::new(PgServer::shared());
    let rate = ["--set", "limits.per_window=5", "--set", "limits.window_ms=600000"];
    let nodes = [cluster.node_with(&rate), cluster.node_with(&rate)];
    let admitted = nodes.iter().cycle().take(12).filter(|node| create(node).is_ok()).count();
    assert_eq!(admitted, 5, "one rate for both nodes");
}
