//! Brings the options that services have onto a page: those that fit a search, and those that were chosen.
//!
//! A service that cannot be asked leaves a list without options and a choice without a title. Whether a choice counts is
//! decided when the answer is submitted, not here.

use std::collections::HashMap;
use std::sync::Arc;

use askwell_form::{Answer, Answers, Field, FieldView, Form, Raw};
use askwell_lifecycle::{Elicitation, Question};

use super::draft::Draft;
use super::render::raw_text;
use crate::visit::Visit;

/// How many options a search shows.
pub(crate) const FOUND: usize = 100;

/// Returns the elicitation with the options that its page shows; the same if no service has any.
pub(crate) async fn with_options(visit: &Visit, draft: &Draft) -> Arc<Elicitation> {
    let Some(form) = visit.elicitation.form().filter(|form| has_sources(form)) else {
        return Arc::clone(&visit.elicitation);
    };
    let chosen: HashMap<String, Vec<String>> =
        draft.view(form).fields.iter().map(|view| (view.field.id().to_owned(), chosen(view))).collect();
    let mut found = Vec::new();
    for field in form.fields().iter().filter(|field| is_sourced(field)) {
        let search = draft.searches.get(field.id()).map_or("", String::as_str);
        let chosen = chosen.get(field.id()).map(Vec::as_slice).unwrap_or_default();
        let mut options = titled(visit, field, chosen).await;
        options.extend(search_in(visit, field, search).await.unwrap_or_default());
        found.push((field.id(), once_each(options)));
    }
    replaced(&visit.elicitation, form, &found)
}

/// Returns a closed elicitation with the titles of what was chosen.
pub(crate) async fn with_titles(visit: &Visit, answers: &Answers) -> Arc<Elicitation> {
    let Some(form) = visit.elicitation.form().filter(|form| has_sources(form)) else {
        return Arc::clone(&visit.elicitation);
    };
    let mut found = Vec::new();
    for field in form.fields().iter().filter(|field| is_sourced(field)) {
        let chosen: Vec<String> = match answers.get(field.id()) {
            Some(Answer::Choice(value)) => vec![value.to_string()],
            Some(Answer::Choices(values)) => values.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        };
        found.push((field.id(), once_each(titled(visit, field, &chosen).await)));
    }
    replaced(&visit.elicitation, form, &found)
}

/// Returns the options of a field that fit a search, as value and title; nothing if the service cannot be asked.
pub(crate) async fn search_in(visit: &Visit, field: &Field, search: &str) -> Option<Vec<(String, String)>> {
    let engine = visit.pages.engine();
    match engine.search_options(&visit.elicitation.client, field, search, FOUND).await {
        Ok(found) => Some(found.options.into_iter().map(|option| (option.value, option.title)).collect()),
        Err(error) => {
            tracing::warn!(%error, field = field.id(), "options could not be found");
            None
        }
    }
}

/// Returns chosen values with their titles. A value whose title is not known is its own title.
async fn titled(visit: &Visit, field: &Field, chosen: &[String]) -> Vec<(String, String)> {
    if chosen.is_empty() {
        return Vec::new();
    }
    let values: Vec<&str> = chosen.iter().map(String::as_str).collect();
    let engine = visit.pages.engine();
    let known = match engine.confirm_options(&visit.elicitation.client, field, &values).await {
        Ok(known) => known,
        Err(error) => {
            tracing::warn!(%error, field = field.id(), "the titles of options are not known");
            Vec::new()
        }
    };
    let title = |value: &String| {
        let option = known.iter().find(|option| option.value == *value);
        option.map_or_else(|| value.clone(), |option| option.title.clone())
    };
    chosen.iter().map(|value| (value.clone(), title(value))).collect()
}

fn chosen(view: &FieldView<'_>) -> Vec<String> {
    let values: Vec<String> = match &view.value {
        Some(Raw::List(items)) => items.iter().map(|item| raw_text(item).into_owned()).collect(),
        Some(one) => vec![raw_text(one).into_owned()],
        None => Vec::new(),
    };
    // More than these are a problem, which the form tells.
    values.into_iter().filter(|value| !value.is_empty()).take(FOUND).collect()
}

fn once_each(options: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut kept: Vec<(String, String)> = Vec::with_capacity(options.len());
    for option in options {
        if !kept.iter().any(|(value, _)| *value == option.0) {
            kept.push(option);
        }
    }
    kept
}

fn replaced(
    elicitation: &Elicitation,
    form: &Form,
    found: &[(&str, Vec<(String, String)>)],
) -> Arc<Elicitation> {
    let question = Question::Form(form.with_found_options(found));
    Arc::new(Elicitation { question, ..elicitation.clone() })
}

fn has_sources(form: &Form) -> bool {
    form.fields().iter().any(is_sourced)
}

fn is_sourced(field: &Field) -> bool {
    field.options_source().is_some()
}
