//! `templates/list`: the forms that can be asked for by name.

use askwell_form::Part;

use super::Shared;
use super::fault::Fault;
use super::params::Params;

pub(super) fn call(shared: &Shared, params: Option<Part<'_>>) -> Result<String, Fault> {
    Params::read(params, &[])?;
    Ok(shared.templates.to_json())
}
