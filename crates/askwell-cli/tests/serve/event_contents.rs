//! The content of an event is the same for every reader: live, resumed, replayed or by webhook.

use std::collections::BTreeMap;
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::EventStream;
use crate::server::{GENEROUS, Server, data_in};
use crate::webhooks::{Receiver, settings};

/// Each event's data by its number, as they were sent.
type Contents = BTreeMap<u64, String>;

const EVERY_EVENT: &str = "events = [\"elicitation.created\", \"elicitation.opened\", \"elicitation.rejected\", \
    \"elicitation.timeout_warning\", \"elicitation.extended\", \"elicitation.complete\", \"elicitation.timeout\", \
    \"elicitation.declined\", \"elicitation.cancelled\"]";

/// A form whose answers show any difference in how they are written: the order of keys, and digits.
fn form(number: usize) -> Value {
    json!({"id": "f", "title": format!("Question {number}"), "fields": [
        {"id": "z", "type": "text", "label": "Z"},
        {"id": "a", "type": "number", "label": "A"},
    ]})
}

fn read_until(stream: &mut EventStream, contents: &mut Contents, end: u64) {
    while contents.last_key_value().is_none_or(|(last, _)| *last < end) {
        let (id, data) = stream.next_text().unwrap();
        assert_eq!(contents.insert(id, data), None, "event {id} came twice");
    }
}

/// Asks and answers `each` questions, ten calls to a request.
fn ask_and_answer(server: &Server, thread: usize, each: usize) {
    let mut connection = server.connect();
    let mut send = |calls: Vec<Value>| -> Vec<Value> {
        // More digits than a double has.
        let body = Value::from(calls).to_string().replace("12.5", "12.5000000000000000000001");
        let headers = [("content-type", "application/json")];
        let answer = connection.ask("POST", "/rpc", &headers, body.as_bytes()).unwrap();
        answer.json().as_array().unwrap().clone()
    };
    for round in 0..each / 10 {
        let created = send(
            (0..10)
                .map(|id| {
                    let params = json!({"formDefinition": form(thread * each + round * 10 + id)});
                    json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params})
                })
                .collect(),
        );
        let submit = |(id, created): (usize, &Value)| {
            let elicitation = &created["result"]["elicitationId"];
            let responses = json!({"z": "zebra", "a": 12.5});
            let params = json!({"elicitationId": elicitation, "responses": responses});
            json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/submit", "params": params})
        };
        let submitted = send(created.iter().enumerate().map(submit).collect());
        assert!(submitted.iter().all(|answer| answer.get("result").is_some()), "{submitted:?}");
    }
}

#[test]
fn event_has_the_same_bytes_for_every_reader() {
    const STREAMS: usize = 12;
    const WRITERS: usize = 8;
    const EACH: usize = 100;
    const END: u64 = (WRITERS * EACH * 2) as u64;
    let folder = TempDir::new().unwrap();
    let receiver = Receiver::start();
    settings(folder.path(), &receiver, EVERY_EVENT);
    let data = data_in(&folder);
    let server = Server::with(folder.path(), &[&["--data", data.to_str().unwrap()], &GENEROUS[..]].concat());
    let live: Vec<Contents> = thread::scope(|scope| {
        let readers: Vec<_> = (0..STREAMS)
            .map(|number| {
                let mut stream = server.events("/events?after=0");
                let address = server.address;
                scope.spawn(move || {
                    let mut contents = Contents::new();
                    if number == 0 {
                        // One goes away in between and comes back.
                        read_until(&mut stream, &mut contents, END / 3);
                        let last = contents.last_key_value().unwrap().0.to_string();
                        stream = EventStream::open(address, "/events", &[("last-event-id", &last)]);
                    }
                    read_until(&mut stream, &mut contents, END);
                    contents
                })
            })
            .collect();
        for number in 0..WRITERS {
            let server = &server;
            scope.spawn(move || ask_and_answer(server, number, EACH));
        }
        readers.into_iter().map(|reader| reader.join().unwrap()).collect()
    });
    let mut replayed = Contents::new();
    let mut stream = EventStream::open(server.address, "/events", &[("last-event-id", "0")]);
    read_until(&mut stream, &mut replayed, END);
    assert_complete(&replayed);
    for contents in &live {
        assert_same(contents, &replayed);
    }
    assert_same(
        &called_back(&receiver, END),
        &replayed.iter().map(|(id, data)| (*id, params(data))).collect(),
    );
}

/// Waits until a webhook has brought as many events, and returns the data of each.
fn called_back(receiver: &Receiver, count: u64) -> Contents {
    crate::server::until("everything was called back", || receiver.heard_text().len() as u64 >= count);
    let data = |(id, body): (String, String)| {
        let number = id.rsplit_once('_').unwrap().1.parse().unwrap();
        let (_, data) = body.split_once(r#","data":"#).unwrap();
        (number, data.strip_suffix('}').unwrap().to_owned())
    };
    receiver.heard_text().into_iter().map(data).collect()
}

/// The parameters of a notification, as they were sent.
fn params(notification: &str) -> String {
    let (_, params) = notification.split_once(r#","params":"#).unwrap();
    params.strip_suffix('}').unwrap().to_owned()
}

fn assert_same(found: &Contents, expected: &Contents) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected);
    }
}

fn assert_complete(contents: &Contents) {
    for (id, data) in contents {
        let event: Value = serde_json::from_str(data).unwrap();
        let params = &event["params"];
        let wanted: &[&str] = match event["method"].as_str().unwrap() {
            "notifications/elicitation/created" => &["prompt", "timeoutAt", "mode", "createdAt"],
            "notifications/elicitation/complete" => &["result", "status"],
            other => panic!("event {id} is {other}"),
        };
        for name in wanted {
            assert!(params.get(name).is_some(), "event {id} lacks {name}: {data}");
        }
    }
}

#[test]
fn warning_stays_as_it_was_when_it_was_given() {
    let folder = TempDir::new().unwrap();
    let receiver = Receiver::start();
    settings(folder.path(), &receiver, EVERY_EVENT);
    let data = data_in(&folder);
    let arguments = ["--data", data.to_str().unwrap(), "--set", "timeouts.warn_before_ms=9000"];
    let server = Server::with(folder.path(), &arguments);
    let mut stream = server.events("/events");
    let created = server.call("elicitation/create", json!({"prompt": "Soon?", "timeout": 10_000})).unwrap();
    let id = json!({"elicitationId": created["elicitationId"]});
    let mut live = Contents::new();
    read_until(&mut stream, &mut live, 2);
    assert!(live[&2].contains(r#""extensionAllowed":true,"extensionDuration":300000"#), "{}", live[&2]);
    // No extension is left from here on, and then it is over.
    server.call("elicitation/extend_timeout", id.clone()).unwrap();
    server.call("elicitation/extend_timeout", id.clone()).unwrap();
    server.call("elicitation/cancel", id).unwrap();
    read_until(&mut stream, &mut live, 5);
    let mut replayed = Contents::new();
    read_until(&mut server.events("/events?after=0"), &mut replayed, 5);
    assert_same(&replayed, &live);
    let expected = live.iter().map(|(id, data)| (*id, params(data))).collect();
    assert_same(&called_back(&receiver, 5), &expected);
    // A restart reads it from the file.
    assert!(server.stop().0.success());
    let server = Server::on_disk(&data);
    let mut reread = Contents::new();
    read_until(&mut server.events("/events?after=0"), &mut reread, 5);
    assert_same(&reread, &live);
}
