//! The HTTP server: accepts connections within limits and stops gracefully.

mod slot_service;

use std::fmt;
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
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};

use crate::http;
use crate::keys::Keys;
use crate::rpc::Rpc;
use crate::settings::HttpSettings;
use crate::stop_signal::StopSignal;
use crate::tls::ServerCertificate;
use slot_service::SlotService;

/// The largest head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// The address in errors of a listener without one.
const UNKNOWN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);

/// How long to pause when the system cannot accept a connection.
const NO_ROOM: Duration = Duration::from_millis(100);

/// The parts of a service.
pub struct ServiceParts {
    /// The engine.
    pub engine: Engine,
    /// The dispatcher of the API.
    pub rpc: Rpc,
    /// The API keys.
    pub keys: Keys,
    /// The limits.
    pub settings: HttpSettings,
    /// Renders `/metrics`; without it the response is empty.
    pub metrics: Option<RenderMetrics>,
    /// Joins the trace of a caller, if tracing is configured.
    pub trace: Option<JoinTrace>,
    /// Further API routes. Pages of other origins cannot call them.
    pub more_api: Router,
    /// Further routes with checks of their own: the pages.
    pub pages: Router,
    /// Identifies this run: `/healthz` returns it in the header `askwell-instance`.
    pub instance: Option<String>,
    /// Stops the service when triggered.
    pub stop: StopSignal,
}

/// Renders the metrics in the Prometheus text format.
pub type RenderMetrics = Arc<dyn Fn() -> String + Send + Sync>;

/// Joins a span to the trace of a caller. The arguments are the span, `traceparent` and
/// `tracestate`.
pub type JoinTrace = Arc<dyn Fn(&tracing::Span, &str, &str) + Send + Sync>;

/// Why a service could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
    /// The service is reachable from other machines and has no keys.
    #[error(
        "{at} can be reached from other machines, and there are no keys: everyone could ask and answer; create a key with askwell keys create"
    )]
    Unprotected {
        /// The address, or the public URL.
        at: String,
    },
    /// Pages without a service are for this machine only, and the address is not.
    #[error(
        "{address} can be reached from other machines, where people cannot be identified; use an address of this machine, such as 127.0.0.1:0, or run a service (askwell serve)"
    )]
    NotLoopback {
        /// The address.
        address: SocketAddr,
    },
    /// The public URL is not an absolute HTTP URL.
    #[error("the public URL {url:?} is not one; it looks like https://ask.example.com")]
    PublicUrl {
        /// What was given.
        url: String,
    },
}

/// A service on a listener. [`Service::run`] serves it.
pub struct Service {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    settings: HttpSettings,
    stop: StopSignal,
    certificate: Option<ServerCertificate>,
}

impl fmt::Debug for ServiceParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceParts")
            .field("rpc", &self.rpc)
            .field("keys", &self.keys)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service")
            .field("address", &self.address)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// Binds an address. Connections wait until a service runs on it.
///
/// # Errors
/// Fails if the address cannot be bound.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|source| StartError::Listen { address, source })
}

impl Service {
    /// Returns a service on a listener. Connections wait until [`Service::run`].
    ///
    /// # Errors
    /// Fails if the address is reachable from other machines and there are no keys, or if the
    /// public URL is invalid.
    pub fn new(listener: TcpListener, parts: ServiceParts) -> Result<Service, StartError> {
        let address =
            listener.local_addr().map_err(|source| StartError::Listen { address: UNKNOWN, source })?;
        let (settings, stop) = (parts.settings.clone(), parts.stop.clone());
        let router = http::router(parts, address)?;
        Ok(Service { listener, address, router, settings, stop, certificate: None })
    }

    /// Serves over TLS with this certificate. The public URL has to be `https` then.
    #[must_use]
    pub fn with_certificate(self, certificate: ServerCertificate) -> Service {
        Service { certificate: Some(certificate), ..self }
    }

    /// Returns a service of other routes, which check hosts and origins themselves.
    pub(crate) fn of_router(
        listener: TcpListener,
        address: SocketAddr,
        router: Router,
        settings: HttpSettings,
        stop: StopSignal,
    ) -> Service {
        Service { listener, address, router, settings, stop, certificate: None }
    }

    /// Returns the address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the stop signal is triggered. Then accepts no more connections, waits for open
    /// requests up to [`HttpSettings::drain`], and returns. Dropping the future stops accepting at
    /// once; open connections continue.
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
                    let connection = AcceptedConnection {
                        slot,
                        router: self.router.clone(),
                        stop: self.stop.clone(),
                        settings: self.settings.clone(),
                        watcher: graceful.watcher(),
                    };
                    match self.certificate.clone() {
                        Some(certificate) => drop(tokio::spawn(connection.serve_tls(stream, certificate))),
                        None => drop(tokio::spawn(connection.serve(stream))),
                    }
                }
                Err(error) => {
                    // The connection broke before it was accepted, or the system is out of
                    // descriptors.
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

/// A connection within the limits of the service.
struct AcceptedConnection {
    slot: Arc<Slot>,
    router: Router,
    stop: StopSignal,
    settings: HttpSettings,
    watcher: Watcher,
}

impl AcceptedConnection {
    /// Agrees on an encrypted connection, within the time for the head of a request, and serves it.
    async fn serve_tls(self, stream: TcpStream, certificate: ServerCertificate) {
        let handshake = tokio::time::timeout(self.settings.head_timeout, certificate.accept(stream));
        let agreed = tokio::select! {
            agreed = handshake => agreed,
            () = self.slot.evicted() => return,
            () = self.stop.triggered() => return,
        };
        match agreed {
            Ok(Ok(stream)) => self.serve(stream).await,
            Ok(Err(error)) => tracing::debug!(%error, "a connection did not agree on TLS"),
            Err(_) => tracing::debug!("a connection did not agree on TLS in time"),
        }
    }

    /// Serves the connection until it ends or is evicted.
    async fn serve(self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) {
        let AcceptedConnection { slot, router, stop, settings, watcher } = self;
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
}
