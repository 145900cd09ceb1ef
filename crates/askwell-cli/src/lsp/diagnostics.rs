//! The defects of a form document as diagnostics, and quick fixes from their suggestions.

use askwell_form::{Defect, Form};
use serde_json::{Value, json};

use super::position::Lines;

/// The most diagnostics of one document. Nobody repairs more at once.
const MAX_DIAGNOSTICS: usize = 500;

/// Severities of the protocol.
const ERROR: u8 = 1;
const WARNING: u8 = 2;

/// Returns what is wrong with a document, or the warnings if nothing is.
pub(super) fn diagnostics(text: &str, lines: &Lines<'_>) -> Vec<Value> {
    let (severity, defects) = match Form::parse_with_warnings(text) {
        Ok((_, warnings)) => (WARNING, warnings),
        Err(defects) => (ERROR, defects.iter().cloned().collect()),
    };
    // The parser counts from behind a byte order mark.
    let skipped = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let shown = defects.iter().take(MAX_DIAGNOSTICS);
    shown.map(|defect| diagnostic(defect, severity, lines, skipped)).collect()
}

fn diagnostic(defect: &Defect, severity: u8, lines: &Lines<'_>, skipped: usize) -> Value {
    let span = defect.place.as_ref().map_or(0..0, |place| place.span.clone());
    let without_place = Defect { place: None, pointer: String::new(), ..defect.clone() };
    json!({
        "range": lines.range(&(span.start + skipped..span.end + skipped)),
        "severity": severity,
        "code": defect.code,
        "source": "askwell",
        "message": without_place.to_string(),
        "data": {"suggestion": defect.suggestion},
    })
}

/// Returns a quick fix for each diagnostic in `context` that has a suggestion.
pub(super) fn code_actions(uri: &str, text: &str, lines: &Lines<'_>, context: &Value) -> Vec<Value> {
    let given = context.get("diagnostics").and_then(Value::as_array);
    let fix = |diagnostic: &Value| {
        let suggestion = diagnostic.pointer("/data/suggestion")?.as_str()?;
        let range = diagnostic.get("range")?;
        let span = lines.offset(range.get("start")?)?..lines.offset(range.get("end")?)?;
        let quoted = text.get(span)?.starts_with('"');
        let new_text = if quoted { Value::from(suggestion).to_string() } else { suggestion.to_owned() };
        Some(json!({
            "title": format!("Replace by `{suggestion}`"),
            "kind": "quickfix",
            "diagnostics": [diagnostic],
            "isPreferred": true,
            "edit": {"changes": {uri: [{"range": range, "newText": new_text}]}},
        }))
    };
    given.into_iter().flatten().take(MAX_DIAGNOSTICS).filter_map(fix).collect()
}
