//! Every type in docs/glossary.md is where the glossary says.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Returns what is wrong with the glossary.
///
/// # Errors
/// When it cannot be read.
pub(super) fn check(root: &Path) -> Result<Vec<String>> {
    let glossary = root.join("docs").join("glossary.md");
    let text =
        fs::read_to_string(&glossary).with_context(|| format!("cannot read {}", glossary.display()))?;
    let entries: Vec<(&str, &str)> = text.lines().filter_map(entry).collect();
    let mut wrong: Vec<String> = entries
        .iter()
        .filter_map(|(name, path)| match fs::read_to_string(root.join(path)) {
            Ok(source) if defines(&source, name) => None,
            Ok(_) => Some(format!("docs/glossary.md: `{name}` is not defined in {path}")),
            Err(_) => Some(format!("docs/glossary.md: there is no file {path}")),
        })
        .collect();
    if entries.is_empty() {
        wrong.push("docs/glossary.md: there are no entries".to_owned());
    }
    Ok(wrong)
}

/// Returns the type and the file of a row.
fn entry(line: &str) -> Option<(&str, &str)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim).skip(2);
    let mut quoted = || cells.next()?.strip_prefix('`')?.strip_suffix('`');
    Some((quoted()?, quoted()?))
}

fn defines(source: &str, name: &str) -> bool {
    source.lines().any(|line| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| ["struct", "enum", "trait", "type"].contains(&word)) && words.next() == Some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::{defines, entry};

    #[test]
    fn rows_are_read() {
        let row = "| form | what is asked | `Form` | `crates/askwell-form/src/definition.rs` |";
        assert_eq!(entry(row), Some(("Form", "crates/askwell-form/src/definition.rs")));
        for other in ["| term | meaning | type | file |", "|---|---|---|---|", "Forms", ""] {
            assert_eq!(entry(other), None, "{other}");
        }
    }

    #[test]
    fn definitions_are_found() {
        for (source, expected) in [
            ("pub struct Form {", true),
            ("pub(crate) enum Form<'a> {", true),
            ("trait Form: Send {", true),
            ("struct FormCache;", false),
            ("impl Form {", false),
        ] {
            assert_eq!(defines(source, "Form"), expected, "{source}");
        }
    }
}
