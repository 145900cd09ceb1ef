//! The service as a separate process, to measure its memory and its idle CPU time.

use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use askwell_engine::{Engine, Limits};

use super::{start, two_cores};
use crate::engine::verdict;
use crate::harness::Effort;

/// Tells this program to be the service.
const SERVER: &str = "ASKWELL_BENCH_SERVER";

/// Linux counts processor time in these.
const TICKS_A_SECOND: f64 = 100.0;

/// If this program was started as the service, is that until its input ends.
pub(crate) fn be_the_server() -> Result<bool, Box<dyn Error>> {
    if std::env::var_os(SERVER).is_none() {
        return Ok(false);
    }
    let runtime = two_cores()?;
    let address = runtime.block_on(async {
        let engine = Engine::builder().limits(Limits::none()).start();
        start(engine).await.map(|(address, _)| address)
    })?;
    println!("{address}");
    std::io::stdout().flush()?;
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(true)
}

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start() -> Result<Server, Box<dyn Error>> {
        let mut child = Command::new(std::env::current_exe()?)
            .env(SERVER, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        Ok(Server { address: line.trim().parse()?, child })
    }

    /// Bytes of memory in use.
    fn resident(&self) -> Result<f64, Box<dyn Error>> {
        let text = fs::read_to_string(format!("/proc/{}/statm", self.child.id()))?;
        Ok(text.split_whitespace().nth(1).ok_or("no size")?.parse::<f64>()? * 4096.0)
    }

    /// Seconds of processor time used.
    fn busy(&self) -> Result<f64, Box<dyn Error>> {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let rest = text.rsplit(')').next().unwrap_or_default();
        let times: Vec<f64> =
            rest.split_whitespace().skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
        Ok(times.iter().sum::<f64>() / TICKS_A_SECOND)
    }

    fn connect(&self, request: &str) -> std::io::Result<TcpStream> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.write_all(request.as_bytes())?;
        Ok(stream)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// What an open event stream weighs.
pub(super) fn streams(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let count = if effort == Effort::FULL { 10_000 } else { 500 };
    let server = Server::start()?;
    let request =
        "GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: bench\r\naccept: text/event-stream\r\n\r\n";
    // A few to begin with, so that what is there once is there.
    let mut open = Vec::with_capacity(count + 10);
    for _ in 0..10 {
        open.push(listening(server.connect(request)?)?);
    }
    let before = server.resident()?;
    for _ in 0..count {
        open.push(listening(server.connect(request)?)?);
    }
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
    let each = (server.resident()? - before) / count as f64;
    // All of them hear of something that happens.
    let start = Instant::now();
    ask(&server)?;
    for stream in &mut open {
        heard(stream)?;
    }
    let met = each <= 20.0 * 1024.0;
    println!("\nservice streams: {count} open event streams");
    println!("  {:.1} KB each; one event reached all of them in {:.1?}", each / 1024.0, start.elapsed());
    println!("  target ≤ 20 KB each  {}", verdict(met));
    Ok(met)
}

/// Waits until a stream has begun.
fn listening(mut stream: TcpStream) -> std::io::Result<TcpStream> {
    read_until(&mut stream, b": listening\n\n")?;
    Ok(stream)
}

fn heard(stream: &mut TcpStream) -> std::io::Result<()> {
    read_until(stream, b"elicitation/created")
}

fn read_until(stream: &mut TcpStream, mark: &[u8]) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let (mut seen, mut part) = (Vec::new(), [0; 1024]);
    while !seen.windows(mark.len()).any(|window| window == mark) {
        match stream.read(&mut part)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            length => seen.extend_from_slice(part.get(..length).unwrap_or_default()),
        }
    }
    Ok(())
}

fn ask(server: &Server) -> std::io::Result<()> {
    let body =
        r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"prompt":"?","timeout":3600000}}"#;
    let request = format!(
        "POST /rpc HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = server.connect(&request)?;
    stream.read_to_end(&mut Vec::new())?;
    Ok(())
}

/// What it costs that ten thousand elicitations are open and nothing happens.
pub(super) fn idle(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let (count, time) = if effort == Effort::FULL {
        (10_000, Duration::from_secs(10))
    } else {
        (500, Duration::from_secs(1))
    };
    let server = Server::start()?;
    for _ in 0..count {
        ask(&server)?;
    }
    let before = server.busy()?;
    std::thread::sleep(time);
    let busy = server.busy()? - before;
    let share = busy / time.as_secs_f64();
    let met = share <= 0.005;
    println!("\nservice idle: {count} open elicitations, nothing happens for {time:?}");
    println!(
        "  {:.2} % of one core; target: nothing that can be measured (≤ 0.5 %)  {}",
        share * 100.0,
        verdict(met)
    );
    Ok(met)
}
