//! A TCP proxy in front of a server: passes bytes on, delays them, drops them, or breaks connections.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What the proxy does with all connections, new and old.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Fault {
    /// Passes everything on.
    #[default]
    None,
    /// Passes everything on, this much later.
    Delay(Duration),
    /// Breaks all connections, and refuses new ones.
    Reset,
    /// Passes nothing on in either direction, and tells no one. A connection that has lost bytes breaks when it is used
    /// after the fault: TCP never loses bytes in the middle.
    Drop,
    /// Passes on what clients send, but no answers. Connections break afterwards, as for [`Fault::Drop`].
    DropAnswers,
    /// Breaks a connection after it has passed on what a client sent, as soon as that contains these bytes; the
    /// answer is lost. Other connections go on.
    CutAfter(Arc<[u8]>),
    /// Breaks a connection as soon as a client sends these bytes, which are not passed on.
    CutBefore(Arc<[u8]>),
}

/// A proxy on a port of its own. Dropping it ends all its connections.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    fault: watch::Sender<Fault>,
    cuts: watch::Sender<usize>,
    accepting: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
        self.fault.send_replace(Fault::Reset);
    }
}

impl Proxy {
    /// Starts a proxy in front of a server.
    ///
    /// # Panics
    /// Panics if no port is free.
    pub async fn start(server: SocketAddr) -> Proxy {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (fault, cuts) = (watch::Sender::new(Fault::None), watch::Sender::new(0));
        let (faults, counter) = (fault.clone(), cuts.clone());
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if *faults.borrow() == Fault::Reset {
                    reset(&client);
                    continue;
                }
                let (faults, counter) = (faults.subscribe(), counter.clone());
                tokio::spawn(serve(client, server, faults, counter));
            }
        });
        Proxy { address, fault, cuts, accepting }
    }

    /// Returns where clients connect.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes what it does, for all connections at once.
    pub fn set(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }

    /// Breaks all connections once, and goes on as before.
    pub fn break_all(&self) {
        let before = self.fault.send_replace(Fault::Reset);
        self.fault.send_replace(before);
    }

    /// Returns how many connections were cut by [`Fault::CutAfter`] and [`Fault::CutBefore`].
    #[must_use]
    pub fn cuts(&self) -> usize {
        *self.cuts.borrow()
    }

    /// Waits until so many connections were cut.
    pub async fn wait_for_cuts(&self, count: usize) {
        let _ = self.cuts.subscribe().wait_for(|cuts| *cuts >= count).await;
    }
}

/// Ends a connection with a reset rather than in good order.
fn reset(stream: &TcpStream) {
    let _ = stream.set_zero_linger();
}

async fn serve(
    client: TcpStream,
    server: SocketAddr,
    faults: watch::Receiver<Fault>,
    cuts: watch::Sender<usize>,
) {
    let Ok(upstream) = TcpStream::connect(server).await else { return reset(&client) };
    let _ = (client.set_nodelay(true), upstream.set_nodelay(true));
    let (client_reader, client_writer) = client.into_split();
    let (server_reader, server_writer) = upstream.into_split();
    let mut broken = faults.clone();
    broken.mark_unchanged();
    tokio::select! {
        () = forward_requests(client_reader, server_writer, faults.clone(), cuts) => {}
        () = forward_answers(server_reader, client_writer, faults) => {}
        // Seen even if the fault is gone at once.
        () = async {
            while broken.changed().await.is_ok() {
                if *broken.borrow_and_update() == Fault::Reset {
                    return;
                }
            }
        } => {}
    }
}

async fn forward_requests(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    faults: watch::Receiver<Fault>,
    cuts: watch::Sender<usize>,
) {
    let mut buffer = vec![0; 64 << 10];
    let mut has_lost = false;
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let Some(bytes) = buffer.get(..count) else { return };
        let fault = faults.borrow().clone();
        if has_lost && fault != Fault::Drop {
            return;
        }
        has_lost |= fault == Fault::Drop;
        match &fault {
            Fault::None | Fault::DropAnswers => {}
            Fault::Delay(by) => tokio::time::sleep(*by).await,
            Fault::Reset => return,
            Fault::Drop => continue,
            Fault::CutBefore(mark) if contains(bytes, mark) => {
                cuts.send_modify(|cuts| *cuts += 1);
                return;
            }
            Fault::CutAfter(mark) if contains(bytes, mark) => {
                let _ = to.write_all(bytes).await;
                let _ = to.flush().await;
                cuts.send_modify(|cuts| *cuts += 1);
                // The server gets to see it before the connection ends.
                return;
            }
            Fault::CutBefore(_) | Fault::CutAfter(_) => {}
        }
        if to.write_all(bytes).await.is_err() {
            return;
        }
    }
}

async fn forward_answers(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, faults: watch::Receiver<Fault>) {
    let mut buffer = vec![0; 64 << 10];
    let mut has_lost = false;
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let Some(bytes) = buffer.get(..count) else { return };
        let fault = faults.borrow().clone();
        let loses = matches!(fault, Fault::Drop | Fault::DropAnswers);
        if has_lost && !loses {
            return;
        }
        has_lost |= loses;
        match &fault {
            Fault::Delay(by) => tokio::time::sleep(*by).await,
            Fault::Reset => return,
            Fault::Drop | Fault::DropAnswers => continue,
            Fault::None | Fault::CutAfter(_) | Fault::CutBefore(_) => {}
        }
        if to.write_all(bytes).await.is_err() {
            return;
        }
    }
}

fn contains(bytes: &[u8], mark: &[u8]) -> bool {
    bytes.windows(mark.len().max(1)).any(|window| window == mark)
}
