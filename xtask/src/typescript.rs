//! The TypeScript SDK: its types, and its tests against the real service, on the oldest and the newest Node.js, with a
//! short one on Bun and Deno.
//!
//! Packages come in the versions of the lock file, into sdks/typescript/node_modules; no script of theirs is run.

use std::path::Path;

use anyhow::Result;

use crate::metadata::{self, Depth};
use crate::{cargo, node};

/// The oldest Node.js that the SDK supports, and the newest.
const NODES: [&str; 2] = ["20.20.2", "26.10.0"];

/// The other runtimes: the variable that names one to the tests, its package, version and path.
const RUNTIMES: [(&str, &str, &str, &str); 2] =
    [("BUN", "@oven/bun-linux-x64", "1.4.4", "bin/bun"), ("DENO", "@deno/linux-x64-glibc", "2.9.6", "deno")];

/// Builds the service and the SDK, and runs the tests of the SDK.
pub(crate) fn run(root: &Path) -> Result<()> {
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    // As the browser step does, which has compiled it already.
    cargo::run(cargo::cargo(root).args(["build", "--package", "askwell-cli", "--bin", "askwell"]))?;
    let folder = root.join("sdks").join("typescript");
    node::install_locked(&folder)?;
    let nodes = NODES.iter().map(|version| node::pinned(&target, version)).collect::<Result<Vec<_>>>()?;
    let newest = nodes.last().map_or(Path::new("node"), |node| node.as_path());
    let mut tests = std::process::Command::new(newest);
    tests.arg(folder.join("scripts").join("test.mjs")).args(&nodes);
    tests.env("ASKWELL_BINARY", target.join("debug").join("askwell"));
    for (variable, package, version, path) in RUNTIMES {
        tests.env(variable, node::program(&target, package, version, path)?);
    }
    cargo::run(&mut tests)
}
