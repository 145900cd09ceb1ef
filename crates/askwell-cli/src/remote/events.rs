//! The event stream: what happens at the service, as it happens. Comes back by itself when the service does.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use askwell_http::event_stream::{Event, EventReader};
use serde_json::Value;

use super::Service;

/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(500);

/// A service sends no event that is longer than this; a stream with one is lost.
const LONGEST_EVENT: usize = 64 << 20;

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
    let mut reader = EventReader::new(LONGEST_EVENT);
    while let Ok(Some(chunk)) = response.chunk().await {
        let Ok(events) = reader.push(&chunk) else { return Some(()) };
        for event in events {
            if let Some(news) = read(event, last) {
                sender.send(news).ok()?;
            }
        }
    }
    Some(())
}

/// One event.
fn read(event: Event, last: &mut Option<String>) -> Option<News> {
    *last = event.id.or(last.take());
    let mut data: Value = serde_json::from_str(&event.data).ok()?;
    let what = data.get("method")?.as_str()?.rsplit('/').next()?.to_owned();
    Some(News::Happened { what, params: data.get_mut("params").map(Value::take).unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Event, News, read};

    #[test]
    fn events_are_read() {
        let mut last = None;
        let data = r#"{"jsonrpc":"2.0","method":"notifications/elicitation/created","params":{"a":1}}"#;
        let event = Event { id: Some("7".to_owned()), data: data.to_owned(), ..Event::default() };
        let expected = News::Happened { what: "created".to_owned(), params: json!({"a": 1}) };
        assert_eq!(read(event, &mut last), Some(expected));
        assert_eq!(last.as_deref(), Some("7"));
        for nothing in ["{", "{}", ""] {
            let event = Event { data: nothing.to_owned(), ..Event::default() };
            assert_eq!(read(event, &mut last), None, "{nothing:?}");
        }
        assert_eq!(last.as_deref(), Some("7"));
    }
}
