//! Several servers behind one address: merged greetings and lists, and where each request goes.

use std::sync::Arc;
use std::time::Duration;

use askwell_mcp::client::CallError;
use askwell_mcp::server::{BackendResponse, Call, Failure};
use askwell_mcp::wire::{Era, ErrorCode, Json, ObjectWriter, Raw, RpcError, encode, meta, method};
use futures_util::future::join_all;

use super::ClientLink;
use super::responses::unknown;
use crate::catalogue::{ListKind, NameTable, ServerLists};
use crate::exchange::Route;
use crate::upstream::Upstream;

/// The most pages and entries of one list.
const MAX_PAGES: usize = 1000;
const MAX_ENTRIES: usize = 10_000;
/// How long a server may take to list its tools for a rule.
const LIST_TIMEOUT: Duration = Duration::from_secs(10);

impl ClientLink {
    /// Connects to all servers. Those that fail are left out; the client can use the others.
    async fn all_connections(&self) -> Result<Vec<(usize, Arc<Upstream>)>, Failure> {
        let connecting =
            (0..self.slots.len()).map(|server| async move { (server, self.connection(server).await) });
        let mut found = Vec::new();
        let mut last = None;
        for (server, connected) in join_all(connecting).await {
            match connected {
                Ok(upstream) => found.push((server, upstream)),
                Err(failure) => last = Some(failure),
            }
        }
        match last {
            Some(failure) if found.is_empty() => Err(failure),
            _ => Ok(found),
        }
    }

    /// Returns the result of `initialize` for all servers together.
    pub(super) async fn merged_greeting(&self, asked: &str) -> Result<Json, Failure> {
        let connections = self.all_connections().await?;
        let known = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
        let version = known.into_iter().find(|version| *version == asked).unwrap_or("2025-11-25");
        let mut result = ObjectWriter::with_capacity(512);
        result.text("protocolVersion", version);
        self.write_greeting(&mut result, &connections);
        result.raw("serverInfo", gateway_info().raw());
        Ok(result.finish())
    }

    /// Returns the result of `server/discover` for all servers together.
    pub(super) async fn merged_discovery(&self) -> Result<Json, Failure> {
        let connections = self.all_connections().await?;
        let mut result = ObjectWriter::with_capacity(512);
        result.text("resultType", "complete").list("supportedVersions", [Json::of_text("2026-07-28").raw()]);
        self.write_greeting(&mut result, &connections);
        let members = ObjectWriter::new().raw(meta::SERVER_INFO, gateway_info().raw()).finish();
        result.integer("ttlMs", 0).text("cacheScope", "private").raw(meta::META, members.raw());
        Ok(result.finish())
    }

