//! Negotiates the era and the revision with a server.
//!
//! The client tries the modern era first with `server/discover`, which only modern servers answer.
//! Any other answer means legacy, except for those that mean that no session is possible: the
//! server is unreachable, requires credentials, or names only unknown revisions.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::schema::Revision;

use super::builder::Eras;
use super::core::{Core, SendOptions};
use super::error::{CallError, ConnectError};
use super::handlers::ServerInfo;
use super::options::RequestOptions;
use super::request_params;
use super::transport::TransportSender;
use crate::transport::http_client::ProtocolVersion;
use crate::wire::{
    Era, ErrorCode, OLDER_REVISIONS, ObjectWriter, Peer, Raw, Response, RpcError, meta, method,
};

/// How long a server on a stream may take to answer the probe. Some legacy servers never answer
/// unknown methods.
const PROBE: Duration = Duration::from_secs(10);
/// The error code for an unsupported revision.
const UNSUPPORTED_VERSION: ErrorCode = ErrorCode(-32022);
/// The legacy revisions without elicitation. Their tools can be called all the same.
const OLDER: [&str; 2] = OLDER_REVISIONS;

/// The era that a probe has shown.
enum ProbeResult {
    Modern(ServerInfo),
    Legacy,
}

/// Runs the handshake within the start timeout and stores the server's information in the core.
pub(super) async fn begin(core: &Arc<Core>, address: String) -> Result<Arc<ServerInfo>, ConnectError> {
    let limit = core.settings.start_timeout;
    let negotiated = tokio::time::timeout(limit, negotiate(core, &address)).await;
    negotiated.map_err(|_| ConnectError::Timeout { seconds: limit.as_secs() })?
}

async fn negotiate(core: &Arc<Core>, address: &str) -> Result<Arc<ServerInfo>, ConnectError> {
    match core.settings.eras {
        Eras::Only(Era::Legacy) => initialize(core, address).await,
        Eras::Only(Era::Modern) => {
            let server = discover(core, address).await?;
            Ok(set_server(core, server))
        }
        Eras::Both => match probe(core, address).await? {
            ProbeResult::Modern(server) => Ok(set_server(core, server)),
            ProbeResult::Legacy => match initialize(core, address).await {
                // The server is modern and answered the probe too late.
                Err(ConnectError::Refused(CallError::Server(error))) if error.code == UNSUPPORTED_VERSION => {
                    let server = discover(core, address).await?;
                    Ok(set_server(core, server))
                }
                other => other,
            },
        },
    }
}

/// Stores the server's information. This happens once.
fn set_server(core: &Core, server: ServerInfo) -> Arc<ServerInfo> {
    Arc::clone(core.server.get_or_init(|| Arc::new(server)))
}

async fn probe(core: &Arc<Core>, address: &str) -> Result<ProbeResult, ConnectError> {
    let discovered = match &core.transport {
        // Over HTTP, silence is an outage. In a pipe, some legacy servers ignore unknown methods.
        TransportSender::Http(_) => discover(core, address).await,
        TransportSender::Stream(_) => match tokio::time::timeout(PROBE, discover(core, address)).await {
            Ok(discovered) => discovered,
            Err(_) => return Ok(ProbeResult::Legacy),
        },
    };
    match discovered {
        Ok(server) => Ok(ProbeResult::Modern(server)),
        Err(ConnectError::Refused(error)) if means_legacy(&error) => Ok(ProbeResult::Legacy),
        Err(ConnectError::NoCommonRevision { offered }) if names_legacy(&offered) => Ok(ProbeResult::Legacy),
        Err(error) => Err(error),
    }
}

fn means_legacy(error: &CallError) -> bool {
    match error {
        CallError::Server(_) | CallError::Malformed(_) | CallError::SessionEnded => true,
        CallError::Status { status } => {
            (400..500).contains(status) && !matches!(status, 401 | 403 | 407 | 429)
        }
        _ => false,
    }
}

fn names_legacy(offered: &str) -> bool {
    let legacy = Revision::ALL.into_iter().filter(|revision| Era::of(*revision) == Era::Legacy);
    legacy.map(Revision::as_str).chain(OLDER).any(|version| offered.contains(version))
}

