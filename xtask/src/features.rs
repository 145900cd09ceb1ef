//! The feature matrix of `cargo xtask test`: every product crate compiles with every choice of features that
//! a user is likely to make.
//!
//! For each crate in `crates/`: no features, each feature alone, the default features, and all of them. The
//! features are read from `cargo metadata`; no list names them. Only libraries and binaries are checked,
//! without dev-dependencies, as these would turn on features that a user does not have. A warning is an error,
//! as an unused import under one feature is the usual mistake.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};

use crate::cargo::{CargoTool, cargo, require_component, run as run_command};
use crate::metadata::{self, Depth, Package};

const CLIPPY: CargoTool = CargoTool { subcommand: "clippy", provider: "clippy" };

/// Checks the whole matrix of the workspace in `root` and fails with the combinations that do not compile.
///
/// Every combination runs, even after another has failed.
pub(crate) fn run(root: &Path) -> Result<()> {
    require_component(root, CLIPPY)?;
    let metadata = metadata::read(root, Depth::WorkspaceOnly)?;
    let mut checked = 0_usize;
    let mut failed = Vec::new();
    for package in metadata.product_crates() {
        for selection in selections(&package.features) {
            let mut command = cargo(root);
            command.args(["clippy", "--quiet", "--package", &package.name]).args(selection.arguments());
            checked += 1;
            if run_command(command.args(["--", "-D", "warnings"])).is_err() {
                failed.push(combination(package, &selection));
            }
        }
    }
    if !failed.is_empty() {
        bail!("{} of {checked} combinations do not compile: {}", failed.len(), failed.join("; "));
    }
    println!("{checked} combinations of crates and features compile");
    Ok(())
}

/// Which features one check turns on.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Selection {
    None,
    Alone(String),
    Default,
    All,
}

impl Selection {
    fn arguments(&self) -> Vec<&str> {
        match self {
            Self::None => vec!["--no-default-features"],
            Self::Alone(feature) => vec!["--no-default-features", "--features", feature],
            Self::Default => vec![],
            Self::All => vec!["--all-features"],
        }
    }
}

/// The selections to check, without those that would repeat another one.
fn selections(features: &BTreeMap<String, Vec<String>>) -> Vec<Selection> {
    let alone: Vec<&String> = features.keys().filter(|name| *name != "default").collect();
    let mut selections = vec![Selection::None];
    selections.extend(alone.iter().map(|name| Selection::Alone((*name).clone())));
    if features.get("default").is_some_and(|members| !members.is_empty()) {
        selections.push(Selection::Default);
    }
    if alone.len() > 1 {
        selections.push(Selection::All);
    }
    selections
}

fn combination(package: &Package, selection: &Selection) -> String {
    format!("{} {}", package.name, selection.arguments().join(" ")).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Selection, selections};

    #[test]
    fn matrix_has_none_each_alone_default_and_all_without_repetitions() {
        let alone = |name: &str| Selection::Alone(name.to_owned());
        for (features, expected) in [
            (vec![], vec![Selection::None]),
            (vec![("default", vec![])], vec![Selection::None]),
            (vec![("rmcp", vec!["dep:rmcp"])], vec![Selection::None, alone("rmcp")]),
            (
                vec![("default", vec!["store"]), ("mcp", vec![]), ("store", vec![])],
                vec![Selection::None, alone("mcp"), alone("store"), Selection::Default, Selection::All],
            ),
        ] {
            let features: BTreeMap<String, Vec<String>> = features
                .into_iter()
                .map(|(name, members)| (name.to_owned(), members.into_iter().map(str::to_owned).collect()))
                .collect();
            assert_eq!(selections(&features), expected, "{features:?}");
        }
    }
}
