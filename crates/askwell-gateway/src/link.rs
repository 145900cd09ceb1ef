//! One client of the gateway, and its connections to the servers.
//!
//! A legacy client has a link for its session. Modern clients share one if principal, name and
//! capabilities are the same. No link is shared between principals, so that no client uses what
//! another one has authorised.

mod inbound;
mod merged;
mod responses;
mod subscriptions;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use askwell_engine::WatchEvent;
use askwell_lifecycle::{Actor, ElicitationId, Status, Surface};
use askwell_mcp::HostedLink;
use askwell_mcp::client::HeaderArguments;
use askwell_mcp::elicit::AskRestrictions;
use askwell_mcp::server::{Call, ClientSession, Failure};
use askwell_mcp::wire::{Era, ErrorCode, Json, ObjectWriter, Peer, Raw, RpcError, method};
use hashbrown::HashMap;
use parking_lot::{Mutex, RwLock};
use tokio::time::Instant;

use self::subscriptions::Subscriptions;
use crate::catalogue::Catalogue;
use crate::exchange::Route;
use crate::gateway::GatewayState;
use crate::hooks::{self, ClientQuirks};
use crate::rewrite::{Pages, TaskUse, declared_capabilities};
use crate::upstream::{Hello, ServerEvents, ServerSlot, Upstream, modern_members};

/// An answer that a client without a person gives comes faster.
const HEADLESS_ANSWER: Duration = Duration::from_millis(1000);

/// The most pages whose completion is awaited.
const MAX_PAGES: usize = 1024;

/// One client of the gateway, and its connections to the servers.
pub(crate) struct ClientLink {
    me: Weak<ClientLink>,
    pub(crate) gateway: Arc<GatewayState>,
    pub(crate) session: Option<ClientSession>,
    hello: Hello,
    quirks: ClientQuirks,
    /// How this client can be asked, by what is known about it.
    pub(crate) restrictions: AskRestrictions,
    /// What requests of a legacy client tell a modern server.
    members: RwLock<Arc<Json>>,
    /// Whether the client has ended its handshake.
    is_initialized: AtomicBool,
    pub(crate) slots: Vec<ServerSlot>,
    pub(crate) catalogue: Catalogue,
    /// The elicitations of pages, by the servers' ids.
    pages: Mutex<HashMap<String, ElicitationId>>,
    last_used: Mutex<Instant>,
    subscriptions: Subscriptions,
}

impl ClientLink {
    /// Creates the link of a legacy session from the params of `initialize`.
    pub(crate) fn of_session(
        gateway: &Arc<GatewayState>,
        session: ClientSession,
        params: Raw<'_>,
    ) -> Arc<Self> {
        let mut others = ObjectWriter::new();
        for (key, value) in params.members() {
            if !matches!(&*key, "protocolVersion" | "capabilities" | "clientInfo") {
                others.raw(&key, value);
            }
        }
        let declared = params.get("capabilities").and_then(Raw::object).unwrap_or(Raw::EMPTY);
        let capabilities = declared_capabilities(declared, gateway.pages, TaskUse::Hidden);
        let hello = Hello {
            era: Era::Legacy,
            modern_capabilities: capabilities.clone(),
            capabilities,
            client_info: client_info(params.get("clientInfo")),
            others: others.finish(),
            is_initialized: false,
        };
        ClientLink::new(gateway, Some(session), hello)
    }

    /// Creates the link of modern clients.
    pub(crate) fn of_requests(gateway: &Arc<GatewayState>, call: &Call) -> Arc<Self> {
        let info = call.meta().get(askwell_mcp::wire::meta::CLIENT_INFO);
        let capabilities = call.capabilities();
        let answers_all = capabilities.supports_forms() && capabilities.supports_urls();
        let tasks = match gateway.is_transparent() && (gateway.pages == Pages::None || answers_all) {
            true => TaskUse::PassedOn,
            false => TaskUse::Hidden,
        };
        let declared = capabilities.declared.raw();
        let hello = Hello {
            era: Era::Modern,
            capabilities: declared_capabilities(declared, gateway.pages, TaskUse::Hidden),
            modern_capabilities: declared_capabilities(declared, gateway.pages, tasks),
            client_info: client_info(info),
            others: Raw::EMPTY.to_owned(),
            is_initialized: true,
        };
        ClientLink::new(gateway, None, hello)
    }

