//! Messages of the Language Server Protocol: a header with `Content-Length`, then JSON.
//!
//! Memory is bounded: a longer message is skipped, not stored.

use std::io::{self, BufRead, Read as _};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

/// The largest message that is read. No form needs a fraction of it.
pub(super) const MAX_MESSAGE_BYTES: u64 = 8 << 20;

/// The largest header of a message.
const MAX_HEADER_BYTES: u64 = 4 << 10;

/// What the client sent.
pub(super) enum Incoming {
    /// A JSON text, not parsed yet.
    Message(Vec<u8>),
    /// A message beyond [`MAX_MESSAGE_BYTES`], which was skipped.
    TooLarge(u64),
    /// The client closed the connection.
    End,
}

/// Waits for a message.
///
/// # Errors
/// The header is not that of a message, or the input ends within a message. Nothing can be read after that.
pub(super) fn read(input: &mut impl BufRead) -> Result<Incoming> {
    let Some(length) = read_header(input)? else { return Ok(Incoming::End) };
    if length > MAX_MESSAGE_BYTES {
        let skipped = io::copy(&mut input.take(length), &mut io::sink())?;
        if skipped < length {
            bail!("the input ended within a message");
        }
        return Ok(Incoming::TooLarge(length));
    }
    let mut content = Vec::new();
    input.take(length).read_to_end(&mut content)?;
    if (content.len() as u64) < length {
        bail!("the input ended within a message");
    }
    Ok(Incoming::Message(content))
}

/// Reads up to the empty line, and returns the length of the content. `None` at the end of the input.
fn read_header(input: &mut impl BufRead) -> Result<Option<u64>> {
    let mut header = input.take(MAX_HEADER_BYTES);
    let mut length = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        let count = header.read_until(b'\n', &mut line)?;
        if count == 0 && is_first {
            return Ok(None);
        }
        is_first = false;
        let Some(line) = line.strip_suffix(b"\n") else {
            bail!(
                "not a message of the Language Server Protocol: its header has no end; is the client an editor?"
            );
        };
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            return length.map(Some).context("a message without `Content-Length`; send its length in bytes");
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = Some(value.trim().parse().context("`Content-Length` is not a number of bytes")?);
        }
    }
}

/// Returns the bytes of a message, with its header.
pub(super) fn encode(message: &Value) -> Vec<u8> {
    let content = message.to_string();
    format!("Content-Length: {}\r\n\r\n{content}", content.len()).into_bytes()
}

/// Returns the message of a notification.
pub(super) fn notification(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

#[cfg(test)]
mod tests {
    use super::{Incoming, MAX_MESSAGE_BYTES, read};

    #[test]
    fn header_is_read_in_any_case_and_order() {
        let mut input = &b"Content-Type: x\r\ncontent-length: 2\r\n\r\n{}"[..];
        assert!(matches!(read(&mut input).unwrap(), Incoming::Message(content) if content == b"{}"));
        assert!(matches!(read(&mut input).unwrap(), Incoming::End));
    }

    #[test]
    fn broken_framing_is_an_error() {
        for input in [
            "Content-Length: 3\r\n\r\n{}",
            "Content-Length: x\r\n\r\n{}",
            "X: 3\r\n\r\n{}",
            "{\"jsonrpc\": \"2.0\"}",
        ] {
            assert!(read(&mut input.as_bytes()).is_err(), "{input}");
        }
        assert!(read(&mut vec![b'x'; 1 << 20].as_slice()).is_err());
    }

    #[test]
    fn message_beyond_the_limit_is_skipped() {
        let length = MAX_MESSAGE_BYTES + 1;
        let mut input = format!("Content-Length: {length}\r\n\r\n").into_bytes();
        input.resize(input.len() + usize::try_from(length).unwrap(), b' ');
        input.extend_from_slice(b"Content-Length: 2\r\n\r\n{}");
        let mut input = input.as_slice();
        assert!(matches!(read(&mut input).unwrap(), Incoming::TooLarge(found) if found == length));
        assert!(matches!(read(&mut input).unwrap(), Incoming::Message(content) if content == b"{}"));
    }
}
