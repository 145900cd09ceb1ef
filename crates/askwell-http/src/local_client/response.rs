//! Reads a response: its head, and its body piece by piece.

use std::fmt;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::time::Duration;

use super::connection::LocalConnection;
use super::framing::{ChunkPart, Framing, FramingStep};
use super::{LocalClient, LocalError};

/// The longest head of a response, and the most headers in it.
const MAX_HEAD: usize = 64 << 10;
const MAX_HEADERS: usize = 100;
/// The most interim responses before the one that counts.
const MAX_INTERIM: usize = 8;
/// The most bytes that are read past the buffer at once.
const MAX_READ: usize = 64 << 10;

/// A response. Its connection is kept when the body was read to its end, and closed when this is dropped before.
pub struct LocalResponse {
    head: ResponseHead,
    framing: Framing,
    /// The connection, until the body is complete.
    connection: Option<LocalConnection>,
    client: LocalClient,
}

/// The head of a response.
struct ResponseHead {
    status: u16,
    bytes: Box<[u8]>,
    /// Names and values, as parts of the bytes.
    headers: Vec<(Range<usize>, Range<usize>)>,
    is_kept: bool,
}

impl fmt::Debug for LocalResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalResponse").field("status", &self.head.status).finish_non_exhaustive()
    }
}

impl LocalResponse {
    /// Reads the head of the response on a connection whose request was sent.
    pub(super) async fn receive(
        mut connection: LocalConnection,
        client: LocalClient,
        is_for_head_only: bool,
    ) -> Result<LocalResponse, LocalError> {
        for _ in 0..=MAX_INTERIM {
            let head = read_head(&mut connection).await?;
            match head.status {
                101 => return Err(LocalError::Malformed("it changes the protocol")),
                100..=199 => {}
                _ => {
                    let framing = if is_for_head_only { Framing::Done } else { head.framing()? };
                    let mut response = LocalResponse { head, framing, connection: Some(connection), client };
                    response.finish_if_done()?;
                    return Ok(response);
                }
            }
        }
        Err(LocalError::Malformed("there are too many interim responses"))
    }

    /// Returns the status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.head.status
    }

    /// Returns the first header of this name, without surrounding space; `None` if it is missing or not text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.header(name)
    }

    /// Waits for the next piece of the body; `None` at its end. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When the connection breaks, or the body is not framed as HTTP says.
    pub async fn next_piece(&mut self) -> Result<Option<Vec<u8>>, LocalError> {
        loop {
            let Some(connection) = &mut self.connection else { return Ok(None) };
            match self.framing.step(connection.unread())? {
                FramingStep::Done => {
                    self.finish_if_done()?;
                    return Ok(None);
                }
                FramingStep::Skip(count) => connection.take(count),
                FramingStep::Content(count) => {
                    let piece = connection.unread().get(..count).unwrap_or_default().to_vec();
                    connection.take(count);
                    self.finish_if_done()?;
                    return Ok(Some(piece));
                }
                FramingStep::More => match self.framing {
                    Framing::Length(left) if left >= MAX_READ as u64 => {
                        let piece = connection.read(MAX_READ).await.map_err(LocalError::Broken)?;
                        if piece.is_empty() {
                            self.connection = None;
                            return Err(LocalError::Incomplete);
                        }
                        self.framing = Framing::Length(left - piece.len() as u64);
                        return Ok(Some(piece));
                    }
                    framing => {
                        if !connection.fill().await.map_err(LocalError::Broken)? {
                            self.connection = None;
                            return match framing {
                                Framing::UntilClose => Ok(None),
                                _ => Err(LocalError::Incomplete),
                            };
                        }
                    }
                },
            }
        }
    }

    /// Keeps the connection for the next request if the body is complete.
    fn finish_if_done(&mut self) -> Result<(), LocalError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        if self.framing == Framing::Length(0) {
            self.framing = Framing::Done;
        }
        // What ends a body of chunks usually comes with its last chunk.
        while let Framing::Chunks(ChunkPart::DataEnd | ChunkPart::Size | ChunkPart::Trailers(_)) =
            self.framing
        {
            match self.framing.step(connection.unread())? {
                FramingStep::Skip(count) => connection.take(count),
                _ => return Ok(()),
            }
        }
        if self.framing == Framing::Done
            && let Some(mut connection) = self.connection.take()
            && self.head.is_kept
            && connection.unread().is_empty()
        {
            connection.shrink();
            self.client.keep(connection, self.head.keep_limit());
        }
        Ok(())
    }
}