/// Asks a modern server for its revisions and capabilities.
async fn discover(core: &Arc<Core>, address: &str) -> Result<ServerInfo, ConnectError> {
    let revision = Revision::V2026_07_28;
    core.transport.set_version(ProtocolVersion::Revision(revision));
    let result = match discover_once(core, revision).await {
        // The refusal names the server's revisions. If ours is among them, a second try may succeed.
        Err(CallError::Server(error)) if error.code == UNSUPPORTED_VERSION => {
            let offered = offered(&error);
            if !offered.iter().any(|version| version == revision.as_str()) {
                return match offered.is_empty() {
                    true => Err(ConnectError::Refused(CallError::Server(error))),
                    false => Err(ConnectError::NoCommonRevision { offered: offered.join(", ") }),
                };
            }
            discover_once(core, revision).await
        }
        other => other,
    };
    let response = result.map_err(ConnectError::Refused)?;
    let result =
        response.result().map_err(|error| ConnectError::Refused(CallError::Server(error.clone())))?;
    let offered = texts(result.get("supportedVersions"));
    if !offered.iter().any(|version| version == revision.as_str()) {
        return Err(match offered.is_empty() {
            true => ConnectError::Refused(CallError::Malformed("no supportedVersions".to_owned())),
            false => ConnectError::NoCommonRevision { offered: offered.join(", ") },
        });
    }
    Ok(server(result, revision, address))
}

async fn discover_once(core: &Arc<Core>, revision: Revision) -> Result<Response, CallError> {
    let id = core.next_id();
    let params = request_params::with_meta(&core.settings, revision, id, Raw::EMPTY, &RequestOptions::new());
    let response = core.request(id, method::DISCOVER, &params, SendOptions::default()).await?;
    match response.result() {
        Ok(_) => Ok(response),
        Err(error) => Err(CallError::Server(error.clone())),
    }
}

/// Returns the revisions that an unsupported-version error names.
fn offered(error: &RpcError) -> Vec<String> {
    texts(error.data.as_ref().and_then(|data| data.raw().get("supported")))
}

fn texts(list: Option<Raw<'_>>) -> Vec<String> {
    list.into_iter().flat_map(Raw::items).filter_map(|item| item.as_text().map(Into::into)).collect()
}

/// Runs the legacy handshake: `initialize`, then `notifications/initialized`.
async fn initialize(core: &Arc<Core>, address: &str) -> Result<Arc<ServerInfo>, ConnectError> {
    core.transport.set_version(ProtocolVersion::Unknown);
    let wanted = Revision::V2025_11_25;
    let params = ObjectWriter::new()
        .text("protocolVersion", wanted.as_str())
        .raw("capabilities", core.settings.capabilities().raw())
        .raw("clientInfo", core.settings.identity.to_json().raw())
        .finish();
    let response = core.request(core.next_id(), method::INITIALIZE, &params, SendOptions::default()).await;
    let response = response.map_err(ConnectError::Refused)?;
    let result =
        response.result().map_err(|error| ConnectError::Refused(CallError::Server(error.clone())))?;
    let version = result.get("protocolVersion").and_then(Raw::as_text).unwrap_or_default();
    let revision = match version.parse::<Revision>() {
        Ok(revision) if Era::of(revision) == Era::Legacy => {
            core.transport.set_version(ProtocolVersion::Revision(revision));
            revision
        }
        _ => {
            let older = OLDER.into_iter().find(|older| *older == version);
            let Some(older) = older else {
                return Err(ConnectError::NoCommonRevision { offered: version.into_owned() });
            };
            core.transport.set_version(ProtocolVersion::Older(older));
            Revision::V2025_06_18
        }
    };
    let server = set_server(core, server(result, revision, address));
    let notified = core.transport.notify(method::INITIALIZED, &Raw::EMPTY.to_owned()).await;
    notified.map_err(ConnectError::Refused)?;
    core.transport.listen().await;
    Ok(server)
}

/// Reads what a server says about itself, in either era.
fn server(result: Raw<'_>, revision: Revision, address: &str) -> ServerInfo {
    let in_meta = || result.get(meta::META).and_then(|meta| meta.get(meta::SERVER_INFO));
    let peer = result.get("serverInfo").or_else(in_meta).map(Peer::read).unwrap_or_default();
    let capabilities = result.get("capabilities").and_then(Raw::object).unwrap_or(Raw::EMPTY);
    ServerInfo {
        peer,
        address: address.to_owned(),
        revision,
        capabilities: capabilities.to_owned(),
        instructions: result.get("instructions").and_then(Raw::as_text).map(Into::into),
    }
}
