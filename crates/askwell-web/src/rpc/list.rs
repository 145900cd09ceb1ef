//! `elicitation/list`: returns a page of the elicitations that the caller can see, the newest
//! first, without answers.

use askwell_engine::ListFilter;
use askwell_form::Part;
use askwell_lifecycle::{Mode, Status};

use super::RpcState;
use super::error::RpcError;
use super::params::{Params, pointer, wrong_kind};
use crate::caller::Caller;
use crate::json::{JsonObject, list};
use crate::wire;

/// The largest page.
const LARGEST: u64 = 1000;

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let filter = ListFilter {
        statuses: statuses(params)?,
        mode: params.text("mode")?.map(|name| named("mode", name, &Mode::ALL)).transpose()?,
        before: params.text("cursor")?.map(cursor).transpose()?,
        limit: limit(params)?,
    };
    let page = shared.engine.list(&caller.actor, filter).await?;
    let entries = page.items.iter().map(|elicitation| wire::entry(elicitation));
    let object = JsonObject::new().raw("elicitations", &list(entries));
    Ok(object.optional(page.next, |object, next| object.text("nextCursor", &next.to_string())).finish())
}

/// One status or several.
fn statuses(params: Params<'_>) -> Result<Vec<Status>, RpcError> {
    let Some(part) = params.get("status") else { return Ok(Vec::new()) };
    let parts: Vec<Part<'_>> = part.items().map_or_else(|| vec![part], Iterator::collect);
    let names = parts
        .into_iter()
        .map(|part| part.as_text().ok_or_else(|| wrong_kind("status", "a status or a list", part)));
    names.map(|name| named("status", name?, &Status::ALL)).collect()
}

fn named<T: Copy>(parameter: &str, name: &str, known: &[(&str, T)]) -> Result<T, RpcError> {
    known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        RpcError::parameter(&pointer(parameter), format!("{parameter} must be one of: {}", names.join(", ")))
    })
}

fn cursor(text: &str) -> Result<askwell_lifecycle::ElicitationId, RpcError> {
    let message = "this is no cursor; take nextCursor from the page before";
    text.parse().map_err(|_| RpcError::parameter(&pointer("cursor"), message))
}

fn limit(params: Params<'_>) -> Result<Option<usize>, RpcError> {
    match params.count("limit")? {
        None => Ok(None),
        Some(limit @ 1..=LARGEST) => Ok(usize::try_from(limit).ok()),
        Some(_) => {
            Err(RpcError::parameter(&pointer("limit"), format!("limit must be between 1 and {LARGEST}")))
        }
    }
}
