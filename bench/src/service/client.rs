//! An HTTP client with little cost of its own, so that the figures are those of the service.

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How many connections ask for how long, and how much at a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    pub(super) connections: usize,
    /// Calls in a request: one is sent by itself, more are a batch.
    pub(super) batch: usize,
    pub(super) time: Duration,
}

/// What the other side does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cycle {
    /// Answers: the id of the first answer goes into the other two requests.
    Real,
    /// Sends back what it got.
    Echo,
}

const CREATE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"form","formDefinition":{"id":"server","title":"A new server","fields":[{"id":"host","type":"text","label":"Host","required":true},{"id":"port","type":"number","label":"Port","default":8080,"validation":{"minimum":1,"maximum":65535}},{"id":"tls","type":"boolean","label":"TLS"},{"id":"zone","type":"select","label":"Zone","options":["a","b","c"]}]}}}"#;

/// An id as long as a real one.
const SOME_ID: &str = "elic_0198c0ffee007000a000000000000000";

fn submit(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"elicitation/submit","params":{{"elicitationId":"{id}","responses":{{"host":"example.com","port":443,"tls":true,"zone":"b"}}}}}}"#
    )
}

fn wait(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":3,"method":"elicitation/wait","params":{{"elicitationId":"{id}"}}}}"#)
}

/// One call as it is, several as a batch.
fn together<S: AsRef<str>>(calls: impl ExactSizeIterator<Item = S>) -> String {
    let batch = calls.len() > 1;
    let mut text = String::with_capacity(512 * calls.len());
    for call in calls {
        text.push(if text.is_empty() { '[' } else { ',' });
        text.push_str(call.as_ref());
    }
    if batch {
        text.push(']');
    } else {
        text.remove(0);
    }
    text
}

impl Load {
    /// Calls a second.
    pub(super) async fn run(self, address: SocketAddr, cycle: Cycle) -> Result<f64, Box<dyn Error>> {
        let mut connections = Vec::with_capacity(self.connections);
        for _ in 0..self.connections {
            connections.push(Connection::open(address).await?);
        }
        let (start, until) = (Instant::now(), Instant::now() + self.time);
        let tasks: Vec<_> = connections
            .into_iter()
            .map(|mut connection| {
                tokio::spawn(async move {
                    let mut count = 0;
                    while Instant::now() < until {
                        if !connection.cycle(cycle, self.batch).await {
                            return None;
                        }
                        count += 3 * self.batch;
                    }
                    Some(count)
                })
            })
            .collect();
        let mut count = 0;
        for task in tasks {
            count += task.await?.ok_or("a request was not answered as it should be")?;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
        Ok(count as f64 / start.elapsed().as_secs_f64())
    }
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr) -> std::io::Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, buffer: Vec::with_capacity(8192) })
    }

    async fn cycle(&mut self, cycle: Cycle, batch: usize) -> bool {
        let Some(created) = self.ask(&together((0..batch).map(|_| CREATE))).await else { return false };
        let ids: Vec<String> = match cycle {
            Cycle::Real => created
                .split(r#""elicitationId":""#)
                .skip(1)
                .filter_map(|rest| rest.get(..SOME_ID.len()).map(str::to_owned))
                .collect(),
            Cycle::Echo => vec![SOME_ID.to_owned(); batch],
        };
        let Some(submitted) = self.ask(&together(ids.iter().map(|id| submit(id)))).await else {
            return false;
        };
        if cycle == Cycle::Real && submitted.matches("completed").count() != batch {
            return false;
        }
        let Some(waited) = self.ask(&together(ids.iter().map(|id| wait(id)))).await else { return false };
        cycle == Cycle::Echo || waited.matches("example.com").count() == batch
    }

    /// One request; the body of its answer.
    async fn ask(&mut self, body: &str) -> Option<&str> {
        let request = format!(
            "POST /rpc HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await.ok()?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await.ok()? == 0 {
                return None;
            }
            let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = std::str::from_utf8(self.buffer.get(..end)?).ok()?;
            let length = head.split("\r\n").find_map(|line| {
                let (name, value) = line.split_once(": ")?;
                if name.eq_ignore_ascii_case("content-length") { value.parse::<usize>().ok() } else { None }
            })?;
            if self.buffer.len() >= end + 4 + length {
                break;
            }
        }
        let end = self.buffer.windows(4).position(|four| four == b"\r\n\r\n")?;
        std::str::from_utf8(self.buffer.get(end + 4..)?).ok()
    }
}
