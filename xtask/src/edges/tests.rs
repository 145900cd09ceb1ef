//! The table against made-up workspaces.

use serde_json::{Value, json};

use super::{TABLE, check_table};
use crate::metadata::Metadata;

/// `(folder, name, [(dependency, kind)])`
type Crate<'a> = (&'a str, &'a str, &'a [(&'a str, Value)]);

/// A made-up workspace in `/w`.
fn workspace(crates: &[Crate<'_>]) -> Metadata {
    let packages: Vec<Value> = crates
        .iter()
        .map(|(folder, name, dependencies)| {
            let dependencies: Vec<Value> =
                dependencies.iter().map(|(name, kind)| json!({"name": name, "kind": kind})).collect();
            let manifest = format!("/w/{folder}/Cargo.toml");
            json!({"id": name, "name": name, "manifest_path": manifest, "dependencies": dependencies})
        })
        .collect();
    let members: Vec<&str> = crates.iter().map(|(_, name, _)| *name).collect();
    serde_json::from_value(json!({
        "packages": packages,
        "workspace_root": "/w",
        "target_directory": "/w/target",
        "workspace_members": members,
        "resolve": null,
    }))
    .unwrap()
}

#[test]
fn a_clean_workspace_passes() {
    let metadata = workspace(&[
        (
            "crates/askwell-form",
            "askwell-form",
            &[("serde", Value::Null), ("askwell-testkit", json!("dev")), ("askwell-cli", json!("dev"))],
        ),
        ("crates/askwell-testkit", "askwell-testkit", &[("askwell-form", Value::Null)]),
        (
            "crates/askwell-cli",
            "askwell-cli",
            &[("askwell-form", Value::Null), ("askwell-testkit", json!("dev"))],
        ),
        ("xtask", "xtask", &[("anyhow", Value::Null)]),
        ("bench", "askwell-bench", &[("askwell-cli", Value::Null)]),
    ]);
    assert_eq!(check_table(&metadata), Vec::<String>::new());
}

#[test]
fn each_violation_is_named() {
    let normal = Value::Null;
    for (folder, name, dependencies, expected) in [
        (
            "crates/askwell-term",
            "askwell-term",
            vec![("askwell-engine", normal.clone())],
            "askwell-term must not depend on askwell-engine (crates/askwell-term/Cargo.toml): \
             it may use askwell-locale, askwell-form;",
        ),
        (
            "crates/askwell-form",
            "askwell-form",
            vec![("askwell-lifecycle", json!("build"))],
            "askwell-form must not depend on askwell-lifecycle (crates/askwell-form/Cargo.toml): \
             it may use no sibling;",
        ),
        (
            "crates/askwell-web",
            "askwell-web",
            vec![("askwell-mcp", normal.clone()), ("askwell-mcp", json!("build"))],
            "askwell-web must not depend on askwell-mcp",
        ),
        (
            "crates/askwell-cli",
            "askwell-cli",
            vec![("xtask", normal)],
            "askwell-cli must not depend on xtask",
        ),
        ("crates/askwell-extra", "askwell-extra", vec![], "askwell-extra is not in the table: say what"),
        (
            "crates/form",
            "askwell-form",
            vec![],
            "crates/form holds the crate askwell-form: move it to crates/askwell-form,",
        ),
        (
            "crates/inner/askwell-form",
            "askwell-form",
            vec![],
            "crates/inner/askwell-form holds the crate askwell-form",
        ),
    ] {
        let metadata = workspace(&[(folder, name, &dependencies), ("xtask", "xtask", &[])]);
        let errors = check_table(&metadata);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with(expected), "{errors:?} should start with {expected:?}");
    }
}

#[test]
fn the_table_names_only_crates_it_knows_and_has_no_cycle() {
    // A crate may only use crates that an ordering places before it; the table is short enough to try.
    let mut placed: Vec<&str> = Vec::new();
    while placed.len() < TABLE.len() {
        let next = TABLE.iter().find(|(name, may_use)| {
            !placed.contains(name) && may_use.iter().all(|used| placed.contains(used))
        });
        let (name, _) = next.expect("an unknown crate or a cycle in the table");
        placed.push(name);
    }
}
