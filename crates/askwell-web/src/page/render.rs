//! Renders a form's [`View`](askwell_form::View) and the hints of its fields as HTML.
//!
//! Evaluates no conditions and checks no answers. All foreign text is escaped, no foreign URL
//! becomes a link, and no secret is written.

mod boolean;
mod cards;
mod colour;
mod computed;
mod control;
mod counter;
mod date;
mod deadline;
mod decision;
mod document;
mod evidence;
mod field;
mod file;
mod final_page;
mod form;
mod format;
mod group;
mod multi_select;
mod number;
mod option_window;
mod range;
mod review;
mod rows;
mod scale;
mod select;
mod signature;
mod steps;
mod summary;
mod text;
mod time;
mod url;
mod votes;

pub(crate) use boolean::yes_or_no;
pub(crate) use computed::{NOTHING_YET, computed_words};
pub(crate) use control::{AriaDescription, FieldContext, element_id, label_id, raw_text, shown_prefill};
pub(crate) use date::displayed;
pub(crate) use deadline::{Deadline, deadline};
pub(crate) use decision::{approve_words, reject_words, shown_label};
pub(crate) use document::{HtmlDocument, document};
pub(crate) use final_page::{FinalPage, render_final_page};
pub(crate) use form::{FormPage, form_page, reason_input};
pub(crate) use format::{
    bytes, direction, initial, initials, instant, language, too_large, when, words_direction,
};
pub(crate) use option_window::matches;
pub(crate) use review::{ReviewPage, review_page};
pub(crate) use steps::FormStep;
pub(crate) use votes::votes;
