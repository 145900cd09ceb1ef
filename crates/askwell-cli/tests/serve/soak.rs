//! Random traffic, restarts and faults for a while; then all acknowledged data must be there
//! exactly once.
//!
//! A few seconds among the other tests; `cargo xtask soak` sets `ASKWELL_SOAK_SECONDS` for minutes
//! or hours.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rand::RngExt as _;
use rand::rngs::ThreadRng;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::{Connection, Event, EventStream};
use crate::server::{Server, data_in, name_form, outcome, until};

const WORKERS: usize = 6;

/// What a worker knows about an elicitation.
#[derive(Debug, Clone, PartialEq)]
enum Known {
    Open,
    /// Acknowledged as answered with this name, declined or cancelled.
    Closed {
        status: &'static str,
        name: Option<String>,
    },
    /// A close was requested, and its result is unknown.
    InDoubt,
}

/// The shared state of all threads.
#[derive(Default)]
struct Soak {
    address: Mutex<Option<SocketAddr>>,
    over: AtomicBool,
    known: Mutex<BTreeMap<String, Known>>,
    keys: Mutex<BTreeMap<String, String>>,
    events: Mutex<Vec<Event>>,
    calls: AtomicU64,
    broken: AtomicU64,
    garbage: AtomicU64,
}

impl Soak {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// A connection to whichever process serves now.
    fn connect(&self) -> Option<Connection> {
        let address = *self.address.lock().unwrap();
        let connected = address.and_then(|address| Connection::try_open(address).ok());
        if connected.is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
        connected
    }

    fn call(
        &self,
        connection: &mut Connection,
        method: &str,
        params: &Value,
    ) -> Option<Result<Value, Value>> {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let answer =
            connection.ask("POST", "/rpc", &[("content-type", "application/json")], message.as_bytes());
        let answered = answer.ok().and_then(|response| serde_json::from_slice::<Value>(&response.body).ok());
        match &answered {
            Some(_) => self.calls.fetch_add(1, Ordering::Relaxed),
            None => self.broken.fetch_add(1, Ordering::Relaxed),
        };
        answered.map(|answer| outcome(&answer))
    }

    fn learn(&self, id: &str, known: Known) {
        self.known.lock().unwrap().insert(id.to_owned(), known);
    }
}

/// Creates and answers elicitations in every way.
fn work(soak: &Soak, worker: usize) {
    let mut random = rand::rng();
    let mut number = 0;
    while !soak.is_over() {
        let Some(mut connection) = soak.connect() else { continue };
        // Until the connection breaks.
        while !soak.is_over() {
            number += 1;
            if one(soak, &mut connection, &format!("{worker}-{number}"), &mut random).is_none() {
                break;
            }
        }
    }
}

fn one(soak: &Soak, connection: &mut Connection, key: &str, random: &mut ThreadRng) -> Option<()> {
    let timeout = if random.random_ratio(1, 10) { 1_000 } else { 3_600_000 };
    let params = json!({"formDefinition": name_form(), "idempotencyKey": key, "timeout": timeout});
    // Without a response, the request is repeated under the same key.
    let created = soak.call(connection, "elicitation/create", &params)?.unwrap();
    let id = created["elicitationId"].as_str().unwrap().to_owned();
    soak.keys.lock().unwrap().insert(key.to_owned(), id.clone());
    soak.learn(&id, if timeout == 1_000 { Known::InDoubt } else { Known::Open });
    let (method, more, status, name) = match random.random_range(0..10) {
        0..5 => ("submit", json!({"responses": {"name": key}}), "completed", Some(key.to_owned())),
        5 => ("decline", json!({}), "declined", None),
        6 => ("cancel", json!({}), "cancelled", None),
        7 => {
            let wrong =
                soak.call(connection, "elicitation/submit", &json!({"elicitationId": id, "responses": {}}))?;
            assert!(wrong.is_err());
            return Some(());
        }
        8 => {
            let _ = soak.call(connection, "elicitation/extend_timeout", &json!({"elicitationId": id}))?;
            return Some(());
        }
        _ => return Some(()),
    };
    soak.learn(&id, Known::InDoubt);
    let mut params = more;
    params["elicitationId"] = json!(id);
    // An elicitation with little time may have expired; the result is unknown but decided.
    if soak.call(connection, &format!("elicitation/{method}"), &params)?.is_ok() {
        soak.learn(&id, Known::Closed { status, name });
    }
    if random.random_ratio(1, 4) {
        soak.call(connection, "elicitation/wait", &json!({"elicitationId": id, "timeoutMs": 1}))?.unwrap();
    }
    Some(())
}

/// Follows the event stream, across every restart.
fn listen(soak: &Soak) {
    let mut after = 0;
    while !soak.is_over() {
        let Some(address) = *soak.address.lock().unwrap() else {
            std::thread::sleep(Duration::from_millis(10));
            continue;
        };
        let Some(mut stream) = EventStream::try_open(address, &format!("/events?after={after}")) else {
            continue;
        };
        while let Some(event) = stream.next() {
            assert!(event.id > after, "events come in order, each once");
            assert_ne!(event.data["method"], "notifications/events/missed");
            after = event.id;
            soak.events.lock().unwrap().push(event);
            if soak.is_over() {
                return;
            }
        }
    }
}

