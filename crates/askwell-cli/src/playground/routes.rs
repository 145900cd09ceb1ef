//! The routes of the playground. A page of another origin can use none that evaluates anything.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use askwell_http::body::{BodyTimeouts, limit_body};
use askwell_http::host_guard::{HostGuard, OriginRule};
use askwell_web::Pages;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn, map_request};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use clap::ValueEnum as _;
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::evaluation::{Evaluation, evaluate};
use super::previews::Previews;
use super::render::{self, AssetPaths, Shown};
use super::request::{EvaluationRate, EvaluationRequest, MAX_BODY_BYTES, MAX_DOCUMENT_BYTES};
use super::{share, texts};
use crate::new::Example;

/// How many documents are evaluated at the same time, and how long one waits for its turn.
const AT_ONCE: usize = 2;
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// How long a body may take.
const BODY_TIMEOUTS: BodyTimeouts =
    BodyTimeouts { total: Duration::from_secs(30), silence: Duration::from_secs(10) };

/// What all handlers share.
struct PlaygroundState {
    pages: Pages,
    previews: Previews,
    /// The document that the first page shows.
    document: String,
    rate: Mutex<EvaluationRate>,
    turns: Semaphore,
}

/// Why a document was not evaluated.
enum EvaluationError {
    TooOften(Duration),
    TooLarge(&'static str),
    NotReadable(String),
    Failed,
}

/// Returns the routes, and lets the pages be shown in the frame of this one.
pub(super) fn router(pages: &Pages, previews: Previews, document: String) -> Router {
    pages.allow_own_frames();
    let rate = Mutex::new(EvaluationRate::new(Instant::now()));
    let turns = Semaphore::new(AT_ONCE);
    let state = Arc::new(PlaygroundState { pages: pages.clone(), previews, document, rate, turns });
    Router::new()
        .route("/evaluate", post(post_document))
        .route("/outcome", get(get_outcome))
        .route("/", get(get_page).post(post_page))
        .layer(from_fn(check_request))
        .route("/playground.css", get(|| async { asset("text/css; charset=utf-8", STYLE) }))
        .route("/playground.js", get(|| async { asset("text/javascript; charset=utf-8", SCRIPT) }))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(map_request(|request: Request| async {
            request.map(|body| limit_body(body, BODY_TIMEOUTS, None))
        }))
        .with_state(state)
}

const STYLE: &str = include_str!("playground.css");
const SCRIPT: &str = include_str!("playground.js");

fn asset(content_type: &'static str, content: &'static str) -> Response {
    ([(CONTENT_TYPE, content_type)], content).into_response()
}

/// Refuses what another site's page sends, and bodies that are too large. Following a link to the playground is allowed.
async fn check_request(uri: Uri, headers: HeaderMap, request: Request, next: Next) -> Response {
    let guard = HostGuard::loopback(OriginRule::SameOrigin);
    let is_navigation = request.method().is_safe() && uri.path() == "/";
    // A form without a script sends no origin, because its page sends no referrer; what the browser says of the site
    // counts then.
    let checked = match headers.contains_key("sec-fetch-site") {
        true => guard.check_form(&headers),
        false => guard.check_origin(&uri, &headers),
    };
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > MAX_BODY_BYTES) {
        return EvaluationError::TooLarge("the form").into_response();
    }
    if !is_navigation && checked.is_err() {
        return (StatusCode::FORBIDDEN, "pages of other sites cannot use this playground\n").into_response();
    }
    next.run(request).await
}

async fn get_page(State(state): State<Arc<PlaygroundState>>) -> Response {
    let request = EvaluationRequest { document: state.document.clone(), ..EvaluationRequest::default() };
    state.whole_page(request).await
}

/// Shows what was sent without a script.
async fn post_page(State(state): State<Arc<PlaygroundState>>, body: Bytes) -> Response {
    state.whole_page(EvaluationRequest::from_pairs(&body)).await
}

