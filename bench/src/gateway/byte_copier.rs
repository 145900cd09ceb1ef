//! A proxy that copies bytes and reads none of them: what a second hop costs by itself on this machine. No proxy that
//! reads messages can add less.

use std::error::Error;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;

/// Tells this program to be the proxy.
pub(super) const ARGUMENT: &str = "--byte-copier";

/// If this program was started as the proxy, is that until its client leaves.
pub(crate) fn be_the_byte_copier() -> Result<bool, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [ARGUMENT, "http", port, target] => copy_connections(port.parse()?, target)?,
        [ARGUMENT, "stdio", program, rest @ ..] => copy_pipes(program, rest)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn copy_connections(port: u16, target: &str) -> Result<(), Box<dyn Error>> {
    let rest = target.strip_prefix("http://").ok_or("no address")?;
    let authority = rest.split('/').next().ok_or("no address")?.to_owned();
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    for client in listener.incoming() {
        let (client, server) = (client?, TcpStream::connect(&authority)?);
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        for (from, to) in [(client.try_clone()?, server.try_clone()?), (server, client)] {
            thread::spawn(move || {
                // A side that is gone ends the copy.
                let _ = copy(from, &to);
                let _ = to.shutdown(Shutdown::Write);
            });
        }
    }
    Ok(())
}

fn copy_pipes(program: &str, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut server =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (input, output) = (server.stdin.take(), server.stdout.take());
    let input = input.ok_or("the server has no input")?;
    thread::spawn(move || copy(std::io::stdin().lock(), input));
    copy(output.ok_or("the server has no output")?, std::io::stdout().lock())?;
    server.wait()?;
    Ok(())
}

fn copy(mut from: impl Read, mut to: impl Write) -> std::io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = from.read(&mut buffer)?;
        if read == 0 {
            return Ok(());
        }
        to.write_all(buffer.get(..read).unwrap_or_default())?;
        to.flush()?;
    }
}
