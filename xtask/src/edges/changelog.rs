//! CHANGELOG.md keeps the form of Keep a Changelog: versions, six kinds of change, and entries below them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

const PAGE: &str = "CHANGELOG.md";

/// The kinds of change, in their order.
const KINDS: [&str; 6] = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

/// Returns what is wrong with the changelog.
///
/// # Errors
/// When it cannot be read.
pub(super) fn check(root: &Path) -> Result<Vec<String>> {
    let page = root.join(PAGE);
    let text = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    Ok(check_text(&text))
}

fn check_text(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    let mut versions: Vec<&str> = Vec::new();
    let mut kind: Option<usize> = None;
    let mut entries: Vec<&str> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut report = |what: String| errors.push(format!("{PAGE}:{number}: {what}"));
        if let Some(version) = line.strip_prefix("## ") {
            if versions.contains(&version) {
                report(format!("the version {version} is there twice: merge its entries"));
            }
            versions.push(version);
            kind = None;
        } else if let Some(name) = line.strip_prefix("### ") {
            let found = KINDS.iter().position(|known| *known == name);
            match (found, kind) {
                (None, _) => report(format!("{name:?} is none of {}", KINDS.join(", "))),
                (Some(next), Some(last)) if next <= last => {
                    report(format!("{name} comes once, and in this order: {}", KINDS.join(", ")));
                }
                _ => {}
            }
            kind = found.or(kind);
        } else if line.starts_with("- ") {
            if kind.is_none() {
                report(format!("this entry is under none of {}: {line}", KINDS.join(", ")));
            }
            if entries.contains(&line) {
                report(format!("this entry is there twice: {line}"));
            }
            entries.push(line);
        }
    }
    if versions.first() != Some(&"Unreleased") {
        errors.push(format!("{PAGE}: the first version has to be \"Unreleased\""));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::check_text;

    #[test]
    fn changelog_in_another_form_is_reported() {
        let good = "# Changelog\n\n## Unreleased\n\n### Added\n\n- a\n\n### Fixed\n\n- b\n\n## 0.1.0\n\n### Added\n\n- c\n";
        for (text, expected) in [
            (good.to_owned(), None),
            (
                good.replace("## 0.1.0", "## Unreleased"),
                Some("13: the version Unreleased is there twice: merge its entries"),
            ),
            (good.replace("### Fixed", "### Added"), Some("9: Added comes once, and in this order: ")),
            (good.replace("### Fixed", "### Better"), Some("9: \"Better\" is none of Added, ")),
            (good.replace("- b", "- a"), Some("11: this entry is there twice: - a")),
            (
                good.replace("## 0.1.0\n\n### Added", "## 0.1.0"),
                Some("15: this entry is under none of Added, "),
            ),
        ] {
            let errors = check_text(&text);
            match expected {
                None => assert!(errors.is_empty(), "{errors:?}"),
                Some(expected) => assert!(
                    errors.len() == 1 && errors[0].starts_with(&format!("CHANGELOG.md:{expected}")),
                    "{expected}: {errors:?}"
                ),
            }
        }
        assert_eq!(check_text("# Changelog\n"), ["CHANGELOG.md: the first version has to be \"Unreleased\""]);
    }
}
