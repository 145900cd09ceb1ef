//! An HTTP client that can also send invalid requests.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Time limit of a response, long enough for a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A response.
#[derive(Clone)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = String::from_utf8_lossy(&self.body).chars().take(500).collect();
        write!(f, "{} {:?} {shown}", self.status, self.headers)
    }
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }
}

/// A connection that stays open.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) reader: BufReader<TcpStream>,
    address: SocketAddr,
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Connection {
        Connection::try_open(address).unwrap()
    }

    pub(crate) fn try_open(address: SocketAddr) -> io::Result<Connection> {
        let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Connection { reader: BufReader::new(stream), address })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.reader.get_mut().write_all(bytes)
    }

    /// A request with these headers, and `Host` if it is not among them.
    pub(crate) fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<()> {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text.push_str(&format!("host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() || method == "POST" {
            text.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        text.push_str("\r\n");
        self.write(&[text.as_bytes(), body].concat())
    }

    /// The head of a response: its status and headers.
    pub(crate) fn head(&mut self) -> io::Result<Response> {
        let mut line = String::new();
        if self.reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status: {line:?}")))?;
        let mut headers = Vec::new();
        loop {
            line.clear();
            if self.reader.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            match line.trim_end().split_once(':') {
                Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.trim().to_owned())),
                None => return Ok(Response { status, headers, body: Vec::new() }),
            }
        }
    }

    pub(crate) fn response(&mut self) -> io::Result<Response> {
        let mut response = self.head()?;
        if let Some(length) = response.header("content-length") {
            response.body = vec![0; length.parse().unwrap()];
            self.reader.read_exact(&mut response.body)?;
        } else if response.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk()? {
                response.body.extend(chunk);
            }
        }
        Ok(response)
    }

    /// The next part of a body that comes in parts.
    pub(crate) fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = String::new();
        if self.reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let length = usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
        let mut chunk = vec![0; length + 2];
        self.reader.read_exact(&mut chunk)?;
        chunk.truncate(length);
        Ok((length > 0).then_some(chunk))
    }

    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Response> {
        self.send(method, path, headers, body)?;
        self.response()
    }
}

/// An event stream, event by event.
pub(crate) struct EventStream {
    connection: Connection,
    ready: String,
}

/// What an event stream said.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: u64,
    pub(crate) data: Value,
}

impl EventStream {
    pub(crate) fn open(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> EventStream {
        let (stream, head) = EventStream::open_through(address, path, headers);
        assert_eq!(head.header("x-accel-buffering"), Some("no"), "{head:?}");
        stream
    }

    /// A stream that may come through a proxy, and the head of its response.
    pub(crate) fn open_through(
        address: SocketAddr,
        path: &str,
        headers: &[(&str, &str)],
    ) -> (EventStream, Response) {
        let mut connection = Connection::open(address);
        connection.send("GET", path, headers, b"").unwrap();
        let head = connection.head().unwrap();
        assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")), "{head:?}");
        let mut stream = EventStream { connection, ready: String::new() };
        assert_eq!(stream.block().as_deref(), Some(": listening"));
        (stream, head)
    }

    /// A stream of a service that may be gone.
    pub(crate) fn try_open(address: SocketAddr, path: &str) -> Option<EventStream> {
        let mut connection = Connection::try_open(address).ok()?;
        connection.send("GET", path, &[], b"").ok()?;
        let head = connection.head().ok()?;
        (head.status == 200).then_some(EventStream { connection, ready: String::new() })
    }

    /// The next block of lines; nothing when the stream has ended.
    pub(crate) fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.ready.split_once("\n\n") {
                let block = block.to_owned();
                self.ready = rest.to_owned();
                return Some(block);
            }
            let chunk = self.connection.chunk().ok()??;
            self.ready.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The next event, comments left out.
    pub(crate) fn next(&mut self) -> Option<Event> {
        let (id, data) = self.next_text()?;
        Some(Event { id, data: serde_json::from_str(&data).unwrap() })
    }

    /// The number and the data of the next event, as they were sent.
    pub(crate) fn next_text(&mut self) -> Option<(u64, String)> {
        loop {
            let block = self.block()?;
            let part = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
            if let (Some(id), Some(data)) = (part("id: "), part("data: ")) {
                return Some((id.parse().unwrap(), data.to_owned()));
            }
        }
    }
}
