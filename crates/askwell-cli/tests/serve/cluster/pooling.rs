//! Nodes behind a real pgbouncer that gives each transaction another server connection.

use askwell_testkit::postgres::PgServer;
use serde_json::json;

use super::{Cluster, KEYRING, answer};
use crate::server::{Server, program, until};

/// Fewer than two nodes have connections, so that transactions share them.
const SERVER_CONNECTIONS: usize = 4;

#[test]
fn nodes_behind_a_transaction_pool_share_waits_answers_and_events() {
    let server = PgServer::shared();
    let cluster = Cluster::new(server);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let schema = format!("ALTER DATABASE {} SET search_path = askwell", cluster.database.name());
    runtime.block_on(cluster.database.run(&schema));
    let pool = server.start_transaction_pool(SERVER_CONNECTIONS);
    let pooled = cluster.database.url_through_pool(&pool);
    let direct = format!("store.listen_url={}", cluster.database.url());
    let node = |more: &[&str]| {
        let mut command = program(cluster.folder.path());
        command.env("ASKWELL_KEYRING", KEYRING);
        let mut node = Server::from(command, &Cluster::arguments(&pooled, more));
        node.key = Some(cluster.key.clone());
        node
    };
    // The third node has no way past the pool, and asks for changes.
    let (a, b, c) = (node(&["--set", &direct]), node(&["--set", &direct]), node(&[]));
    let mut streams = [&a, &b, &c].map(|node| node.events("/events?after=0"));
    for (asks, waits, answers) in [(&a, &b, &c), (&b, &c, &a), (&c, &a, &b)] {
        let id = asks.ask_name();
        std::thread::scope(|scope| {
            let waiting =
                scope.spawn(|| waits.call("elicitation/wait", json!({"elicitationId": id})).unwrap());
            until("the wait has begun", || {
                let authorization = format!("Bearer {}", cluster.key);
                waits
                    .ask("GET", "/metrics", &[("authorization", &authorization)], b"")
                    .text()
                    .contains("askwell_waits_open 1")
            });
            answer(answers, &id);
            assert_eq!(waiting.join().unwrap()["result"], json!({"name": "x"}));
        });
        let again = json!({"elicitationId": id, "responses": {"name": "y"}});
        assert!(asks.call("elicitation/submit", again).is_err(), "a second answer comes too late");
        for events in &mut streams {
            let (created, complete) = (events.next().unwrap(), events.next().unwrap());
            for (event, name) in [(&created, "created"), (&complete, "complete")] {
                assert_eq!(event.data["method"], format!("notifications/elicitation/{name}"));
                assert_eq!(event.data["params"]["elicitationId"], json!(id));
            }
        }
    }
    let listening = "SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'";
    // Two that listen, those of the pool, and the one that counts.
    assert!(cluster.count(listening) <= 2 + 1 + i64::try_from(SERVER_CONNECTIONS).unwrap());
}
