//! Connections over byte streams with one message on each line: standard input and output, a child
//! process, a socket.
//!
//! A line that is longer than a message may be is reported, and reading goes on with the next line.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinHandle;

use super::line_reader::LineReader;
use super::line_writer::LineWriter;
use super::{Connection, Incoming, Outgoing, process_pipes};
use crate::wire::Limits;

/// The task that writes the last messages of a connection. A process that exits without waiting for
/// it may lose them.
#[derive(Debug)]
#[must_use = "the last messages may not be written yet"]
pub struct WriteTask(JoinHandle<io::Result<()>>);

impl WriteTask {
    /// Waits until all messages are written and the connection is dropped, or until nothing can be
    /// written any more.
    ///
    /// # Errors
    /// When writing fails.
    pub async fn finished(&mut self) -> io::Result<()> {
        (&mut self.0).await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }
}

/// Connects to this process's standard input and output. Nothing else may write to standard output
/// meanwhile. [`Server::serve_process`](crate::Server::serve_process) also waits for the last
/// messages.
pub fn process_stdio(limits: &Limits) -> (Connection, WriteTask) {
    let (input, output) = process_pipes::open();
    connect_with_task(input, output, limits)
}

/// Creates a connection over two byte streams. A task writes what the stream does not take at once.
/// It ends when the stream fails, or when the connection is dropped and everything is written.
pub fn connect<R, W>(reader: R, writer: W, limits: &Limits) -> Connection
where
    R: AsyncRead + Send + 'static,
    W: AsyncWrite + Send + 'static,
{
    // The task runs without being awaited.
    let (connection, _) = connect_with_task(reader, writer, limits);
    connection
}

/// Creates a connection as [`connect`] does, and also returns the task, to wait for the last
/// messages.
pub fn connect_with_task<R, W>(reader: R, writer: W, limits: &Limits) -> (Connection, WriteTask)
where
    R: AsyncRead + Send + 'static,
    W: AsyncWrite + Send + 'static,
{
    let (writer, drive) = LineWriter::new(writer);
    let connection = Connection {
        incoming: Incoming::lines(LineReader::new(reader, limits.bytes)),
        outgoing: Outgoing::from_sink(Arc::new(writer)),
    };
    (connection, WriteTask(tokio::spawn(drive)))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::{connect, connect_with_task};
    use crate::transport::{Closed, Frame, FrameError, QUEUE_CAPACITY};
    use crate::wire::Limits;

    #[tokio::test]
    async fn each_line_is_a_frame_and_invalid_lines_are_reported() {
        let (ours, theirs) = tokio::io::duplex(16);
        let (reader, writer) = tokio::io::split(ours);
        let mut connection = connect(reader, writer, &Limits { bytes: 20, ..Limits::default() });
        let (mut their_reader, mut their_writer) = tokio::io::split(theirs);
        let writing = tokio::spawn(async move {
            let lines = [&b"{\"a\":1}\r\n\n  \n"[..], &[b'x'; 21], b"\n\xff\n{\"b\":\n", b"last"];
            their_writer.write_all(&lines.concat()).await.unwrap();
            their_writer.shutdown().await.unwrap();
        });
        let text = |text: &str| Some(Frame::Text(text.to_owned()));
        assert_eq!(connection.incoming.next().await, text("{\"a\":1}"));
        assert_eq!(connection.incoming.next().await, Some(Frame::Invalid(FrameError::TooLong { limit: 20 })));
        assert_eq!(connection.incoming.next().await, Some(Frame::Invalid(FrameError::NotUtf8)));
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
    async fn long_lines_between_short_ones_arrive_whole() {
        let (ours, theirs) = tokio::io::duplex(1 << 12);
        let (read_a, write_a) = tokio::io::split(ours);
        let (read_b, write_b) = tokio::io::split(theirs);
        let limits = Limits::default();
        let (mut a, b) = (connect(read_a, write_a, &limits), connect(read_b, write_b, &limits));
        let long = "x".repeat(300_000);
        let texts =
            ["short".to_owned(), long.clone(), "{}".to_owned(), format!("{long}\r"), "last".to_owned()];
        let sent = texts.clone();
        let sending = tokio::spawn(async move {
            for text in sent {
                b.outgoing.send(text).unwrap();
            }
            b
        });
        for text in texts {
            // The end of a line is a space, as the line break comes after it.
            assert_eq!(a.incoming.next().await, Some(Frame::Text(text.replace('\r', " "))));
        }
        drop(sending.await.unwrap());
        assert_eq!(a.incoming.next().await, None);
    }

    #[tokio::test]
    async fn write_task_ends_when_everything_is_written_or_writing_fails() {
        let (ours, mut theirs) = tokio::io::duplex(16);
        let (connection, mut writing) = connect_with_task(tokio::io::empty(), ours, &Limits::default());
        for _ in 0..100 {
            connection.outgoing.send("{\"said\":\"last\"}".to_owned()).unwrap();
        }
        drop(connection);
        let mut written = String::new();
        let (done, read) = tokio::join!(writing.finished(), theirs.read_to_string(&mut written));
        assert!(done.is_ok() && read.is_ok());
        assert_eq!(written.lines().count(), 100);

        let (ours, theirs) = tokio::io::duplex(16);
        let (connection, mut writing) = connect_with_task(tokio::io::empty(), ours, &Limits::default());
        drop(theirs);
        connection.outgoing.send("not read".to_owned()).unwrap();
        assert!(writing.finished().await.is_err());
    }

    #[tokio::test]
    async fn peer_that_does_not_read_is_refused_at_the_bound() {
        let (ours, theirs) = tokio::io::duplex(16);
        let connection = connect(tokio::io::empty(), ours, &Limits::default());
        // Nothing is awaited between these: the stream is never driven, only what it takes at once is gone.
        let refused =
            (0..10_000).find(|_| connection.outgoing.send("{\"said\":\"last\"}".to_owned()).is_err());
        assert_eq!(refused, Some(QUEUE_CAPACITY));
        drop(theirs);
        connection.outgoing.closed().await;
        assert_eq!(connection.outgoing.send(String::new()), Err(Closed));
    }

    #[test]
    fn message_sent_outside_the_runtime_is_written() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let (ours, mut theirs) = tokio::io::duplex(64);
        let connection = runtime.block_on(async { connect(tokio::io::empty(), ours, &Limits::default()) });
        // The driver has run once, and waits.
        connection.outgoing.send("first".to_owned()).unwrap();
        let mut written = [0; 6];
        runtime.block_on(theirs.read_exact(&mut written)).unwrap();
        connection.outgoing.send("again".to_owned()).unwrap();
        runtime.block_on(theirs.read_exact(&mut written)).unwrap();
        assert_eq!(&written, b"again\n");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn messages_of_many_threads_arrive_whole_and_in_the_order_of_each() {
        const THREADS: usize = 4;
        const MESSAGES: usize = 2_000;
        let (ours, mut theirs) = tokio::io::duplex(64);
        let connection = connect(tokio::io::empty(), ours, &Limits::default());
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
