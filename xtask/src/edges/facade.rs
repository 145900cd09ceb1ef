//! What a user of the façade pulls in with few features: the form language alone brings no runtime, and asking in a
//! terminal brings neither an HTTP server nor a database.
//!
//! Asks `cargo tree`, which resolves features for one crate as a user's build does.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::cargo::cargo;

/// Features of the façade, and crates that must not come with them.
const TABLE: [(&str, &[&str]); 5] = [
    ("", &["tokio", "axum", "hyper", "rusqlite", "askwell-engine", "crossterm", "rmcp"]),
    ("engine", &["axum", "hyper", "rusqlite", "crossterm", "rmcp"]),
    ("default", &["axum", "hyper", "rusqlite", "rmcp"]),
    ("default,store", &["axum", "hyper", "rmcp"]),
    ("web", &["rusqlite", "crossterm", "rmcp"]),
];

/// Names each crate that comes with features which should not bring it.
pub(super) fn check(root: &Path) -> Result<Vec<String>> {
    let mut errors = Vec::new();
    for (features, forbidden) in TABLE {
        let tree = cargo(root)
            .args(["tree", "--package", "askwell", "--no-default-features", "--features", features])
            .args(["--edges", "normal", "--prefix", "none", "--format", "{p}"])
            .output()
            .context("cannot start cargo tree")?;
        if !tree.status.success() {
            bail!("cargo tree failed: {}", String::from_utf8_lossy(&tree.stderr).trim());
        }
        errors.extend(compare(features, forbidden, &String::from_utf8_lossy(&tree.stdout)));
    }
    Ok(errors)
}

fn compare(features: &str, forbidden: &[&str], tree: &str) -> Vec<String> {
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let found = forbidden.iter().filter(|name| names.contains(name));
    let with = if features.is_empty() { "without features".to_owned() } else { format!("with {features:?}") };
    let name = |name: &&str| {
        format!(
            "askwell {with} must not bring {name}: make the dependency optional in crates/askwell/Cargo.toml \
             (`cargo tree -p askwell --no-default-features --features '{features}' -i {name}` shows the way)"
        )
    };
    found.map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn forbidden_crate_in_the_tree_is_an_error() {
        let tree = "askwell v0.1.0 (/w/crates/askwell)\ntokio v1.54.0\ntokio-util v0.7.0\n";
        let errors = compare("", &["tokio", "axum"], tree);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with("askwell without features must not bring tokio"), "{errors:?}");
        assert!(compare("term", &["axum", "util"], tree).is_empty());
    }
}
