//! Decides when the page of `askwell ask --web` may close: as soon as the browser has loaded the
//! result.
//!
//! A browser that submits is redirected to the page, and that request is its last one. It already
//! has the style sheet and the script of the form. A browser that never loads the result is not
//! awaited: a closed connection sends no requests, and an open one gets a few seconds.

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

/// Limit of the wait for a connected browser.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Time for a browser without a connection to connect again.
const RECONNECT_TIME: Duration = Duration::from_millis(300);

/// Requests and connections of the page so far.
#[derive(Clone)]
pub(super) struct PageVisits {
    engine: Engine,
    actor: Actor,
    id: ElicitationId,
    path: Arc<str>,
    state: Arc<watch::Sender<VisitState>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct VisitState {
    /// Open connections.
    connected: usize,
    /// Whether the style sheet, the script or the icon was loaded.
    assets: bool,
    /// Whether the page was loaded after the question was closed.
    end: bool,
}

impl PageVisits {
    /// Starts without visits, for the page of an elicitation.
    pub(super) fn new(engine: &Engine, actor: &Actor, id: ElicitationId, path: &str) -> PageVisits {
        let (engine, actor) = (engine.clone(), actor.clone());
        PageVisits { engine, actor, id, path: path.into(), state: Arc::new(watch::Sender::default()) }
    }

    /// Returns a listener that counts its connections.
    pub(super) fn count_connections(&self, listener: TcpListener) -> CountingListener {
        CountingListener { listener, state: Arc::clone(&self.state) }
    }

    async fn is_over(&self) -> bool {
        let elicitation = self.engine.status(&self.actor, self.id).await;
        elicitation.is_ok_and(|elicitation| !elicitation.status().is_open())
    }

    /// Waits until no further request is expected, or the time limit is over.
    pub(super) async fn wait_until_idle(&self) {
        // A browser that is still connected after that is not awaited.
        let _ = tokio::time::timeout(MAX_WAIT, no_more_requests(self.state.subscribe())).await;
    }
}

async fn no_more_requests(mut events: watch::Receiver<VisitState>) {
    loop {
        let now = *events.borrow_and_update();
        if now.end && now.assets {
            return;
        }
        let changed = if now.connected > 0 {
            events.changed().await.is_ok()
        } else {
            matches!(tokio::time::timeout(RECONNECT_TIME, events.changed()).await, Ok(Ok(())))
        };
        if !changed {
            return;
        }
    }
}

/// Records the requests of the page.
pub(super) async fn watch_requests(
    State(visits): State<PageVisits>,
    request: Request,
    next: Next,
) -> Response {
    let is_asset = request.uri().path().starts_with("/assets/");
    let is_page = request.method() == Method::GET && request.uri().path() == &*visits.path;
    // Checked before the page is rendered: if the question was closed by then, the page shows it.
    let shows_end = is_page && visits.is_over().await;
    let response = next.run(request).await;
    visits.state.send_modify(|state| {
        state.assets |= is_asset;
        state.end |= shows_end;
    });
    response
}

/// A listener that counts open connections.
pub(super) struct CountingListener {
    listener: TcpListener,
    state: Arc<watch::Sender<VisitState>>,
}

/// A counted connection.
pub(super) struct CountedConnection {
    stream: TcpStream,
    state: Arc<watch::Sender<VisitState>>,
}

impl Listener for CountingListener {
    type Io = CountedConnection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (CountedConnection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        self.state.send_modify(|state| state.connected += 1);
        (CountedConnection { stream, state: Arc::clone(&self.state) }, address)
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        self.state.send_modify(|state| state.connected -= 1);
    }
}

impl AsyncRead for CountedConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for CountedConnection {
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

    use super::{MAX_WAIT, RECONNECT_TIME, VisitState, no_more_requests};

    /// Returns how long the page stays open for a state, and another one after a while.
    async fn waited(first: VisitState, later: Option<(Duration, VisitState)>) -> Duration {
        let (state, events) = watch::channel(first);
        let start = Instant::now();
        let visit = async {
            if let Some((after, then)) = later {
                sleep(after).await;
                state.send_replace(then);
            }
            std::future::pending::<()>().await;
        };
        let waiting = timeout(MAX_WAIT, no_more_requests(events));
        tokio::select! {
            _ = waiting => {}
            () = visit => {}
        }
        start.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn page_waits_for_connected_browser_until_it_loaded_the_end() {
        let connected = VisitState { connected: 1, ..VisitState::default() };
        let satisfied = VisitState { assets: true, end: true, ..connected };
        let slow = Duration::from_secs(4);
        // A browser that has loaded everything is not awaited, connected or not.
        assert_eq!(waited(satisfied, None).await, Duration::ZERO);
        assert_eq!(waited(connected, Some((slow, satisfied))).await, slow);
        assert_eq!(waited(connected, None).await, MAX_WAIT);
        // The result without its style is not complete.
        assert_eq!(waited(VisitState { end: true, ..connected }, None).await, MAX_WAIT);
        assert_eq!(waited(VisitState::default(), None).await, RECONNECT_TIME);
        assert_eq!(waited(connected, Some((slow, VisitState::default()))).await, slow + RECONNECT_TIME);
    }
}
