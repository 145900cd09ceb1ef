//! Webhooks of the running service: delivered at least once, under the same id, across crashes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::authority::Authority;
use crate::server::{GENEROUS, Server, data_in, make_key, program, run, until};

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// A webhook receiver that responds with the set status.
pub(crate) struct Receiver {
    address: SocketAddr,
    status: Arc<AtomicU16>,
    heard: Arc<Mutex<Vec<(String, String)>>>,
}

/// What a message comes through.
trait Pipe: Read + Write {}

impl<P: Read + Write> Pipe for P {}

impl Receiver {
    pub(crate) fn start() -> Receiver {
        Receiver::behind(|stream| Box::new(stream))
    }

    /// Behind TLS.
    fn with_tls(config: &Arc<ServerConfig>) -> Receiver {
        let config = Arc::clone(config);
        Receiver::behind(move |stream| {
            let session = ServerConnection::new(Arc::clone(&config)).unwrap();
            Box::new(StreamOwned::new(session, stream))
        })
    }

    fn behind(door: impl Fn(TcpStream) -> Box<dyn Pipe> + Send + Sync + 'static) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (status, heard) = (Arc::new(AtomicU16::new(200)), Arc::new(Mutex::new(Vec::new())));
        let (answered, told) = (Arc::clone(&status), Arc::clone(&heard));
        let door = Arc::new(door);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                let (answered, told, door) = (Arc::clone(&answered), Arc::clone(&told), Arc::clone(&door));
                std::thread::spawn(move || {
                    let mut stream = door(stream);
                    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
                    while let Ok(length @ 1..) = stream.read(&mut part) {
                        bytes.extend_from_slice(&part[..length]);
                        let Some((id, body, rest)) = message(&bytes) else { continue };
                        bytes = rest;
                        let status = answered.load(Ordering::SeqCst);
                        if status == 200 {
                            told.lock().unwrap().push((id, body));
                        }
                        let answer = format!(
                            "HTTP/1.1 {status} X\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n"
                        );
                        if stream.write_all(answer.as_bytes()).and_then(|()| stream.flush()).is_err() {
                            return;
                        }
                    }
                });
            }
        });
        Receiver { address, status, heard }
    }

    fn heard(&self) -> Vec<(String, Value)> {
        let parsed = |(id, body): (String, String)| (id, serde_json::from_str(&body).unwrap());
        self.heard_text().into_iter().map(parsed).collect()
    }

    /// The ids and bodies that have come, as they were sent.
    pub(crate) fn heard_text(&self) -> Vec<(String, String)> {
        self.heard.lock().unwrap().clone()
    }
}

/// One message out of what has come, if it is whole: its id, its body, and what follows.
fn message(bytes: &[u8]) -> Option<(String, String, Vec<u8>)> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let length: usize = header("content-length:")?.parse().ok()?;
    let body = bytes.get(end + 4..end + 4 + length)?;
    assert!(header("webhook-signature:").is_some_and(|signature| signature.starts_with("v1,")));
    let id = header("webhook-id:").unwrap().to_owned();
    Some((id, String::from_utf8(body.to_vec()).unwrap(), bytes[end + 4 + length..].to_vec()))
}

pub(crate) fn settings(folder: &Path, receiver: &Receiver, more: &str) {
    settings_for(folder, &format!("http://{}/hook", receiver.address), more);
}

fn settings_for(folder: &Path, url: &str, more: &str) {
    let text = format!(
        "[[webhooks]]\nname = \"crm\"\nurl = \"{url}\"\nsecret = \"{SECRET}\"\nallow_private = true\n{more}\n"
    );
    fs::write(folder.join("askwell.toml"), text).unwrap();
}

fn start(folder: &TempDir) -> Server {
    let data = data_in(folder);
    Server::with(folder.path(), &[&["--data", data.to_str().unwrap()], &GENEROUS[..]].concat())
}

#[test]
fn webhooks_are_delivered_across_kills() {
    let folder = TempDir::new().unwrap();
    let receiver = Receiver::start();
    settings(folder.path(), &receiver, "");
    let mut ids = BTreeSet::new();
    for _ in 0..4 {
        let server = start(&folder);
        for _ in 0..10 {
            let id = server.ask_name();
            server
                .call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "x"}}))
                .unwrap();
            ids.insert(id);
        }
        server.kill();
    }
    let _server = start(&folder);
    let told = |heard: &[(String, Value)]| -> BTreeSet<String> {
        heard.iter().map(|(_, body)| body["data"]["elicitationId"].as_str().unwrap().to_owned()).collect()
    };
    until("every event was delivered", || told(&receiver.heard()) == ids);
    let mut names: BTreeMap<String, Value> = BTreeMap::new();
    for (id, body) in receiver.heard() {
        assert_eq!(
            (&body["type"], &body["data"]["result"]),
            (&json!("elicitation.complete"), &json!({"name": "x"}))
        );
        // Twice is allowed; then it is the same message under the same id.
        assert_eq!(names.entry(id).or_insert(body.clone()), &body);
    }
    assert_eq!(names.len(), ids.len());
}