async fn post_document(
    State(state): State<Arc<PlaygroundState>>,
    Json(request): Json<EvaluationRequest>,
) -> Response {
    match state.evaluate(request).await {
        Ok(shown) => Json(render::update(&shown)).into_response(),
        Err(error) => error.into_response(),
    }
}

/// Which page is meant.
#[derive(Debug, Deserialize)]
struct OutcomeQuery {
    path: String,
}

/// Returns what a program gets from a page; nothing while it is open.
async fn get_outcome(
    State(state): State<Arc<PlaygroundState>>,
    Query(query): Query<OutcomeQuery>,
) -> Response {
    match state.previews.outcome(&query.path).await {
        Some(outcome) => outcome.into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

impl PlaygroundState {
    async fn whole_page(&self, request: EvaluationRequest) -> Response {
        match self.evaluate(request).await {
            Ok(shown) => {
                let (pages_style, icon) = (self.pages.style_sheet_path(), self.pages.icon_path());
                let html = render::page(&shown, &AssetPaths { pages_style, icon }).into_string();
                ([(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
            }
            Err(error) => error.into_response(),
        }
    }

    async fn evaluate(&self, mut request: EvaluationRequest) -> Result<Shown, EvaluationError> {
        let counted = self.rate.lock().unwrap_or_else(PoisonError::into_inner).count(Instant::now());
        counted.map_err(EvaluationError::TooOften)?;
        if !request.shared.is_empty() {
            request.document = share::decode(&request.shared).map_err(|error| {
                EvaluationError::NotReadable(format!("this link cannot be opened: {error}"))
            })?;
        } else if !request.example.is_empty() {
            let example = Example::from_str(&request.example, false)
                .map_err(|_| EvaluationError::NotReadable("there is no such example".to_owned()))?;
            request.document = example.text().to_owned();
        }
        if let Some(what) = request.oversized() {
            return Err(EvaluationError::TooLarge(what));
        }
        let evaluation = self.evaluate_in_turn(&request).await?;
        let page = match &evaluation.form {
            Some(form) => self.previews.page(&self.pages, &form.form, request.restart).await,
            None => Err(texts::NO_PAGE.to_owned()),
        };
        Ok(Shown { request, evaluation, page })
    }

    /// Evaluates a document beside the other tasks, and only a few at the same time.
    async fn evaluate_in_turn(&self, request: &EvaluationRequest) -> Result<Evaluation, EvaluationError> {
        let turn = tokio::time::timeout(LONGEST_WAIT, self.turns.acquire()).await;
        let Ok(Ok(_turn)) = turn else { return Err(EvaluationError::TooOften(Duration::from_secs(1))) };
        let EvaluationRequest { document, answers, language, .. } = request.clone();
        let evaluated = tokio::task::spawn_blocking(move || evaluate(&document, &answers, &language)).await;
        evaluated.map_err(|_| EvaluationError::Failed)
    }
}

impl IntoResponse for EvaluationError {
    fn into_response(self) -> Response {
        match self {
            EvaluationError::TooOften(wait) => {
                let seconds = HeaderValue::from(wait.as_secs() + 1);
                (
                    StatusCode::TOO_MANY_REQUESTS,
                    [(RETRY_AFTER, seconds)],
                    "too many changes at once; wait a second\n",
                )
                    .into_response()
            }
            EvaluationError::TooLarge(what) => {
                let limit = MAX_DOCUMENT_BYTES >> 10;
                (StatusCode::PAYLOAD_TOO_LARGE, format!("{what} may have at most {limit} KiB\n"))
                    .into_response()
            }
            EvaluationError::NotReadable(why) => {
                (StatusCode::UNPROCESSABLE_ENTITY, format!("{why}\n")).into_response()
            }
            EvaluationError::Failed => {
                (StatusCode::INTERNAL_SERVER_ERROR, "this document could not be evaluated\n").into_response()
            }
        }
    }
}
