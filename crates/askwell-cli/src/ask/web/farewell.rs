//! When the page of one answer may go: as soon as the browser has seen how it ended.
//!
//! A browser that sends an answer is told to look at the page once more, and that look is the last one. Its style and its
//! script it has from the form, and keeps. Who never looks is not waited for: a connection that is closed asks no more,
//! and one that stays open has a few seconds.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use askwell_engine::Engine;
use askwell_lifecycle::{Actor, ElicitationId};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The longest that a browser is waited for while it is connected.
const LONGEST: Duration = Duration::from_secs(5);

/// While nobody is connected, somebody may come again within this time.
const AGAIN: Duration = Duration::from_millis(300);

/// What browsers do with a page, as far as it matters for the farewell.
#[derive(Clone)]
pub(super) struct Visitors {
    engine: Engine,
    actor: Actor,
    id: ElicitationId,
    path: Arc<str>,
    seen: Arc<watch::Sender<Seen>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// Open connections.
    connected: usize,
    /// Somebody got the style sheet, the script or the icon.
    assets: bool,
    /// Somebody saw how it ended.
    end: bool,
}

impl Visitors {
    /// Nobody so far, for the page of this question.
    pub(super) fn of(engine: &Engine, actor: &Actor, id: ElicitationId, path: &str) -> Visitors {
        let (engine, actor) = (engine.clone(), actor.clone());
        Visitors { engine, actor, id, path: path.into(), seen: Arc::new(watch::Sender::default()) }
    }

    /// Counts the connections of a listener.
    pub(super) fn counted(&self, listener: TcpListener) -> Counted {
        Counted { listener, seen: Arc::clone(&self.seen) }
    }

    async fn is_over(&self) -> bool {
        let standing = self.engine.status(&self.actor, self.id).await;
        standing.is_ok_and(|elicitation| !elicitation.status().is_open())
    }

    /// Returns when nobody is going to ask for anything any more, or has had time enough to.
    pub(super) async fn gone(&self) {
        // Whoever is still connected after that has forgotten us.
        let _ = tokio::time::timeout(LONGEST, nobody_comes(self.seen.subscribe())).await;
    }
}

async fn nobody_comes(mut news: watch::Receiver<Seen>) {
    loop {
        let now = *news.borrow_and_update();
        if now.end && now.assets {
            return;
        }
        let changed = if now.connected > 0 {
            news.changed().await.is_ok()
        } else {
            matches!(tokio::time::timeout(AGAIN, news.changed()).await, Ok(Ok(())))
        };
        if !changed {
            return;
        }
    }
}

/// Watches what is asked for.
pub(super) async fn watch_requests(
    State(visitors): State<Visitors>,
    request: Request,
    next: Next,
) -> Response {
    let is_asset = request.uri().path().starts_with("/assets/");
    let is_page = request.method() == Method::GET && request.uri().path() == &*visitors.path;
    // Asked before the page is made: if it was over by then, that is what the page says.
    let shows_end = is_page && visitors.is_over().await;
    let response = next.run(request).await;
    visitors.seen.send_modify(|seen| {
        seen.assets |= is_asset;
        seen.end |= shows_end;
    });
    response
}

/// A listener that knows how many connections are open.
pub(super) struct Counted {
    listener: TcpListener,
    seen: Arc<watch::Sender<Seen>>,
}

/// One of them.
pub(super) struct Connection {
    stream: TcpStream,
    seen: Arc<watch::Sender<Seen>>,
}

impl Listener for Counted {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        self.seen.send_modify(|seen| seen.connected += 1);
        (Connection { stream, seen: Arc::clone(&self.seen) }, address)
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.seen.send_modify(|seen| seen.connected -= 1);
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::watch;
    use tokio::time::{Instant, sleep, timeout};

    use super::{AGAIN, LONGEST, Seen, nobody_comes};

    /// How long somebody is waited for who has this to show, and something else a while later.
    async fn waited(first: Seen, later: Option<(Duration, Seen)>) -> Duration {
        let (seen, news) = watch::channel(first);
        let start = Instant::now();
        let visit = async {
            if let Some((after, then)) = later {
                sleep(after).await;
                seen.send_replace(then);
            }
            std::future::pending::<()>().await;
        };
        let waiting = timeout(LONGEST, nobody_comes(news));
        tokio::select! {
            _ = waiting => {}
            () = visit => {}
        }
        start.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_may_still_come_is_waited_for_and_nobody_else() {
        let connected = Seen { connected: 1, ..Seen::default() };
        let satisfied = Seen { assets: true, end: true, ..connected };
        let slow = Duration::from_secs(4);
        // Connected or not, whoever has seen everything is not waited for.
        assert_eq!(waited(satisfied, None).await, Duration::ZERO);
        assert_eq!(waited(connected, Some((slow, satisfied))).await, slow);
        assert_eq!(waited(connected, None).await, LONGEST);
        // A page without its style is not all of it.
        assert_eq!(waited(Seen { end: true, ..connected }, None).await, LONGEST);
        assert_eq!(waited(Seen::default(), None).await, AGAIN);
        assert_eq!(waited(connected, Some((slow, Seen::default()))).await, slow + AGAIN);
    }
}