    fn write_greeting(&self, result: &mut ObjectWriter, connections: &[(usize, Arc<Upstream>)]) {
        let greetings: Vec<_> =
            connections.iter().map(|(server, upstream)| (*server, upstream.greeting())).collect();
        let mut capabilities: Vec<(String, Vec<(String, Json)>)> = Vec::new();
        for (_, greeting) in &greetings {
            for (key, value) in greeting.capabilities().members() {
                let index = capabilities.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                    capabilities.push((key.clone().into_owned(), Vec::new()));
                    capabilities.len() - 1
                });
                let Some((_, details)) = capabilities.get_mut(index) else { continue };
                for (detail, value) in value.members() {
                    if !details.iter().any(|(known, _)| *known == detail) {
                        details.push((detail.into_owned(), value.to_owned()));
                    }
                }
            }
        }
        let mut merged = ObjectWriter::new();
        for (key, details) in &capabilities {
            let mut object = ObjectWriter::new();
            for (detail, value) in details {
                object.raw(detail, value.raw());
            }
            merged.raw(key, object.finish().raw());
        }
        result.raw("capabilities", merged.finish().raw());
        let instructions: Vec<String> = greetings
            .iter()
            .filter_map(|(server, greeting)| {
                let text = greeting.get("instructions").and_then(Raw::as_text)?;
                Some(format!("{}: {text}", self.server_name(*server)))
            })
            .collect();
        if !instructions.is_empty() {
            result.text("instructions", &instructions.join("\n\n"));
        }
    }

    /// Returns where names lead; asks the servers if that is not known.
    async fn name_table(&self) -> Result<Arc<NameTable>, Failure> {
        if let Some(names) = self.catalogue.names() {
            return Ok(names);
        }
        self.refresh_names().await
    }

    async fn refresh_names(&self) -> Result<Arc<NameTable>, Failure> {
        let connections = self.all_connections().await?;
        let mut lists: Vec<ServerLists> = (0..self.slots.len()).map(|_| ServerLists::default()).collect();
        let fetching = connections
            .iter()
            .map(|(server, upstream)| async move { (*server, self.fetch_lists(*server, upstream).await) });
        for (server, fetched) in join_all(fetching).await {
            if let Some(place) = lists.get_mut(server) {
                *place = fetched;
            }
        }
        let named = self.slots.iter().zip(lists);
        let servers: Vec<_> =
            named.map(|(slot, lists)| (&*slot.spec.name, slot.spec.prefix, lists)).collect();
        Ok(self.catalogue.set_names(NameTable::merge(&servers)))
    }

    async fn fetch_lists(&self, server: usize, upstream: &Arc<Upstream>) -> ServerLists {
        let greeting = upstream.greeting();
        let mut lists = ServerLists::default();
        for kind in ListKind::ALL {
            if greeting.capabilities().get(kind.capability()).is_none() {
                continue;
            }
            match self.fetch_list(upstream, kind).await {
                Ok(entries) => {
                    if kind == ListKind::Tools {
                        let all = ObjectWriter::new().list("tools", entries.iter().map(Json::raw)).finish();
                        self.catalogue.record_tools(server, &upstream.server, all.raw());
                    }
                    lists.entries.extend(entries.into_iter().map(|entry| (kind, entry)));
                }
                Err(error) => {
                    tracing::warn!(server = &*upstream.server, %error, list = kind.member(), "a list cannot be read");
                }
            }
        }
        lists
    }

    async fn fetch_list(&self, upstream: &Arc<Upstream>, kind: ListKind) -> Result<Vec<Json>, CallError> {
        let mut entries = Vec::new();
        let mut cursor: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let mut params = ObjectWriter::new();
            if let Some(cursor) = &cursor {
                params.text("cursor", cursor);
            }
            if upstream.era() == Era::Modern {
                params.raw(meta::META, self.members().raw());
            }
            let response = upstream.request(kind.method(), params.finish().raw()).await?;
            let result = response.result().map_err(|error| CallError::Server(error.clone()))?;
            entries.extend(result.get(kind.member()).into_iter().flat_map(Raw::items).map(Raw::to_owned));
            cursor = result.get("nextCursor").and_then(Raw::as_text).map(Into::into);
            if cursor.is_none() || entries.len() > MAX_ENTRIES {
                entries.truncate(MAX_ENTRIES);
                return Ok(entries);
            }
        }
        Ok(entries)
    }

    /// Lists the tools of a server if the definition of this one is not known: its client may have listed them before
    /// a restart of the gateway. If that fails, the definition stays unknown.
    pub(crate) async fn list_unknown_tool(&self, server: usize, tool: &str) {
        if self.catalogue.tool(server, tool).is_some() {
            return;
        }
        let listing = async {
            let upstream = self.connection(server).await.ok()?;
            let entries = self.fetch_list(&upstream, ListKind::Tools).await.ok()?;
            let all = ObjectWriter::new().list("tools", entries.iter().map(Json::raw)).finish();
            self.catalogue.record_tools(server, &upstream.server, all.raw());
            Some(())
        };
        if !matches!(tokio::time::timeout(LIST_TIMEOUT, listing).await, Ok(Some(()))) {
            tracing::warn!(server = &*self.server_name(server), "the tools cannot be listed");
        }
    }

    /// Answers a list with those of all servers; `None` if the request is no list.
    pub(crate) async fn merged_list(&self, call: &Call) -> Option<Result<BackendResponse, Failure>> {
        let kind = ListKind::of_method(call.request().method())?;
        let names = match self.refresh_names().await {
            Ok(names) => names,
            Err(failure) => return Some(Err(failure)),
        };
        let mut list = names.list(kind);
        if self.era() == Era::Modern {
            let mut modern = ObjectWriter::with_capacity(list.text().len() + 64);
            modern.text("resultType", "complete").members(list.raw());
            list = modern.integer("ttlMs", 0).text("cacheScope", "private").finish();
        }
        Some(Ok(BackendResponse::of_text(encode::result(call.request().id(), list.raw()), None)))
    }

    /// Returns where a request goes.
    pub(crate) async fn route(&self, call: &Call) -> Result<Route, Failure> {
        if self.is_transparent() {
            return Ok(Route::default());
        }
        let names = self.name_table().await?;
        match self.find_route(call, &names) {
            Some(route) => Ok(route),
            // A server may have something new.
            None => {
                let names = self.refresh_names().await?;
                self.find_route(call, &names).ok_or_else(|| match call.request().method() {
                    method::CALL_TOOL => unknown("tool", call.name()),
                    method::GET_PROMPT => unknown("prompt", call.name()),
                    method::READ_RESOURCE | method::SUBSCRIBE | method::UNSUBSCRIBE => {
                        unknown("resource", call.name())
                    }
                    method::COMPLETE => unknown("reference", "ref"),
                    other => Failure::Rpc(RpcError::new(
                        ErrorCode::METHOD_NOT_FOUND,
                        format!("several servers are behind this address, and `{other}` names none of them"),
                    )),
                })
            }
        }
    }

    fn find_route(&self, call: &Call, names: &NameTable) -> Option<Route> {
        let renamed = |(server, name): &(usize, String), shown: &str| Route {
            server: *server,
            name: Some(name.clone()).filter(|name| name != shown),
            arguments: None,
        };
        let at = |server: usize| Route { server, ..Route::default() };
        match call.request().method() {
            method::CALL_TOOL => names.tool(call.name()).map(|found| renamed(found, call.name())),
            method::GET_PROMPT => names.prompt(call.name()).map(|found| renamed(found, call.name())),
            method::READ_RESOURCE | method::SUBSCRIBE | method::UNSUBSCRIBE => {
                names.resource(call.name()).map(at)
            }
            method::COMPLETE => {
                let reference = call.params().get("ref")?;
                match reference.get("uri").and_then(Raw::as_text) {
                    Some(uri) => names.resource(&uri).map(at),
                    None => {
                        let name = reference.get("name").and_then(Raw::as_text)?;
                        names.prompt(&name).map(|(server, _)| at(*server))
                    }
                }
            }
            _ => None,
        }
    }

    /// Sends a request about the whole session to all servers; `None` if it is another one.
    pub(crate) async fn broadcast(&self, call: &Call) -> Option<Result<BackendResponse, Failure>> {
        let request = call.request();
        match request.method() {
            method::PING => {}
            method::SET_LOG_LEVEL => {
                if let Some(level) = call.params().get("level").and_then(Raw::as_text) {
                    self.set_log_level(&level);
                }
                let connections = match self.all_connections().await {
                    Ok(connections) => connections,
                    Err(failure) => return Some(Err(failure)),
                };
                let setting = connections.iter().filter(|(_, upstream)| upstream.era() == Era::Legacy);
                join_all(setting.map(|(_, upstream)| upstream.request(request.method(), request.params())))
                    .await;
            }
            _ => return None,
        }
        Some(Ok(BackendResponse::of_text(encode::result(request.id(), Raw::EMPTY), None)))
    }
}

fn gateway_info() -> Json {
    ObjectWriter::new().text("name", "askwell-gateway").text("version", env!("CARGO_PKG_VERSION")).finish()
}
