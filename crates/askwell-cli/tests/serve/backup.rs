//! `askwell backup` beside a running service, and `askwell keyring` when it is stopped.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::json;
use tempfile::TempDir;

use crate::server::{GENEROUS, Server, data_in, make_key, program};

fn run(data: &Path, arguments: &[&str]) -> Output {
    let data = data.to_str().unwrap();
    program(Path::new("/")).args(arguments).args(["--data", data]).output().unwrap()
}

fn secret(server: &Server) -> String {
    let form = json!({"id": "f", "title": "Key?", "fields": [
        {"id": "key", "type": "text", "label": "Key", "rendering": {"inputType": "password"}},
        {"id": "note", "type": "text", "label": "Note"}]});
    let created = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
    let id = created["elicitationId"].as_str().unwrap().to_owned();
    let responses = json!({"key": "hidden", "note": "unmistakable"});
    server.call("elicitation/submit", json!({"elicitationId": id, "responses": responses})).unwrap();
    id
}

#[test]
fn backup_of_a_running_service_can_be_served() {
    let folder = TempDir::new().unwrap();
    let (data, copy) = (data_in(&folder), folder.path().join("copy"));
    let key = make_key(&data, &["deployer"]);
    let mut server = Server::on_disk(&data);
    server.key = Some(key.clone());
    let id = secret(&server);
    let made = run(&data, &["backup", copy.to_str().unwrap()]);
    let said = String::from_utf8(made.stderr).unwrap();
    assert!(made.status.success(), "{said}");
    assert!(said.contains("backed up 0 open and 1 closed elicitations"), "{said}");
    assert!(said.contains("the keyring is not part of it"), "{said}");
    let again = run(&data, &["backup", copy.to_str().unwrap()]);
    assert_eq!(again.status.code(), Some(2));
    let (status, log) = server.stop();
    assert!(status.success(), "{log}");
    assert!(!data.join("askwell.db-wal").exists(), "a clean stop leaves no log");
    fs::copy(folder.path().join("data.keyring"), folder.path().join("copy.keyring")).unwrap();
    let mut restored = Server::on_disk(&copy);
    restored.key = Some(key);
    let found = restored.call("elicitation/status", json!({"elicitationId": id})).unwrap();
    assert_eq!(found["result"], json!({"key": "hidden", "note": "unmistakable"}));
}

#[test]
fn keys_are_rotated_and_retired_while_the_service_is_stopped() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let id = secret(&server);
    let keys = |arguments: &[&str]| {
        let ran = run(&data, &[&["keyring"], arguments].concat());
        let text = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
        (ran.status.code(), text)
    };
    let (code, text) = keys(&["rotate"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("stop the service first"), "{text}");
    let (_, text) = keys(&["list"]);
    assert!(text.lines().count() == 1 && text.contains("current  needed by 1 elicitation"), "{text}");
    server.stop();
    let (code, text) = keys(&["rotate"]);
    assert_eq!(code, Some(0), "{text}");
    let (_, text) = keys(&["list"]);
    assert!(text.contains("older    needed by 0 elicitations"), "{text}");
    let (code, text) = keys(&["retire"]);
    assert_eq!(code, Some(0), "{text}");
    let (_, text) = keys(&["list"]);
    assert!(text.lines().count() == 1 && text.contains("current  needed by 1 elicitation"), "{text}");
    let server =
        Server::with(Path::new("/"), &["--data", data.to_str().unwrap(), "--set", "store.encrypt=answers"]);
    let found = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
    assert_eq!(found["result"]["key"], "hidden");
    secret(&server);
    server.stop();
    let bytes = fs::read(data.join("askwell.db")).unwrap();
    let count = bytes.windows(12).filter(|window| window == b"unmistakable").count();
    assert_eq!(count, 1, "only the first answer is in the clear");
}

#[test]
fn uploads_are_encrypted_and_rotated_with_all_answers() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let config = folder.path().join("askwell.toml");
    fs::write(&config, "[store]\nencrypt = \"answers\"\n").unwrap();
    let config = config.to_str().unwrap();
    let serve = |arguments: &[&str]| {
        let data = ["--data", data.to_str().unwrap()];
        Server::with(Path::new("/"), &[&data, &GENEROUS[..], arguments].concat())
    };
    let content = "a line of the dump\n".repeat(50_000).into_bytes();
    let upload = |server: &Server| {
        let form =
            json!({"id": "f", "title": "F", "fields": [{"id": "dump", "type": "file", "label": "Dump"}]});
        let asked = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
        let path = format!("/uploads/{}", asked["elicitationId"].as_str().unwrap());
        let kind = ("content-type", "text/plain");
        let kept = server.ask("POST", &format!("{path}/dump?filename=dump.txt"), &[kind], &content);
        assert_eq!(kept.status, 201, "{kept:?}");
        format!("{path}/{}", kept.json()["content"]["location"].as_str().unwrap())
    };
    let is_clear = || {
        let mut files =
            fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        files.any(|file| fs::read(file).unwrap().windows(19).any(|window| window == &content[..19]))
    };
    let server = serve(&["--config", config]);
    let sealed = upload(&server);
    assert!(!is_clear(), "while it runs");
    server.stop();
    assert!(!is_clear(), "after it has stopped");
    let server = serve(&[]);
    let clear = upload(&server);
    server.stop();
    assert!(is_clear());
    let keys = |arguments: &[&str]| {
        let ran = run(&data, &[&["keyring"], arguments, &["--config", config]].concat());
        let text = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
        assert!(ran.status.success(), "{text}");
        text
    };
    assert!(keys(&["list"]).contains("current  needed by 1 elicitation"));
    let text = keys(&["rotate"]);
    assert!(text.contains("encrypted 0 elicitations and 2 uploaded files for the current key"), "{text}");
    assert!(!is_clear(), "rotation leaves no clear copy");
    let text = keys(&["list"]);
    assert!(
        text.contains("current  needed by 2 elicitations") && text.contains("older    needed by 0"),
        "{text}"
    );
    assert!(keys(&["retire"]).contains("retired"));
    let server = serve(&["--config", config]);
    for path in [sealed, clear] {
        let read = server.get(&path);
        assert!(read.status == 200 && read.body == content, "{path}: {}", read.status);
    }
}
