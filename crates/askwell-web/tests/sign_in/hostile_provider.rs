//! A provider that answers as a test wants it to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PrivateSigningKey as _};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A key that nothing but these tests uses.
const KEY: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEICVxKGIe86UmtUC35GH/yaIPBU+3oi+PfnjSTWsBA37A
-----END PRIVATE KEY-----";

/// A provider on a port of its own.
#[derive(Clone)]
pub(crate) struct HostileProvider {
    pub(crate) issuer: String,
    state: Arc<Mutex<Answers>>,
}

#[derive(Default)]
struct Answers {
    by_path: HashMap<String, Response>,
    metadata: Option<Value>,
    id_token: Option<String>,
    requests: Vec<String>,
}

impl HostileProvider {
    pub(crate) async fn start() -> HostileProvider {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let provider = HostileProvider { issuer, state: Arc::default() };
        let router = Router::new().fallback(answer).with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    /// Returns a good discovery document.
    pub(crate) fn metadata(&self) -> Value {
        let issuer = &self.issuer;
        json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/jwks"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["EdDSA", "HS256"],
        })
    }

    pub(crate) fn set_metadata(&self, metadata: Value) {
        self.state.lock().unwrap().metadata = Some(metadata);
    }

    /// Answers the next request for a path in a way of its own.
    pub(crate) fn set_answer(&self, path: &str, answer: Response) {
        self.state.lock().unwrap().by_path.insert(path.to_owned(), answer);
    }

    pub(crate) fn set_id_token(&self, token: String) {
        self.state.lock().unwrap().id_token = Some(token);
    }

    /// Returns the paths that were asked for.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }

    /// Returns good claims for a sign-in with this nonce.
    pub(crate) fn claims(&self, nonce: &str) -> Value {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        json!({"iss": self.issuer, "aud": "askwell", "sub": "mallory", "nonce": nonce, "iat": now, "exp": now + 300,
               "email": "mallory@example.com", "email_verified": true, "groups": ["staff"]})
    }
}

fn key() -> CoreEdDsaPrivateSigningKey {
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(KEY, Some(JsonWebKeyId::new("k".to_owned()))).unwrap()
}

/// Returns a signed token.
pub(crate) fn signed(claims: &Value) -> String {
    let text = unsigned(&json!({"alg": "EdDSA", "kid": "k"}), claims);
    let signature = key().sign(&CoreJwsSigningAlgorithm::EdDsa, text.as_bytes()).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// Returns a token with this signature.
pub(crate) fn signed_with(header: &Value, claims: &Value, signature: &[u8]) -> String {
    format!("{}.{}", unsigned(header, claims), URL_SAFE_NO_PAD.encode(signature))
}

/// Returns the part of a token that is signed.
pub(crate) fn unsigned(header: &Value, claims: &Value) -> String {
    let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    format!("{header}.{claims}")
}

async fn answer(State(provider): State<HostileProvider>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let mut state = provider.state.lock().unwrap();
    state.requests.push(path.clone());
    if let Some(own) = state.by_path.remove(&path) {
        return own;
    }
    let json = match path.as_str() {
        "/.well-known/openid-configuration" => state.metadata.clone().unwrap_or_else(|| provider.metadata()),
        "/jwks" => json!({"keys": [serde_json::to_value(key().as_verification_key()).unwrap()]}),
        "/token" => {
            let token = state.id_token.clone().unwrap_or_default();
            json!({"access_token": "a", "token_type": "Bearer", "id_token": token})
        }
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    ([("content-type", "application/json")], json.to_string()).into_response()
}
