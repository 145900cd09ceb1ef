//! What the targets of the gateway share: a gateway between two ends in memory, and time that passes when nothing else
//! happens.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, Hosted, HostedError, HostedLink};
use askwell_gateway::{Gates, Gateway, GatewayParts, GatewaySettings, ServerSpec, ServerTarget};
use askwell_lifecycle::{Audience, ElicitationId};
use askwell_mcp::transport::{Connection, Frame, stdio};
use askwell_mcp::wire::{Limits, Message, decode};
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

/// Longer than everything that the gateway waits for.
const PATIENCE: Duration = Duration::from_secs(24 * 3600);

/// Pages that exist only as links.
struct LinksOnly;

impl Hosted for LinksOnly {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move { Ok(HostedLink { url: format!("http://127.0.0.1:1/f/{id}"), code: None }) })
    }
}

/// A gateway, with the end of its client and the ends of the servers that it connects to.
pub struct FuzzedGateway {
    pub client: Connection,
    pub servers: mpsc::UnboundedReceiver<Connection>,
    _gateway: Gateway,
}

impl FuzzedGateway {
    /// Starts a gateway. Must be called within [`block_on`].
    pub async fn start() -> FuzzedGateway {
        let (connected, servers) = mpsc::unbounded_channel();
        let connect = move || {
            let (ours, theirs) = ends();
            let _ = connected.send(theirs);
            ours
        };
        let gateway = Gateway::start(GatewayParts {
            servers: vec![ServerSpec::new("s", ServerTarget::Connect(Arc::new(connect)))],
            settings: GatewaySettings::default(),
            engine: Engine::builder().limits(askwell_engine::Limits::none()).start(),
            hosted: Some(Arc::new(LinksOnly)),
            page_audience: Audience::Anyone,
            state_keys: None,
            announce: Arc::new(|_, _| {}),
            gates: Gates::none(),
            words: askwell_locale::Words::default(),
        });
        let gateway = gateway.await.expect("a store in memory does not fail");
        let (client, ours) = ends();
        let server = gateway.server().clone();
        tokio::spawn(async move { server.serve(ours).await });
        FuzzedGateway { client, servers, _gateway: gateway }
    }
}

/// Runs a future with a clock that goes forward whenever everything waits.
pub fn block_on(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime in memory").block_on(work);
}

/// Waits for the next message, which has to be sound; `None` when the connection is closed.
pub async fn receive(connection: &mut Connection) -> Option<Message> {
    let frame = tokio::time::timeout(PATIENCE, connection.incoming.next()).await;
    match frame.expect("the gateway sends nothing any more")? {
        Frame::Text(text) => {
            let limits = Limits { bytes: usize::MAX, depth: 256 };
            let message = decode(text.clone(), &limits);
            Some(message.unwrap_or_else(|malformed| panic!("{}: {text}", malformed.error)))
        }
        Frame::Invalid(error) => panic!("the gateway sends no message: {error}"),
    }
}

fn ends() -> (Connection, Connection) {
    let (a, b) = tokio::io::duplex(1 << 16);
    let limits = Limits { bytes: 1 << 20, depth: 128 };
    let (read_a, write_a) = tokio::io::split(a);
    let (read_b, write_b) = tokio::io::split(b);
    (stdio::connect(read_a, write_a, &limits), stdio::connect(read_b, write_b, &limits))
}
