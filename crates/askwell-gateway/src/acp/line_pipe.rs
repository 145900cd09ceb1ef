//! Lines between two programs: read within a limit, written by one task.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;

/// The longest line. Messages carry images, so it is generous.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// How many lines wait for a program that does not read.
pub(super) const QUEUE: usize = 64;

/// What a writer gets.
#[derive(Debug)]
pub(super) enum PipeItem {
    Line(Vec<u8>),
    /// Nothing follows, although there may be other senders.
    End,
}

/// Reads a line with its end. Returns `None` at the end of the stream.
///
/// # Errors
/// Fails if reading fails or the line is too long.
pub(super) async fn read_line(stream: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = stream.take(MAX_LINE_BYTES).read_until(b'\n', &mut line).await?;
    if read as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
        return Err(io::Error::other("a message has more than 64 MiB"));
    }
    Ok((!line.is_empty()).then_some(line))
}

/// Writes all lines until the end, or until every sender is gone, then closes the stream.
///
/// # Errors
/// Fails if writing fails, which means that the program has ended.
pub(super) async fn write_lines(
    mut lines: mpsc::Receiver<PipeItem>,
    mut stream: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    while let Some(PipeItem::Line(line)) = lines.recv().await {
        stream.write_all(&line).await?;
        if lines.is_empty() {
            stream.flush().await?;
        }
    }
    stream.shutdown().await
}
