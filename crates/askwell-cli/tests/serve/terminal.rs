//! `askwell inbox` and `askwell answer` on a real terminal, against a running service.

use std::path::Path;

use portable_pty::CommandBuilder;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::pty::{Tty, askwell};
use crate::server::{Server, data_in, make_key, name_form, program};

const SIZE: (u16, u16) = (80, 24);

fn command(server: &Server, arguments: &[&str]) -> CommandBuilder {
    let mut command = askwell(Path::new("/"), arguments);
    command.env("ASKWELL_URL", format!("http://{}", server.address));
    command.env_remove("ASKWELL_KEY");
    command
}

fn ask(server: &Server, params: Value) -> String {
    server.call("elicitation/create", params).unwrap()["elicitationId"].as_str().unwrap().to_owned()
}

fn outcome(server: &Server, id: &str) -> Value {
    server.call("elicitation/wait", json!({"elicitationId": id, "timeoutMs": 30000})).unwrap()
}

fn titled(title: &str) -> Value {
    json!({"id": "t", "title": title, "fields": [
        {"id": "go", "type": "boolean", "label": "Go", "required": true},
        {"id": "note", "type": "text", "label": "Note"}]})
}

#[test]
fn elicitation_is_answered_by_its_id() {
    let server = Server::in_memory();
    let id = server.ask_name();
    let mut tty = Tty::start(command(&server, &["answer", &id]), SIZE);
    tty.wait_for("Who are you?");
    let claimed = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
    assert_eq!(claimed["claimedBy"], "local");
    tty.keys("operator\r");
    let (status, screen) = tty.finish();
    assert_eq!(status.exit_code(), 0, "{screen}");
    assert_eq!(outcome(&server, &id)["result"], json!({"name": "operator"}));
}

#[test]
fn decline_cancel_and_ctrl_c_differ() {
    for (keys, status, code) in [("d\r", "declined", 3), ("c", "cancelled", 4), ("\x03", "pending", 4)] {
        let server = Server::in_memory();
        let id = server.ask_name();
        let mut tty = Tty::start(command(&server, &["answer", &id]), SIZE);
        tty.wait_for("F1 help");
        tty.keys("\x1b");
        tty.wait_for("Leave this form?");
        tty.keys(keys);
        let (ended, screen) = tty.finish();
        assert_eq!(ended.exit_code(), code, "{screen}");
        let now = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
        assert_eq!((&now["status"], now.get("claimedBy")), (&json!(status), None), "{now}");
    }
}

#[test]
fn countdown_follows_the_service_and_can_be_extended() {
    let server = Server::in_memory();
    let id = ask(&server, json!({"formDefinition": name_form(), "timeout": 1_800_000}));
    let mut tty = Tty::start(command(&server, &["answer", &id]), SIZE);
    tty.wait_for_countdown(29);
    tty.keys("\x14");
    tty.wait_for_countdown(34);
    // Another person is faster.
    server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "other"}})).unwrap();
    let (status, screen) = tty.finish();
    assert_eq!(status.exit_code(), 4);
    assert!(screen.contains("Another person has answered."), "{screen}");

    let id = ask(&server, json!({"formDefinition": name_form(), "timeout": 1_000}));
    let tty = Tty::start(command(&server, &["answer", &id]), SIZE);
    let (status, screen) = tty.finish();
    // On a busy machine it may be over before it was shown.
    assert!([5, 2].contains(&status.exit_code()), "{screen}");
}

#[test]
fn entries_survive_a_crash_of_the_service() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let address = server.address.to_string();
    let id = ask(&server, json!({"formDefinition": titled("Deploy?"), "timeout": 600_000}));
    let mut tty = Tty::start(command(&server, &["answer", &id]), SIZE);
    tty.wait_for("Deploy?");
    tty.keys("y\r");
    tty.wait_for("2 of 2");
    server.kill();
    tty.keys("typed during the outage\r");
    tty.wait_for("Review");
    tty.keys("\r");
    tty.wait_for("Your answers are kept");
    let server = Server::listening_at(&address, program(Path::new("/")), &["--data", data.to_str().unwrap()]);
    tty.keys("\r");
    let (status, screen) = tty.finish();
    assert_eq!(status.exit_code(), 0, "{screen}");
    assert_eq!(outcome(&server, &id)["result"], json!({"go": true, "note": "typed during the outage"}));
}