impl ResponseHead {
    fn headers(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let part = |range: &Range<usize>| self.bytes.get(range.clone()).unwrap_or_default();
        self.headers.iter().map(move |(name, value)| (part(name), part(value)))
    }

    fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers().find(|(found, _)| found.eq_ignore_ascii_case(name.as_bytes()))?;
        std::str::from_utf8(value).ok().map(str::trim)
    }

    /// Returns how long the server keeps the connection, if it says so.
    fn keep_limit(&self) -> Option<Duration> {
        let mut options = self.header("keep-alive")?.split(',');
        let seconds = options.find_map(|option| option.trim().strip_prefix("timeout="))?;
        seconds.parse().ok().map(Duration::from_secs)
    }

    /// Returns how the body is framed. Refuses what two readers could understand in two ways.
    fn framing(&self) -> Result<Framing, LocalError> {
        if matches!(self.status, 204 | 304) {
            return Ok(Framing::Done);
        }
        let mut length: Option<u64> = None;
        let mut is_chunked = false;
        for (name, value) in self.headers() {
            if name.eq_ignore_ascii_case(b"transfer-encoding") {
                if is_chunked || !value.trim_ascii().eq_ignore_ascii_case(b"chunked") {
                    return Err(LocalError::Malformed("the transfer encoding is not known"));
                }
                is_chunked = true;
            } else if name.eq_ignore_ascii_case(b"content-length") {
                let digits = value.trim_ascii();
                let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
                let parsed = std::str::from_utf8(digits).ok().filter(|_| is_number);
                let parsed = parsed.and_then(|digits| digits.parse().ok());
                match (parsed, length) {
                    (None, _) => return Err(LocalError::Malformed("the length is no number")),
                    (Some(new), Some(old)) if new != old => {
                        return Err(LocalError::Malformed("there are two lengths"));
                    }
                    (new, _) => length = new,
                }
            }
        }
        match (is_chunked, length) {
            (true, Some(_)) => Err(LocalError::Malformed("there are both a length and chunks")),
            (true, None) => Ok(Framing::Chunks(ChunkPart::Size)),
            (false, Some(length)) => Ok(Framing::Length(length)),
            (false, None) => Ok(Framing::UntilClose),
        }
    }
}

async fn read_head(connection: &mut LocalConnection) -> Result<ResponseHead, LocalError> {
    loop {
        if let Some(head) = parse_head(connection.unread())? {
            connection.take(head.bytes.len());
            return Ok(head);
        }
        if connection.unread().len() > MAX_HEAD {
            return Err(LocalError::Malformed("its head is too long"));
        }
        if !connection.fill().await.map_err(LocalError::Broken)? {
            return Err(LocalError::Incomplete);
        }
    }
}

/// Parses a head; `None` if it is not complete.
fn parse_head(bytes: &[u8]) -> Result<Option<ResponseHead>, LocalError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let mut headers = [const { MaybeUninit::uninit() }; MAX_HEADERS];
    let mut parsed = httparse::Response::new(&mut []);
    let config = httparse::ParserConfig::default();
    let length = match config.parse_response_with_uninit_headers(&mut parsed, bytes, &mut headers) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(LocalError::Malformed("it has too many headers"));
        }
        Err(_) => return Err(LocalError::Malformed("its head cannot be read")),
    };
    let start = bytes.as_ptr().addr();
    let place = |part: &[u8]| {
        let begin = part.as_ptr().addr() - start;
        begin..begin + part.len()
    };
    let says = |what: &[u8]| {
        let named = parsed.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("connection"));
        let mut words = named.flat_map(|header| header.value.split(|byte| *byte == b','));
        words.any(|word| word.trim_ascii().eq_ignore_ascii_case(what))
    };
    let is_kept = if parsed.version == Some(1) { !says(b"close") } else { says(b"keep-alive") };
    let headers =
        parsed.headers.iter().map(|header| (place(header.name.as_bytes()), place(header.value))).collect();
    let status = parsed.code.unwrap_or_default();
    Ok(Some(ResponseHead { status, bytes: bytes.get(..length).unwrap_or_default().into(), headers, is_kept }))
}
