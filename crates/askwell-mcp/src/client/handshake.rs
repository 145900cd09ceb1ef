//! How client and server agree on what to speak.
//!
//! The modern era is tried first: `server/discover`, which only modern servers answer. Whatever else comes back means
//! legacy, but for what means that nobody speaks at all: an unreachable server, one that wants to know who is there, one
//! that names only revisions unknown here.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::schema::Revision;

use super::builder::Eras;
use super::carrier::Carrier;
use super::core::{Core, Sending};
use super::envelope;
use super::error::{CallError, ConnectError};
use super::handlers::Server;
use super::options::Options;
use crate::transport::http_client::Spoken;
use crate::wire::{
    Era, ErrorCode, OLDER_REVISIONS, ObjectWriter, Peer, Raw, Response, RpcError, meta, method,
};

/// How long a server on a stream may be silent before it counts as legacy: some never answer what they do not know.
const PROBE: Duration = Duration::from_secs(10);
/// "I do not speak that revision."
const UNSUPPORTED_VERSION: ErrorCode = ErrorCode(-32022);
/// What legacy servers without elicitation speak. Their tools can be called all the same.
const OLDER: [&str; 2] = OLDER_REVISIONS;

/// What a probe has shown.
enum Probed {
    Modern(Server),
    Legacy,
}

/// Agrees with the server, and notes in the core what it is.
pub(super) async fn begin(core: &Arc<Core>, address: String) -> Result<Arc<Server>, ConnectError> {
    let limit = core.settings.start;
    let agreed = tokio::time::timeout(limit, agree(core, &address)).await;
    agreed.map_err(|_| ConnectError::Silence { seconds: limit.as_secs() })?
}

async fn agree(core: &Arc<Core>, address: &str) -> Result<Arc<Server>, ConnectError> {
    match core.settings.eras {
        Eras::Only(Era::Legacy) => initialize(core, address).await,
        Eras::Only(Era::Modern) => {
            let server = discover(core, address).await?;
            Ok(adopt(core, server))
        }
        Eras::Both => match probe(core, address).await? {
            Probed::Modern(server) => Ok(adopt(core, server)),
            Probed::Legacy => match initialize(core, address).await {
                // It was modern after all, and slow to say so.
                Err(ConnectError::Refused(CallError::Server(error))) if error.code == UNSUPPORTED_VERSION => {
                    let server = discover(core, address).await?;
                    Ok(adopt(core, server))
                }
                other => other,
            },
        },
    }
}

/// Notes what was agreed upon, which happens once.
fn adopt(core: &Core, server: Server) -> Arc<Server> {
    Arc::clone(core.server.get_or_init(|| Arc::new(server)))
}

async fn probe(core: &Arc<Core>, address: &str) -> Result<Probed, ConnectError> {
    let discovered = match &core.carrier {
        // Silence on a wire is an outage; silence in a pipe is how some say no.
        Carrier::Http(_) => discover(core, address).await,
        Carrier::Stream(_) => match tokio::time::timeout(PROBE, discover(core, address)).await {
            Ok(discovered) => discovered,
            Err(_) => return Ok(Probed::Legacy),
        },
    };
    match discovered {
        Ok(server) => Ok(Probed::Modern(server)),
        Err(ConnectError::Refused(error)) if means_legacy(&error) => Ok(Probed::Legacy),
        Err(ConnectError::NoCommonRevision { offered }) if names_legacy(&offered) => Ok(Probed::Legacy),
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

/// Asks a modern server what it is.
async fn discover(core: &Arc<Core>, address: &str) -> Result<Server, ConnectError> {
    let revision = Revision::V2026_07_28;
    core.carrier.speak(Spoken::Revision(revision));
    let result = match discover_once(core, revision).await {
        // The refusal names what the server speaks; if that is what we asked with, it is worth another try.
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
    let params = envelope::params(&core.settings, revision, id, Raw::EMPTY, &Options::new());
    let response = core.request(id, method::DISCOVER, &params, Sending::default()).await?;
    match response.result() {
        Ok(_) => Ok(response),
        Err(error) => Err(CallError::Server(error.clone())),
    }
}

/// What a server that does not speak our revision says it speaks.
fn offered(error: &RpcError) -> Vec<String> {
    texts(error.data.as_ref().and_then(|data| data.raw().get("supported")))
}

fn texts(list: Option<Raw<'_>>) -> Vec<String> {
    list.into_iter().flat_map(Raw::items).filter_map(|item| item.as_text().map(Into::into)).collect()
}

/// Begins as legacy servers want it.
async fn initialize(core: &Arc<Core>, address: &str) -> Result<Arc<Server>, ConnectError> {
    core.carrier.speak(Spoken::Nothing);
    let wanted = Revision::V2025_11_25;
    let params = ObjectWriter::new()
        .text("protocolVersion", wanted.as_str())
        .raw("capabilities", core.settings.capabilities().raw())
        .raw("clientInfo", core.settings.identity.to_json().raw())
        .finish();
    let response = core.request(core.next_id(), method::INITIALIZE, &params, Sending::default()).await;
    let response = response.map_err(ConnectError::Refused)?;
    let result =
        response.result().map_err(|error| ConnectError::Refused(CallError::Server(error.clone())))?;
    let version = result.get("protocolVersion").and_then(Raw::as_text).unwrap_or_default();
    let revision = match version.parse::<Revision>() {
        Ok(revision) if Era::of(revision) == Era::Legacy => {
            core.carrier.speak(Spoken::Revision(revision));
            revision
        }
        _ => {
            let older = OLDER.into_iter().find(|older| *older == version);
            let Some(older) = older else {
                return Err(ConnectError::NoCommonRevision { offered: version.into_owned() });
            };
            core.carrier.speak(Spoken::Older(older));
            Revision::V2025_06_18
        }
    };
    let server = adopt(core, server(result, revision, address));
    let told = core.carrier.notify(method::INITIALIZED, &Raw::EMPTY.to_owned()).await;
    told.map_err(ConnectError::Refused)?;
    core.carrier.listen().await;
    Ok(server)
}

/// What a server says about itself, in either era.
fn server(result: Raw<'_>, revision: Revision, address: &str) -> Server {
    let in_meta = || result.get(meta::META).and_then(|meta| meta.get(meta::SERVER_INFO));
    let peer = result.get("serverInfo").or_else(in_meta).map(Peer::read).unwrap_or_default();
    let capabilities = result.get("capabilities").and_then(Raw::object).unwrap_or(Raw::EMPTY);
    Server {
        peer,
        address: address.to_owned(),
        revision,
        capabilities: capabilities.to_owned(),
        instructions: result.get("instructions").and_then(Raw::as_text).map(Into::into),
    }
}