#[test]
fn attached_terminal_takes_forms_one_after_the_other() {
    let server = Server::in_memory();
    let other = ask(&server, json!({"formDefinition": titled("Not for terminals")}));
    let mut tty = Tty::start(command(&server, &["answer"]), SIZE);
    tty.wait_for("taking elicitations for terminals");
    for step in ["First step", "Second step", "Third step"] {
        let id = ask(&server, json!({"mode": "terminal", "formDefinition": titled(step)}));
        tty.wait_for(step);
        tty.wait_for("1 of 2");
        tty.keys("y\r");
        tty.wait_for("2 of 2");
        tty.keys(&format!("{step}\r"));
        tty.wait_for("Review");
        tty.keys("\r");
        assert_eq!(outcome(&server, &id)["result"], json!({"go": true, "note": step}));
    }
    tty.wait_until("the terminal again", |screen| !screen.alternate_screen());
    tty.keys("\x03");
    tty.finish();
    let now = server.call("elicitation/status", json!({"elicitationId": other})).unwrap();
    assert_eq!(now["status"], "pending");
}

/// A program that asks in three steps. One terminal answers them all, and the entries of the second
/// survive a crash of the service.
#[test]
fn attached_terminal_answers_several_steps_across_a_crash() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let address = server.address.to_string();
    let mut tty = Tty::start(command(&server, &["answer"]), SIZE);
    tty.wait_for("taking elicitations for terminals");

    let prompt = ask(&server, json!({"mode": "terminal", "prompt": "What shall it be called?"}));
    tty.wait_for("What shall it be called?");
    tty.keys("harbour\r");
    assert_eq!(outcome(&server, &prompt)["result"], json!({"answer": "harbour"}));

    let form = titled("Deploy harbour?");
    let second = ask(&server, json!({"mode": "terminal", "formDefinition": form, "timeout": 600_000}));
    tty.wait_for("Deploy harbour?");
    tty.keys("y\r");
    tty.wait_for("2 of 2");
    tty.keys("half a sen");
    tty.wait_for("half a sen");
    server.kill();
    tty.keys("tence");
    tty.wait_for("half a sentence");
    tty.keys("\r");
    tty.wait_for("Review");
    tty.keys("\r");
    tty.wait_for("Your answers are kept");
    let server = Server::listening_at(&address, program(Path::new("/")), &["--data", data.to_str().unwrap()]);
    tty.keys("\r");
    assert_eq!(outcome(&server, &second)["result"], json!({"go": true, "note": "half a sentence"}));
    tty.wait_until("the terminal again", |screen| !screen.alternate_screen());

    // The same terminal hears of what is asked after the restart.
    let third = ask(&server, json!({"mode": "terminal", "formDefinition": titled("Tell the others?")}));
    tty.wait_for("Tell the others?");
    tty.keys("n\r");
    tty.wait_for("2 of 2");
    tty.keys("\r\r");
    assert_eq!(outcome(&server, &third)["result"], json!({"go": false}));
    tty.wait_until("the terminal again", |screen| !screen.alternate_screen());
    tty.keys("\x03");
    tty.finish();
}

/// A terminal that was killed leaves its claim behind; others print the claimed form.
#[test]
fn claimed_form_is_named_and_can_be_taken_over() {
    let server = Server::in_memory();
    let id = ask(&server, json!({"mode": "terminal", "formDefinition": titled("Half done")}));
    let tty = Tty::start(command(&server, &["answer"]), SIZE);
    tty.wait_for("Half done");
    tty.signal("KILL");
    tty.finish();
    let mut tty = Tty::start(command(&server, &["answer"]), (120, 24));
    tty.wait_for(&format!("local is at “Half done”; askwell answer {id} takes it over"));
    tty.keys("\x03");
    tty.finish();
    let mut tty = Tty::start(command(&server, &["answer", &id]), SIZE);
    tty.wait_for("1 of 2");
    tty.keys("y\r");
    tty.wait_for("2 of 2");
    tty.keys("\r\r");
    assert_eq!(tty.finish().0.exit_code(), 0);
    assert_eq!(outcome(&server, &id)["result"], json!({"go": true}));
}

