//! A client that costs little, so that the service is what is measured.

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How many connections ask for how long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    pub(super) connections: usize,
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

impl Load {
    /// Requests a second.
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
                    let mut count = 0_u32;
                    while Instant::now() < until {
                        if !connection.cycle(cycle).await {
                            return None;
                        }
                        count += 3;
                    }
                    Some(count)
                })
            })
            .collect();
        let mut count = 0_u32;
        for task in tasks {
            count += task.await?.ok_or("a request was not answered as it should be")?;
        }
        Ok(f64::from(count) / start.elapsed().as_secs_f64())
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

    async fn cycle(&mut self, cycle: Cycle) -> bool {
        let Some(created) = self.ask(CREATE).await else { return false };
        let id = match cycle {
            Cycle::Real => match created
                .split_once(r#""elicitationId":""#)
                .and_then(|(_, rest)| rest.get(..SOME_ID.len()))
            {
                Some(id) => id.to_owned(),
                None => return false,
            },
            Cycle::Echo => SOME_ID.to_owned(),
        };
        let Some(submitted) = self.ask(&submit(&id)).await else { return false };
        if cycle == Cycle::Real && !submitted.contains("completed") {
            return false;
        }
        let Some(waited) = self.ask(&wait(&id)).await else { return false };
        cycle == Cycle::Echo || waited.contains("example.com")
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
