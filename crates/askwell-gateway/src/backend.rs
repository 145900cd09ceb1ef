//! The gateway's side towards clients: finds the link of each request, and forwards it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_mcp::server::{Backend, BackendResponse, Call, ClientSession, Failure};
use askwell_mcp::wire::{Era, ErrorCode, Json, Notification, Raw, RpcError, meta, method};
use futures_util::future::{BoxFuture, join_all};
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::exchange::{Exchange, Restored, Route};
use crate::gateway::{GatewaySettings, GatewayState};
use crate::hooks::{self, CallDecision, Definitions, UpstreamCall};
use crate::link::ClientLink;
use crate::near_timer::NearTimer;
use crate::upstream::Direct;

/// How often idle links are looked for.
const SWEEP: Duration = Duration::from_secs(60);

/// The methods that the modern era does not have. Servers of that era refuse them themselves.
const LEGACY_METHODS: [&str; 4] =
    [method::PING, method::SET_LOG_LEVEL, method::SUBSCRIBE, method::UNSUBSCRIBE];

/// Forwards the requests of all clients.
pub(crate) struct GatewayBackend {
    state: Arc<GatewayState>,
    links: Arc<Mutex<Links>>,
    near_timer: Arc<NearTimer>,
}

#[derive(Default)]
struct Links {
    sessions: HashMap<u64, Arc<ClientLink>>,
    modern: HashMap<String, Arc<ClientLink>>,
    is_swept: bool,
}

impl GatewayBackend {
    pub(crate) fn new(state: Arc<GatewayState>) -> Arc<Self> {
        Arc::new(GatewayBackend { state, links: Arc::default(), near_timer: Arc::default() })
    }

    pub(crate) fn settings(&self) -> &GatewaySettings {
        &self.state.settings
    }

    /// Returns the link of a request; a new one for `initialize` and for a new modern client.
    fn link(&self, call: &Call) -> Result<Arc<ClientLink>, Failure> {
        match call.session() {
            Some(session) if call.request().method() == method::INITIALIZE => Ok(self.open(session, call)),
            Some(session) => {
                let link = self.links.lock().sessions.get(&session.number()).cloned();
                link.ok_or_else(|| {
                    Failure::Rpc(RpcError::new(ErrorCode::INVALID_REQUEST, "send `initialize` first"))
                })
            }
            None => self.modern_link(call),
        }
    }

    fn open(&self, session: ClientSession, call: &Call) -> Arc<ClientLink> {
        let number = session.number();
        let link = ClientLink::of_session(&self.state, session.clone(), call.params());
        self.links.lock().sessions.insert(number, Arc::clone(&link));
        let links = Arc::clone(&self.links);
        tokio::spawn(async move {
            session.ended().await;
            // It stays known until its servers have ended, so that the gateway waits for them when it stops.
            let link = links.lock().sessions.get(&number).cloned();
            if let Some(link) = link {
                link.close().await;
                links.lock().sessions.remove(&number);
            }
        });
        link
    }

    fn modern_link(&self, call: &Call) -> Result<Arc<ClientLink>, Failure> {
        let info = call.meta().get(meta::CLIENT_INFO).map_or("", Raw::text);
        let declared = call.capabilities().declared.text();
        let key = format!("{}\n{}\n{declared}\n{info}", call.principal().len(), call.principal());
        let mut links = self.links.lock();
        if let Some(link) = links.modern.get(&key) {
            link.touch();
            return Ok(Arc::clone(link));
        }
        if links.modern.len() >= self.state.settings.max_links {
            let text = "there are too many clients; try again later";
            return Err(Failure::Rpc(RpcError::new(ErrorCode::BUSY, text)));
        }
        let link = ClientLink::of_requests(&self.state, call);
        links.modern.insert(key, Arc::clone(&link));
        if !std::mem::replace(&mut links.is_swept, true) {
            tokio::spawn(sweep(Arc::downgrade(&self.links), self.state.settings.idle));
        }
        Ok(link)
    }

    /// Ends all connections.
    pub(crate) async fn shut_down(&self) {
        let links: Vec<_> = {
            let mut links = self.links.lock();
            let Links { sessions, modern, .. } = &mut *links;
            sessions.drain().map(|(_, link)| link).chain(modern.drain().map(|(_, link)| link)).collect()
        };
        join_all(links.iter().map(|link| link.close())).await;
    }
}

/// Ends the links of modern clients that are idle.
async fn sweep(links: std::sync::Weak<Mutex<Links>>, idle: Duration) {
    loop {
        tokio::time::sleep(SWEEP.min(idle)).await;
        let Some(links) = links.upgrade() else { return };
        let ended: Vec<_> = {
            let mut links = links.lock();
            // A link that a call uses has another owner.
            links
                .modern
                .extract_if(|_, link| Arc::strong_count(link) == 1 && link.idle_for() > idle)
                .map(|(_, link)| link)
                .collect()
        };
        join_all(ended.iter().map(|link| link.close())).await;
    }
}

