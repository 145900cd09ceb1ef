//! `cargo xtask edges`: which crate may depend on which, and the cheap rules of the house style.
//!
//! [`TABLE`] is the table of ARCHITECTURE.md in code. Normal and build dependencies must be in it;
//! dev-dependencies are free, as a test may look from anywhere. The check never edits a manifest: a new
//! edge is a decision that a person writes down.

mod architecture;
mod callers;
mod changelog;
mod decisions;
mod facade;
mod glossary;
mod house;
mod purity;

use std::path::Path;

use anyhow::{Result, bail};

use crate::metadata::{self, Depth, Kind, Metadata, Package};

/// Every crate in `crates/`, and the siblings that it may depend on.
///
/// Tools outside `crates/` (this one, the benchmarks) may use everything, and nothing may use them.
const TABLE: [(&str, &[&str]); 15] = [
    ("askwell-form", &[]),
    ("askwell-http", &[]),
    ("askwell-client", &["askwell-http", "askwell-form"]),
    ("askwell-lifecycle", &["askwell-form"]),
    ("askwell-locale", &["askwell-form"]),
    ("askwell-engine", &["askwell-lifecycle", "askwell-form"]),
    ("askwell-store", &["askwell-engine", "askwell-lifecycle", "askwell-form"]),
    (
        "askwell-mcp",
        &["askwell-http", "askwell-engine", "askwell-lifecycle", "askwell-locale", "askwell-form"],
    ),
    (
        "askwell-web",
        &["askwell-http", "askwell-engine", "askwell-lifecycle", "askwell-locale", "askwell-form"],
    ),
    (
        "askwell-gateway",
        &[
            "askwell-mcp",
            "askwell-http",
            "askwell-engine",
            "askwell-lifecycle",
            "askwell-locale",
            "askwell-form",
        ],
    ),
    (
        "askwell-notify",
        &["askwell-http", "askwell-engine", "askwell-lifecycle", "askwell-locale", "askwell-form"],
    ),
    ("askwell-term", &["askwell-locale", "askwell-form"]),
    (
        "askwell",
        &[
            "askwell-form",
            "askwell-lifecycle",
            "askwell-engine",
            "askwell-store",
            "askwell-mcp",
            "askwell-web",
            "askwell-term",
            "askwell-testkit",
        ],
    ),
    (
        "askwell-cli",
        &[
            "askwell-form",
            "askwell-http",
            "askwell-client",
            "askwell-locale",
            "askwell-lifecycle",
            "askwell-engine",
            "askwell-store",
            "askwell-mcp",
            "askwell-gateway",
            "askwell-notify",
            "askwell-web",
            "askwell-term",
            "askwell",
            "askwell-testkit",
        ],
    ),
    ("askwell-testkit", &["askwell-engine", "askwell-lifecycle", "askwell-form"]),
];

/// What the checks found: an error fails the command, a warning only speaks.
#[derive(Debug, Default)]
struct Findings {
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// Checks the workspace in `root` and prints what is wrong.
pub(crate) fn run(root: &Path) -> Result<()> {
    let declared = metadata::read(root, Depth::WorkspaceOnly)?;
    let mut findings = house::check(&declared)?;
    findings.errors.extend(check_table(&declared));
    findings.errors.extend(glossary::check(root)?);
    findings.errors.extend(architecture::check(root, &TABLE)?);
    findings.errors.extend(decisions::check(root)?);
    findings.errors.extend(changelog::check(root)?);
    // A forbidden edge may close a cycle that cargo cannot resolve; what is already known must still be told.
    match metadata::read(root, Depth::EveryDependency) {
        Ok(resolved) => findings.errors.extend(purity::check(&resolved)),
        Err(error) => findings.errors.push(format!("{error:#}")),
    }

    findings.errors.extend(facade::check(root)?);

    for warning in &findings.warnings {
        println!("warning: {warning}");
    }
    for error in &findings.errors {
        println!("error: {error}");
    }
    match findings.errors.len() {
        0 => {
            println!("{} crates keep to the table and the house rules", declared.product_crates().count());
            Ok(())
        }
        1 => bail!("1 rule is broken"),
        count => bail!("{count} rules are broken"),
    }
}

fn check_table(metadata: &Metadata) -> Vec<String> {
    metadata.product_crates().flat_map(|package| check_crate(metadata, package)).collect()
}

fn check_crate(metadata: &Metadata, package: &Package) -> Vec<String> {
    let name = &package.name;
    let folder = package.folder().strip_prefix(&metadata.workspace_root).unwrap_or(package.folder());
    let folder = folder.display();
    let mut errors = Vec::new();

    if package.folder() != metadata.workspace_root.join("crates").join(name) {
        errors.push(format!(
            "{folder} holds the crate {name}: move it to crates/{name}, or rename the crate after its folder"
        ));
    }
    let Some((_, may_use)) = TABLE.iter().find(|(known, _)| known == name) else {
        errors.push(format!(
            "{name} is not in the table: say what it may depend on in `TABLE` in xtask/src/edges.rs \
             and in ARCHITECTURE.md"
        ));
        return errors;
    };
    for dependency in forbidden_siblings(metadata, package, may_use) {
        errors.push(format!(
            "{name} must not depend on {dependency} ({folder}/Cargo.toml): it may use {}; if it has to, record \
             the decision in docs/decisions/ and add the edge to `TABLE` in xtask/src/edges.rs",
            listed(may_use)
        ));
    }
    errors
}

/// The siblings that `package` is built with and should not be, each once.
fn forbidden_siblings<'a>(metadata: &Metadata, package: &'a Package, may_use: &[&str]) -> Vec<&'a str> {
    let is_sibling = |name: &str| {
        metadata.members().any(|member| member.name == name) || TABLE.iter().any(|(known, _)| *known == name)
    };
    let mut names: Vec<&str> = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind != Some(Kind::Dev))
        .map(|dependency| dependency.name.as_str())
        .filter(|name| is_sibling(name) && !may_use.contains(name))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "no sibling".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests;
