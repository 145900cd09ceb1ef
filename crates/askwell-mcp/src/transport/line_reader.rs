//! Reads messages from a byte stream, one on each line.
//!
//! The task that waits for a message reads the stream itself, so that no other task has to be
//! woken. A line that is too long is reported once and skipped.

use std::fmt;
use std::io;
use std::pin::Pin;

use memchr::memchr;
use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::{Frame, FrameError};

/// The read size, and the buffer capacity that is kept between messages.
const CHUNK: usize = 16 << 10;
/// Lines of at least this length are taken with their buffer. Shorter ones are copied, so that the
/// buffer serves the next one.
const LONG_LINE: usize = 64 << 10;

/// Reads the lines of a byte stream.
pub(super) struct LineReader {
    stream: Pin<Box<dyn AsyncRead + Send>>,
    /// Bytes that were read. Those before `start` are consumed.
    buffer: Vec<u8>,
    start: usize,
    /// There is no line end before this index.
    searched: usize,
    limit: usize,
    /// Whether the rest of a line that is too long is being skipped.
    skips: bool,
    ended: bool,
}

impl LineReader {
    /// Creates a reader of lines of at most `limit` bytes.
    pub(super) fn new(stream: impl AsyncRead + Send + 'static, limit: usize) -> Self {
        LineReader {
            stream: Box::pin(stream),
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            limit,
            skips: false,
            ended: false,
        }
    }

    /// Waits for the next line that is not blank; `None` when the stream has ended or failed. Dropping the future loses
    /// nothing.
    pub(super) async fn next(&mut self) -> Option<Frame> {
        loop {
            while let Some(end) = self.line_end() {
                if let Some(frame) = self.take_line(end) {
                    return Some(frame);
                }
            }
            if self.ended {
                return None;
            }
            if self.fill().await.is_err() {
                // The rest of a stream that fails is incomplete.
                (self.ended, self.start, self.searched) = (true, 0, 0);
                self.buffer.clear();
            }
        }
    }

    /// Returns where the current line ends, if that is known.
    fn line_end(&mut self) -> Option<usize> {
        let unsearched = self.buffer.get(self.searched..).unwrap_or_default();
        if let Some(place) = memchr(b'\n', unsearched) {
            return Some(self.searched + place);
        }
        self.searched = self.buffer.len();
        let has_rest = self.start < self.buffer.len() || self.skips;
        (self.ended && has_rest).then_some(self.buffer.len())
    }

    /// Takes the line that ends at `end`; `None` for a blank line.
    fn take_line(&mut self, end: usize) -> Option<Frame> {
        let line = self.buffer.get(self.start..end).unwrap_or_default();
        let frame = if std::mem::take(&mut self.skips) || line.len() > self.limit {
            Some(Frame::Invalid(FrameError::TooLong { limit: self.limit }))
        } else if self.start == 0 && line.len() >= LONG_LINE {
            return self.take_buffer(end);
        } else {
            read_line(line)
        };
        self.start = (end + 1).min(self.buffer.len());
        self.searched = self.start;
        frame
    }

    /// Takes the buffer itself as the line, which is its beginning, so that a long message is not
    /// copied.
    fn take_buffer(&mut self, end: usize) -> Option<Frame> {
        let rest = self.buffer.split_off((end + 1).min(self.buffer.len()));
        let mut line = std::mem::replace(&mut self.buffer, rest);
        (self.start, self.searched) = (0, 0);
        line.truncate(end);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if line.trim_ascii().is_empty() {
            return None;
        }
        Some(String::from_utf8(line).map_or(Frame::Invalid(FrameError::NotUtf8), Frame::Text))
    }

    /// Reads more into the buffer. Dropping the future loses nothing.
    async fn fill(&mut self) -> io::Result<()> {
        if self.buffer.len() - self.start > self.limit {
            self.skips = true;
            self.start = self.buffer.len();
        }
        if self.start > 0 {
            self.buffer.drain(..self.start);
            (self.start, self.searched) = (0, self.buffer.len());
        }
        if self.buffer.is_empty() && self.buffer.capacity() > 4 * CHUNK {
            self.buffer = Vec::new();
        }
        self.buffer.reserve(CHUNK);
        self.ended = self.stream.read_buf(&mut self.buffer).await? == 0;
        Ok(())
    }
}

fn read_line(line: &[u8]) -> Option<Frame> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return None;
    }
    Some(String::from_utf8(line.to_vec()).map_or(Frame::Invalid(FrameError::NotUtf8), Frame::Text))
}

impl fmt::Debug for LineReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineReader")
            .field("buffered", &(self.buffer.len() - self.start))
            .finish_non_exhaustive()
    }
}
