//! A message on each line: standard input and output, a child process, any pair of byte streams.
//!
//! Refuses lines that are longer than a message may be, and goes on with the next one.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinHandle;

use super::line_reader::LineReader;
use super::line_writer::LineWriter;
use super::{Connection, Incoming, Outgoing};
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

/// Makes a connection over two byte streams. One task writes what the stream does not take at once; it ends when the
/// stream does, or when the connection is dropped and everything sent is written.
pub fn join<R, W>(reader: R, writer: W, limits: &Limits) -> Connection
where
    R: AsyncRead + Send + 'static,
    W: AsyncWrite + Send + 'static,
{
    // The task goes on by itself.
    let (connection, _) = join_watched(reader, writer, limits);
    connection
}

/// The same, for those who have to know when everything is written.
pub fn join_watched<R, W>(reader: R, writer: W, limits: &Limits) -> (Connection, Writing)
where
    R: AsyncRead + Send + 'static,
    W: AsyncWrite + Send + 'static,
{
    let (writer, drive) = LineWriter::new(writer);
    let connection = Connection {
        incoming: Incoming::lines(LineReader::new(reader, limits.bytes)),
        outgoing: Outgoing::into_sink(Arc::new(writer)),
    };
    (connection, Writing(tokio::spawn(drive)))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::{join, join_watched};
    use crate::transport::{Arrival, Closed, Garbage, WAITING};
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

    #[tokio::test]
    async fn peer_that_does_not_read_is_refused_at_the_bound() {
        let (ours, theirs) = tokio::io::duplex(16);
        let connection = join(tokio::io::empty(), ours, &Limits::default());
        // Nothing is awaited between these: the stream is never driven, only what it takes at once is gone.
        let refused =
            (0..10_000).find(|_| connection.outgoing.send("{\"said\":\"last\"}".to_owned()).is_err());
        assert_eq!(refused, Some(WAITING));
        drop(theirs);
        connection.outgoing.closed().await;
        assert_eq!(connection.outgoing.send(String::new()), Err(Closed));
    }

    #[test]
    fn message_sent_outside_the_runtime_is_written() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let (ours, mut theirs) = tokio::io::duplex(64);
        let connection = runtime.block_on(async { join(tokio::io::empty(), ours, &Limits::default()) });
        connection.outgoing.send("{\"from\":\"outside\"}".to_owned()).unwrap();
        drop(connection);
        let mut written = String::new();
        runtime.block_on(theirs.read_to_string(&mut written)).unwrap();
        assert_eq!(written, "{\"from\":\"outside\"}\n");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn messages_of_many_threads_arrive_whole_and_in_the_order_of_each() {
        const THREADS: usize = 4;
        const MESSAGES: usize = 2_000;
        let (ours, mut theirs) = tokio::io::duplex(64);
        let connection = join(tokio::io::empty(), ours, &Limits::default());
        let senders: Vec<_> = (0..THREADS)
            .map(|thread| {
                let outgoing = connection.outgoing.clone();
                tokio::spawn(async move {
                    for number in 0..MESSAGES {
                        // The queue is bounded: a full one is a reason to wait here.
                        while outgoing.send(format!("{thread} {number}")).is_err() {
                            tokio::task::yield_now().await;
                        }
                    }
                })
            })
            .collect();
        drop(connection);
        let mut written = String::new();
        theirs.read_to_string(&mut written).await.unwrap();
        for sender in senders {
            sender.await.unwrap();
        }
        let mut next = [0; THREADS];
        for line in written.lines() {
            let (thread, number) = line.split_once(' ').unwrap();
            let next = &mut next[thread.parse::<usize>().unwrap()];
            assert_eq!(number.parse(), Ok(*next), "{line}");
            *next += 1;
        }
        assert_eq!(next, [MESSAGES; THREADS]);
    }
}