#[test]
fn failed_deliveries_are_listed_and_replayed() {
    let folder = TempDir::new().unwrap();
    let receiver = Receiver::start();
    settings(folder.path(), &receiver, "attempts = 1");
    let data = data_in(&folder);
    let (ci, operator) = (make_key(&data, &["ci"]), make_key(&data, &["ops", "--role", "operates"]));
    let mut server = start(&folder);
    // A redirect is a failure, and is not followed.
    receiver.status.store(302, Ordering::SeqCst);
    server.key = Some(ci);
    let id = server.ask_name();
    server.call("elicitation/decline", json!({"elicitationId": id})).unwrap();
    assert_eq!(server.call("webhooks/list", json!({})).unwrap_err()["code"], -32016);
    server.key = Some(operator);
    assert_eq!(server.call("elicitation/create", json!({"prompt": "?"})).unwrap_err()["code"], -32016);
    assert_eq!(
        server.call("elicitation/status", json!({"elicitationId": id})).unwrap()["status"],
        "declined"
    );
    assert_eq!(server.call("webhooks/list", json!({})).unwrap()["webhooks"][0]["status"], "enabled");
    let mut dead = Value::Null;
    until("it was given up", || {
        dead = server.call("webhooks/deliveries", json!({})).unwrap()["deliveries"][0].clone();
        dead.is_object()
    });
    assert_eq!(
        (&dead["elicitationId"], &dead["type"], &dead["status"]),
        (&json!(id), &json!("elicitation.declined"), &json!("dead"))
    );
    receiver.status.store(200, Ordering::SeqCst);
    let replayed = server.call("webhooks/replay", json!({"deliveryId": dead["deliveryId"]})).unwrap();
    assert_eq!(replayed, json!({"replayed": 1}));
    until("it has arrived", || receiver.heard().len() == 1);
    assert_eq!(receiver.heard()[0].0, dead["webhookId"].as_str().unwrap());
    for (method, params) in [
        ("webhooks/replay", json!({"deliveryId": dead["deliveryId"]})),
        ("webhooks/replay", json!({"deliveryId": "x"})),
        ("webhooks/replay", json!({"webhook": "none"})),
        ("webhooks/enable", json!({"webhook": "none"})),
    ] {
        assert_eq!(server.call(method, params.clone()).unwrap_err()["code"], -32001, "{method} {params}");
    }
    assert_eq!(
        server.call("webhooks/enable", json!({"webhook": "crm"})).unwrap(),
        json!({"wasDisabled": false})
    );
    let (status, log) = server.stop();
    assert!(status.success() && !log.contains("/hook") && !log.contains(SECRET), "{log}");
}

/// Over TLS: deliveries need a trusted certificate.
#[test]
fn webhooks_need_a_trusted_certificate() {
    let folder = TempDir::new().unwrap();
    let authority = Authority::new(folder.path());
    for (name, trusted, arrives) in
        [("localhost", true, true), ("localhost", false, false), ("other.example", true, false)]
    {
        let receiver = Receiver::with_tls(&authority.certify(name));
        let url = format!("https://localhost:{}/hook", receiver.address.port());
        settings_for(folder.path(), &url, "attempts = 1");
        let mut command = program(folder.path());
        if trusted {
            command.env("SSL_CERT_FILE", &authority.file);
        } else {
            // Signed by an authority that is not trusted.
            let other = folder.path().join("other");
            fs::create_dir(&other).unwrap();
            command.env("SSL_CERT_FILE", Authority::new(&other).file);
        }
        let server = Server::from(command, &[&["--memory"], &GENEROUS[..]].concat());
        let id = server.ask_name();
        server.call("elicitation/decline", json!({"elicitationId": id})).unwrap();
        if arrives {
            until("it has arrived", || receiver.heard().len() == 1);
            assert_eq!(receiver.heard()[0].1["data"]["elicitationId"], id);
        } else {
            let mut dead = Value::Null;
            until("it was given up", || {
                dead = server.call("webhooks/deliveries", json!({})).unwrap()["deliveries"][0].clone();
                dead.is_object()
            });
            assert!(dead.to_string().contains("certificate"), "{dead}");
            assert_eq!(receiver.heard(), []);
        }
    }
}

/// Private targets are rejected before the service starts, and no secret is shown.
#[test]
fn invalid_webhooks_are_shown_at_their_position() {
    let folder = TempDir::new().unwrap();
    let text = format!(
        "[[webhooks]]\nname = \"inside\"\nurl = \"https://169.254.169.254/\"\nsecret = \"{SECRET}\"\n\n\
         [[webhooks]]\nname = \"Bad Name\"\nurl = \"https://8.8.8.8/\"\nsecret = \"{SECRET}\"\nevents = [\"complete\"]\n\n\
         [[webhooks]]\nname = \"none\"\nurl = \"https://8.8.8.8/\"\n\n\
         [[webhooks]]\nname = \"odd\"\nurl = 1\nsecrt = \"{SECRET}\"\n"
    );
    fs::write(folder.path().join("askwell.toml"), text).unwrap();
    let refused = run(folder.path(), &["serve", "--memory"]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(!told.contains(SECRET), "{told}");
    insta::assert_snapshot!("wrong_webhooks", told);
}
