//! Where log lines go: to stderr, one event in each line, with nothing in it that could fool a terminal.
#![expect(clippy::disallowed_methods, reason = "logs are written to stderr")]

use std::io::{self, Write};

use crate::shown;

/// A writer of one log event, for [`tracing_subscriber::fmt`]: it writes every event with one call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LogWriter(fn(&str) -> String);

/// The log for people: hidden characters and line ends within an event are replaced.
pub(crate) fn text_log() -> LogWriter {
    LogWriter(shown::line)
}

/// The log for programs, in JSON: hidden characters are escaped.
pub(crate) fn json_log() -> LogWriter {
    LogWriter(shown::json)
}

impl LogWriter {
    fn harmless(self, event: &[u8]) -> String {
        let event = String::from_utf8_lossy(event);
        let (event, end) = event.strip_suffix('\n').map_or((&*event, ""), |event| (event, "\n"));
        (self.0)(event) + end
    }
}

impl Write for LogWriter {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        io::stderr().write_all(self.harmless(event).as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{json_log, text_log};

    #[test]
    fn event_with_control_characters_stays_one_harmless_line() {
        let event = "INFO asked prompt=a\u{1b}]52;c;eA==\u{7}\rb\nINFO forged\u{9b}2J\u{202e}\n";
        let expected = "INFO asked prompt=a\u{fffd}]52;c;eA==\u{fffd} b INFO forged\u{fffd}2J\u{fffd}\n";
        assert_eq!(text_log().harmless(event.as_bytes()), expected);
        let json = "{\"prompt\":\"a\u{9b}2J\u{202e}\"}\n";
        assert_eq!(json_log().harmless(json.as_bytes()), "{\"prompt\":\"a\\u009b2J\\u202e\"}\n");
    }
}
