//! A message on each line: standard input and output, a child process, any pair of byte streams.
//!
//! Refuses lines that are longer than a message may be, and goes on with the next one.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, BufWriter};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::{Arrival, Connection, Departures, Garbage, Incoming, Outgoing};
use crate::wire::Limits;

/// What is left to write when a connection has ended. A process that ends without waiting for it may lose what it said
/// last.
#[derive(Debug)]
#[must_use = "what was said last may not be written yet"]
pub struct Writing(JoinHandle<io::Result<()>>);

impl Writing {
    /// Waits until all that was sent is written, which is not before nobody can send any more; or until nothing can be
    /// written any more.
    ///
    /// # Errors
    /// When writing failed.
    pub async fn done(&mut self) -> io::Result<()> {
        (&mut self.0).await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }
}

/// This process's standard input and output. Nothing else may write to standard output then.
/// [`Server::serve_process`](crate::Server::serve_process) does the rest, too.
pub fn of_process(limits: &Limits) -> (Connection, Writing) {
    join_watched(tokio::io::stdin(), tokio::io::stdout(), limits)
}

/// A connection over two byte streams, carried by two tasks. They end when the streams do, or when the connection is
/// dropped and everything sent is written.
pub fn join<R, W>(reader: R, writer: W, limits: &Limits) -> Connection
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    // The task goes on by itself.
    let (connection, _) = join_watched(reader, writer, limits);
    connection
}

/// The same, for those who have to know when everything is written.
pub fn join_watched<R, W>(reader: R, writer: W, limits: &Limits) -> (Connection, Writing)
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (arrivals, incoming) = Incoming::channel();
    let (outgoing, departures) = Outgoing::channel();
    let limit = limits.bytes;
    tokio::spawn(async move {
        // Whatever goes wrong with a stream ends the connection, and that is all there is to say about it.
        let _ = read(BufReader::new(reader), &arrivals, limit).await;
    });
    let writing = tokio::spawn(write(BufWriter::new(writer), departures));
    (Connection { incoming, outgoing }, Writing(writing))
}

async fn read(
    mut reader: impl AsyncBufRead + Unpin,
    arrivals: &mpsc::Sender<Arrival>,
    limit: usize,
) -> io::Result<()> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = tokio::select! {
            chunk = reader.fill_buf() => chunk?,
            () = arrivals.closed() => return Ok(()),
        };
        let ended = chunk.is_empty();
        let newline = chunk.iter().position(|byte| *byte == b'\n');
        let part = chunk.get(..newline.unwrap_or(chunk.len())).unwrap_or_default();
        if line.len() + part.len() > limit {
            too_long = true;
            line.clear();
        } else if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(newline.is_some());
        reader.consume(used);
        if newline.is_some() || ended {
            let whole = std::mem::take(&mut line);
            let arrival = if std::mem::take(&mut too_long) {
                Some(Arrival::Garbage(Garbage::TooLong { limit }))
            } else {
                arrival(whole)
            };
            if let Some(arrival) = arrival
                && arrivals.send(arrival).await.is_err()
            {
                return Ok(());
            }
        }
        if ended {
            return Ok(());
        }
    }
}

/// A line without its end; blank lines are nothing.
fn arrival(mut line: Vec<u8>) -> Option<Arrival> {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if line.trim_ascii().is_empty() {
        return None;
    }
    Some(String::from_utf8(line).map_or(Arrival::Garbage(Garbage::NotText), Arrival::Text))
}

async fn write(mut writer: impl AsyncWrite + Unpin, mut departures: Departures) -> io::Result<()> {
    while let Some(message) = departures.next().await {
        put(&mut writer, &message).await?;
        // Those that are waiting already share one flush.
        while let Some(message) = departures.ready() {
            put(&mut writer, &message).await?;
        }
        writer.flush().await?;
    }
    writer.shutdown().await
}

/// JSON has no line ends inside texts; between tokens a peer may have put some, which must not become two lines.
async fn put(writer: &mut (impl AsyncWrite + Unpin), message: &str) -> io::Result<()> {
    if message.contains(['\n', '\r']) {
        writer.write_all(message.replace(['\n', '\r'], " ").as_bytes()).await?;
    } else {
        writer.write_all(message.as_bytes()).await?;
    }
    writer.write_all(b"\n").await
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::{join, join_watched};
    use crate::transport::{Arrival, Garbage};
    use crate::wire::Limits;

    #[tokio::test]
    async fn lines_are_messages() {
        let (ours, theirs) = tokio::io::duplex(16);
        let (reader, writer) = tokio::io::split(ours);
        let mut connection = join(reader, writer, &Limits { bytes: 20, ..Limits::default() });
        let (mut their_reader, mut their_writer) = tokio::io::split(theirs);
        let writing = tokio::spawn(async move {
            let lines = [&b"{\"a\":1}\r\n\n  \n"[..], &[b'x'; 21], b"\n\xff\n{\"b\":\n", b"last"];
            their_writer.write_all(&lines.concat()).await.unwrap();
            their_writer.shutdown().await.unwrap();
        });
        let text = |text: &str| Some(Arrival::Text(text.to_owned()));
        assert_eq!(connection.incoming.next().await, text("{\"a\":1}"));
        assert_eq!(connection.incoming.next().await, Some(Arrival::Garbage(Garbage::TooLong { limit: 20 })));
        assert_eq!(connection.incoming.next().await, Some(Arrival::Garbage(Garbage::NotText)));
        assert_eq!(connection.incoming.next().await, text("{\"b\":"));
        assert_eq!(connection.incoming.next().await, text("last"));
        assert_eq!(connection.incoming.next().await, None);
        writing.await.unwrap();

        connection.outgoing.send("{\"c\":\n3}".to_owned()).unwrap();
        connection.outgoing.send("{}".to_owned()).unwrap();
        drop(connection);
        let mut written = String::new();
        their_reader.read_to_string(&mut written).await.unwrap();
        assert_eq!(written, "{\"c\": 3}\n{}\n");
    }

    #[tokio::test]
    async fn what_was_said_last_can_be_waited_for() {
        let (ours, mut theirs) = tokio::io::duplex(16);
        let (connection, mut writing) = join_watched(tokio::io::empty(), ours, &Limits::default());
        for _ in 0..100 {
            connection.outgoing.send("{\"said\":\"last\"}".to_owned()).unwrap();
        }
        drop(connection);
        let mut written = String::new();
        let (done, read) = tokio::join!(writing.done(), theirs.read_to_string(&mut written));
        assert!(done.is_ok() && read.is_ok());
        assert_eq!(written.lines().count(), 100);

        let (ours, theirs) = tokio::io::duplex(16);
        let (connection, mut writing) = join_watched(tokio::io::empty(), ours, &Limits::default());
        drop(theirs);
        connection.outgoing.send("nobody reads this".to_owned()).unwrap();
        assert!(writing.done().await.is_err());
    }
}
