//! The service ends, gracefully or not, and no acknowledged data is lost.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::Connection;
use crate::server::{GENEROUS, Server, data_in, isolated, name_form, program, run, until};

const JSON: (&str, &str) = ("content-type", "application/json");

fn message(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

/// One call; nothing, if the service is gone.
fn try_call(connection: &mut Connection, method: &str, params: &Value) -> Option<Result<Value, Value>> {
    let response = connection.ask("POST", "/rpc", &[JSON], message(method, params).as_bytes()).ok()?;
    Some(crate::server::outcome(&serde_json::from_slice(&response.body).ok()?))
}

#[test]
fn kill_under_load_loses_nothing_and_waits_can_be_repeated() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let rounds: usize =
        std::env::var("ASKWELL_SERVE_ROUNDS").ok().map_or(3, |rounds| rounds.parse().unwrap());
    for round in 0..rounds {
        let server = Server::on_disk(&data);
        let (asked, answered) = (Mutex::new(HashMap::new()), Mutex::new(HashMap::new()));
        let waited = Mutex::new(Vec::new());
        let (done, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let address = server.address;
        std::thread::scope(|scope| {
            for worker in 0..8 {
                let (asked, answered, waited, done, stopped) = (&asked, &answered, &waited, &done, &stopped);
                scope.spawn(move || {
                    let Ok(mut connection) = Connection::try_open(address) else { return };
                    for number in 0.. {
                        if stopped.load(Ordering::Relaxed) {
                            return;
                        }
                        let key = format!("{round}-{worker}-{number}");
                        let params = json!({"formDefinition": name_form(), "idempotencyKey": key});
                        let Some(Ok(created)) = try_call(&mut connection, "elicitation/create", &params)
                        else {
                            return;
                        };
                        let id = created["elicitationId"].as_str().unwrap().to_owned();
                        asked.lock().unwrap().insert(key.clone(), id.clone());
                        if number % 3 > 0 {
                            let params = json!({"elicitationId": id, "responses": {"name": key}});
                            let Some(Ok(_)) = try_call(&mut connection, "elicitation/submit", &params) else {
                                return;
                            };
                            answered.lock().unwrap().insert(id.clone(), key);
                        }
                        if number % 3 == 2 {
                            waited.lock().unwrap().push(id);
                        }
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            // A wait for an open elicitation; the kill interrupts it.
            let open = server.ask_name();
            let waiting = scope.spawn(move || {
                let mut connection = Connection::try_open(address).ok()?;
                try_call(
                    &mut connection,
                    "elicitation/wait",
                    &json!({"elicitationId": open, "timeoutMs": 300_000}),
                )
            });
            until("there is load", || done.load(Ordering::Relaxed) > 200);
            server.kill();
            stopped.store(true, Ordering::Relaxed);
            assert_eq!(waiting.join().unwrap(), None);
        });

        let server = Server::on_disk(&data);
        let mut connection = server.connect();
        for (key, id) in asked.into_inner().unwrap() {
            let params = json!({"formDefinition": name_form(), "idempotencyKey": key});
            let again = try_call(&mut connection, "elicitation/create", &params).unwrap().unwrap();
            assert_eq!(again["elicitationId"], id, "asked once, even across a crash");
        }
        for (id, name) in answered.into_inner().unwrap() {
            let outcome = try_call(&mut connection, "elicitation/wait", &json!({"elicitationId": id}))
                .unwrap()
                .unwrap();
            assert_eq!((&outcome["status"], &outcome["result"]["name"]), (&json!("completed"), &json!(name)));
        }
        let (status, log) = server.stop();
        assert!(status.success(), "{log}");
    }
}

#[test]
fn graceful_shutdown_completes_requests() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let id = server.ask_name();
    let mut stream = server.events("/events");
    let mut waiting = server.connect();
    waiting
        .send(
            "POST",
            "/rpc",
            &[JSON],
            message("elicitation/wait", &json!({"elicitationId": id, "timeoutMs": 300_000})).as_bytes(),
        )
        .unwrap();
    until("the wait has begun", || server.get("/metrics").text().contains("askwell_waits_open 1"));
    // A request whose body is still on its way when the end comes. That it says "continue" shows that it reads.
    let mut late = server.connect();
    let body = message("elicitation/create", &json!({"prompt": "?", "idempotencyKey": "late"}));
    let head = format!(
        "POST /rpc HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    late.write(head.as_bytes()).unwrap();
    assert_eq!(late.head().unwrap().status, 100);
    late.write(&body.as_bytes()[..10]).unwrap();
    server.terminate();
    let told = waiting.response().unwrap();
    assert_eq!((told.status, &told.json()["result"]["status"]), (200, &json!("pending")));
    assert_eq!(stream.block().as_deref(), Some(": the service stops; come back\nretry: 1000"));
    assert_eq!(stream.block(), None);
    late.write(&body.as_bytes()[10..]).unwrap();
    let created = late.response().unwrap().json();
    assert!(created["result"]["elicitationId"].is_string(), "{created}");
    let (status, log) = server.wait();
    assert!(status.success() && log.contains("stopped"), "{log}");
    assert!(!data.join("askwell.db-wal").exists(), "closed in good order: no log is left");

    let server = Server::on_disk(&data);
    let params = json!({"prompt": "?", "idempotencyKey": "late"});
    assert_eq!(
        server.call("elicitation/create", params).unwrap()["elicitationId"],
        created["result"]["elicitationId"]
    );
    assert_eq!(server.call("elicitation/status", json!({"elicitationId": id})).unwrap()["status"], "pending");
}

#[test]
fn announced_stop_is_not_ready_and_serves_everything() {
    let server = Server::with(Path::new("/"), &["--memory", "--set", "http.announce_stop_ms=600000"]);
    assert_eq!(server.get("/readyz").status, 200);
    server.terminate();
    until("the stop is announced", || server.get("/readyz").status == 503);
    assert_eq!(server.get("/readyz").text(), "stopping\n");
    let asked = server.call("elicitation/create", json!({"prompt": "?"})).unwrap();
    let id = &asked["elicitationId"];
    assert_eq!(server.call("elicitation/status", json!({"elicitationId": id})).unwrap()["status"], "pending");
    // A second signal ends it at once.
    let (status, log) = server.stop();
    assert_eq!(status.code(), Some(1), "{log}");
}

#[test]
fn deadlines_pass_while_the_service_is_stopped() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let asked = server.call("elicitation/create", json!({"prompt": "?", "timeout": 1000})).unwrap();
    server.kill();
    // The clock goes on without it: what matters is that the deadline lies behind when it is back.
    until("the deadline has passed", || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        now > Duration::from_millis(asked["timeoutAt"].as_u64().unwrap())
    });
    let server = Server::on_disk(&data);
    let outcome = server.call("elicitation/wait", json!({"elicitationId": asked["elicitationId"]})).unwrap();
    assert_eq!(outcome["status"], "timeout");
}

#[test]
fn second_service_on_a_data_folder_is_rejected() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let _server = Server::on_disk(&data);
    let second = program(Path::new("/"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()])
        .output()
        .unwrap();
    let told = String::from_utf8(second.stderr).unwrap();
    assert!(second.status.code() == Some(2) && told.contains("in use by another process"), "{told}");
}

#[test]
fn service_without_its_encryption_key_does_not_start() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let keyring = folder.path().join("data.keyring");
    let server = Server::on_disk(&data);
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "key", "type": "text", "label": "Key", "rendering": {"inputType": "password"}}
    ]});
    let id =
        server.call("elicitation/create", json!({"formDefinition": form})).unwrap()["elicitationId"].clone();
    server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"key": "secret"}})).unwrap();
    server.stop();
    let kept = folder.path().join("kept");
    std::fs::rename(&keyring, &kept).unwrap();
    let refused = run(folder.path(), &["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("the keyring does not open the secrets") && told.contains("need key \""), "{told}");
    assert!(!keyring.exists(), "no other one is made in its place");
    std::fs::rename(&kept, &keyring).unwrap();
    let server = Server::on_disk(&data);
    let waited = server.call("elicitation/wait", json!({"elicitationId": id})).unwrap();
    assert_eq!(waited["result"], json!({"key": "secret"}));
    // What is wrong is said once.
    let second = run(folder.path(), &["serve", "--listen", &server.address.to_string(), "--memory"]);
    let told = String::from_utf8(second.stderr).unwrap();
    assert_eq!(told.matches("os error").count(), 1, "{told}");
}