    fn new(gateway: &Arc<GatewayState>, session: Option<ClientSession>, hello: Hello) -> Arc<Self> {
        let members = modern_members(hello.capabilities.raw(), hello.client_info.raw(), None);
        let quirks = hooks::quirks_of(&gateway.gates, &Peer::read(hello.client_info.raw()));
        Arc::new_cyclic(|me| ClientLink {
            me: me.clone(),
            gateway: Arc::clone(gateway),
            session,
            restrictions: AskRestrictions {
                without_dialog: quirks.forms_unseen,
                without_urls: quirks.urls_unseen,
                instant_answer: if quirks.headless_answers { HEADLESS_ANSWER } else { Duration::ZERO },
                audience: None,
            },
            quirks,
            members: RwLock::new(Arc::new(members)),
            is_initialized: AtomicBool::new(hello.era == Era::Modern),
            slots: gateway.servers.iter().map(|spec| ServerSlot::new(Arc::clone(spec))).collect(),
            catalogue: Catalogue::new(gateway.servers.len()),
            hello,
            pages: Mutex::default(),
            last_used: Mutex::new(Instant::now()),
            subscriptions: Subscriptions::default(),
        })
    }

    pub(crate) fn quirks(&self) -> ClientQuirks {
        self.quirks
    }

    /// Returns what requests of a legacy client tell a modern server.
    pub(crate) fn members(&self) -> Arc<Json> {
        Arc::clone(&self.members.read())
    }

    /// Sets the log level that requests of a legacy client tell a modern server.
    fn set_log_level(&self, level: &str) {
        let members =
            modern_members(self.hello.capabilities.raw(), self.hello.client_info.raw(), Some(level));
        *self.members.write() = Arc::new(members);
    }

    /// Returns the capabilities that modern servers see in requests of modern clients.
    pub(crate) fn declared(&self) -> &Json {
        &self.hello.modern_capabilities
    }

    pub(crate) fn era(&self) -> Era {
        self.hello.era
    }

    /// Returns whether one server answers everything, under its own names.
    pub(crate) fn is_transparent(&self) -> bool {
        self.gateway.is_transparent()
    }

    pub(crate) fn touch(&self) {
        *self.last_used.lock() = Instant::now();
    }

    pub(crate) fn idle_for(&self) -> Duration {
        self.last_used.lock().elapsed()
    }

    fn events(&self) -> Weak<dyn ServerEvents> {
        self.me.clone()
    }

    /// Returns the connection to a server.
    pub(crate) async fn connection(&self, server: usize) -> Result<Arc<Upstream>, Failure> {
        let Some(slot) = self.slots.get(server) else {
            return Err(Failure::Rpc(RpcError::new(ErrorCode::INTERNAL, "there is no server")));
        };
        if let Some(upstream) = slot.current() {
            return Ok(upstream);
        }
        let hello =
            Hello { is_initialized: self.is_initialized.load(Ordering::Acquire), ..self.hello.clone() };
        let connected = slot.connection(&hello, self.events(), self.gateway.settings.limits).await;
        let upstream =
            connected.map_err(|error| Failure::Rpc(RpcError::new(ErrorCode::INTERNAL, error.to_string())))?;
        if hello.is_initialized
            && let Some(me) = self.me.upgrade()
        {
            me.open_stream(server, &upstream);
        }
        Ok(upstream)
    }

    /// Ends all connections in good order.
    pub(crate) async fn close(&self) {
        futures_util::future::join_all(self.slots.iter().map(ServerSlot::close)).await;
    }

