//! The table of crates in ARCHITECTURE.md is the one in code, and every path on that page exists.
//!
//! A path is a code span that ends in `.rs` or `/`. Below a heading that is the name of a crate it is relative to the
//! `src` folder of that crate, everywhere else to the root. A bare file name outside of these sections repeats a path
//! that the page has given before.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

const PAGE: &str = "ARCHITECTURE.md";

/// Returns what is wrong with the page.
///
/// # Errors
/// When it cannot be read.
pub(super) fn check(root: &Path, table: &[(&str, &[&str])]) -> Result<Vec<String>> {
    let page = root.join(PAGE);
    let text = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let mut errors = check_rows(&text, table);
    errors.extend(check_paths(&text, |path| root.join(path).exists()));
    Ok(errors)
}

fn check_rows(text: &str, table: &[(&str, &[&str])]) -> Vec<String> {
    let rows: Vec<(&str, &str)> = text.lines().filter_map(row).collect();
    let mut errors = Vec::new();
    for (name, may_use) in table {
        let is_all = may_use.len() + 1 == table.len();
        let short: Vec<&str> =
            may_use.iter().map(|other| other.strip_prefix("askwell-").unwrap_or(other)).collect();
        let expected = if may_use.is_empty() { "–".to_owned() } else { short.join(", ") };
        match rows.iter().find(|(crate_name, _)| crate_name == name) {
            Some((_, given)) if *given == expected || (is_all && *given == "all") => {}
            Some((_, given)) => {
                errors.push(format!(
                    "{PAGE}: `{name}` may depend on {given:?} there, and on {expected:?} in xtask/src/edges.rs"
                ));
            }
            None => errors.push(format!("{PAGE}: the table of crates lacks `{name}`")),
        }
    }
    errors
}

/// Returns the crate of a row of the table of crates, and what it may depend on.
fn row(line: &str) -> Option<(&str, &str)> {
    let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
    let [name, _, may_use] = cells[..] else { return None };
    Some((name.strip_prefix('`')?.strip_suffix('`')?, may_use))
}

fn check_paths(text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut errors = Vec::new();
    let mut section = None;
    let mut is_fenced = false;
    let mut seen: Vec<&str> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        is_fenced ^= line.starts_with("```");
        if is_fenced {
            continue;
        }
        if line.starts_with('#') {
            section = spans(line).find(|span| span.starts_with("askwell"));
        }
        for span in spans(line).filter(|span| span.ends_with(".rs") || span.ends_with('/')) {
            let path = match section {
                Some(name) => format!("crates/{name}/src/{span}"),
                None if !span.contains('/') => {
                    if !seen.iter().any(|path| path.rsplit('/').next() == Some(span)) {
                        errors.push(format!("{PAGE}:{number}: give the whole path of {span}"));
                    }
                    continue;
                }
                None => {
                    seen.push(span);
                    span.to_owned()
                }
            };
            if !exists(&path) {
                errors.push(format!("{PAGE}:{number}: there is no {path}"));
            }
        }
    }
    errors
}

/// Returns the code spans of a line.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::{check_paths, check_rows};

    const TABLE: [(&str, &[&str]); 3] = [
        ("askwell-form", &[]),
        ("askwell-engine", &["askwell-form"]),
        ("askwell-cli", &["askwell-form", "askwell-engine"]),
    ];

    #[test]
    fn row_that_differs_or_is_missing_is_reported() {
        let good = "| `askwell-form` | a | – |\n| `askwell-engine` | b | form |\n| `askwell-cli` | c | all |";
        for (text, expected) in [
            (good.to_owned(), vec![]),
            (
                good.replace("| form |", "| form, store |"),
                vec![
                    "ARCHITECTURE.md: `askwell-engine` may depend on \"form, store\" there, and on \"form\" in \
                     xtask/src/edges.rs",
                ],
            ),
            (
                good.replace("`askwell-form`", "`askwell-forms`"),
                vec!["ARCHITECTURE.md: the table of crates lacks `askwell-form`"],
            ),
        ] {
            assert_eq!(check_rows(&text, &TABLE), expected, "{text}");
        }
    }

    #[test]
    fn path_that_does_not_exist_is_reported() {
        let exists = |path: &str| ["crates/askwell-form/src/check.rs", "docs/"].contains(&path);
        for (text, expected) in [
            ("See `docs/`, `Form` and `crates/askwell-form/src/check.rs`, then `check.rs`.", None),
            ("### `askwell-form`\n| `check.rs` | checks |", None),
            ("```\n`nothing.rs`\n```", None),
            (
                "### `askwell-form`\n| `view.rs` |",
                Some("ARCHITECTURE.md:2: there is no crates/askwell-form/src/view.rs"),
            ),
            ("`bench/`", Some("ARCHITECTURE.md:1: there is no bench/")),
            ("`check.rs`", Some("ARCHITECTURE.md:1: give the whole path of check.rs")),
        ] {
            assert_eq!(check_paths(text, exists), Vec::from_iter(expected), "{text}");
        }
    }
}
