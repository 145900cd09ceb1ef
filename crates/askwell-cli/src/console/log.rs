//! Writes log events to stderr, one per line, made safe for a terminal.
#![expect(clippy::disallowed_methods, reason = "logs are written to stderr")]

use std::io::{self, Write};

use crate::safe_text;

/// A writer of one log event for [`tracing_subscriber::fmt`]. Writes every event with one call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LogWriter(fn(&str) -> String);

/// Returns the writer of the text log: replaces hidden characters and line ends.
pub(crate) fn text_log() -> LogWriter {
    LogWriter(safe_text::line)
}

/// Returns the writer of the JSON log: escapes hidden characters.
pub(crate) fn json_log() -> LogWriter {
    LogWriter(safe_text::json)
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
        match is_plain(event) {
            true => io::stderr().write_all(event)?,
            false => io::stderr().write_all(self.harmless(event).as_bytes())?,
        }
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Returns whether an event is one line of visible ASCII, which no writer changes. Most are, and looking at each
/// character took longer than everything else that happens to a question.
fn is_plain(event: &[u8]) -> bool {
    event.strip_suffix(b"\n").unwrap_or(event).iter().all(|byte| matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use super::{is_plain, json_log, text_log};

    #[test]
    fn plain_event_is_what_no_writer_changes() {
        for (event, expected) in [
            ("INFO asked id=1\n", true),
            ("{\"prompt\":\"a\"}", true),
            ("", true),
            ("a\nb\n", false),
            ("a\tb", false),
            ("a\u{7f}", false),
            ("a\u{1b}[2J", false),
            ("ä", false),
        ] {
            assert_eq!(is_plain(event.as_bytes()), expected, "{event:?}");
            if expected {
                assert_eq!(text_log().harmless(event.as_bytes()), event);
                assert_eq!(json_log().harmless(event.as_bytes()), event);
            }
        }
    }

    #[test]
    fn event_with_control_characters_stays_one_harmless_line() {
        let event = "INFO asked prompt=a\u{1b}]52;c;eA==\u{7}\rb\nINFO forged\u{9b}2J\u{202e}\n";
        let expected = "INFO asked prompt=a\u{fffd}]52;c;eA==\u{fffd} b INFO forged\u{fffd}2J\u{fffd}\n";
        assert_eq!(text_log().harmless(event.as_bytes()), expected);
        let json = "{\"prompt\":\"a\u{9b}2J\u{202e}\"}\n";
        assert_eq!(json_log().harmless(json.as_bytes()), "{\"prompt\":\"a\\u009b2J\\u202e\"}\n");
    }
}
