//! A question in lines: what it is, what it takes, what is there already.

use std::fmt::Write as _;

use askwell_form::{Field, Kind};

use crate::session::catalogue::Catalogue;
use crate::session::summary::summary;
use crate::session::{Entry, Session};
use crate::{style, text, wording};

/// More options than this are not listed unless asked for.
pub(super) const LISTED: usize = 30;

/// The whole question.
pub(super) fn question(session: &Session, index: usize, field: &Field) -> String {
    let mut out = String::new();
    let position = wording::position(session.progress());
    let need = if session.is_required(index) { wording::REQUIRED } else { wording::OPTIONAL };
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\nQuestion {position}: {} ({need})", text::line(field.label()));
    for part in [field.description(), field.rendering().help_text.as_deref()].into_iter().flatten() {
        indent(&mut out, part);
    }
    if let Some(hint) = wording::hint(field) {
        let _ = writeln!(out, "  Takes {hint}.");
    }
    if let Some(options) = field.kind().options() {
        let catalogue = Catalogue::new(options);
        if catalogue.len() > LISTED {
            let _ = writeln!(out, "  {} options. Type a part of a name to see which fit.", catalogue.len());
        } else {
            list(&mut out, &catalogue, 0..catalogue.len());
        }
    }
    if let Some(how) = how(field) {
        let _ = writeln!(out, "  {how}");
    }
    let entry = session.entry(index);
    if !matches!(entry, Entry::Untouched | Entry::Blank) {
        let _ = writeln!(out, "  Now: {}. An empty line keeps it.", summary(field, entry));
    } else if !session.is_required(index) {
        let _ = writeln!(out, "  An empty line leaves it out.");
    }
    out
}

/// What stands before the place to type.
pub(super) fn prompt(field: &Field) -> &'static str {
    if field.is_secret() { "Answer (not shown): " } else { "Answer: " }
}

/// Options with the numbers they go by.
pub(super) fn list(out: &mut String, catalogue: &Catalogue, places: impl Iterator<Item = usize>) {
    for place in places {
        let _ = writeln!(out, "  {}. {}", place + 1, catalogue.title(place));
    }
}

/// How to answer, where that is not plain.
fn how(field: &Field) -> Option<&'static str> {
    match field.kind() {
        Kind::Boolean(_) => Some("Answer yes or no."),
        Kind::Select(_) => Some("Answer with a number or a name."),
        Kind::MultiSelect(_) => Some("Answer with numbers or names, with commas between them."),
        Kind::File(_) => Some("Answer with the path of a file."),
        _ if style::is_multi_line(field) => {
            Some("Several lines are welcome; a line with only a . ends them.")
        }
        _ => None,
    }
}

fn indent(out: &mut String, part: &str) {
    for line in text::lines(part) {
        let _ = writeln!(out, "  {line}");
    }
}

/// All answers, numbered, with what is wrong.
pub(super) fn review(session: &Session) -> String {
    let mut out = format!("\n{}\n", wording::REVIEW);
    for (number, index) in (1..).zip(session.review()) {
        let Some(field) = session.field(index) else { continue };
        let value = summary(field, session.entry(index));
        let label = text::line(field.label());
        let colon = if label.ends_with(['?', ':', '.', '!']) { "" } else { ":" };
        let _ = writeln!(out, "  {number}. {label}{colon} {value}");
        for problem in session.problems_of(index) {
            let _ = writeln!(out, "     Problem: {}", text::line(&problem.message));
        }
    }
    for problem in session.overall_problems() {
        let _ = writeln!(out, "  Problem: {}", text::line(&problem.message));
    }
    out.push_str("Send? y sends, a number changes that answer, < goes back, ! leaves.\n");
    out
}
