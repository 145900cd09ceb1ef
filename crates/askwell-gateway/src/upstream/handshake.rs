//! Greets a server in the era that suits its client best.
//!
//! A legacy client is best served by a legacy session, a modern one by modern requests. A server that
//! does not speak the preferred era is greeted in the other one.

use std::sync::{Arc, Weak};
use std::time::Duration;

use askwell_mcp::client::transport::{self, ProtocolVersion};
use askwell_mcp::client::{CallError, ConnectError};
use askwell_mcp::wire::{Era, Json, Limits, ObjectWriter, Raw, Response, meta, method};

use super::{ServerEvents, Upstream, modern_members};
use crate::spec::ServerSpec;

/// How long a server may take to answer the first request.
const GREETING_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a server on a pipe may take to answer `server/discover` before it is sent `initialize`, too. Some
/// legacy servers never answer unknown methods; some servers of either era take longer to start.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);
/// The revision that legacy servers are asked for: the newest, which has every mode of elicitation.
const LEGACY_VERSION: &str = "2025-11-25";
const MODERN_VERSION: &str = "2026-07-28";

/// What the gateway says to servers in the name of a client.
#[derive(Debug, Clone)]
pub(crate) struct Hello {
    pub(crate) era: Era,
    /// The capabilities that legacy servers see.
    pub(crate) capabilities: Json,
    /// The capabilities that modern servers see.
    pub(crate) modern_capabilities: Json,
    pub(crate) client_info: Json,
    /// Further members of `initialize`, as an object.
    pub(crate) others: Json,
    /// Whether the client has ended its own handshake: if not, the server's ends with it.
    pub(crate) is_initialized: bool,
}

/// What a server said about itself.
#[derive(Debug, Clone)]
pub(crate) struct ServerGreeting {
    pub(crate) era: Era,
    /// The result of `initialize` or `server/discover`.
    pub(crate) result: Arc<Json>,
}

impl Default for ServerGreeting {
    fn default() -> Self {
        ServerGreeting { era: Era::Legacy, result: Arc::new(Raw::EMPTY.to_owned()) }
    }
}

impl ServerGreeting {
    /// Returns a member of the result.
    pub(crate) fn get(&self, key: &str) -> Option<Raw<'_>> {
        self.result.raw().get(key)
    }

    /// Returns the server's capabilities.
    pub(crate) fn capabilities(&self) -> Raw<'_> {
        self.get("capabilities").and_then(Raw::object).unwrap_or(Raw::EMPTY)
    }

    /// Returns the server's name and version, in either era.
    pub(crate) fn server_info(&self) -> Option<Raw<'_>> {
        let in_meta = || self.get(meta::META).and_then(|meta| meta.get(meta::SERVER_INFO));
        self.get("serverInfo").or_else(in_meta)
    }
}

/// Connects to a server and greets it, in `era` or else in the other one.
pub(super) async fn connect(
    spec: &ServerSpec,
    hello: &Hello,
    era: Era,
    events: Weak<dyn ServerEvents>,
    limits: Limits,
) -> Result<Arc<Upstream>, ConnectError> {
    let other = if era == Era::Legacy { Era::Modern } else { Era::Legacy };
    let upstream = open(spec, &events, limits)?;
    match greet(&upstream, hello, era).await {
        Ok(()) => return Ok(upstream),
        Err(error) if !means_other_era(&error, &upstream, era) => {
            upstream.close().await;
            return Err(error);
        }
        Err(error) => tracing::debug!(server = &*spec.name, %error, "the server speaks the other era"),
    }
    // Some servers exit when the first message is not the one that they expect.
    let upstream = if upstream.is_closed() { open(spec, &events, limits)? } else { upstream };
    match greet(&upstream, hello, other).await {
        Ok(()) => Ok(upstream),
        Err(error) => {
            upstream.close().await;
            Err(error)
        }
    }
}

fn open(
    spec: &ServerSpec,
    events: &Weak<dyn ServerEvents>,
    limits: Limits,
) -> Result<Arc<Upstream>, ConnectError> {
    let transport = transport::open(spec.target.to_target(), &limits)?;
    Ok(Upstream::start(Arc::clone(&spec.name), transport, events.clone(), limits))
}

async fn greet(upstream: &Arc<Upstream>, hello: &Hello, era: Era) -> Result<(), ConnectError> {
    let greeting = async {
        match era {
            Era::Legacy => initialize(upstream, hello).await,
            Era::Modern if is_http(upstream) => discover(upstream, hello).await,
            Era::Modern => probe(upstream, hello).await,
        }
    };
    let greeted = tokio::time::timeout(GREETING_TIMEOUT, greeting).await;
    greeted.unwrap_or(Err(ConnectError::Timeout { seconds: GREETING_TIMEOUT.as_secs() }))
}

