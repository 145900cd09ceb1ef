//! Standard input and output of this process as asynchronous streams.
//!
//! Programs are started with pipes or sockets, which the runtime can wait for itself. Files and
//! terminals are read and written by a thread, which costs two switches of threads for a message.

use std::pin::Pin;

use tokio::io::{AsyncRead, AsyncWrite};

pub(super) type BoxedReader = Pin<Box<dyn AsyncRead + Send>>;
pub(super) type BoxedWriter = Pin<Box<dyn AsyncWrite + Send>>;

/// Returns standard input and output. Must be called within a runtime.
pub(super) fn open() -> (BoxedReader, BoxedWriter) {
    #[cfg(unix)]
    let (input, output) = (pollable::input(), pollable::output());
    #[cfg(not(unix))]
    let (input, output): (Option<BoxedReader>, Option<BoxedWriter>) = (None, None);
    (
        input.unwrap_or_else(|| Box::pin(tokio::io::stdin())),
        output.unwrap_or_else(|| Box::pin(tokio::io::stdout())),
    )
}

#[cfg(unix)]
mod pollable {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
    use std::os::unix::net;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
    use tokio::net::UnixStream;
    use tokio::net::unix::pipe;

    use super::{BoxedReader, BoxedWriter};

    /// Returns standard input if the runtime can wait for it.
    pub(super) fn input() -> Option<BoxedReader> {
        let stdin = io::stdin();
        read_from(stdin.as_fd()).ok().flatten()
    }

    /// Returns standard output if the runtime can wait for it. Standard error must not be the same
    /// file: what writes there expects that it waits.
    pub(super) fn output() -> Option<BoxedWriter> {
        let (stdout, stderr) = (io::stdout(), io::stderr());
        let is_shared = identity(stdout.as_fd()).ok()? == identity(stderr.as_fd()).ok()?;
        if is_shared { None } else { write_to(stdout.as_fd()).ok().flatten() }
    }

    fn identity(file: BorrowedFd<'_>) -> io::Result<(u64, u64)> {
        let metadata = File::from(file.try_clone_to_owned()?).metadata()?;
        Ok((metadata.dev(), metadata.ino()))
    }

    /// What a file is, if the runtime can wait for it.
    enum Kind {
        Pipe(OwnedFd),
        Socket(net::UnixStream),
    }

    fn kind(file: BorrowedFd<'_>) -> io::Result<Option<Kind>> {
        let file = File::from(file.try_clone_to_owned()?);
        let found = file.metadata()?.file_type();
        if found.is_fifo() {
            return Ok(Some(Kind::Pipe(file.into())));
        }
        if !found.is_socket() {
            return Ok(None);
        }
        let socket = net::UnixStream::from(OwnedFd::from(file));
        // Sockets of other families have no such address.
        Ok(socket.local_addr().is_ok().then_some(Kind::Socket(socket)))
    }

    fn wait_for(socket: net::UnixStream) -> io::Result<UnixStream> {
        socket.set_nonblocking(true)?;
        UnixStream::from_std(socket)
    }

    pub(super) fn read_from(file: BorrowedFd<'_>) -> io::Result<Option<BoxedReader>> {
        Ok(match kind(file)? {
            Some(Kind::Pipe(pipe)) => Some(Box::pin(Borrowed::new(pipe::Receiver::from_owned_fd(pipe)?))),
            Some(Kind::Socket(socket)) => Some(Box::pin(Borrowed::new(wait_for(socket)?))),
            None => None,
        })
    }

    pub(super) fn write_to(file: BorrowedFd<'_>) -> io::Result<Option<BoxedWriter>> {
        Ok(match kind(file)? {
            Some(Kind::Pipe(pipe)) => Some(Box::pin(Borrowed::new(pipe::Sender::from_owned_fd(pipe)?))),
            Some(Kind::Socket(socket)) => Some(Box::pin(Borrowed::new(wait_for(socket)?))),
            None => None,
        })
    }

