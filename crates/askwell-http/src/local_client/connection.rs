//! One connection: writes a request, and reads bytes.

use std::io;

use tokio::io::{AsyncReadExt as _, Interest};
use tokio::net::{TcpStream, ToSocketAddrs};

use super::request::RequestHead;

/// The size of a read.
const CHUNK: usize = 8 << 10;

/// A connection to a server. Carries one exchange at a time.
pub(super) struct LocalConnection {
    stream: TcpStream,
    /// Bytes that were read and not taken yet.
    buffer: Vec<u8>,
    /// Bytes of the buffer that were taken.
    taken: usize,
    /// Whether a part of the current request has been written.
    has_written: bool,
}

impl LocalConnection {
    pub(super) async fn open(address: impl ToSocketAddrs) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        // A message in two parts must not wait for an acknowledgement.
        stream.set_nodelay(true)?;
        Ok(LocalConnection { stream, buffer: Vec::new(), taken: 0, has_written: false })
    }

    /// Returns whether nothing of the current request has been written.
    pub(super) fn is_unused(&self) -> bool {
        !self.has_written
    }

    /// Returns whether the server has neither closed the connection nor sent anything. Takes no system call if the
    /// runtime has seen nothing.
    pub(super) fn is_quiet(&mut self) -> bool {
        self.unread().is_empty()
            && matches!(self.stream.try_read(&mut [0]), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Writes a request. Stops early without an error if the server answers before it has read everything.
    pub(super) async fn send(&mut self, head: &RequestHead, body: &[u8]) -> io::Result<()> {
        self.has_written = false;
        match self.write(&head.bytes).await? {
            WriteEnd::Complete => self.write(body).await.map(drop),
            WriteEnd::Answered => Ok(()),
        }
    }

    async fn write(&mut self, mut rest: &[u8]) -> io::Result<WriteEnd> {
        while !rest.is_empty() {
            match self.stream.try_write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => {
                    self.has_written = true;
                    rest = rest.get(count..).unwrap_or_default();
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let ready = self.stream.ready(Interest::READABLE | Interest::WRITABLE).await?;
                    if ready.is_readable() && self.has_answer()? {
                        return Ok(WriteEnd::Answered);
                    }
                }
                // A server that refuses a request may close before it has read it; its response may be there.
                Err(_) if self.has_written && self.has_answer().is_ok_and(|answered| answered) => {
                    return Ok(WriteEnd::Answered);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(WriteEnd::Complete)
    }

    /// Returns whether the server has sent something, or closed the connection.
    fn has_answer(&mut self) -> io::Result<bool> {
        self.make_room();
        match self.stream.try_read_buf(&mut self.buffer) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the bytes that were read and not taken.
    pub(super) fn unread(&self) -> &[u8] {
        self.buffer.get(self.taken..).unwrap_or_default()
    }

    /// Marks bytes as taken.
    pub(super) fn take(&mut self, count: usize) {
        self.taken = (self.taken + count).min(self.buffer.len());
    }

    /// Reads more. Returns `false` at the end of the stream. Dropping the future loses nothing.
    pub(super) async fn fill(&mut self) -> io::Result<bool> {
        self.make_room();
        Ok(self.stream.read_buf(&mut self.buffer).await? > 0)
    }

    /// Reads up to `most` bytes past the buffer, which is empty.
    pub(super) async fn read(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(most);
        self.stream.read_buf(&mut bytes).await?;
        Ok(bytes)
    }

    fn make_room(&mut self) {
        if self.taken > 0 {
            self.buffer.drain(..self.taken);
            self.taken = 0;
        }
        self.buffer.reserve(CHUNK);
    }

    /// Gives back memory that an idle connection does not need.
    pub(super) fn shrink(&mut self) {
        self.taken = 0;
        self.buffer.clear();
        self.buffer.shrink_to(2 * CHUNK);
    }
}

/// How far a request was written.
enum WriteEnd {
    Complete,
    /// The server answers, or has closed the connection.
    Answered,
}