    /// Returns the HTTP headers that repeat arguments for a modern server: the client's own, or those that
    /// the tool declares. Legacy servers get none.
    pub(crate) fn argument_headers(&self, call: &Call, route: &Route, server: Era) -> Vec<(String, String)> {
        if server == Era::Legacy {
            return Vec::new();
        }
        if is_modern_http(call) {
            return call.argument_headers().to_vec();
        }
        if call.request().method() != method::CALL_TOOL {
            return Vec::new();
        }
        let wanted = self.header_arguments(call, route);
        wanted.map(|headers| headers.headers(call.arguments())).unwrap_or_default()
    }

    /// Returns the arguments that a tool wants repeated in headers, if its definition was seen.
    fn header_arguments(&self, call: &Call, route: &Route) -> Option<HeaderArguments> {
        let tool = route.name.as_deref().unwrap_or(call.name());
        let definition = self.catalogue.tool(route.server, tool)?;
        HeaderArguments::read(definition.raw().get("inputSchema").unwrap_or(Raw::EMPTY)).ok()
    }

    /// Compares the headers of a modern call over HTTP with its arguments, for servers that do not see
    /// the headers.
    pub(crate) fn check_headers(&self, call: &Call, route: &Route) -> Result<(), Failure> {
        if !is_modern_http(call) {
            return Ok(());
        }
        match self.header_arguments(call, route) {
            Some(wanted) => wanted.check(call.argument_headers(), call.arguments()).map_err(Failure::Rpc),
            None => Ok(()),
        }
    }

    /// Tells the person where to answer: in the log, and in the progress of the call.
    pub(crate) fn announce(&self, call: &Call, message: &str, page: &HostedLink) {
        (self.gateway.announce)(message, page);
        let code = page.code.as_ref().map(|code| format!(" (code {code})")).unwrap_or_default();
        call.report_waiting(&format!("Waiting for an answer at {}{code}", page.url));
    }

    /// Returns what the client gets when its call cannot wait any longer.
    pub(crate) fn waiting_failure(&self, server: &str, message: &str, page: Option<&HostedLink>) -> Failure {
        let Some(page) = page else {
            return Failure::message(format!(
                "The server `{server}` asks: {message}\nA person has to answer first. Call again with the same \
                 arguments when they have."
            ));
        };
        let code = page
            .code
            .as_ref()
            .map(|code| format!(" The page will ask for this code: {code}."))
            .unwrap_or_default();
        Failure::message(format!(
            "The server `{server}` asks: {message}\nShow the person this link and ask them to answer there: {}{code} \
             The call waits. When they have answered, call again with the same arguments to get its result.",
            page.url
        ))
    }

    /// Remembers which elicitation a page of a server belongs to.
    pub(crate) fn await_page(&self, elicitation_id: &str, id: ElicitationId) {
        let mut pages = self.pages.lock();
        if pages.len() < MAX_PAGES {
            pages.insert(elicitation_id.to_owned(), id);
        }
    }

    fn page_of(&self, elicitation_id: &str) -> Option<ElicitationId> {
        self.pages.lock().remove(elicitation_id)
    }

    /// Waits until the person has opened the page of an elicitation.
    pub(crate) async fn opened(&self, call: &Call, id: ElicitationId) {
        let engine = call.engine();
        let actor = Actor::client(call.principal(), Surface::Mcp);
        let Ok(mut watch) = engine.watch(&actor, None).await else { return std::future::pending().await };
        loop {
            match engine.status(&actor, id).await {
                Ok(elicitation) if elicitation.status() == Status::Active => return,
                Ok(_) => {}
                Err(_) => return std::future::pending().await,
            }
            loop {
                match watch.next().await {
                    Ok(WatchEvent::Change(change)) if change.id != id => {}
                    Ok(_) => break,
                    Err(_) => return std::future::pending().await,
                }
            }
        }
    }
}

/// Returns whether a call is of a modern client that sends headers.
fn is_modern_http(call: &Call) -> bool {
    call.era() == Era::Modern && !call.is_on_connection()
}

fn client_info(info: Option<Raw<'_>>) -> Json {
    match info.and_then(Raw::object) {
        Some(info) => info.to_owned(),
        None => ObjectWriter::new()
            .text("name", "askwell-gateway")
            .text("version", env!("CARGO_PKG_VERSION"))
            .finish(),
    }
}