/// Greets a server on a pipe that may be of either era. The first of `server/discover` and a later `initialize`
/// that the server accepts counts: a modern server that was slow to start refuses the second one.
async fn probe(upstream: &Arc<Upstream>, hello: &Hello) -> Result<(), ConnectError> {
    let mut discovery = std::pin::pin!(discover(upstream, hello));
    if let Ok(discovered) = tokio::time::timeout(PROBE_TIMEOUT, &mut discovery).await {
        return discovered;
    }
    let mut handshake = std::pin::pin!(initialize(upstream, hello));
    tokio::select! {
        biased;
        discovered = &mut discovery => match discovered {
            Ok(()) => Ok(()),
            Err(_) => handshake.await,
        },
        initialized = &mut handshake => match initialized {
            Ok(()) => Ok(()),
            Err(_) => discovery.await,
        },
    }
}

fn is_http(upstream: &Upstream) -> bool {
    matches!(upstream.sender().as_deref(), Ok(transport::TransportSender::Http(_)))
}

/// Returns whether an error shows that the server does not speak an era.
fn means_other_era(error: &ConnectError, upstream: &Upstream, era: Era) -> bool {
    match error {
        // Over a pipe, a probe has tried both.
        ConnectError::Timeout { .. } => era == Era::Modern && is_http(upstream),
        ConnectError::NoCommonRevision { .. } => true,
        ConnectError::Refused(error) => match error {
            CallError::Server(_) | CallError::Malformed(_) | CallError::SessionEnded | CallError::Closed => {
                true
            }
            CallError::Status { status } => {
                (400..500).contains(status) && !matches!(status, 401 | 403 | 407 | 429)
            }
            _ => false,
        },
        _ => false,
    }
}

fn set_version(upstream: &Upstream, version: ProtocolVersion) {
    if let Ok(sender) = upstream.sender() {
        sender.set_version(version);
    }
}

async fn initialize(upstream: &Arc<Upstream>, hello: &Hello) -> Result<(), ConnectError> {
    set_version(upstream, ProtocolVersion::Unknown);
    let mut params = ObjectWriter::with_capacity(512);
    params
        .text("protocolVersion", LEGACY_VERSION)
        .raw("capabilities", hello.capabilities.raw())
        .raw("clientInfo", hello.client_info.raw())
        .members(hello.others.raw());
    let response = upstream.request(method::INITIALIZE, params.finish().raw()).await;
    let response = response.map_err(ConnectError::Refused)?;
    let result = result_of(&response)?;
    let version = result.get("protocolVersion").and_then(Raw::as_text).unwrap_or_default();
    let older = ["2025-03-26", "2024-11-05"].into_iter().find(|older| *older == version);
    let negotiated = match (version.parse(), older) {
        (Ok(revision), _) if Era::of(revision) == Era::Legacy => ProtocolVersion::Revision(revision),
        (_, Some(older)) => ProtocolVersion::Older(older),
        _ => return Err(ConnectError::NoCommonRevision { offered: version.into_owned() }),
    };
    set_version(upstream, negotiated);
    *upstream.greeting.write() = ServerGreeting { era: Era::Legacy, result: Arc::new(result.to_owned()) };
    if hello.is_initialized {
        upstream.want_stream();
        upstream.end_handshake().await.map_err(ConnectError::Refused)?;
    }
    Ok(())
}

async fn discover(upstream: &Arc<Upstream>, hello: &Hello) -> Result<(), ConnectError> {
    if let Ok(revision) = MODERN_VERSION.parse() {
        set_version(upstream, ProtocolVersion::Revision(revision));
    }
    let members = modern_members(hello.modern_capabilities.raw(), hello.client_info.raw(), None);
    let params = ObjectWriter::new().raw(meta::META, members.raw()).finish();
    let response = upstream.request(method::DISCOVER, params.raw()).await.map_err(ConnectError::Refused)?;
    let result = result_of(&response)?;
    let offered = result.get("supportedVersions").into_iter().flat_map(Raw::items);
    let offered: Vec<String> = offered.filter_map(|version| version.as_text().map(Into::into)).collect();
    if !offered.iter().any(|version| version == MODERN_VERSION) {
        return Err(ConnectError::NoCommonRevision { offered: offered.join(", ") });
    }
    *upstream.greeting.write() = ServerGreeting { era: Era::Modern, result: Arc::new(result.to_owned()) };
    Ok(())
}

fn result_of(response: &Response) -> Result<Raw<'_>, ConnectError> {
    response.result().map_err(|error| ConnectError::Refused(CallError::Server(error.clone())))
}
