//! From a view to HTML. Driven only by [`View`](askwell_form::View) and the hints of each field.
//!
//! Refuses to evaluate a condition, to decide what is right, and to write anything that a stranger sent other than
//! escaped. No URL of a stranger becomes a link, and no secret is ever written at all.

mod boolean;
mod choices;
mod closed;
mod control;
mod date;
mod deadline;
mod document;
mod field;
mod file;
mod form;
mod multi_select;
mod number;
mod review;
mod select;
mod summary;
mod text;
mod url;
mod words;

pub(crate) use choices::matches;
pub(crate) use closed::{Ending, ending};
pub(crate) use control::{Around, Described, element_id, label_id};
pub(crate) use deadline::{Deadline, deadline};
pub(crate) use document::{Document, document, head_of};
pub(crate) use form::{FormPage, form_page, reason_input};
pub(crate) use review::{ReviewPage, review_page};
pub(crate) use words::{ago, bytes, direction, initial, instant, time_left, too_large, when};
