//! `elicitation/options`: searches the options of a field that a service has.

use super::RpcState;
use super::error::{RpcError, busy};
use super::params::{Params, pointer};
use crate::caller::Caller;
use crate::json::{JsonObject, list};

/// How many options a search returns.
const FOUND: usize = 100;

/// The longest search, in bytes.
const LONGEST_SEARCH: usize = 1_024;

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let found = shared.engine.status(&caller.actor, params.id()?).await?;
    let id = params.required_text("field")?;
    let search = params.text("search")?.unwrap_or_default();
    if search.len() > LONGEST_SEARCH {
        let message = format!("a search has at most {LONGEST_SEARCH} bytes");
        return Err(RpcError::parameter(&pointer("search"), message));
    }
    let field = found.form().and_then(|form| form.field(id));
    let Some(field) = field.filter(|field| field.options_source().is_some()) else {
        let message = "no field of this id takes its options from a service";
        return Err(RpcError::parameter(&pointer("field"), message));
    };
    let options =
        shared.engine.search_options(&found.client, field, search, FOUND).await.map_err(|error| {
            tracing::warn!(id = %found.id, %error, "options could not be found");
            busy("the options cannot be found just now; try again".to_owned())
        })?;
    let option = |option: &askwell_engine::FoundOption| {
        JsonObject::new().text("value", &option.value).text("title", &option.title).finish()
    };
    Ok(JsonObject::new()
        .raw("options", &list(options.options.iter().map(option)))
        .boolean("more", options.more)
        .finish())
}
