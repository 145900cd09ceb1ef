//! A webhook receiver for tests with scripted responses.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http_body_util::BodyExt as _;
use parking_lot::Mutex;
use serde_json::Value;
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Long enough for a busy machine; reached only when something is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// What messages are signed with in these tests.
pub(crate) const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// How to answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reply {
    Status(u16),
    /// With a header.
    With(u16, &'static str, &'static str),
    /// Go there instead.
    Redirect(u16, SocketAddr),
    /// Not at all.
    Never,
}

/// A message that arrived.
#[derive(Debug)]
pub(crate) struct Arrived {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// Listens until dropped. Answers 204 unless told otherwise.
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    arrived: mpsc::UnboundedReceiver<Arrived>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
    task: JoinHandle<()>,
}

#[derive(Clone)]
struct Desk {
    arrived: mpsc::UnboundedSender<Arrived>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
}

impl Receiver {
    pub(crate) async fn new() -> Receiver {
        Receiver::at("127.0.0.1:0").await
    }

    pub(crate) async fn at(address: &str) -> Receiver {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, arrived) = mpsc::unbounded_channel();
        let replies = Arc::<Mutex<VecDeque<Reply>>>::default();
        let desk = Desk { arrived: sender, replies: Arc::clone(&replies) };
        let router = Router::new().fallback(receive).with_state(desk);
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Receiver { address, arrived, replies, task }
    }

    /// Answers the next messages in these ways.
    pub(crate) fn reply(&self, replies: impl IntoIterator<Item = Reply>) {
        self.replies.lock().extend(replies);
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/hook?to=me", self.address)
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Arrived {
        let next = tokio::time::timeout(PATIENCE, self.arrived.recv()).await;
        next.expect("a message should have arrived").expect("the receiver runs")
    }

    /// Returns whether there are no unread messages.
    pub(crate) fn is_empty(&self) -> bool {
        self.arrived.is_empty()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn receive(State(desk): State<Desk>, request: Request) -> Response<Body> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    let reply = desk.replies.lock().pop_front().unwrap_or(Reply::Status(204));
    let _ = desk.arrived.send(Arrived { path: head.uri.to_string(), headers: head.headers, body });
    let response = Response::builder();
    let response = match reply {
        Reply::Status(status) => response.status(status),
        Reply::With(status, name, value) => response.status(status).header(name, value),
        Reply::Redirect(status, to) => {
            response.status(status).header(header::LOCATION, format!("http://{to}/hook"))
        }
        Reply::Never => std::future::pending().await,
    };
    response.body(Body::empty()).unwrap_or_else(|_| {
        let mut wrong = Response::new(Body::empty());
        *wrong.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        wrong
    })
}

impl Arrived {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no {name}")).to_str().unwrap()
    }

    pub(crate) fn id(&self) -> &str {
        self.header("webhook-id")
    }

    pub(crate) fn host(&self) -> &str {
        self.header(header::HOST.as_str())
    }

    /// What it says, after its signature was found to be right.
    pub(crate) fn json(&self) -> Value {
        let key = STANDARD.decode(SECRET.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{}.", self.id(), self.header("webhook-timestamp")).as_bytes());
        mac.update(&self.body);
        let signature = self.header("webhook-signature").strip_prefix("v1,").unwrap();
        mac.verify_slice(&STANDARD.decode(signature).unwrap()).expect("the signature fits");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// What happened, and to which elicitation.
    pub(crate) fn news(&self) -> (String, String) {
        let json = self.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&json["type"]), text(&json["data"]["elicitationId"]))
    }
}
