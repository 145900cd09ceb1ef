//! The overview for operators: who asks, who answers, how long it takes, what expires; and the audit trail as a
//! file. Computed from the newest changes of the log, so it needs no tables of its own.

mod figures;
mod plot;
mod render;

use askwell_lifecycle::{Actor, Surface};
use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use futures_util::stream;

use crate::audit::{AuditFormat, AuditWriter};
use crate::inbox::top_bar;
use crate::page::{HtmlDocument, html_response};
use crate::pages::Pages;
use crate::roles::{PersonRole, person_with_role};
use crate::visit::PageError;
use figures::{Figures, OverviewFilter};

/// How many changes are read at a time.
const STRETCH: usize = 1_000;

/// Returns the routes.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/overview", get(show))
        .route("/overview/audit.jsonl", get(|state, headers| export(state, headers, AuditFormat::Jsonl)))
        .route("/overview/audit.csv", get(|state, headers| export(state, headers, AuditFormat::Csv)))
}

async fn show(
    State(pages): State<Pages>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let person = person_with_role(&pages, &headers, PersonRole::Operate)?;
    let filter = OverviewFilter::read(query.as_deref().unwrap_or_default());
    let figures = Figures::read(pages.engine(), &filter).await?;
    let main = render::page(&pages, &filter, &figures);
    let head = top_bar(&pages, Some(&person), "overview");
    let page = HtmlDocument {
        title: &askwell_locale::say("overview-title"),
        wrong: false,
        direction: None,
        class: "overview",
        head,
        main,
    };
    Ok(html_response(StatusCode::OK, &page))
}

/// Streams the audit trail.
async fn export(
    State(pages): State<Pages>,
    headers: HeaderMap,
    format: AuditFormat,
) -> Result<Response, PageError> {
    person_with_role(&pages, &headers, PersonRole::Operate)?;
    Ok(audit_response(pages.engine().clone(), format))
}

/// Returns the whole audit trail as a file. An export that the store breaks off has no last line, so it is not
/// taken for a whole one.
pub(crate) fn audit_response(engine: askwell_engine::Engine, format: AuditFormat) -> Response {
    let writer = AuditWriter::new(format);
    let first = writer.begin();
    let parts = stream::unfold(Some((engine, writer, 0, first)), |state| async {
        let (engine, mut writer, after, mut text) = state?;
        let actor = Actor::operator(Surface::Web);
        let changes = match engine.changes(&actor, after, STRETCH).await {
            Ok(changes) => changes,
            Err(error) => return Some((Err(std::io::Error::other(error.to_string())), None)),
        };
        for change in &changes.list {
            text.push_str(&writer.entry(change));
        }
        let is_over = changes.upto <= after && changes.list.is_empty();
        if is_over {
            text.push_str(&writer.end());
        }
        let next = (!is_over).then(|| (engine, writer, changes.upto, String::new()));
        Some((Ok::<_, std::io::Error>(text), next))
    });
    let (kind, name) = match format {
        AuditFormat::Jsonl => ("application/x-ndjson", "attachment; filename=\"askwell-audit.jsonl\""),
        AuditFormat::Csv => ("text/csv; charset=utf-8", "attachment; filename=\"askwell-audit.csv\""),
    };
    ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], Body::from_stream(parts)).into_response()
}
