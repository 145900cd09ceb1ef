//! The difference between a file before and after, for people.

use std::fmt::Write as _;

use similar::{ChangeTag, TextDiff};

/// Lines around a change.
const CONTEXT: usize = 3;

/// Parts of keys whose values are not shown in lines around a change.
const SECRETS: [&str; 7] = ["token", "secret", "key", "password", "credential", "auth", "bearer"];

/// Returns the changed lines with their surroundings. Values of other entries that look like secrets
/// are masked.
pub(super) fn diff(before: &str, after: &str) -> String {
    let mut text = String::new();
    let diff = TextDiff::from_lines(before, after);
    for group in diff.grouped_ops(CONTEXT) {
        if !text.is_empty() {
            text += "  …\n";
        }
        for change in group.iter().flat_map(|operation| diff.iter_changes(operation)) {
            let line = change.value().trim_end_matches(['\r', '\n']);
            // Writing to a string cannot fail.
            let _ = match change.tag() {
                ChangeTag::Equal => writeln!(text, "  {}", masked(line)),
                ChangeTag::Delete => writeln!(text, "- {line}"),
                ChangeTag::Insert => writeln!(text, "+ {line}"),
            };
        }
    }
    text
}

fn masked(line: &str) -> String {
    let Some(at) = line.find([':', '=']) else { return line.to_owned() };
    let (key, value) = line.split_at(at + 1);
    let name = key.to_ascii_lowercase();
    let opens_a_table = value.trim().is_empty() || value.trim_start().starts_with(['{', '[']);
    if opens_a_table || !SECRETS.iter().any(|secret| name.contains(secret)) {
        return line.to_owned();
    }
    format!("{key} ••••••")
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn change_is_shown_with_its_surroundings_and_without_secrets() {
        let before = "{\n  \"a\": {\n    \"API_TOKEN\": \"hush\",\n    \"env\": {}\n  }\n}\n";
        let after = before.replace("  }\n}", "  },\n  \"b\": 1\n}");
        let shown = diff(before, &after);
        assert!(!shown.contains("hush"), "{shown}");
        assert_eq!(
            shown,
            "    \"a\": {\n      \"API_TOKEN\": ••••••\n      \"env\": {}\n-   }\n+   },\n+   \"b\": 1\n  }\n"
        );
    }
}
