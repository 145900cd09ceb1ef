//! Server-sent events: one reader and one writer, for everything that sends or receives `text/event-stream`.
//!
//! [`EventReader`] takes the bytes of a stream in any pieces and returns events. [`EventText`] writes an event field by
//! field; nothing that is put into a field can end it early. [`with_keep_alive`] keeps a silent stream open. Neither of
//! them does I/O; when to reconnect is for the surface to decide.

mod reader;
mod writer;

pub use reader::{Event, EventReader, EventTooLong};
pub use writer::{EventText, respond_with_events, with_keep_alive};

/// The media type of event streams.
pub const MEDIA_TYPE: &str = "text/event-stream";

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::{any, proptest};

    use super::{Event, EventReader, EventText};

    proptest! {
        #[test]
        fn written_event_is_read_back_as_one_event(
            id in any::<String>(), name in any::<String>(), data in "[^\\n\\r]+", retry in 0_u64..1_000_000,
        ) {
            let text = EventText::new()
                .comment(&id)
                .id(&id)
                .retry(Duration::from_millis(retry))
                .name(&name)
                .json(&data)
                .finish();
            let events = EventReader::new(text.len()).push(text.as_bytes()).unwrap();
            let one_line = |text: &str| text.replace(['\n', '\r'], " ");
            let expected = Event {
                id: Some(one_line(&id)).filter(|id| !id.contains('\0')),
                retry: Some(Duration::from_millis(retry)),
                name: Some(one_line(&name)),
                data,
            };
            assert_eq!(events, [expected]);
        }
    }
}