/// Sends invalid traffic: half requests, nonsense, silence.
fn disturb(soak: &Soak) {
    let mut random = rand::rng();
    let mut held: Vec<TcpStream> = Vec::new();
    while !soak.is_over() {
        let Some(address) = *soak.address.lock().unwrap() else {
            std::thread::sleep(Duration::from_millis(10));
            continue;
        };
        let Ok(mut stream) = TcpStream::connect_timeout(&address, Duration::from_secs(5)) else { continue };
        let nonsense: Vec<u8> = (0..random.random_range(0..2_000)).map(|_| random.random()).collect();
        let _ = match random.random_range(0..4) {
            0 => stream.write_all(&nonsense),
            1 => stream.write_all(b"POST /rpc HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"a\":"),
            2 => stream.write_all(b"POST /rpc HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[["),
            _ => Ok(()),
        };
        soak.garbage.fetch_add(1, Ordering::Relaxed);
        held.push(stream);
        if held.len() > 50 {
            held.clear();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Restarts the service repeatedly, gracefully or not. Returns the last one.
fn restart(soak: &Soak, data: &Path, time: Duration) -> (Server, u32, u32) {
    let start = Instant::now();
    let (mut kills, mut stops) = (0, 0);
    let mut random = rand::rng();
    loop {
        let server = Server::on_disk(data);
        *soak.address.lock().unwrap() = Some(server.address);
        let pause = Duration::from_millis(random.random_range(300..2_000));
        std::thread::sleep(pause.min(time));
        if start.elapsed() >= time {
            return (server, kills, stops);
        }
        *soak.address.lock().unwrap() = None;
        if random.random_ratio(2, 3) {
            server.kill();
            kills += 1;
        } else {
            let (status, log) = server.stop();
            assert!(status.success(), "{log}");
            stops += 1;
        }
    }
}

#[test]
fn acknowledged_data_survives_restarts_and_faults() {
    let seconds = std::env::var("ASKWELL_SOAK_SECONDS").ok().map_or(5, |seconds| seconds.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let soak = Soak::default();
    let (server, kills, stops) = std::thread::scope(|scope| {
        for worker in 0..WORKERS {
            let soak = &soak;
            scope.spawn(move || work(soak, worker));
        }
        scope.spawn(|| listen(&soak));
        scope.spawn(|| disturb(&soak));
        let last = restart(&soak, &data, Duration::from_secs(seconds));
        soak.over.store(true, Ordering::Relaxed);
        // The listener needs one more event to see that the test is over.
        last.0.ask_name();
        last
    });
    check(&server, &soak);
    let known = soak.known.lock().unwrap().len();
    println!(
        "soak: {seconds} s, {known} elicitations, {} calls answered, {} cut off, {} disturbances, {kills} kills, {stops} stops, {} events; nothing lost, nothing twice",
        soak.calls.load(Ordering::Relaxed),
        soak.broken.load(Ordering::Relaxed),
        soak.garbage.load(Ordering::Relaxed),
        soak.events.lock().unwrap().len(),
    );
}

/// The invariants.
fn check(server: &Server, soak: &Soak) {
    let mut connection = server.connect();
    for (key, id) in soak.keys.lock().unwrap().iter() {
        let params = json!({"formDefinition": name_form(), "idempotencyKey": key});
        let again = soak.call(&mut connection, "elicitation/create", &params).unwrap().unwrap();
        assert_eq!(again["elicitationId"], *id, "asked once under one key");
    }
    let known = soak.known.lock().unwrap();
    let mut closed: BTreeMap<&str, usize> = BTreeMap::new();
    let events = soak.events.lock().unwrap();
    for event in events.iter().filter(|event| event.data["params"].get("status").is_some()) {
        *closed.entry(event.data["params"]["elicitationId"].as_str().unwrap()).or_default() += 1;
    }
    assert!(closed.values().all(|times| *times == 1), "each ends once");
    for (id, known) in known.iter() {
        let params = json!({"elicitationId": id});
        if *known == Known::InDoubt {
            // It is decided or still open; one with a short timeout has expired by now.
            until("it is decided, or open for long", || {
                let status = soak.call(&mut connection, "elicitation/status", &params).unwrap().unwrap();
                let long = status["timeoutAt"]
                    .as_u64()
                    .is_some_and(|at| at - status["createdAt"].as_u64().unwrap() > 1_000);
                long || status.get("closedAt").is_some()
            });
            continue;
        }
        let status = soak.call(&mut connection, "elicitation/status", &params).unwrap().unwrap();
        match known {
            Known::Open => {
                assert!(matches!(status["status"].as_str(), Some("pending" | "active")), "{id}: {status}");
            }
            Known::Closed { status: expected, name } => {
                assert_eq!(status["status"], *expected, "{id}");
                assert_eq!(status["result"]["name"].as_str(), name.as_deref(), "{id}");
                let history = soak.call(&mut connection, "elicitation/history", &params).unwrap().unwrap();
                let ends = history["history"].as_array().unwrap().iter();
                let ends = ends.filter(|entry| {
                    matches!(entry["event"].as_str(), Some("complete" | "declined" | "cancelled" | "timeout"))
                });
                assert_eq!(ends.count(), 1, "{id}");
            }
            Known::InDoubt => {}
        }
    }
}
