//! Adds the name of the asking program to a form.

use askwell_form::Form;

use crate::safe_text;

/// Limit of a shown name in characters.
pub(crate) const LONGEST_NAME: usize = 120;

/// Limit of a form's description in characters.
const LONGEST_DESCRIPTION: usize = 2048;

/// Returns the form with the asking program before its description and a message below. Returns
/// `None` if the form has no room for it.
pub(crate) fn with_attribution(form: &Form, who: &str, said: &str) -> Option<Form> {
    let mut document = form.to_value();
    let described = document.get("description").and_then(serde_json::Value::as_str).unwrap_or_default();
    let described = described.to_owned();
    let mut lines = vec![format!("Asked by {who}.")];
    if said != form.title() && said != described {
        lines.extend(said.lines().filter(|line| !line.is_empty()).map(safe_text::line));
    }
    lines.extend((!described.is_empty()).then_some(described));
    // The program comes first, so that no message pushes it out.
    document["description"] = cut(&lines.join("\n"), LONGEST_DESCRIPTION).into();
    Form::from_value(&document).ok()
}

/// Returns the name of a program for display. A service without keys has one client, which has no name.
pub(crate) fn program_name(client: &str) -> String {
    match client {
        "local" => "a program on the service's machine".to_owned(),
        name => cut(&safe_text::line(name), LONGEST_NAME),
    }
}

/// Truncates a text to `most` characters, with an ellipsis.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
    }
}
