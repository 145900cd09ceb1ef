//! The event stream: what happens, in order, resumable.

use serde_json::json;
use tempfile::TempDir;

use crate::http::EventStream;
use crate::server::{Server, data_in};

#[test]
fn events_arrive_in_order() {
    let server = Server::in_memory();
    let mut events = server.events("/events");
    let id = server.ask_name();
    server.call("elicitation/extend_timeout", json!({"elicitationId": id})).unwrap();
    server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "Zoë"}})).unwrap();
    let declined = server.ask_name();
    server.call("elicitation/decline", json!({"elicitationId": declined})).unwrap();
    let cancelled = server.ask_name();
    server.call("elicitation/cancel", json!({"elicitationId": cancelled})).unwrap();

    let created = events.next().unwrap();
    assert_eq!(created.data["jsonrpc"], "2.0");
    assert_eq!(created.data["method"], "notifications/elicitation/created");
    let params = &created.data["params"];
    assert_eq!(
        (&params["elicitationId"], &params["mode"], &params["prompt"]),
        (&json!(id), &json!("form"), &json!("Who are you?"))
    );
    let extended = events.next().unwrap();
    assert_eq!(extended.data["method"], "notifications/elicitation/extended");
    assert_eq!(extended.data["params"]["extensionsRemaining"], 1);
    let complete = events.next().unwrap();
    assert_eq!(
        complete.data,
        json!({"jsonrpc": "2.0", "method": "notifications/elicitation/complete",
               "params": {"elicitationId": id, "status": "completed", "result": {"name": "Zoë"}}})
    );
    events.next().unwrap();
    let no = events.next().unwrap();
    assert_eq!(no.data["params"], json!({"elicitationId": declined, "status": "declined"}));
    events.next().unwrap();
    let off = events.next().unwrap();
    assert_eq!(
        off.data["params"],
        json!({"elicitationId": cancelled, "status": "cancelled", "reason": "user_cancelled"})
    );

    // Who comes back misses nothing, and hears nothing twice.
    let mut again = server.events(&format!("/events?after={}", extended.id));
    assert_eq!(again.next().unwrap(), complete);
    let number = complete.id.to_string();
    let mut again = EventStream::open(server.address, "/events", &[("last-event-id", &number)]);
    assert_eq!(again.next().unwrap().data["params"]["elicitationId"], declined);
    assert_eq!(server.get("/events?after=x").status, 422);
    assert_eq!(server.get("/events?before=1").status, 422);
}

#[test]
fn warning_and_timeout_events_are_sent() {
    let server =
        Server::with(std::path::Path::new("/"), &["--memory", "--set", "timeouts.warn_before_ms=60000"]);
    let mut events = server.events("/events");
    let asked = server.call("elicitation/create", json!({"prompt": "Quick!", "timeout": 1000})).unwrap();
    assert_eq!(events.next().unwrap().data["method"], "notifications/elicitation/created");
    let warning = events.next().unwrap();
    assert_eq!(warning.data["method"], "notifications/elicitation/timeout_warning");
    let params = &warning.data["params"];
    assert_eq!(params["elicitationId"], asked["elicitationId"]);
    assert_eq!((&params["extensionAllowed"], &params["extensionDuration"]), (&json!(true), &json!(300_000)));
    assert!(params["remainingMs"].as_u64().unwrap() <= 200, "a fifth of the timeout");
    let over = events.next().unwrap();
    assert_eq!(over.data["method"], "notifications/elicitation/timeout");
    assert_eq!(
        over.data["params"],
        json!({"elicitationId": asked["elicitationId"], "status": "timeout", "reason": "timeout"})
    );
}

#[test]
fn events_survive_a_restart() {
    let folder = TempDir::new().unwrap();
    let server = Server::on_disk(&data_in(&folder));
    let mut events = server.events("/events");
    let id = server.ask_name();
    let created = events.next().unwrap();
    server.kill();
    assert_eq!(events.next(), None);
    let server = Server::on_disk(&data_in(&folder));
    let mut events = server.events(&format!("/events?after={}", created.id));
    server.call("elicitation/decline", json!({"elicitationId": id})).unwrap();
    assert_eq!(events.next().unwrap().data["method"], "notifications/elicitation/declined");
    let mut all = server.events("/events?after=0");
    assert_eq!(all.next().unwrap(), created);
}

#[test]
fn stream_behind_the_log_gets_an_error() {
    let folder = TempDir::new().unwrap();
    for server in [Server::in_memory(), Server::on_disk(&data_in(&folder))] {
        let mut events = server.events("/events?after=1000");
        assert_eq!(events.next().unwrap().data["method"], "notifications/events/missed");
        server.ask_name();
        assert_eq!(events.next().unwrap().data["method"], "notifications/elicitation/created");
    }
}

#[test]
fn reason_of_a_decline_is_in_every_shape() {
    let server = Server::in_memory();
    let mut events = server.events("/events");
    let id = server.ask_name();
    let about = json!({"elicitationId": id});
    let told = json!({"elicitationId": id, "reason": "not on a Friday"});
    server.call("elicitation/decline", told).unwrap();
    for method in ["elicitation/status", "elicitation/wait"] {
        let found = server.call(method, about.clone()).unwrap();
        assert_eq!(
            (&found["status"], &found["declineReason"]),
            (&json!("declined"), &json!("not on a Friday"))
        );
    }
    let history = server.call("elicitation/history", about).unwrap();
    let history = history["history"].as_array().unwrap();
    assert_eq!(history[0].get("declineReason"), None, "{history:?}");
    let last = history.last().unwrap();
    assert_eq!((&last["event"], &last["declineReason"]), (&json!("declined"), &json!("not on a Friday")));
    assert_eq!(events.next().unwrap().data["method"], "notifications/elicitation/created");
    let expected = json!({"elicitationId": id, "status": "declined", "declineReason": "not on a Friday"});
    assert_eq!(events.next().unwrap().data["params"], expected);
}
