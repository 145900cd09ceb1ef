//! Notifications of the running service: by its settings, its API, its commands and its pages.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{GENEROUS, Server, data_in, make_key, run, until};

/// Writes settings with a command that appends what it is told to a file.
fn settings(folder: &Path, person: &str, command: &str) {
    let path = std::env::var("PATH").unwrap();
    let text = format!(
        "[notifications]\nanyone = [\"local\"]\n\
         [[notifications.channels]]\nkind = \"command\"\nattempts = 1\ncommand = [\"sh\", \"-c\", {command:?}]\n\
         env = {{ PATH = {path:?}, OUT = {:?} }}\n\
         [[directory.people]]\nname = \"local\"\naddresses = {{ command = \"desk\" }}\n{person}\n\
         [[directory.people]]\nname = \"bob\"\naddresses = {{ command = \"bob\" }}\n",
        folder.join("told").to_str().unwrap()
    );
    fs::write(folder.join("askwell.toml"), text).unwrap();
}

const TELL: &str =
    "printf '%s|%s|%s\\n' \"$ASKWELL_ADDRESS\" \"$ASKWELL_SUBJECT\" \"$ASKWELL_LINK\" >> \"$OUT\"";

fn start(folder: &TempDir) -> Server {
    let data = data_in(folder);
    Server::with(folder.path(), &[&["--data", data.to_str().unwrap()], &GENEROUS[..]].concat())
}

fn told(folder: &TempDir) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join("told")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn person_of_the_settings_is_told_and_restart_tells_nothing_twice() {
    let folder = TempDir::new().unwrap();
    settings(folder.path(), "", TELL);
    let server = start(&folder);
    let id = server.ask_name();
    until("the person is told", || told(&folder).len() == 1);
    let link = format!("http://{}/inbox/{id}", server.address);
    assert_eq!(told(&folder), [format!("desk|A program asks: Who are you?|{link}")]);
    // The link leads to the question, for the person whose inbox it is.
    assert!(server.get(&format!("/inbox/{id}")).text().contains("Who are you?"));
    until("nothing is pending", || {
        server.call("notifications/list", json!({"status": "pending"})).unwrap()["notifications"] == json!([])
    });
    server.stop();
    let server = start(&folder);
    let escalated =
        json!({"prompt": "Deploy?", "person": "local", "escalate": {"after": 100, "person": "bob"}});
    server.call("elicitation/create", escalated).unwrap();
    until("the other person is told", || told(&folder).len() == 3);
    let subjects: Vec<String> =
        told(&folder).iter().map(|line| line.rsplit_once('|').unwrap().0.to_owned()).collect();
    assert_eq!(
        subjects,
        [
            "desk|A program asks: Who are you?",
            "desk|A program asks: Deploy?",
            "bob|Escalated to you: A program asks: Deploy?"
        ]
    );
}

#[test]
fn given_up_notifications_are_listed_and_sent_again() {
    let folder = TempDir::new().unwrap();
    let once = format!("test -e \"$OUT.ok\" || {{ echo broken >&2; exit 3; }}; {TELL}");
    settings(folder.path(), "", &once);
    let data = data_in(&folder);
    let (asks, operates) = (make_key(&data, &["ci"]), make_key(&data, &["ops", "--role", "operates"]));
    let mut server = start(&folder);
    server.key = Some(asks);
    let id = server.ask_name();
    assert_eq!(server.call("notifications/list", json!({})).unwrap_err()["code"], -32016);
    server.key = Some(operates.clone());
    let mut dead = Value::Null;
    until("it was given up", || {
        dead = server.call("notifications/list", json!({})).unwrap()["notifications"][0].clone();
        dead.is_object()
    });
    assert_eq!((&dead["elicitationId"], &dead["reason"]), (&json!(id), &json!("asked")));
    assert!(dead["lastError"].as_str().unwrap().ends_with("broken"), "{dead}");

    let (url, key_file) = (format!("http://{}", server.address), folder.path().join("key"));
    fs::write(&key_file, operates).unwrap();
    let service = ["--url", &url, "--key-file", key_file.to_str().unwrap()];
    let askwell = |arguments: &[&str]| {
        let ran = run(folder.path(), &[&["notifications"], arguments, &service[..]].concat());
        assert!(ran.status.success(), "{ran:?}");
        String::from_utf8(ran.stdout).unwrap()
    };
    let listed = askwell(&["list"]);
    let number = dead["notificationId"].as_str().unwrap();
    assert!(listed.starts_with(&format!("{number}\t1\tasked\t{id}\t")), "{listed}");
    fs::write(folder.path().join("told.ok"), "").unwrap();
    assert_eq!(askwell(&["retry", number]), "1 notification is sent again\n");
    until("the person is told", || told(&folder).len() == 1);
    assert_eq!(askwell(&["list"]), "");
    assert_eq!(askwell(&["retry", "--all"]), "0 notifications are sent again\n");
    let refused = run(folder.path(), &[&["notifications", "retry", number], &service[..]].concat());
    assert!(!refused.status.success(), "{refused:?}");
}

