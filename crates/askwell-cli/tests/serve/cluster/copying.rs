//! Moving a service from one node to several and back, and new keys for its secrets.

use std::path::Path;
use std::process::Output;

use askwell_testkit::postgres::{PgServer, TestDatabase};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Cluster, KEYRING};
use crate::server::{GENEROUS, Server, data_in, make_key, program};

fn on_disk(folder: &Path, data: &Path, key: &str) -> Server {
    let mut command = program(folder);
    command.env("ASKWELL_KEYRING", KEYRING);
    let mut server = Server::from(command, &[&["--data", data.to_str().unwrap()], &GENEROUS[..]].concat());
    server.key = Some(key.to_owned());
    server
}

fn empty_database(server: &PgServer) -> TestDatabase {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(server.create_database())
}

fn copy(folder: &Path, from: &str, to: &str) -> Output {
    program(folder).args(["store", "copy", "--from", from, "--to", to]).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn secret_form() -> Value {
    json!({"id": "s", "title": "Secret", "fields": [{"id": "pin", "type": "text", "label": "Pin", "rendering": {"inputType": "password"}}]})
}

/// Asks for a secret, and answers.
fn answered_secret(server: &Server) -> String {
    let asked = server.call("elicitation/create", json!({"formDefinition": secret_form()})).unwrap();
    let id = asked["elicitationId"].as_str().unwrap().to_owned();
    let answer = json!({"elicitationId": id, "responses": {"pin": "4711"}});
    server.call("elicitation/submit", answer).unwrap();
    id
}

fn pin(server: &Server, id: &str) -> Value {
    server.call("elicitation/wait", json!({"elicitationId": id})).unwrap()["result"]["pin"].clone()
}

#[test]
fn store_moves_to_a_database_and_back() {
    let postgres = PgServer::shared();
    let folder = TempDir::new().unwrap();
    let (data, back) = (data_in(&folder), folder.path().join("back"));
    let key = make_key(&data, &["ci"]);
    let single = on_disk(folder.path(), &data, &key);
    let (open, closed) = (single.ask_name(), answered_secret(&single));
    let database = empty_database(postgres);
    let (data, url, back_text) = (data.to_str().unwrap(), database.url(), back.to_str().unwrap());
    let refused = copy(folder.path(), data, &url);
    assert_eq!(refused.status.code(), Some(2), "the service runs: {refused:?}");
    let expected = single.call("elicitation/status", json!({"elicitationId": open})).unwrap();
    let secret = pin(&single, &closed);
    single.stop();

    let copied = copy(folder.path(), data, &url);
    assert!(copied.status.success(), "{copied:?}");
    for part in ["copied changes: ", "compared records: ", "1 open and 1 closed", "1 API key"] {
        assert!(said(&copied).contains(part), "{part}: {}", said(&copied));
    }
    let again = copy(folder.path(), data, &url);
    assert!(again.status.code() == Some(2) && said(&again).contains("name an empty database"), "{again:?}");

    // The nodes know the key of the folder, what is open, and the secret.
    let cluster = Cluster { folder, database, key };
    let node = cluster.node();
    assert_eq!(node.call("elicitation/status", json!({"elicitationId": open})).unwrap(), expected);
    assert_eq!(pin(&node, &closed), secret);
    assert_eq!(secret, "4711");
    let running = copy(cluster.folder.path(), &url, back_text);
    assert!(said(&running).contains("nodes use this database: 127.0.0.1:"), "{running:?}");
    super::answer(&node, &open);
    node.stop();

    let copied = copy(cluster.folder.path(), &url, back_text);
    assert!(copied.status.success(), "{copied:?}");
    let single = on_disk(cluster.folder.path(), &back, &cluster.key);
    let status = single.call("elicitation/status", json!({"elicitationId": open})).unwrap();
    assert_eq!((&status["status"], pin(&single, &closed)), (&json!("completed"), secret));
    for (from, to, says) in [(data, back_text, "askwell backup"), (url.as_str(), url.as_str(), "pg_dump")] {
        let refused = copy(cluster.folder.path(), from, to);
        assert!(refused.status.code() == Some(2) && said(&refused).contains(says), "{refused:?}");
    }
}

#[test]
fn secrets_of_a_database_move_to_a_new_key() {
    let cluster = Cluster::new(PgServer::shared());
    let ring = cluster.folder.path().join("keyring");
    std::fs::write(&ring, format!("{KEYRING}\n")).unwrap();
    std::fs::set_permissions(&ring, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let (url, ring_setting) = (cluster.database.url(), format!("keyring_file={}", ring.display()));
    let node = || {
        let command = program(cluster.folder.path());
        let mut server = Server::from(command, &Cluster::arguments(&url, &["--set", &ring_setting]));
        server.key = Some(cluster.key.clone());
        server
    };
    let keyring = |arguments: &[&str]| {
        let mut command = program(cluster.folder.path());
        command.env("ASKWELL_KEYRING_FILE", &ring).args(["keyring", "--store", &url]).args(arguments);
        command.output().unwrap()
    };
    let first = node();
    let id = answered_secret(&first);
    let refused = keyring(&["rotate"]);
    assert!(refused.status.code() == Some(2) && said(&refused).contains("stop all of them"), "{refused:?}");
    first.stop();
    let listed = keyring(&["list"]);
    assert!(String::from_utf8_lossy(&listed.stdout).contains("needed by 1 elicitation"), "{listed:?}");
    let rotated = keyring(&["rotate"]);
    assert!(rotated.status.success() && said(&rotated).contains("encrypted 1 elicitation"), "{rotated:?}");
    // Goes on while nodes run that have the key.
    let second = node();
    assert_eq!(pin(&second, &id), "4711");
    assert!(keyring(&["rotate", "--resume"]).status.success());
    let retired = keyring(&["retire"]);
    assert!(retired.status.success() && said(&retired).contains("retired 2026"), "{retired:?}");
    second.stop();
    assert_eq!(pin(&node(), &id), "4711", "the old key is not needed");
}
