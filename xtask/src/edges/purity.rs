//! The pure crates reach no runtime, network, storage or clock, not even through a dependency.
//!
//! Looks at the graph that cargo resolved for the whole workspace with all features, on every platform. A
//! feature that a sibling turns on counts too: it is what the binary is built with. Code that calls `std`
//! for I/O or the time is not seen here; that is for review.

use std::collections::{BTreeMap, VecDeque};

use crate::metadata::{Metadata, Node};

const PURE: [&str; 3] = ["askwell-form", "askwell-lifecycle", "askwell-locale"];

/// Crates that stand for what a pure crate must not have, by what they bring along.
const IMPURE: [(&str, &[&str]); 4] = [
    (
        "an async runtime",
        &["async-executor", "async-io", "async-std", "futures-executor", "mio", "polling", "smol", "tokio"],
    ),
    (
        "the network",
        &[
            "axum",
            "curl",
            "h2",
            "hickory-resolver",
            "hyper",
            "native-tls",
            "quinn",
            "reqwest",
            "rustls",
            "socket2",
            "tonic",
            "tungstenite",
            "ureq",
        ],
    ),
    (
        "storage",
        &[
            "diesel",
            "fjall",
            "heed",
            "libsqlite3-sys",
            "memmap2",
            "notify",
            "postgres",
            "redb",
            "rocksdb",
            "rusqlite",
            "sled",
            "sqlx",
            "sqlx-core",
            "tempfile",
            "walkdir",
        ],
    ),
    ("a clock", &["iana-time-zone", "quanta", "web-time"]),
];

/// Edges that exist only because another crate of the workspace enables a feature, and that no pure crate
/// calls: rmcp, a peer in tests and an optional adapter, turns on schemas for chrono's types.
const LENT: [(&str, &str); 1] = [("schemars", "chrono")];

/// Names every impure crate that a pure one reaches, with the way there.
pub(super) fn check(metadata: &Metadata) -> Vec<String> {
    let nodes: BTreeMap<&str, &Node> = metadata
        .resolve
        .iter()
        .flat_map(|resolve| &resolve.nodes)
        .map(|node| (node.id.as_str(), node))
        .collect();
    let names: BTreeMap<&str, &str> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package.name.as_str())).collect();

    let mut errors = Vec::new();
    for package in metadata.members().filter(|package| PURE.contains(&package.name.as_str())) {
        for path in shortest_paths(&nodes, &package.id) {
            let path: Vec<&str> = path.iter().filter_map(|id| names.get(id).copied()).collect();
            if path.windows(2).any(|edge| matches!(edge, [from, to] if LENT.contains(&(from, to)))) {
                continue;
            }
            let Some((brings, culprit)) = path.last().and_then(|name| Some((impurity(name)?, name))) else {
                continue;
            };
            errors.push(format!(
                "{} is pure and must not reach {culprit}, which brings {brings} ({}): drop the dependency, \
                 or the feature that pulls it in",
                package.name,
                path.join(" -> ")
            ));
        }
    }
    errors
}

fn impurity(name: &str) -> Option<&'static str> {
    IMPURE.iter().find(|(_, crates)| crates.contains(&name)).map(|(brings, _)| *brings)
}

/// The shortest way from `start` to every package that it is linked with, breadth first.
fn shortest_paths<'a>(nodes: &BTreeMap<&'a str, &'a Node>, start: &'a str) -> Vec<Vec<&'a str>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut reached = Vec::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(id) = waiting.pop_front() {
        reached.push(way_to(&came_from, start, id));
        for next in nodes.get(id).into_iter().flat_map(|node| normal_links(node)) {
            if next != start && !came_from.contains_key(next) {
                came_from.insert(next, id);
                waiting.push_back(next);
            }
        }
    }
    reached
}

fn way_to<'a>(came_from: &BTreeMap<&'a str, &'a str>, start: &'a str, end: &'a str) -> Vec<&'a str> {
    let mut path = vec![end];
    let mut here = end;
    while here != start {
        let Some(previous) = came_from.get(here) else { break };
        path.push(previous);
        here = previous;
    }
    path.reverse();
    path
}

/// Returns the dependencies of the built crate, without those of build scripts and tests.
fn normal_links(node: &Node) -> impl Iterator<Item = &str> {
    let normal = node.deps.iter().filter(|link| link.dep_kinds.iter().any(|reason| reason.kind.is_none()));
    normal.map(|link| link.pkg.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::check;
    use crate::metadata::Metadata;

    /// A workspace with `askwell-form` and the given edges `(from, to, kind)` between packages.
    fn graph(edges: &[(&str, &str, Value)]) -> Metadata {
        let mut names: Vec<&str> = edges.iter().flat_map(|(from, to, _)| [*from, *to]).collect();
        names.push("askwell-form");
        names.sort_unstable();
        names.dedup();
        let package = |name: &&str| json!({"id": format!("id-{name}"), "name": name, "manifest_path": "/w/Cargo.toml", "dependencies": []});
        let node = |name: &&str| {
            let deps: Vec<Value> = edges
                .iter()
                .filter(|(from, ..)| from == name)
                .map(|(_, to, kind)| json!({"pkg": format!("id-{to}"), "dep_kinds": [{"kind": kind}]}))
                .collect();
            json!({"id": format!("id-{name}"), "deps": deps})
        };
        serde_json::from_value(json!({
            "packages": names.iter().map(package).collect::<Vec<_>>(),
            "workspace_root": "/w",
            "target_directory": "/w/target",
            "workspace_members": ["id-askwell-form", "id-askwell-cli"],
            "resolve": {"nodes": names.iter().map(node).collect::<Vec<_>>()},
        }))
        .unwrap()
    }

    #[test]
    fn what_a_pure_crate_may_reach() {
        for edges in [
            vec![],
            vec![("askwell-form", "url", Value::Null), ("url", "idna", Value::Null)],
            vec![("askwell-form", "tokio", json!("dev"))],
            vec![("askwell-form", "url", Value::Null), ("url", "tokio", json!("build"))],
            vec![("askwell-cli", "askwell-form", Value::Null), ("askwell-cli", "tokio", Value::Null)],
            vec![("askwell-form", "askwell-cli", json!("dev")), ("askwell-cli", "askwell-form", Value::Null)],
            vec![
                ("askwell-form", "schemars", Value::Null),
                ("schemars", "chrono", Value::Null),
                ("chrono", "iana-time-zone", Value::Null),
            ],
        ] {
            assert_eq!(check(&graph(&edges)), Vec::<String>::new());
        }
    }

    #[test]
    fn what_it_may_not_reach_is_named_with_the_way_there() {
        for (edges, expected) in [
            (
                vec![("askwell-form", "tokio", Value::Null)],
                "askwell-form is pure and must not reach tokio, which brings an async runtime \
                 (askwell-form -> tokio):",
            ),
            (
                vec![
                    ("askwell-form", "a", Value::Null),
                    ("a", "b", Value::Null),
                    ("b", "a", Value::Null),
                    ("b", "rusqlite", Value::Null),
                ],
                "askwell-form is pure and must not reach rusqlite, which brings storage \
                 (askwell-form -> a -> b -> rusqlite):",
            ),
        ] {
            let errors = check(&graph(&edges));
            assert_eq!(errors.len(), 1, "{errors:?}");
            assert!(errors[0].starts_with(expected), "{errors:?}");
        }
    }
}