/// Runs under a limit on the size of files, which is what a full disk looks like to SQLite.
#[test]
fn full_disk_rejects_new_work_and_loses_nothing() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let before = server.ask_name();
    server.stop();
    let mut command = Command::new("sh");
    let binary = env!("CARGO_BIN_EXE_askwell");
    // In blocks of 512 bytes; a write beyond fails instead of ending the process.
    command.arg("-c").arg(format!("ulimit -f 2000; trap '' XFSZ; exec {binary} \"$@\"")).arg("askwell");
    let server = Server::from(
        isolated(command, folder.path()),
        &[&["--data", data.to_str().unwrap()], &GENEROUS[..]].concat(),
    );
    let padding = "x".repeat(2_000);
    let form = |number: usize| {
        json!({"id": format!("f{number}"), "title": "F", "metadata": {"padding": padding},
               "fields": [{"id": "name", "type": "text", "label": "Name"}]})
    };
    let (mut kept, mut refused) = (Vec::new(), None);
    for number in 0..20_000 {
        match server.call("elicitation/create", json!({"formDefinition": form(number)})) {
            Ok(created) => kept.push(created["elicitationId"].clone()),
            Err(error) => {
                refused = Some(error);
                break;
            }
        }
    }
    let refused = refused.unwrap_or_else(|| panic!("{} were kept", kept.len()));
    assert_eq!((&refused["code"], &refused["data"]["type"]), (&json!(-32000), &json!("system")), "{refused}");
    assert!(refused["data"]["retry_after_ms"].is_u64());
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(
        server.call("elicitation/status", json!({"elicitationId": before})).unwrap()["status"],
        "pending"
    );
    server.kill();
    // With room again, everything that was acknowledged is there.
    let server = Server::on_disk(&data);
    for id in kept {
        assert_eq!(
            server.call("elicitation/status", json!({"elicitationId": id})).unwrap()["status"],
            "pending"
        );
    }
    assert!(server.call("elicitation/decline", json!({"elicitationId": before})).is_ok());
}

