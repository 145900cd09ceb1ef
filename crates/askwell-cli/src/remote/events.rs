//! The event stream: what happens at the service, as it happens. Comes back by itself when the service does.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde_json::Value;

use super::Service;

/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(500);

/// Something about the service.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum News {
    /// The stream is open: whatever happens from now on will be told. What happened before has to be looked up.
    Listening,
    /// The stream is gone; it is tried again.
    Lost,
    /// Something happened to an elicitation.
    Happened {
        /// `created`, `extended`, `complete` …
        what: String,
        params: Value,
    },
}

/// Listens for as long as the receiver lives.
pub(crate) fn listen(service: &Service) -> Receiver<News> {
    let (sender, receiver) = channel();
    let service_of_task = service.clone();
    service.runtime.spawn(async move {
        let mut last = None;
        while stream(&service_of_task, &sender, &mut last).await.is_some() {
            if sender.send(News::Lost).is_err() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    });
    receiver
}

/// Reads one stream to its end; nothing, if nobody listens any more.
async fn stream(service: &Service, sender: &Sender<News>, last: &mut Option<String>) -> Option<()> {
    let mut request = service.client.get(service.url("events"));
    if let Some(last) = last {
        request = request.header("last-event-id", last.as_str());
    }
    let Ok(mut response) = request.send().await else { return Some(()) };
    if !response.status().is_success() {
        return Some(());
    }
    sender.send(News::Listening).ok()?;
    let mut pending = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        pending.extend_from_slice(&chunk);
        while let Some(end) = pending.windows(2).position(|window| window == b"\n\n") {
            let event: Vec<u8> = pending.drain(..end + 2).collect();
            if let Some(news) = read(&String::from_utf8_lossy(&event), last) {
                sender.send(news).ok()?;
            }
        }
    }
    Some(())
}

/// One event.
fn read(event: &str, last: &mut Option<String>) -> Option<News> {
    let mut data = None;
    for line in event.lines() {
        match line.split_once(": ") {
            Some(("id", id)) => *last = Some(id.to_owned()),
            Some(("data", text)) => data = serde_json::from_str::<Value>(text).ok(),
            _ => {}
        }
    }
    let mut data = data?;
    let what = data.get("method")?.as_str()?.rsplit('/').next()?.to_owned();
    Some(News::Happened { what, params: data.get_mut("params").map(Value::take).unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{News, read};

    #[test]
    fn events_are_read() {
        let mut last = None;
        let event = "id: 7\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/elicitation/created\",\"params\":{\"a\":1}}\n\n";
        let expected = News::Happened { what: "created".to_owned(), params: json!({"a": 1}) };
        assert_eq!(read(event, &mut last), Some(expected));
        assert_eq!(last.as_deref(), Some("7"));
        for nothing in [": listening\n\n", "retry: 1000\n\n", "data: {\n\n", "data: {}\n\n", ""] {
            assert_eq!(read(nothing, &mut last), None, "{nothing:?}");
        }
    }
}