    /// A stream that is made blocking again when it is dropped, as the file may be shared with other
    /// programs.
    struct Borrowed<S: Unblocked>(Option<S>);

    /// A stream whose file does not block.
    trait Unblocked: Unpin {
        /// Makes the file block again.
        fn block(self) -> io::Result<()>;
    }

    impl Unblocked for pipe::Receiver {
        fn block(self) -> io::Result<()> {
            self.into_blocking_fd().map(drop)
        }
    }

    impl Unblocked for pipe::Sender {
        fn block(self) -> io::Result<()> {
            self.into_blocking_fd().map(drop)
        }
    }

    impl Unblocked for UnixStream {
        fn block(self) -> io::Result<()> {
            self.into_std()?.set_nonblocking(false)
        }
    }

    impl<S: Unblocked> Borrowed<S> {
        fn new(stream: S) -> Self {
            Borrowed(Some(stream))
        }

        /// Returns the stream, which is there until it is dropped.
        fn stream(self: Pin<&mut Self>) -> io::Result<Pin<&mut S>> {
            self.get_mut().0.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::BrokenPipe.into())
        }
    }

    impl<S: Unblocked> Drop for Borrowed<S> {
        fn drop(&mut self) {
            // Nothing can be done about a failure, and the process is about to end.
            let _ = self.0.take().map(S::block);
        }
    }

    impl<S: Unblocked + AsyncRead> AsyncRead for Borrowed<S> {
        fn poll_read(
            self: Pin<&mut Self>,
            context: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            self.stream()?.poll_read(context, buffer)
        }
    }

    impl<S: Unblocked + AsyncWrite> AsyncWrite for Borrowed<S> {
        fn poll_write(
            self: Pin<&mut Self>,
            context: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.stream()?.poll_write(context, bytes)
        }

        fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
            self.stream()?.poll_flush(context)
        }

        /// Leaves the stream open: others may write to it after this process.
        fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
            self.poll_flush(context)
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;
    use std::io::{self, Read as _, Write as _};
    use std::os::fd::AsFd as _;
    use std::os::unix::net::UnixStream;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::pollable::{read_from, write_to};

    #[tokio::test]
    async fn pipes_and_sockets_are_read_and_written_and_blocking_afterwards() {
        let (mut ours, mut theirs) = io::pipe().unwrap();
        let mut reader = read_from(ours.as_fd()).unwrap().unwrap();
        theirs.write_all(b"first").unwrap();
        let mut read = [0; 5];
        reader.read_exact(&mut read).await.unwrap();
        assert_eq!(&read, b"first");
        drop(reader);
        let waiting = std::thread::spawn(move || {
            let mut rest = String::new();
            // A pipe that is not blocking fails here.
            ours.read_to_string(&mut rest).map(|_| rest)
        });
        theirs.write_all(b"second").unwrap();
        drop(theirs);
        assert_eq!(waiting.join().unwrap().unwrap(), "second");

        let (mut theirs, ours) = io::pipe().unwrap();
        let mut writer = write_to(ours.as_fd()).unwrap().unwrap();
        writer.write_all(b"written").await.unwrap();
        writer.shutdown().await.unwrap();
        drop((writer, ours));
        let mut written = String::new();
        theirs.read_to_string(&mut written).unwrap();
        assert_eq!(written, "written");

        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let (mut reader, mut writer) =
            (read_from(ours.as_fd()).unwrap().unwrap(), write_to(ours.as_fd()).unwrap().unwrap());
        theirs.write_all(b"hello").unwrap();
        reader.read_exact(&mut read).await.unwrap();
        writer.write_all(&read).await.unwrap();
        theirs.read_exact(&mut read).unwrap();
        assert_eq!(&read, b"hello");
    }

    #[tokio::test]
    async fn files_and_other_sockets_are_left_to_a_thread() {
        let file = File::open("Cargo.toml").unwrap();
        assert!(read_from(file.as_fd()).unwrap().is_none());
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        assert!(read_from(socket.as_fd()).unwrap().is_none());
    }
}
