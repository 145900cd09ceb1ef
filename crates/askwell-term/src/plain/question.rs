//! The text of a question in plain mode: label, rules, current entry.

use std::fmt::Write as _;

use askwell_form::{Field, Kind};

use crate::session::option_index::OptionIndex;
use crate::session::summary::summary;
use crate::session::{FieldEntry, FormSession};
use crate::{evidence, field_style, messages, safe_text};

/// Limit of options listed without being asked for.
pub(super) const LISTED: usize = 30;

/// Returns the text of a question.
pub(super) fn question(session: &FormSession, index: usize, field: &Field) -> String {
    let mut out = String::new();
    let shown = evidence::displays_before(session.form(), index);
    if !shown.is_empty() {
        out.push('\n');
    }
    for line in shown {
        let _ = writeln!(out, "{line}");
    }
    let position = messages::position(session.progress());
    let need = if session.is_required(index) { messages::REQUIRED } else { messages::OPTIONAL };
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\nQuestion {position}: {} ({need})", safe_text::line(field.label()));
    for line in field.description().map(|text| evidence::text_lines(session.form(), text)).unwrap_or_default()
    {
        let _ = writeln!(out, "  {line}");
    }
    if let Some(help) = field.rendering().help_text.as_deref() {
        indent(&mut out, help);
    }
    if let Some(hint) = messages::hint(field) {
        let _ = writeln!(out, "  Takes {hint}.");
    }
    if let Some(options) = field.kind().options() {
        let options_index = OptionIndex::new(options);
        if options_index.len() > LISTED {
            let _ =
                writeln!(out, "  {} options. Type a part of a name to see which fit.", options_index.len());
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
        let _ = writeln!(out, "  {how}");
    }
    let entry = session.entry(index);
    if !matches!(entry, FieldEntry::Untouched | FieldEntry::Blank) {
        let _ = writeln!(out, "  Now: {}. An empty line keeps it.", summary(field, entry));
    } else if !session.is_required(index) {
        let _ = writeln!(out, "  An empty line leaves it out.");
    }
    out
}

/// Returns the prompt before an answer.
pub(super) fn prompt(field: &Field) -> &'static str {
    if field.is_secret() { "Answer (not shown): " } else { "Answer: " }
}

/// Appends options with their numbers.
pub(super) fn list(out: &mut String, options_index: &OptionIndex, places: impl Iterator<Item = usize>) {
    for place in places {
        let _ = writeln!(out, "  {}. {}", place + 1, options_index.title(place));
    }
}

/// Returns how to answer a field, where that is not obvious.
fn how(field: &Field) -> Option<&'static str> {
    match field.kind() {
        Kind::Boolean(boolean) if boolean.label(true).is_some() => {
            Some("Answer with a number, or with approve or reject.")
        }
        Kind::Boolean(_) => Some("Answer yes or no."),
        Kind::Select(_) => Some("Answer with a number or a name."),
        Kind::MultiSelect(_) => Some("Answer with numbers or names, with commas between them."),
        Kind::File(_) => Some("Answer with the path of a file."),
        _ if field_style::is_multi_line(field) => {
            Some("You can enter several lines; end with a line that contains only a dot.")
        }
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
    for line in evidence::displays_before(session.form(), session.form().fields().len()) {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "\n{}", messages::REVIEW);
    for (number, index) in (1..).zip(session.review()) {
        let Some(field) = session.field(index) else { continue };
        let value = summary(field, session.entry(index));
        let label = safe_text::line(field.label());
        let colon = if label.ends_with(['?', ':', '.', '!']) { "" } else { ":" };
        let _ = writeln!(out, "  {number}. {label}{colon} {value}");
        for problem in session.problems_of(index) {
            let _ = writeln!(out, "     Problem: {}", safe_text::line(&problem.message));
        }
    }
    for problem in session.overall_problems() {
        let _ = writeln!(out, "  Problem: {}", safe_text::line(&problem.message));
    }
    out.push_str("Send? Enter y to send, a number to change that answer, < to go back, ! to leave.\n");
    out
}
