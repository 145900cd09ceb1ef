//! A legacy client that speaks with a server or a proxy, over pipes or over HTTP, and times its calls.

use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::server::ServerProcess;
use super::sides::ListeningProxy;

/// The longest wait for a response.
const PATIENCE: Duration = Duration::from_secs(60);

const HELLO: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}},"clientInfo":{"name":"bench","version":"1"}}"#;

/// A client, and the processes that end with it.
pub(super) struct Conversation {
    channel: Channel,
    next: u64,
    /// What has to run meanwhile.
    pub(super) beside: Vec<Beside>,
}

/// A process beside a conversation.
#[expect(dead_code, reason = "they run until they are dropped")]
pub(super) enum Beside {
    Server(ServerProcess),
    Proxy(ListeningProxy),
}

enum Channel {
    Stdio { child: Child, input: Option<ChildStdin>, output: BufReader<ChildStdout> },
    Http { stream: BufReader<TcpStream>, authority: String, path: String, session: Option<String> },
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if let Channel::Stdio { child, input, .. } = &mut self.channel {
            drop(input.take());
            // A proxy that does not end with its input is ended.
            let deadline = Instant::now() + Duration::from_secs(3);
            while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Conversation {
    /// Starts a program and speaks with it over pipes.
    pub(super) fn stdio(words: &[String]) -> Result<Conversation, Box<dyn Error>> {
        let (program, arguments) = words.split_first().ok_or("no program")?;
        let mut child = Command::new(program)
            .args(arguments)
            .env("ASKWELL_SERVICE", "none")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Conversation::begin(Channel::Stdio { child, input, output })
    }

    /// Speaks with a server at an address.
    pub(super) fn http(url: &str) -> Result<Conversation, Box<dyn Error>> {
        let (authority, path) =
            url.strip_prefix("http://").and_then(|rest| rest.split_once('/')).ok_or("no address")?;
        Conversation::begin(Channel::Http {
            stream: connect(authority)?,
            authority: authority.to_owned(),
            path: format!("/{path}"),
            session: None,
        })
    }

    fn begin(channel: Channel) -> Result<Conversation, Box<dyn Error>> {
        let mut conversation = Conversation { channel, next: 0, beside: Vec::new() };
        conversation.request("initialize", HELLO)?;
        conversation.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)?;
        Ok(conversation)
    }

    /// Calls the tool that returns its text.
    pub(super) fn echo(&mut self) -> Result<Duration, Box<dyn Error>> {
        let begin = Instant::now();
        let response = self.request("tools/call", r#"{"name":"echo","arguments":{"text":"hello"}}"#)?;
        let taken = begin.elapsed();
        if response.contains("hello") { Ok(taken) } else { Err(format!("not an echo: {response}").into()) }
    }

    /// Calls the tool that asks, and answers.
    pub(super) fn question(&mut self) -> Result<Duration, Box<dyn Error>> {
        let begin = Instant::now();
        let response = self.request("tools/call", r#"{"name":"ask","arguments":{}}"#)?;
        let taken = begin.elapsed();
        if response.contains("Ada") { Ok(taken) } else { Err(format!("not the answer: {response}").into()) }
    }

    /// Calls the tool with a long result, and returns the length of the response.
    pub(super) fn large(&mut self, bytes: usize) -> Result<usize, Box<dyn Error>> {
        let params = format!(r#"{{"name":"large","arguments":{{"bytes":{bytes}}}}}"#);
        self.request("tools/call", &params).map(|response| response.len())
    }

    /// Returns the most memory that the program has used, in bytes.
    pub(super) fn peak(&self) -> Result<f64, Box<dyn Error>> {
        let Channel::Stdio { child, .. } = &self.channel else { return Err("no program".into()) };
        let text = fs::read_to_string(format!("/proc/{}/status", child.id()))?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no peak")?;
        Ok(line.split_whitespace().next().ok_or("no peak")?.parse::<f64>()? * 1024.0)
    }

    fn request(&mut self, method: &str, params: &str) -> Result<String, Box<dyn Error>> {
        self.next += 1;
        let id = self.next;
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
        let mut received = self.send(&message)?;
        loop {
            let is_response = !received.contains(r#""method":"#) && has_id(&received, id);
            if is_response {
                return Ok(received);
            }
            if received.contains("elicitation/create") {
                let asked = question_id(&received).ok_or("a question without an id")?;
                let answer = format!(
                    r#"{{"jsonrpc":"2.0","id":{asked},"result":{{"action":"accept","content":{{"name":"Ada"}}}}}}"#
                );
                received = self.send(&answer)?;
                continue;
            }
            received = self.receive()?;
        }
    }

    /// Sends a message. Returns the first message that comes back, if the transport answers each one.
    fn send(&mut self, message: &str) -> Result<String, Box<dyn Error>> {
        match &mut self.channel {
            Channel::Stdio { input, .. } => {
                let input = input.as_mut().ok_or("the input is closed")?;
                input.write_all(format!("{message}\n").as_bytes())?;
                input.flush()?;
                let is_answered = message.contains(r#""id":"#);
                if is_answered { self.receive() } else { Ok(String::new()) }
            }
            Channel::Http { stream, authority, path, session } => {
                let session_header = session
                    .as_ref()
                    .map(|session| format!("mcp-session-id: {session}\r\n"))
                    .unwrap_or_default();
                let head = format!(
                    "POST {path} HTTP/1.1\r\nhost: {authority}\r\ncontent-type: application/json\r\n\
                     accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-06-18\r\n\
                     {session_header}content-length: {}\r\n\r\n{message}",
                    message.len()
                );
                // A server may close a connection that was idle. The client then opens another one.
                let sent = stream.get_mut().write_all(head.as_bytes());
                if sent.is_err() || stream.fill_buf().map_or(true, <[u8]>::is_empty) {
                    *stream = connect(authority)?;
                    stream.get_mut().write_all(head.as_bytes())?;
                }
                let response = read_response(stream)?;
                if let Some(opened) = response.session {
                    *session = Some(opened);
                }
                let mut lines = response.body.lines().map(|line| line.strip_prefix("data: ").unwrap_or(line));
                Ok(lines.rfind(|line| line.starts_with('{')).unwrap_or_default().to_owned())
            }
        }
    }

    fn receive(&mut self) -> Result<String, Box<dyn Error>> {
        match &mut self.channel {
            Channel::Stdio { output, .. } => {
                let mut line = String::new();
                if output.read_line(&mut line)? == 0 {
                    return Err("the program has ended".into());
                }
                Ok(line)
            }
            Channel::Http { .. } => Err("the response has another id".into()),
        }
    }
}

fn connect(authority: &str) -> Result<BufReader<TcpStream>, Box<dyn Error>> {
    let stream = TcpStream::connect(authority)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(BufReader::new(stream))
}

fn has_id(message: &str, id: u64) -> bool {
    [format!("\"id\":{id},"), format!("\"id\":{id}}}"), format!("\"id\": {id},")]
        .iter()
        .any(|mark| message.contains(mark.as_str()))
}

fn question_id(message: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(message).ok()?;
    value.get("id").map(ToString::to_string)
}

struct HttpResponse {
    session: Option<String>,
    body: String,
}

/// Reads one whole response of a connection that stays open.
fn read_response(stream: &mut BufReader<TcpStream>) -> Result<HttpResponse, Box<dyn Error>> {
    let (mut length, mut chunked, mut session) = (0_usize, false, None);
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err("the connection was closed".into());
        }
        let Some((name, value)) = line.trim_end().split_once(':') else {
            if line.trim().is_empty() {
                break;
            }
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse()?,
            "transfer-encoding" => chunked = value.contains("chunked"),
            "mcp-session-id" => session = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = Vec::new();
    if chunked {
        loop {
            line.clear();
            stream.read_line(&mut line)?;
            let size = usize::from_str_radix(line.trim(), 16)?;
            let mut chunk = vec![0; size + 2];
            stream.read_exact(&mut chunk)?;
            if size == 0 {
                break;
            }
            body.extend_from_slice(chunk.get(..size).unwrap_or_default());
        }
    } else {
        body.resize(length, 0);
        stream.read_exact(&mut body)?;
    }
    Ok(HttpResponse { session, body: String::from_utf8(body)? })
}
