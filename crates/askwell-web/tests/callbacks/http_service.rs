//! An HTTP service for tests with scripted responses.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{StreamExt as _, stream};
use hmac::{Hmac, KeyInit as _, Mac as _};
use http_body_util::BodyExt as _;
use parking_lot::Mutex;
use serde_json::Value;
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// What requests are signed with in these tests.
pub(crate) const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// How to answer a request.
#[derive(Debug, Clone)]
pub(crate) enum Scripted {
    Json(Value),
    Text(u16, String),
    /// Go there instead.
    Redirect(SocketAddr),
    /// So many bytes of nothing in particular.
    Bytes(usize),
    /// The beginning of a body, and then nothing.
    Stalled,
    /// Not at all.
    Never,
}

/// A request that arrived.
#[derive(Debug, Clone)]
pub(crate) struct ReceivedRequest {
    headers: HeaderMap,
    body: Vec<u8>,
}

/// Listens until dropped. Answers with the last response again when the script ends.
pub(crate) struct HttpService {
    pub(crate) address: SocketAddr,
    state: ServiceState,
    task: JoinHandle<()>,
}

#[derive(Clone, Default)]
struct ServiceState {
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
    script: Arc<Mutex<VecDeque<Scripted>>>,
}

impl HttpService {
    pub(crate) async fn new(script: impl IntoIterator<Item = Scripted>) -> HttpService {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = ServiceState::default();
        state.script.lock().extend(script);
        let router = Router::new().fallback(answer).with_state(state.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        HttpService { address, state, task }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/check?for=tests", self.address)
    }

    pub(crate) fn requests(&self) -> Vec<ReceivedRequest> {
        self.state.requests.lock().clone()
    }
}

impl Drop for HttpService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl ReceivedRequest {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no {name}")).to_str().unwrap()
    }

    /// Returns the body, after its signature was found to be right.
    pub(crate) fn json(&self) -> Value {
        let key = STANDARD.decode(SECRET.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{}.", self.header("webhook-id"), self.header("webhook-timestamp")).as_bytes());
        mac.update(&self.body);
        let signature = self.header("webhook-signature").strip_prefix("v1,").unwrap();
        mac.verify_slice(&STANDARD.decode(signature).unwrap()).expect("the signature fits");
        serde_json::from_slice(&self.body).unwrap()
    }
}

async fn answer(State(state): State<ServiceState>, request: Request) -> Response<Body> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    state.requests.lock().push(ReceivedRequest { headers: head.headers, body });
    let scripted = {
        let mut script = state.script.lock();
        let next = if script.len() > 1 { script.pop_front() } else { script.front().cloned() };
        next.unwrap_or(Scripted::Never)
    };
    let response = Response::builder();
    match scripted {
        Scripted::Json(value) => response.body(Body::from(value.to_string())).unwrap(),
        Scripted::Text(status, text) => response.status(status).body(Body::from(text)).unwrap(),
        Scripted::Redirect(to) => {
            let location = format!("http://{to}/elsewhere");
            response.status(307).header("location", location).body(Body::empty()).unwrap()
        }
        Scripted::Bytes(count) => {
            let chunk = Bytes::from(vec![b' '; 1 << 16]);
            let chunks = stream::iter(
                (0..count.div_ceil(1 << 16)).map(move |_| Ok::<_, std::io::Error>(chunk.clone())),
            );
            response.body(Body::from_stream(chunks)).unwrap()
        }
        Scripted::Stalled => {
            let begin = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"{\"problems\": ["))]);
            response.body(Body::from_stream(begin.chain(stream::pending()))).unwrap()
        }
        Scripted::Never => std::future::pending().await,
    }
}
