//! What `deploy/Dockerfile` says about the service, tried without a container.

use std::path::Path;
use std::process::Command;

use crate::server::{Server, data_in, make_key, program};

fn dockerfile() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/Dockerfile");
    std::fs::read_to_string(path).unwrap().replace("\\\n", "")
}

/// Returns the JSON list after an instruction.
fn list(text: &str, instruction: &str) -> Vec<String> {
    let line = text.lines().find(|line| line.starts_with(instruction)).unwrap();
    serde_json::from_str(&line[line.find('[').unwrap()..]).unwrap()
}

#[test]
fn health_check_of_the_image_follows_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = data_in(&folder);
    make_key(&data, &["first"]);
    let server = Server::on_disk(&data);
    let command = list(&dockerfile(), "HEALTHCHECK");
    let port = server.address.port().to_string();
    let check = || {
        let arguments = command[1..].iter().map(|argument| argument.replace("8787", &port));
        Command::new(&command[0]).args(arguments).output().unwrap()
    };
    assert!(command.iter().any(|argument| argument.contains("/8787")), "{command:?}");
    assert!(check().status.success(), "{:?}", check());
    server.kill();
    assert!(!check().status.success());
}

#[test]
fn command_of_the_image_is_accepted_with_keys_and_as_another_user_than_root() {
    let text = dockerfile();
    let folder = tempfile::tempdir().unwrap();
    let data = data_in(&folder);
    let command: Vec<String> =
        list(&text, "CMD").iter().map(|part| part.replace("/data/askwell", data.to_str().unwrap())).collect();
    let print = || program(folder.path()).args(&command).arg("--print-config=effective").output().unwrap();
    make_key(&data, &["first"]);
    let printed = print();
    assert!(printed.status.success(), "{printed:?}");
    let user = text.lines().rfind(|line| line.starts_with("USER ")).unwrap();
    assert_eq!(user, "USER askwell");
    let base = text.lines().rfind(|line| line.starts_with("FROM ")).unwrap();
    assert!(base.ends_with("-slim"), "{base}");
}
