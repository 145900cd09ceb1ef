//! The listener: takes connections, keeps their number in bounds, and stops in good order.

mod slot_service;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Engine;
use askwell_http::connections::{ConnectionPool, Slot};
use askwell_http::write_timeout::WriteTimeout;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use crate::http;
use crate::keys::Keys;
use crate::rpc::Rpc;
use crate::settings::HttpSettings;
use crate::stop_signal::StopSignal;
use slot_service::SlotService;

/// The head of a request is never larger than this.
const HEAD_BYTES: usize = 64 << 10;

/// For a listener that cannot say where it listens.
const UNKNOWN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);

/// A pause when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(100);

/// What the service is made of.
pub struct ServiceParts {
    /// What decides.
    pub engine: Engine,
    /// The API.
    pub rpc: Rpc,
    /// Who may call.
    pub keys: Keys,
    /// The bounds.
    pub settings: HttpSettings,
    /// What `/metrics` says; nothing, if there is no recorder.
    pub metrics: Option<RenderMetrics>,
    /// Takes up the trace that a caller is in: the span, `traceparent`, `tracestate`.
    pub trace: Option<JoinTrace>,
    /// More routes for programs, guarded as the API is: pages of other origins cannot call them.
    pub more_api: Router,
    /// More routes, with checks of their own: the pages.
    pub pages: Router,
    /// When to stop.
    pub stop: StopSignal,
}

/// Renders the metrics.
pub type RenderMetrics = Arc<dyn Fn() -> String + Send + Sync>;

/// Joins a span to the trace that a caller is in: the span, `traceparent`, `tracestate`.
pub type JoinTrace = Arc<dyn Fn(&tracing::Span, &str, &str) + Send + Sync>;

/// A service that could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The address cannot be had.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// Everybody could call.
    #[error("{at} can be reached from other machines, and there are no keys: everybody could ask and answer")]
    Unprotected {
        /// The address, or the public URL.
        at: String,
    },
    /// The public URL is not one.
    #[error("the public URL {url:?} is not one; it looks like https://ask.example.com")]
    PublicUrl {
        /// What was given.
        url: String,
    },
}

/// A service that listens.
pub struct Service {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    settings: HttpSettings,
    stop: StopSignal,
}

/// Takes an address. Nobody is answered before a service runs on it.
///
/// # Errors
/// When the address cannot be had.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|source| StartError::Listen { address, source })
}

impl Service {
    /// A service on a listener. Nothing is answered before [`Service::run`].
    ///
    /// # Errors
    /// When the address is open to others and there are no keys, or the settings cannot be used.
    pub fn new(listener: TcpListener, parts: ServiceParts) -> Result<Service, StartError> {
        let address =
            listener.local_addr().map_err(|source| StartError::Listen { address: UNKNOWN, source })?;
        let (settings, stop) = (parts.settings.clone(), parts.stop.clone());
        let router = http::router(parts, address)?;
        Ok(Service { listener, address, router, settings, stop })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until it is told to stop: then takes no more connections, lets requests end, and returns.
    pub async fn run(self) {
        let graceful = GracefulShutdown::new();
        let pool = ConnectionPool::new(&self.settings.connection_limits());
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = self.stop.triggered() => break,
            };
            match accepted {
                Ok((stream, peer)) => {
                    let Some(slot) = pool.acquire(Some(peer.ip())) else {
                        tracing::warn!("a connection is turned away: all others are at work");
                        continue;
                    };
                    let _ = stream.set_nodelay(true);
                    tokio::spawn(serve(
                        stream,
                        slot,
                        self.router.clone(),
                        self.stop.clone(),
                        self.settings.clone(),
                        graceful.watcher(),
                    ));
                }
                Err(error) => {
                    // A connection that broke before it was taken, or no room in the system's tables.
                    tracing::debug!(%error, "a connection could not be taken");
                    if !matches!(
                        error.kind(),
                        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
                    ) {
                        tokio::time::sleep(NO_ROOM).await;
                    }
                }
            }
        }
        drop(self.listener);
        tracing::info!("stopping: no new connections");
        if tokio::time::timeout(self.settings.drain, graceful.shutdown()).await.is_err() {
            tracing::warn!("some requests did not end in time");
        }
    }
}

/// One connection, until it ends or has to make room.
async fn serve(
    stream: TcpStream,
    slot: Arc<Slot>,
    router: Router,
    stop: StopSignal,
    settings: HttpSettings,
    watcher: Watcher,
) {
    let service = TowerToHyperService::new(SlotService::new(router, Arc::clone(&slot), stop));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.head_timeout)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(WriteTimeout::new(TokioIo::new(stream), settings.write_timeout), service);
    tokio::select! {
        ended = watcher.watch(connection) => if let Err(error) = ended {
            tracing::debug!(%error, "a connection broke");
        },
        () = slot.evicted() => tracing::debug!("an idle connection made room for another"),
    }
}