/// Creates an elicitation and returns which of two attached terminals took it; the other one prints
/// the claim.
fn taken_by_one(server: &Server, terminals: &[Tty; 2], title: &str) -> (String, usize) {
    let id = ask(server, json!({"mode": "terminal", "formDefinition": titled(title)}));
    let named = format!("local is at “{title}”; askwell answer {id} takes it over");
    let names = terminals.each_ref().map(|tty| {
        tty.wait_until("a form or a name", |screen| {
            screen.contents().contains("1 of 2") || screen.contents().contains(&named)
        });
        String::from_utf8_lossy(&tty.raw()).contains(&named)
    });
    assert_ne!(names[0], names[1], "one takes it, and one names who has it");
    (id, usize::from(names[0]))
}

/// Two terminals of one person get a form at the same moment: one of them takes it, and the other
/// takes it when it is released.
#[test]
fn one_of_two_attached_terminals_takes_a_form() {
    let server = Server::in_memory();
    let mut terminals = [(); 2].map(|()| Tty::start(command(&server, &["answer"]), (120, 24)));
    terminals.iter().for_each(|tty| tty.wait_for("taking elicitations for terminals"));
    let answer = |tty: &mut Tty, id: &str| {
        tty.wait_for("1 of 2");
        tty.keys("y\r");
        tty.wait_for("2 of 2");
        tty.keys("\r\r");
        assert_eq!(outcome(&server, id)["result"], json!({"go": true}));
        tty.wait_until("the terminal again", |screen| !screen.alternate_screen());
    };
    for round in 0..5 {
        let (id, one) = taken_by_one(&server, &terminals, &format!("Form {round}"));
        answer(&mut terminals[one], &id);
    }
    let (id, one) = taken_by_one(&server, &terminals, "Passed on");
    terminals[one].keys("\x03");
    answer(&mut terminals[1 - one], &id);
    terminals[1 - one].keys("\x03");
    for tty in terminals {
        tty.finish();
    }
}

#[test]
fn inbox_is_updated_live() {
    let server = Server::in_memory();
    let mut tty = Tty::start(command(&server, &["inbox"]), SIZE);
    tty.wait_for("No forms are waiting for an answer.");
    let first = ask(&server, json!({"formDefinition": titled("Deploy the shop?")}));
    tty.wait_for("Deploy the shop?");
    tty.wait_for("1 form waits at");
    let second = ask(&server, json!({"formDefinition": titled("Delete the backup?"), "timeout": 3_000_000}));
    tty.wait_for("Delete the backup?");
    server.call("elicitation/cancel", json!({"elicitationId": first})).unwrap();
    tty.wait_until("only one", |screen| !screen.contents().contains("Deploy the shop?"));
    tty.keys("\r");
    tty.wait_for("1 of 2");
    tty.keys("n\r\r");
    tty.wait_for("Review");
    tty.keys("\r");
    tty.wait_for("No forms are waiting for an answer.");
    assert_eq!(outcome(&server, &second)["result"], json!({"go": false}));
    tty.keys("q");
    assert_eq!(tty.finish().0.exit_code(), 0);
}

