//! The text of a question in plain mode: label, rules, current entry.

use std::fmt::Write as _;

use askwell_form::{Field, Kind, Problem};
use askwell_locale::{say, text};

use super::rows;
use crate::session::option_index::OptionIndex;
use crate::session::summary::summary;
use crate::session::{FieldEntry, FormSession};
use crate::{evidence, field_style, messages, safe_text};

/// Limit of options listed without being asked for.
pub(super) const LISTED: usize = 30;

/// Returns the text of a question.
pub(super) fn question(session: &FormSession, index: usize, field: &Field) -> String {
    let mut out = String::new();
    headings(&mut out, session, index);
    let shown = evidence::displays_before(session, index);
    if !shown.is_empty() {
        out.push('\n');
    }
    for line in shown {
        let _ = writeln!(out, "{line}");
    }
    let position = messages::position(session.progress());
    let need = if session.is_required(index) { messages::REQUIRED } else { messages::OPTIONAL };
    // Writing to a string cannot fail.
    let label = safe_text::line(field.label());
    let values = [("position", position.into()), ("label", label.into()), ("need", say(need).into())];
    let _ = writeln!(out, "\n{}", text("term-plain-question", &values));
    // The heading of a repeating group has its description.
    let description = field.description().filter(|_| field.rows().is_none());
    for line in description.map(|about| evidence::text_lines(session.form(), about)).unwrap_or_default() {
        let _ = writeln!(out, "  {line}");
    }
    if let Some(help) = field.rendering().help_text.as_deref() {
        indent(&mut out, help);
    }
    if let Some(hint) = messages::hint(field) {
        let _ = writeln!(out, "  {}", text("term-plain-takes", &[("hint", hint.into())]));
    }
    if let Some(ends) = messages::scale_ends(field) {
        let _ = writeln!(out, "  {ends}");
    }
    if let Some(options) = field.kind().options().filter(|options| options.source().is_none()) {
        let options_index = OptionIndex::new(options);
        if options_index.len() > LISTED {
            let _ = writeln!(
                out,
                "  {}",
                text("term-plain-many-options", &[("count", options_index.len().into())])
            );
        } else {
            list(&mut out, &options_index, 0..options_index.len());
        }
    }
    for (number, truth) in [(1, true), (2, false)] {
        if let Some(label) = messages::verdict_label(field, truth) {
            let _ = writeln!(out, "  {number}. {label}");
        }
    }
    if let Some(how) = how(field) {
        let _ = writeln!(out, "  {}", say(how));
    }
    let entry = session.entry(index);
    if let Some(kind) = field.rows() {
        out += &rows::list(kind, entry);
        return out;
    }
    if !matches!(entry, FieldEntry::Untouched | FieldEntry::Blank) {
        let now = text("term-plain-now", &[("value", summary(field, entry).into())]);
        let _ = writeln!(out, "  {now}");
    } else if !session.is_required(index) {
        let _ = writeln!(out, "  {}", say("term-plain-leave-out"));
    }
    out
}

/// Appends the headings of the groups that begin with a field.
fn headings(out: &mut String, session: &FormSession, index: usize) {
    for (place, group) in session.groups_from(index) {
        let title = safe_text::line(group.title());
        let heading = match session.step_position(place) {
            Some(position) => messages::step_heading(position, &title),
            None => title,
        };
        let _ = writeln!(out, "\n{heading}");
        let about = group.description().map(|text| evidence::text_lines(session.form(), text));
        for line in about.unwrap_or_default() {
            let _ = writeln!(out, "{line}");
        }
    }
}

fn problem_line(session: &FormSession, problem: &Problem) -> String {
    text("term-plain-problem", &[("sentence", messages::problem(session.form(), problem).into())])
}

/// Returns the prompt before an answer.
pub(super) fn prompt(field: &Field) -> String {
    format!("{} ", say(if field.is_secret() { "term-plain-secret" } else { "term-plain-answer" }))
}

/// Appends options with their numbers.
pub(super) fn list(out: &mut String, options_index: &OptionIndex, places: impl Iterator<Item = usize>) {
    for place in places {
        let _ = writeln!(out, "  {}. {}", place + 1, options_index.title(place));
        for line in options_index.details(place) {
            let _ = writeln!(out, "     {line}");
        }
    }
}

/// Returns how to answer a field, where that is not obvious.
fn how(field: &Field) -> Option<&'static str> {
    match field.kind() {
        Kind::Boolean(boolean) if boolean.label(true).is_some() => Some("term-plain-decide"),
        Kind::Boolean(_) => Some("term-plain-yes-no"),
        Kind::Select(_) => Some("term-plain-number-or-name"),
        Kind::MultiSelect(_) => Some("term-plain-numbers-or-names"),
        Kind::File(_) => Some("term-plain-path"),
        _ if field_style::is_multi_line(field) => Some("term-plain-lines"),
        _ => None,
    }
}

fn indent(out: &mut String, part: &str) {
    for line in safe_text::lines(part) {
        let _ = writeln!(out, "  {line}");
    }
}

/// Returns all answers as a numbered list, with their problems.
pub(super) fn review(session: &FormSession) -> String {
    let mut out = String::new();
    for line in evidence::displays_before(session, session.form().fields().len()) {
        let _ = writeln!(out, "{line}");
    }
    let review = session.review_position().map(|at| messages::step_heading(at, &say(messages::REVIEW)));
    let _ = writeln!(out, "\n{}", review.unwrap_or_else(|| say(messages::REVIEW)));
    for (number, index) in (1..).zip(session.review()) {
        let Some(field) = session.field(index) else { continue };
        let value = summary(field, session.entry(index));
        let label = safe_text::line(field.label());
        let colon = if label.ends_with(['?', ':', '.', '!']) { "" } else { ":" };
        let _ = writeln!(out, "  {number}. {label}{colon} {value}");
        for problem in session.problems_of(index) {
            let _ = writeln!(out, "     {}", problem_line(session, problem));
        }
    }
    for problem in session.overall_problems() {
        let _ = writeln!(out, "  {}", problem_line(session, problem));
    }
    let _ = writeln!(out, "{}", say("term-plain-send"));
    out
}
