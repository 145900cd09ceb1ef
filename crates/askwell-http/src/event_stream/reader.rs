//! Parses server-sent events from a byte stream. Buffers at most one incomplete event of bounded
//! length.

use std::time::Duration;

/// One event. It has no data if the server sends only an id or a retry time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Event {
    /// The id to send as `Last-Event-ID` when the stream breaks.
    pub id: Option<String>,
    /// How long to wait before reconnecting.
    pub retry: Option<Duration>,
    /// The kind of event; `message`, if there is none.
    pub name: Option<String>,
    /// The lines of data, joined by line feeds.
    pub data: String,
}

/// An event is longer than the limit. The rest of the stream cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event is longer than {limit} bytes")]
pub struct EventTooLong {
    /// The most bytes of one event.
    pub limit: usize,
}

/// Reads one stream. Its bytes may arrive in pieces of any size.
#[derive(Debug)]
pub struct EventReader {
    limit: usize,
    line: Vec<u8>,
    event: Event,
    has_data: bool,
    after_return: bool,
    at_start: bool,
}

impl EventReader {
    /// Returns a reader of events of at most `limit` bytes.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        EventReader {
            limit,
            line: Vec::new(),
            event: Event::default(),
            has_data: false,
            after_return: false,
            at_start: true,
        }
    }

    /// Takes the next piece and returns the events that it completes.
    ///
    /// # Errors
    /// Fails if an event is longer than the limit. The reader cannot be used afterwards.
    pub fn push(&mut self, piece: &[u8]) -> Result<Vec<Event>, EventTooLong> {
        let mut events = Vec::new();
        for &byte in piece {
            // A line ends with CR, LF or both.
            let second_half = byte == b'\n' && std::mem::take(&mut self.after_return);
            self.after_return = byte == b'\r';
            match byte {
                b'\n' if second_half => {}
                b'\n' | b'\r' => events.extend(self.end_line()),
                _ => {
                    self.line.push(byte);
                    if self.line.len() + self.event.data.len() > self.limit {
                        return Err(EventTooLong { limit: self.limit });
                    }
                }
            }
        }
        Ok(events)
    }

    fn end_line(&mut self) -> Option<Event> {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let line =
            if std::mem::take(&mut self.at_start) { line.trim_start_matches('\u{feff}') } else { &*line };
        if line.is_empty() {
            return self.end_event();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if self.has_data {
                    self.event.data.push('\n');
                }
                self.has_data = true;
                self.event.data.push_str(value);
            }
            "id" if !value.contains('\0') => self.event.id = Some(value.to_owned()),
            "event" => self.event.name = Some(value.to_owned()),
            "retry" => self.event.retry = value.parse().ok().map(Duration::from_millis),
            // Comments begin with a colon; unknown fields are ignored.
            _ => {}
        }
        None
    }

    fn end_event(&mut self) -> Option<Event> {
        self.has_data = false;
        let event = std::mem::take(&mut self.event);
        (event != Event::default()).then_some(event)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Event, EventReader, EventTooLong};

    fn event(id: Option<&str>, data: &str) -> Event {
        Event { id: id.map(str::to_owned), data: data.to_owned(), ..Event::default() }
    }

    #[test]
    fn streams_are_read_in_any_pieces() {
        let retry = Event { retry: Some(Duration::from_millis(500)), ..event(Some("1"), "") };
        let named = Event { name: Some("message".to_owned()), ..event(Some("2"), "{}") };
        for (stream, expected) in [
            ("data: {\"a\":1}\n\n", vec![event(None, "{\"a\":1}")]),
            ("\u{feff}data:x\r\n\r\n", vec![event(None, "x")]),
            ("data: a\rdata: b\r\r", vec![event(None, "a\nb")]),
            (": keep alive\n\n\n", vec![]),
            ("id: 1\nretry: 500\ndata: \n\nevent: message\nid: 2\ndata: {}\n\n", vec![retry, named]),
            ("data: é\n\ndata: unfinished\n", vec![event(None, "é")]),
            ("retry: soon\nunknown: 1\ndata\n\n", vec![]),
            ("id: a\n\n", vec![event(Some("a"), "")]),
        ] {
            for size in [1, 2, 3, 7, stream.len()] {
                let mut reader = EventReader::new(1 << 10);
                let events: Vec<Event> =
                    stream.as_bytes().chunks(size).flat_map(|piece| reader.push(piece).unwrap()).collect();
                assert_eq!(events, expected, "{stream:?} in pieces of {size}");
            }
        }
    }

    #[test]
    fn event_beyond_the_limit_is_refused() {
        let mut reader = EventReader::new(16);
        assert_eq!(reader.push(b"data: 0123456789\ndata: 012345"), Err(EventTooLong { limit: 16 }));
        let mut reader = EventReader::new(16);
        assert_eq!(reader.push(&[b'a'; 17]), Err(EventTooLong { limit: 16 }));
    }
}