#[test]
fn inbox_works_as_a_list_and_in_plain_mode() {
    let server = Server::in_memory();
    let id = ask(&server, json!({"formDefinition": titled("Deploy the shop?")}));
    let url = format!("http://{}", server.address);
    let listed = program(Path::new("/")).args(["inbox", "--list", "--url", &url]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(
        listed.starts_with(&format!("{id}\t")) && listed.ends_with("\tform\tDeploy the shop?\tlocal\n"),
        "{listed}"
    );
    let urgent = ask(&server, json!({"formDefinition": titled("Urgent?"), "timeout": 100_000}));
    let relaxed = ask(&server, json!({"formDefinition": titled("Some day?"), "timeout": 3_000_000}));
    let listed = program(Path::new("/")).args(["inbox", "--list", "--url", &url]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let ids: Vec<&str> = listed.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(ids, [urgent.as_str(), &id, &relaxed], "the next deadline comes first");
    for id in [&urgent, &relaxed] {
        server.call("elicitation/cancel", json!({"elicitationId": id})).unwrap();
    }
    let mut tty = Tty::start(command(&server, &["inbox", "--plain"]), SIZE);
    tty.wait_for("1. Deploy the shop?");
    tty.keys("1\r");
    tty.wait_for("Question 1 of 2");
    tty.keys("y\r\ry\r");
    tty.wait_for("No forms are waiting");
    tty.keys("!\r");
    assert_eq!(tty.finish().0.exit_code(), 0);
    assert_eq!(outcome(&server, &id)["result"], json!({"go": true}));
}

#[test]
fn key_identifies_the_person() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let asks = make_key(&data, &["deployer"]);
    let answers = make_key(&data, &["desk", "--role", "answers", "--person", "person@example.com"]);
    let mut server = Server::on_disk(&data);
    server.key = Some(asks);
    let id = ask(&server, json!({"formDefinition": titled("Mine?"), "person": "person@example.com"}));
    let file = folder.path().join("key");
    std::fs::write(&file, format!("{answers}\n")).unwrap();
    let mut tty = Tty::start(command(&server, &["answer", &id, "--key-file", file.to_str().unwrap()]), SIZE);
    tty.wait_for("Mine?");
    tty.wait_for("Asked by deployer.");
    tty.keys("y\r\r");
    tty.wait_for("Review");
    tty.keys("\r");
    assert_eq!(tty.finish().0.exit_code(), 0);
    let history = server.call("elicitation/history", json!({"elicitationId": id})).unwrap().to_string();
    assert!(history.contains("person@example.com"), "{history}");
}

#[test]
fn large_file_is_uploaded() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("large.txt"), "0123456789abcdef\n".repeat(100_000)).unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let form = json!({"id": "f", "title": "The report", "fields": [{"id": "doc", "type": "file", "label": "Report"}]});
    let id = ask(&server, json!({"formDefinition": form}));
    let mut tty = Tty::start(command(&server, &["answer", &id]), SIZE);
    tty.wait_for("F1 help");
    tty.keys(&format!("{}/large.txt\r", folder.path().display()));
    let (status, screen) = tty.finish();
    assert_eq!(status.exit_code(), 0, "{screen}");
    let result = &outcome(&server, &id)["result"]["doc"];
    assert_eq!(
        (&result["size"], &result["content"]["type"]),
        (&json!(1_700_000), &json!("local")),
        "{result}"
    );
}

/// The person learns what the program waits for, and can leave.
#[test]
fn service_that_does_not_respond_is_named() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    for arguments in [&["inbox"][..], &["answer"], &["answer", "elic_00000000000000000000000000000000"]] {
        let mut tty = Tty::start(askwell(Path::new("/"), &[arguments, &["--url", &url]].concat()), SIZE);
        tty.wait_for(&format!("waiting for {url} …"));
        tty.keys("\x03");
        assert_eq!(tty.finish().0.signal(), Some("Interrupt"), "{arguments:?}");
    }
}

#[test]
fn unreachable_services_and_unknown_ids_are_reported() {
    let server = Server::in_memory();
    let url = format!("http://{}", server.address);
    let page = json!({"mode": "url", "url": "https://example.com/sign", "message": "Please sign"});
    let cases = [
        (vec!["inbox", "--list", "--url", "http://127.0.0.1:1"], "cannot be reached: there is no connection"),
        (vec!["answer", "elic_00000000000000000000000000000000", "--url", &url], "no such"),
        (vec!["answer", "--url", "ftp://example.com"], "is no address of a service"),
    ];
    for (arguments, says) in cases {
        let ran = program(Path::new("/")).args(&arguments).output().unwrap();
        let stderr = String::from_utf8(ran.stderr).unwrap();
        assert!(ran.status.code() == Some(2) && stderr.contains(says), "{arguments:?}: {stderr}");
    }
    // Resolving the host may be impossible here; then nothing was asked.
    if let Ok(created) = server.call("elicitation/create", page) {
        let id = created["elicitationId"].as_str().unwrap();
        let ran = program(Path::new("/")).args(["answer", id, "--url", &url]).output().unwrap();
        assert!(String::from_utf8(ran.stderr).unwrap().contains("open it in a browser"));
    }
}
