//! Answers the script while a person types: visible fields, problems, URL checks, option searches.
//!
//! Uses the same view as the page itself. Nothing is submitted, and no secret is sent back.

use askwell_locale::{Words, problem_sentence, say};
use std::collections::HashMap;

use askwell_form::{Field, FieldView, Kind, Problem};
use axum::Json;
use axum::extract::{Path, Query, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::found_options::search_in;
use super::render::{NOTHING_YET, computed_words, matches, shown_prefill};
use super::row_names;
use super::shared_draft;
use super::submission;
use super::url_destination::destination;
use crate::visit::{PageError, Visit};

/// The state of the form for the script.
#[derive(Serialize)]
struct FormEvaluation<'e> {
    /// By the name of the input.
    fields: HashMap<String, FieldState>,
    /// Which groups are visible.
    groups: HashMap<&'e str, bool>,
    /// Milliseconds until the deadline.
    left: Option<u64>,
}

#[derive(Serialize)]
struct FieldState {
    visible: bool,
    enabled: bool,
    required: bool,
    problems: Vec<String>,
    /// The host of a URL, and a warning about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    /// A computed value in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    computed: Option<String>,
    /// The values of a prefilled field that the person has not edited, one on each line.
    #[serde(skip_serializing_if = "Option::is_none")]
    prefill: Option<String>,
}

/// Evaluates the values entered so far.
pub(crate) async fn evaluate(mut visit: Visit, request: Request) -> Result<Response, PageError> {
    let form = visit.form()?.clone();
    let parts = submission::read(&visit, request).await?;
    visit.mark_busy()?;
    let submission = submission::read_fields(&form, parts);
    visit.begin_answer(&submission.token).await?;
    // Only secrets are not part of every request.
    if form.fields().iter().any(Field::is_secret) {
        shared_draft::load(&visit, &form).await;
    }
    let draft = Draft::of(&visit, submission).await?;
    let view = draft.view(&form);
    let mut fields = HashMap::with_capacity(view.fields.len());
    for (place, shown) in view.fields.iter().enumerate() {
        fields.insert(shown.field.id().to_owned(), field_state(shown, draft.filled.text(place)));
        for (row, (view, inputs)) in shown.rows.iter().zip(draft.filled.rows(place)).enumerate() {
            for (inner, cell) in view.fields.iter().enumerate() {
                let name = format!("{}{}", row_names::prefix(shown.field.id(), row), cell.field.id());
                fields.insert(name, field_state(cell, inputs.text(inner)));
            }
        }
    }
    let groups = view.groups.iter().map(|view| (view.group.id(), view.visible)).collect();
    let left = super::live_status::left(&visit);
    Ok(Json(FormEvaluation { fields, groups, left }).into_response())
}

fn field_state(shown: &FieldView<'_>, text: Option<&str>) -> FieldState {
    let leads = match shown.field.kind() {
        Kind::Url(kind) => text.and_then(|text| destination(text, &kind.policy)),
        _ => None,
    };
    FieldState {
        visible: shown.visible,
        enabled: shown.enabled,
        required: shown.required,
        problems: shown.problems.iter().map(|problem| sentence(problem, shown.field.label())).collect(),
        warning: leads.as_ref().and_then(|leads| leads.warning).map(say),
        host: leads.map(|leads| leads.host),
        computed: shown
            .field
            .is_computed()
            .then(|| computed_words(shown).unwrap_or_else(|| NOTHING_YET.to_owned())),
        prefill: shown_prefill(shown),
    }
}

/// The result of a URL check.
#[derive(Serialize)]
struct UrlVerdict {
    fine: bool,
    says: String,
}

/// Checks the URL in the field that the button names. Fetches nothing.
pub(crate) async fn test(mut visit: Visit, request: Request) -> Result<Response, PageError> {
    let form = visit.form()?.clone();
    let parts = submission::read(&visit, request).await?;
    visit.mark_busy()?;
    let submission = submission::read_fields(&form, parts);
    visit.begin_answer(&submission.token).await?;
    let super::Action::Test(id) = &submission.action else {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    let Some(named) = row_names::find(&form, id) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let text = match named.row {
        Some((group, row)) => submission.filled.rows(group).get(row).and_then(|row| row.text(named.place)),
        None => submission.filled.text(named.place),
    };
    let verdict = check_url(&visit, named.field, text.unwrap_or_default()).await;
    let fine = verdict.is_ok();
    let says = verdict.unwrap_or_else(|refused| refused);
    Ok(Json(UrlVerdict { fine, says }).into_response())
}

/// Checks a URL by its text and by every address of its host. Returns the sentence to show.
pub(super) async fn check_url(visit: &Visit, field: &Field, text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(say("pages-test-nothing"));
    }
    match visit.pages.engine().check_url(field, text).await {
        Ok(()) => Ok(say("pages-test-fine")),
        Err(problems) => Err(problems.to_string()),
    }
}

/// The query parameters.
#[derive(Deserialize)]
pub(crate) struct OptionsQuery {
    #[serde(default)]
    q: String,
}

/// Returns the options of a field that match a search: value and title of each.
pub(crate) async fn options(
    visit: Visit,
    Path(path): Path<HashMap<String, String>>,
    Query(search): Query<OptionsQuery>,
) -> Result<Response, PageError> {
    let form = visit.form()?;
    let field = path.get("field").and_then(|name| row_names::find(form, name)).map(|named| named.field);
    if let Some(field) = field.filter(|field| field.options_source().is_some()) {
        return Ok(match search_in(&visit, field, &search.q).await {
            Some(found) => Json(found).into_response(),
            None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        });
    }
    let Some(options) = field.and_then(|field| field.kind().options()) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let found: Vec<(&str, &str)> = matches(options, &search.q)
        .into_iter()
        .map(|choice| (choice.value.as_str(), choice.title()))
        .collect();
    Ok(Json(found).into_response())
}

/// Returns the sentence of a problem in the language of the page.
fn sentence(problem: &Problem, label: &str) -> String {
    problem_sentence(&Words::current(), problem, label, label)
}