impl Backend for GatewayBackend {
    fn handle_request(&self, call: Call) -> BoxFuture<'static, Result<BackendResponse, Failure>> {
        let link = self.link(&call);
        self.near_timer.keep();
        Box::pin(async move {
            let link = link?;
            // Dropped after everything that asks, so that no question is shown again.
            let _withdrawal = Withdrawal(call.clone());
            match call.request().method() {
                method::INITIALIZE if link.era() == Era::Modern => {
                    Err(Failure::Rpc(RpcError::method_not_found(method::INITIALIZE)))
                }
                method::INITIALIZE => {
                    let greeted = link.initialize(&call).await;
                    if let (Err(_), Some(session)) = (&greeted, &link.session) {
                        session.fail();
                    }
                    greeted
                }
                method::DISCOVER => link.discover(&call).await,
                _ => forward(&link, call).await,
            }
        })
    }

    fn handle_notification(&self, session: &ClientSession, notification: &Notification) {
        let link = self.links.lock().sessions.get(&session.number()).cloned();
        if let Some(link) = link {
            link.take_notification(notification);
        }
    }

    fn handle_listener(&self, session: &ClientSession) {
        let link = self.links.lock().sessions.get(&session.number()).cloned();
        if let Some(link) = link {
            link.take_listener();
        }
    }
}

/// Withdraws the questions of a call that its client cancels: nothing waits for their answers.
struct Withdrawal(Call);

impl Drop for Withdrawal {
    fn drop(&mut self) {
        if self.0.is_cancelled() {
            self.0.withdraw_questions();
        }
    }
}

/// Forwards a call, or goes on with one that was parked.
async fn forward(link: &Arc<ClientLink>, call: Call) -> Result<BackendResponse, Failure> {
    if let Some(mut parked) = link.gateway.parked.take(&call).await {
        parked.resume_by(&call);
        return parked.run().await;
    }
    if !link.is_transparent() {
        if let Some(listed) = link.merged_list(&call).await {
            return listed;
        }
        if let Some(answered) = link.broadcast(&call).await {
            return answered;
        }
    }
    let mut route = link.route(&call).await?;
    if link.era() == Era::Legacy {
        let server = link.connection(route.server).await?;
        if let Some(answered) = link.answer_here(&call, route.server, &server) {
            return answered;
        }
    } else {
        let method = call.request().method();
        if (method == method::LISTEN || LEGACY_METHODS.contains(&method))
            && let server = link.connection(route.server).await?
            && server.era() == Era::Legacy
        {
            if method == method::LISTEN {
                return link.listen(&call, server).await;
            }
            return Err(Failure::Rpc(RpcError::method_not_found(method)));
        }
        link.gateway.tasks.check(&call)?;
        match Exchange::restore(link, &call, &route).await? {
            Restored::New => {}
            Restored::Exchange(restored) => return restored.run().await,
            Restored::Lost => {
                link.gateway.lost_calls.settle(link.gateway.settings.repeat_lost_calls, &call).await?;
            }
        }
    }
    if link.gateway.lost_calls.take(&call) {
        link.gateway.lost_calls.settle(link.gateway.settings.repeat_lost_calls, &call).await?;
    }
    let method = call.request().method();
    if method == method::CALL_TOOL {
        link.check_headers(&call, &route)?;
        match approve(link, &call, &route).await? {
            CallDecision::Forward => {}
            CallDecision::ForwardWith(arguments) => route.arguments = Some(arguments),
            CallDecision::Reject(reason) => return Err(Failure::message(reason)),
        }
    }
    let direct = match method {
        method::LIST_TOOLS | method::LISTEN => Direct::No,
        _ => Direct::Yes,
    };
    Exchange::begin(link, &call, route, direct).await?.run().await
}

/// Asks the rules about a call of a tool.
async fn approve(link: &ClientLink, call: &Call, route: &Route) -> Result<CallDecision, Failure> {
    let server = link.server_name(route.server);
    let tool = route.name.as_deref().unwrap_or(call.name());
    if link.gateway.gates.need_definitions() {
        link.list_unknown_tool(route.server, tool).await;
    }
    let upstream = UpstreamCall { server: &server, tool, definitions: link, arguments: call.arguments() };
    hooks::before_call(&link.gateway.gates, call, upstream).await
}

impl Definitions for ClientLink {
    fn definition(&self, server: &str, tool: &str) -> Option<Json> {
        let index = self.slots.iter().position(|slot| &*slot.spec.name == server)?;
        self.catalogue.tool(index, tool).map(|definition| (*definition).clone())
    }
}

impl fmt::Debug for ClientLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientLink").field("session", &self.session).finish_non_exhaustive()
    }
}