#[test]
fn person_sets_preferences_on_a_page_and_mistakes_are_shown() {
    let folder = TempDir::new().unwrap();
    settings(folder.path(), "", TELL);
    let server = start(&folder);
    let page = server.get("/inbox/notifications");
    assert!(page.status == 200 && page.text().contains("Quiet hours"), "{page:?}");
    let cookie = page.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let text = page.text();
    let token = text.split("name=\":token\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let send = |cookie: &str, fields: &str, more: &[(&str, &str)]| {
        let body = format!("%3Atoken={token}&{fields}");
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookie)];
        server.ask("POST", "/inbox/notifications", &[&headers[..], more].concat(), body.as_bytes())
    };
    let wrong = send(&cookie, "quiet_hours=9-5&away_to=nobody&digest=%3Cscript%3E", &[]);
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("There is no person or group of this name."), "{}", wrong.text());
    assert!(!wrong.text().contains("<script>alert") && wrong.text().contains("&lt;script&gt;"));
    let cross = send(&cookie, "quiet_hours=", &[("sec-fetch-site", "cross-site")]);
    assert_eq!((cross.status, send("askwell=x", "quiet_hours=", &[]).status), (403, 403));
    // Without a channel, and with a stand-in.
    let saved = send(&cookie, "quiet_hours=&time_zone=Europe%2FBerlin&away_to=bob", &[]);
    assert_eq!((saved.status, saved.header("location")), (303, Some("/inbox/notifications")));
    assert!(server.get("/inbox/notifications").text().contains("Europe/Berlin"));
    let asked = server.call("elicitation/create", json!({"prompt": "Deploy?", "person": "local"})).unwrap();
    until("the stand-in is told", || told(&folder).len() == 1);
    assert!(
        told(&folder)[0].starts_with("bob|Passed on to you: A program asks: Deploy?|"),
        "{:?}",
        told(&folder)
    );
    let history =
        server.call("elicitation/history", json!({"elicitationId": asked["elicitationId"]})).unwrap();
    assert!(history.to_string().contains("delegated"), "{history}");
}

#[test]
fn link_to_unsubscribe_changes_nothing_until_its_button_is_pressed() {
    let folder = TempDir::new().unwrap();
    settings(folder.path(), "", TELL);
    let server = start(&folder);
    for path in ["/notifications/unsubscribe/x", "/notifications/unsubscribe/bWFpbC9hZGE.AAAA"] {
        assert_eq!(
            (server.get(path).status, server.ask("POST", path, &[], b"").status),
            (404, 404),
            "{path}"
        );
    }
}

#[test]
fn mistakes_in_channels_and_people_are_reported_with_their_position() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("token"), "hunter2").unwrap();
    let text = r#"
[[notifications.channels]]
kind = "pigeon"
[[notifications.channels]]
kind = "telegram"
token_file = "token"
[[notifications.channels]]
kind = "ntfy"
server = "https://169.254.169.254/"
[[notifications.channels]]
kind = "mail"
host = "mail.example.com"
from = "nobody"
prot = 25
[[directory.people]]
name = "ada"
quiet_hours = "9-5"
time_zone = "Mars"
"#;
    fs::write(folder.path().join("askwell.toml"), text).unwrap();
    let ran = run(folder.path(), &["serve", "--memory"]);
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{said}");
    for expected in [
        "a channel needs a kind: one of mail, ntfy, slack, teams, telegram, push, command",
        "a token of a bot looks like",
        "not public",
        "no mail address such as",
        "a channel has no prot",
        "did you mean `port`?",
        "quiet_hours: write two different times",
        "time_zone: name a time zone",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert!(!said.contains("hunter2"), "{said}");
}

#[test]
fn browser_registers_from_the_page_and_gets_encrypted_messages() {
    let folder = TempDir::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}/push/1", listener.local_addr().unwrap());
    let text = "[[notifications.channels]]\nkind = \"push\"\ncontact = \"mailto:ops@example.com\"\nallow_private = true\n\
        [[directory.people]]\nname = \"local\"\n";
    fs::write(folder.path().join("askwell.toml"), text).unwrap();
    let server = start(&folder);
    let page = server.get("/inbox/notifications");
    let cookie = page.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let text = page.text();
    let attribute = |name: &str| {
        let start = format!("{name}=\"");
        text.split(start.as_str()).nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let (key, token) = (attribute("data-push"), attribute("data-token"));
    assert_eq!(key.len(), 87);
    for script in ["notifications/register.js", "worker.js"] {
        let sent = server.get(&format!("/inbox/{script}"));
        assert!(sent.status == 200 && sent.header("content-type").unwrap().starts_with("text/javascript"));
    }
    let send = |method: &str, token: &str, body: &str| {
        let headers =
            [("content-type", "application/json"), ("cookie", &*cookie), ("x-askwell-token", token)];
        server.ask(method, "/inbox/notifications/browsers", &headers, body.as_bytes()).status
    };
    // Any point of the curve will do: the service's own public key is one.
    let keys = json!({"p256dh": key, "auth": "c2l4dGVlbiBieXRlcyBvaw"});
    let subscription = json!({"endpoint": endpoint, "keys": keys}).to_string();
    assert_eq!(send("POST", "wrong", &subscription), 403);
    assert_eq!(send("POST", &token, "{}"), 422);
    assert_eq!(send("POST", &token, &"x".repeat(10_000)), 400);
    assert_eq!(send("POST", &token, &subscription), 204);
    server.call("elicitation/create", json!({"prompt": "Deploy?", "person": "local"})).unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    let mut head = [0; 4096];
    let length = stream.read(&mut head).unwrap();
    let head = String::from_utf8_lossy(&head[..length]).to_ascii_lowercase();
    assert!(head.starts_with("post /push/1 ") && head.contains("content-encoding: aes128gcm"), "{head}");
    assert!(head.contains("authorization: vapid t=") && !head.contains("deploy"), "{head}");
    stream.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n").unwrap();
    until("it is delivered", || {
        server.call("notifications/list", json!({"status": "pending"})).unwrap()["notifications"] == json!([])
    });
    assert_eq!(send("DELETE", &token, &subscription), 204);
}
