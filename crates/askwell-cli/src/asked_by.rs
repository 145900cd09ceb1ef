//! A form with who asks it, for the person who answers.

use askwell_form::Form;

use crate::shown;

/// The longest name that is shown.
pub(crate) const LONGEST_NAME: usize = 120;

/// What a form can say about itself.
const LONGEST_DESCRIPTION: usize = 2048;

/// Returns the form with who asks in front of its description, and below that what they say beside the form. Returns
/// nothing if the form cannot hold that.
pub(crate) fn with_asker(form: &Form, who: &str, said: &str) -> Option<Form> {
    let mut document = form.to_value();
    let described = document.get("description").and_then(serde_json::Value::as_str).unwrap_or_default();
    let described = described.to_owned();
    let mut lines = vec![format!("Asked by {who}.")];
    if said != form.title() && said != described {
        lines.extend(said.lines().filter(|line| !line.is_empty()).map(shown::line));
    }
    lines.extend((!described.is_empty()).then_some(described));
    // Who asks comes first, so that no message pushes it out.
    document["description"] = cut(&lines.join("\n"), LONGEST_DESCRIPTION).into();
    Form::from_value(&document).ok()
}

/// A program's name, fit to be shown. A service without keys has one client, which it calls `local`.
pub(crate) fn program_name(client: &str) -> String {
    match client {
        "local" => "a program on the service's machine".to_owned(),
        name => cut(&shown::line(name), LONGEST_NAME),
    }
}

/// At most so many characters, with a sign that there were more.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
    }
}
