//! The rules of the house style that reading lines can check.
//!
//! Relies on rustfmt having laid the code out: a top-level item begins in the first column. Parses no Rust,
//! and leaves everything that takes judgement to review.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Findings, callers};
use crate::metadata::Metadata;

const LONG: usize = 400;
const TOO_LONG: usize = 500;

/// Files that hold one table and nothing else may be as long as it is; name them here, from the root.
const LONG_TABLES: [&str; 2] =
    ["crates/askwell-form/src/url_guard/cases.rs", "crates/askwell-cli/src/serve/config/table.rs"];

/// The first words of items that belong in a module of their own rather than in `lib.rs`.
const ITEMS: [&str; 12] = [
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "macro_rules!",
    "static",
    "struct",
    "trait",
    "type",
    "union",
];

/// Reads the manifest and the sources of every crate in `crates/`.
pub(super) fn check(metadata: &Metadata) -> Result<Findings> {
    let mut findings = Findings::default();
    for package in metadata.product_crates() {
        let mut paths = vec![package.manifest_path.clone()];
        rust_files(&package.folder().join("src"), &mut paths)?;
        for path in paths {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            check_file(path.strip_prefix(&metadata.workspace_root).unwrap_or(&path), &text, &mut findings);
        }
    }
    Ok(findings)
}

/// Collects the Rust files below `folder`, in a stable order.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

fn check_file(path: &Path, text: &str, findings: &mut Findings) {
    let shown = path.display();
    match path.file_name().and_then(|name| name.to_str()) {
        Some("Cargo.toml") => {
            if !inherits_lints(text) {
                findings.errors.push(format!(
                    "{shown} does not inherit the lints: add `[lints]` with `workspace = true`"
                ));
            }
            return;
        }
        Some("mod.rs") => {
            let folder = path.parent().unwrap_or(path).display();
            findings.errors.push(format!("{shown}: rename it to {folder}.rs, beside the folder"));
        }
        Some("utils.rs" | "util.rs" | "helpers.rs") => {
            findings.errors.push(format!(
                "{shown}: name the module after what it holds, or move each function to its user"
            ));
        }
        Some("lib.rs") => findings.errors.extend(check_lib(path, text)),
        _ => {}
    }
    findings.errors.extend(callers::check(path, text));
    check_length(path, text.lines().count(), findings);
}

fn inherits_lints(manifest: &str) -> bool {
    let after = manifest.lines().map(str::trim).skip_while(|line| *line != "[lints]").skip(1);
    after.take_while(|line| !line.starts_with('[')).any(|line| line == "workspace = true")
}

fn check_lib(path: &Path, text: &str) -> Vec<String> {
    let shown = path.display();
    let mut errors = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some(item) = item_word(line) else { continue };
        if ITEMS.contains(&item) && !line.contains("extern crate") {
            errors.push(format!("{shown}:{number}: `{item}` in lib.rs, which holds docs, modules and re-exports only: move it to a module"));
        } else if item == "use" && line.starts_with("pub") && line.contains('*') {
            errors.push(format!("{shown}:{number}: a glob re-export: name what is public"));
        }
    }
    errors
}

/// The word that says what kind of item begins on this line, if one does.
fn item_word(line: &str) -> Option<&str> {
    if !line.starts_with(|first: char| first.is_ascii_lowercase()) {
        return None;
    }
    let word = line.split_whitespace().find(|word| !is_qualifier(word))?;
    word.split(['<', '(']).next()
}

fn is_qualifier(word: &str) -> bool {
    word == "unsafe" || word == "pub" || (word.starts_with("pub(") && word.ends_with(')'))
}

fn check_length(path: &Path, lines: usize, findings: &mut Findings) {
    if lines <= LONG || LONG_TABLES.iter().any(|table| Path::new(table) == path) {
        return;
    }
    let shown = path.display();
    if lines > TOO_LONG {
        findings.errors.push(format!(
            "{shown} has {lines} lines, {TOO_LONG} is the most: split it by subject (a pure table may be \
             listed in `LONG_TABLES` in xtask/src/edges/house.rs)"
        ));
    } else {
        findings
            .warnings
            .push(format!("{shown} has {lines} lines: split it before it grows beyond {TOO_LONG}"));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Findings;
    use super::check_file;

    fn check(path: &str, text: &str) -> Findings {
        let mut findings = Findings::default();
        check_file(Path::new(path), text, &mut findings);
        findings
    }

    #[test]
    fn what_keeps_to_the_rules() {
        let lib = "//! Docs.\n\n#![forbid(unsafe_code)]\n\n#[cfg(test)]\nextern crate alloc;\nmod a;\npub mod b {\n    \
                   pub fn f() {}\n}\n\n/// fn in a comment\npub use a::{\n    A,\n    B,\n};\npub(crate) use b::f;\n";
        for (path, text) in [
            ("crates/a/src/lib.rs", lib),
            ("crates/a/src/a.rs", "pub fn f() {}\n"),
            ("crates/a/src/main.rs", "fn main() {}\n"),
            ("crates/a/src/long.rs", &"// line\n".repeat(400)),
            ("crates/a/Cargo.toml", "[package]\n\n[lints]\nworkspace = true\n"),
        ] {
            let findings = check(path, text);
            assert!(findings.errors.is_empty() && findings.warnings.is_empty(), "{path}: {findings:?}");
        }
    }

    #[test]
    fn what_breaks_a_rule_is_an_error() {
        for (path, text, expected) in [
            ("crates/a/src/b/mod.rs", "", "crates/a/src/b/mod.rs: rename it to crates/a/src/b.rs"),
            ("crates/a/src/utils.rs", "", "crates/a/src/utils.rs: name the module"),
            ("crates/a/src/lib.rs", "mod a;\nfn f() {}\n", "crates/a/src/lib.rs:2: `fn` in lib.rs"),
            ("crates/a/src/lib.rs", "pub(crate) struct S;\n", "crates/a/src/lib.rs:1: `struct` in lib.rs"),
            ("crates/a/src/lib.rs", "unsafe impl Send for S {}\n", "crates/a/src/lib.rs:1: `impl` in lib.rs"),
            ("crates/a/src/lib.rs", "impl<T> S<T> {}\n", "crates/a/src/lib.rs:1: `impl` in lib.rs"),
            ("crates/a/src/lib.rs", "pub const fn f() {}\n", "crates/a/src/lib.rs:1: `const` in lib.rs"),
            ("crates/a/src/lib.rs", "macro_rules! m {\n", "crates/a/src/lib.rs:1: `macro_rules!` in lib.rs"),
            ("crates/a/src/lib.rs", "pub use a::*;\n", "crates/a/src/lib.rs:1: a glob re-export"),
            ("crates/a/src/long.rs", &"// line\n".repeat(501), "crates/a/src/long.rs has 501 lines"),
            (
                "crates/a/Cargo.toml",
                "[lints]\n[package]\nworkspace = true\n",
                "crates/a/Cargo.toml does not inherit",
            ),
        ] {
            let errors = check(path, text).errors;
            assert_eq!(errors.len(), 1, "{path}: {errors:?}");
            assert!(errors[0].starts_with(expected), "{errors:?}");
        }
    }

    #[test]
    fn a_long_file_is_only_a_warning() {
        let findings = check("crates/a/src/long.rs", &"// line\n".repeat(401));
        assert_eq!((findings.errors.len(), findings.warnings.len()), (0, 1), "{findings:?}");
    }
}
