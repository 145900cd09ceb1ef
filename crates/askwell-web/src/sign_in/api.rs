//! `/sessions` and `/people/links`: operators list and revoke the sessions of people, and make personal links.

use std::time::Duration;

use askwell_engine::Engine;
use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post};
use serde::Deserialize;
use url::Url;

use super::personal_link;
use super::sessions::{SessionLimits, Sessions, StoredSession};
use super::settings::SignInSettings;
use crate::caller::Role;
use crate::http::bearer_key;
use crate::json::{JsonObject, list};
use crate::keys::{Keys, SESSIONS_SCOPE};
use crate::visit::is_plain_name;

/// The sessions in one answer.
const PAGE: usize = 100;

/// The largest request for a personal link.
const LARGEST_REQUEST: usize = 64 << 10;

/// How long a personal link is good by default, and at most.
const LINK_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);
const LONGEST_LIFETIME: Duration = Duration::from_secs(30 * 24 * 60 * 60);

#[derive(Clone)]
struct SessionsApi {
    engine: Engine,
    sessions: std::sync::Arc<Sessions>,
    keys: Keys,
    base_url: Url,
}

#[derive(Debug, Default, Deserialize)]
struct SessionsQuery {
    person: Option<String>,
    cursor: Option<String>,
}

/// Returns the routes `GET /sessions` and `DELETE /sessions` for operators, and `POST /people/links` for administrators. `base_url` is as in
/// [`PagesSettings`](crate::PagesSettings). They belong to
/// [`ServiceParts::more_api`](crate::ServiceParts::more_api).
pub fn sessions_api(engine: &Engine, settings: &SignInSettings, keys: &Keys, base_url: Url) -> Router {
    let limits = SessionLimits {
        lifetime: settings.session_lifetime,
        idle: settings.session_idle,
        per_person: settings.sessions_per_person,
    };
    let sessions = std::sync::Arc::new(Sessions::new(engine.records(), limits));
    let state = SessionsApi { engine: engine.clone(), sessions, keys: keys.clone(), base_url };
    Router::new()
        .route("/sessions", get(list_sessions).delete(revoke_person))
        .route("/sessions/{id}", delete(revoke_session))
        .route("/people/links", post(make_link))
        .with_state(state)
}

impl SessionsApi {
    /// Returns why the caller may not see and end sessions, if so.
    fn refuse(&self, headers: &HeaderMap) -> Option<Response> {
        self.refuse_unless(headers, Role::operates, "sessions are for keys with the role operates\n")
    }

    fn refuse_unless(
        &self,
        headers: &HeaderMap,
        is_permitted: fn(Role) -> bool,
        why: &'static str,
    ) -> Option<Response> {
        let Some((caller, _)) = self.keys.caller(bearer_key(headers)) else {
            return Some((StatusCode::UNAUTHORIZED, "a valid key is needed\n").into_response());
        };
        let why = match is_permitted(caller.role) {
            true if caller.may_use(SESSIONS_SCOPE) => return None,
            true => "the scopes of this key do not include sessions\n",
            false => why,
        };
        Some((StatusCode::FORBIDDEN, why).into_response())
    }
}

async fn list_sessions(
    State(api): State<SessionsApi>,
    Query(query): Query<SessionsQuery>,
    headers: HeaderMap,
) -> Response {
    if let Some(refused) = api.refuse(&headers) {
        return refused;
    }
    let now = api.engine.now().as_millis();
    let found = match &query.person {
        Some(person) => api.sessions.of_person(person, now).await.map(|found| (found, None)),
        None => api.sessions.page(query.cursor.as_deref(), PAGE, now).await,
    };
    match found {
        Ok((sessions, next)) => {
            let object =
                JsonObject::new().raw("sessions", &list(sessions.iter().map(StoredSession::to_json)));
            json(object.optional(next, |object, next| object.text("nextCursor", &next)).finish())
        }
        Err(error) => failed(&error),
    }
}

async fn revoke_session(
    State(api): State<SessionsApi>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    if let Some(refused) = api.refuse(&headers) {
        return refused;
    }
    match api.sessions.revoke(&id).await {
        Ok(true) => json(JsonObject::new().raw("revoked", "1").finish()),
        Ok(false) => (StatusCode::NOT_FOUND, "there is no such session\n").into_response(),
        Err(error) => failed(&error),
    }
}

async fn revoke_person(
    State(api): State<SessionsApi>,
    Query(query): Query<SessionsQuery>,
    headers: HeaderMap,
) -> Response {
    if let Some(refused) = api.refuse(&headers) {
        return refused;
    }
    let Some(person) = query.person else {
        return (StatusCode::BAD_REQUEST, "say whose sessions end: ?person=NAME\n").into_response();
    };
    match api.sessions.revoke_all(&person, None).await {
        Ok(ended) => json(JsonObject::new().raw("revoked", &ended.to_string()).finish()),
        Err(error) => failed(&error),
    }
}

/// A personal link to make.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct LinkRequest {
    person: String,
    #[serde(default)]
    groups: Vec<String>,
    lifetime_ms: Option<u64>,
}

async fn make_link(State(api): State<SessionsApi>, headers: HeaderMap, request: Request) -> Response {
    // A link signs in as any person, also as an administrator.
    let why = "personal links are for keys with the role administers\n";
    if let Some(refused) = api.refuse_unless(&headers, Role::administers, why) {
        return refused;
    }
    let refuse = |why: String| (StatusCode::BAD_REQUEST, format!("{why}\n")).into_response();
    let Ok(body) = axum::body::to_bytes(request.into_body(), LARGEST_REQUEST).await else {
        return refuse(format!("the body has more than {LARGEST_REQUEST} bytes"));
    };
    let wanted: LinkRequest = match serde_json::from_slice(&body) {
        Ok(wanted) => wanted,
        Err(error) => return refuse(format!("the body is no personal link: {error}")),
    };
    if !is_plain_name(&wanted.person) || !wanted.groups.iter().all(|group| is_plain_name(group)) {
        return refuse("a name is empty, too long, or has hidden characters".to_owned());
    }
    let lifetime = wanted.lifetime_ms.map_or(LINK_LIFETIME, Duration::from_millis);
    if lifetime.is_zero() || lifetime > LONGEST_LIFETIME {
        return refuse("lifetimeMs must be between 1 and 2592000000 (30 days)".to_owned());
    }
    let now = api.engine.now().as_millis();
    match personal_link::make(&api.engine.records(), &wanted.person, wanted.groups, lifetime, now).await {
        Ok(made) => {
            tracing::info!(person = wanted.person, "a personal link was made");
            let mut url = api.base_url.clone();
            url.set_path(&format!("/personal-link/{}", made.token));
            let object = JsonObject::new().text("url", url.as_str()).text("code", &made.code);
            json(object.number("expiresAt", made.expires_at).finish())
        }
        Err(error) => failed(&error),
    }
}

fn json(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

fn failed(error: &askwell_engine::StoreError) -> Response {
    tracing::error!(%error, "sessions could not be read or changed");
    (StatusCode::SERVICE_UNAVAILABLE, "the store failed; try again\n").into_response()
}
