//! The event stream of a service. Reconnects by itself.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use askwell_http::event_stream::{Event, EventReader};
use serde_json::Value;

use super::Service;

/// How long to wait before reconnecting.
const PAUSE: Duration = Duration::from_millis(500);

/// Limit of an event in bytes. A stream with a longer one is dropped.
const LONGEST_EVENT: usize = 64 << 20;

/// An event of the connection or of an elicitation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ServiceEvent {
    /// The stream is open: later events will arrive. Earlier ones have to be looked up.
    Connected,
    /// The stream is lost and will be reopened.
    Disconnected,
    /// An event of an elicitation.
    Elicitation {
        /// The event type: `created`, `extended`, `complete` …
        what: String,
        params: Value,
    },
}

/// Subscribes for as long as the receiver lives.
pub(crate) fn subscribe(service: &Service) -> Receiver<ServiceEvent> {
    let (sender, receiver) = channel();
    let service_of_task = service.clone();
    service.runtime.spawn(async move {
        let mut last = None;
        while stream(&service_of_task, &sender, &mut last).await.is_some() {
            if sender.send(ServiceEvent::Disconnected).is_err() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    });
    receiver
}

/// Reads one stream to its end. Returns `None` if the receiver is gone.
async fn stream(service: &Service, sender: &Sender<ServiceEvent>, last: &mut Option<String>) -> Option<()> {
    let mut request = service.client.get(service.url("events"));
    if let Some(last) = last {
        request = request.header("last-event-id", last.as_str());
    }
    let Ok(mut response) = request.send().await else { return Some(()) };
    if !response.status().is_success() {
        return Some(());
    }
    sender.send(ServiceEvent::Connected).ok()?;
    let mut reader = EventReader::new(LONGEST_EVENT);
    while let Ok(Some(chunk)) = response.chunk().await {
        let Ok(events) = reader.push(&chunk) else { return Some(()) };
        for event in events {
            if let Some(events) = read(event, last) {
                sender.send(events).ok()?;
            }
        }
    }
    Some(())
}

/// Parses one event.
fn read(event: Event, last: &mut Option<String>) -> Option<ServiceEvent> {
    *last = event.id.or(last.take());
    let mut data: Value = serde_json::from_str(&event.data).ok()?;
    let what = data.get("method")?.as_str()?.rsplit('/').next()?.to_owned();
    Some(ServiceEvent::Elicitation {
        what,
        params: data.get_mut("params").map(Value::take).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Event, ServiceEvent, read};

    #[test]
    fn events_are_parsed() {
        let mut last = None;
        let data = r#"{"jsonrpc":"2.0","method":"notifications/elicitation/created","params":{"a":1}}"#;
        let event = Event { id: Some("7".to_owned()), data: data.to_owned(), ..Event::default() };
        let expected = ServiceEvent::Elicitation { what: "created".to_owned(), params: json!({"a": 1}) };
        assert_eq!(read(event, &mut last), Some(expected));
        assert_eq!(last.as_deref(), Some("7"));
        for nothing in ["{", "{}", ""] {
            let event = Event { data: nothing.to_owned(), ..Event::default() };
            assert_eq!(read(event, &mut last), None, "{nothing:?}");
        }
        assert_eq!(last.as_deref(), Some("7"));
    }
}
