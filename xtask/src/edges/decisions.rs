//! Every decision record names an alternative and what would change the decision.
//!
//! A record is a paragraph of docs/decisions/*.md that begins with its question in bold.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

const FOLDER: &str = "docs/decisions";

/// Returns what is wrong with the decision records.
///
/// # Errors
/// When they cannot be read.
pub(super) fn check(root: &Path) -> Result<Vec<String>> {
    let folder = root.join(FOLDER);
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    let mut errors = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        errors.extend(check_page(&text).into_iter().map(|error| format!("{FOLDER}/{name}: {error}")));
    }
    Ok(errors)
}

fn check_page(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    for record in text.split("\n\n").filter_map(|paragraph| paragraph.trim_start().strip_prefix("**")) {
        let record = record.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some((question, answer)) = record.split_once("**") else {
            errors.push(format!("the question \"{record}\" has no end"));
            continue;
        };
        if !answer.contains("lternative") {
            errors.push(format!("\"{question}\" names no alternative (\"Alternative: …\")"));
        }
        if !answer.contains("would") {
            errors.push(format!(
                "\"{question}\" does not say what would change it (\"We would reconsider if …\")"
            ));
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::check_page;

    #[test]
    fn record_without_alternative_or_condition_is_reported() {
        for (text, expected) in [
            ("# Decisions\n\n**Why\na?** So. Alternative: b. We would reconsider if c.\n", vec![]),
            (
                "**Why a?** So. We would reconsider if c.",
                vec!["\"Why a?\" names no alternative (\"Alternative: …\")"],
            ),
            (
                "**Why a?** So. Alternative: b.",
                vec!["\"Why a?\" does not say what would change it (\"We would reconsider if …\")"],
            ),
            ("**Why a?", vec!["the question \"Why a?\" has no end"]),
        ] {
            assert_eq!(check_page(text), expected, "{text}");
        }
    }
}