/// The C library's functions are replaced by those of the store's own tests. After a failed sync
/// the store writes nothing, so the service must report that it is not ready.
#[cfg(target_os = "linux")]
#[test]
fn failed_sync_makes_the_service_unready() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (library, fails) = (folder.path().join("failing_disk.so"), folder.path().join("fails"));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../askwell-store/tests/store/data/failing_disk.c");
    let built = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".to_owned()))
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([library.to_str().unwrap(), source, "-ldl", "-lpthread"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut command = program(folder.path());
    command.env("LD_PRELOAD", library).env("DISK_FAILS", &fails);
    let server = Server::from(command, &["--data", data.to_str().unwrap()]);
    let kept = server.ask_name();
    assert_eq!(server.get("/readyz").status, 200);
    std::fs::write(&fails, "").unwrap();
    let refused = server.call("elicitation/create", json!({"prompt": "?"})).unwrap_err();
    assert_eq!(
        (&refused["data"]["type"], &refused["data"]["details"]),
        (&json!("system"), &json!("unavailable"))
    );
    std::fs::remove_file(&fails).unwrap();
    let ready = server.get("/readyz");
    assert_eq!((ready.status, &*ready.text()), (503, "the store fails\n"));
    assert_eq!(server.get("/healthz").status, 200);
    server.kill();
    let server = Server::on_disk(&data);
    assert_eq!(server.get("/readyz").status, 200);
    assert!(server.call("elicitation/decline", json!({"elicitationId": kept})).is_ok());
}
