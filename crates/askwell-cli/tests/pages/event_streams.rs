//! Event streams of open pages: they work when connections run out, and do not delay shutdown.

use std::net::TcpStream;
use std::time::Instant;

use serde_json::json;

use crate::forms::server;
use crate::http::{Connection, PATIENCE};
use crate::support::World;

/// The head of a stream of events, and the connection that it goes on over.
fn listen(world: &World, path: &str, cookie: &str) -> Connection {
    let mut connection = world.server.connect();
    connection.send("GET", path, &[("cookie", cookie)], b"").unwrap();
    let head = connection.head().unwrap();
    assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")), "{head:?}");
    assert_eq!(head.header("x-accel-buffering"), Some("no"), "{head:?}");
    connection
}

#[tokio::test]
async fn open_pages_get_the_end_when_connections_run_out() {
    let world = World::with(&["--set", "http.connections=50"]);
    let (id, path) = world.link_to(&server()).await;
    let mut page = listen(&world, &format!("{path}/live"), "");
    let mut inbox = listen(&world, "/inbox/live", "");
    let first = page.chunk().unwrap().unwrap();
    assert!(String::from_utf8_lossy(&first).contains("\"status\":\"open\""));
    let idle: Vec<TcpStream> =
        (0..500).map(|_| TcpStream::connect_timeout(&world.server.address, PATIENCE).unwrap()).collect();
    world.still_answers().await;
    world.server.call("elicitation/decline", json!({"elicitationId": id.to_string()})).unwrap();
    let last = page.chunk().unwrap().unwrap();
    assert!(String::from_utf8_lossy(&last).contains("\"status\":\"declined\""));
    let mut heard = String::new();
    let deadline = Instant::now() + PATIENCE;
    while !heard.contains("\"news\":\"declined\"") {
        assert!(Instant::now() < deadline, "{heard}");
        heard.push_str(&String::from_utf8_lossy(&inbox.chunk().unwrap().unwrap()));
    }
    drop(idle);
}

#[tokio::test]
async fn no_event_is_lost_between_list_and_stream() {
    let world = World::new().await;
    let list = world.browser().get("/inbox").await;
    let position = list.body.split_once("data-inbox=\"").unwrap().1.split('"').next().unwrap().to_owned();
    world.link_to(&server()).await;
    let mut inbox = listen(&world, &format!("/inbox/live?after={position}"), "");
    let heard = String::from_utf8_lossy(&inbox.chunk().unwrap().unwrap()).into_owned();
    assert!(heard.contains("\"news\":\"created\"") && heard.contains("A new server"), "{heard}");
    let number = heard.lines().find_map(|line| line.strip_prefix("id: ")).unwrap();
    // A reconnecting page resumes after the last event it got.
    world.link_to(&server()).await;
    let mut again = world.server.connect();
    let headers = [("last-event-id", number)];
    again.send("GET", &format!("/inbox/live?after={position}"), &headers, b"").unwrap();
    assert_eq!(again.head().unwrap().status, 200);
    let heard = String::from_utf8_lossy(&again.chunk().unwrap().unwrap()).into_owned();
    assert!(!heard.contains(&format!("id: {number}\n")), "{heard}");
    assert_eq!(world.server.get("/inbox/live?after=x").status, 400);
}

#[tokio::test]
async fn open_pages_do_not_delay_shutdown() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let mut lines = [listen(&world, &format!("{path}/live"), ""), listen(&world, "/inbox/live", "")];
    let (status, log) = world.server.stop();
    assert!(status.success(), "{log}");
    // The service logs when it had to wait in vain.
    assert!(!log.contains("did not end in time"), "{log}");
    for line in &mut lines {
        while let Ok(Some(_)) = line.chunk() {}
    }
}
