//! Installs and runs the conformance suite, and reads its results.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::metadata::{self, Depth};
use crate::node;

/// The version that our lists were made with.
const SUITE: (&str, &str) = ("@modelcontextprotocol/conformance", "0.2.0-alpha.12");
/// The suite needs a newer Node than many machines have.
const NODE_MAJOR: u32 = 22;

/// The suite, ready to run.
pub(super) struct Suite {
    folder: PathBuf,
    node: PathBuf,
}

/// What the suite says about one scenario.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ScenarioResult {
    pub(super) scenario: String,
    pub(super) passed: bool,
    /// The number of checks that failed.
    pub(super) failed_checks: usize,
}

impl Suite {
    /// Installs the suite unless it is there, after saying so.
    pub(super) fn installed(root: &Path) -> Result<Self> {
        let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
        let suite = Suite { folder: target.join("conformance"), node: node::ensure(&target, NODE_MAJOR)? };
        if suite.is_installed() {
            return Ok(suite);
        }
        let (name, version) = SUITE;
        println!("{name} {version} will be installed in {}", suite.folder.display());
        fs::create_dir_all(&suite.folder)?;
        let manifest = serde_json::json!({"private": true, "dependencies": {name: version}});
        fs::write(suite.folder.join("package.json"), manifest.to_string())?;
        node::install_listed(&suite.folder)?;
        if !suite.is_installed() {
            bail!("npm could not install {name} {version}");
        }
        Ok(suite)
    }

    fn module(&self, name: &str) -> PathBuf {
        self.folder.join("node_modules").join(name)
    }

    fn is_installed(&self) -> bool {
        let manifest = fs::read_to_string(self.module(SUITE.0).join("package.json")).unwrap_or_default();
        let found: serde_json::Value = serde_json::from_str(&manifest).unwrap_or_default();
        found.get("version").and_then(serde_json::Value::as_str) == Some(SUITE.1)
    }

    /// Runs the suite with these arguments and returns what it prints. Whether anything failed is in the verdicts.
    pub(super) fn run(&self, arguments: &[&str]) -> Result<String> {
        let output = Command::new(&self.node)
            .arg(self.module(SUITE.0).join("dist").join("index.js"))
            .args(arguments)
            .current_dir(&self.folder)
            .stderr(Stdio::inherit())
            .output()
            .context("cannot start the conformance suite")?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// The verdicts in what the suite prints at the end of many scenarios.
pub(super) fn verdicts(output: &str) -> Vec<ScenarioResult> {
    let summary = output.lines().skip_while(|line| !line.contains("SUMMARY ==="));
    let verdict = |line: &str| {
        let (mark, rest) = line.split_once(' ')?;
        let (scenario, counts) = rest.split_once(": ")?;
        let (_, failed) = counts.split_once(" passed, ")?;
        let failed_checks = failed.split(' ').next()?.parse().ok()?;
        Some(ScenarioResult { scenario: scenario.to_owned(), passed: mark == "✓", failed_checks })
    };
    summary.filter_map(verdict).collect()
}

/// Compares verdicts with the list of what does not apply; returns what is wrong, in words.
pub(super) fn compare(verdicts: &[ScenarioResult], not_applicable: &[(&str, &str)]) -> Vec<String> {
    let listed = |scenario: &str| not_applicable.iter().any(|(name, _)| *name == scenario);
    let mut wrong: Vec<String> = Vec::new();
    for ScenarioResult { scenario, passed, .. } in verdicts {
        match (passed, listed(scenario)) {
            (false, false) => wrong.push(format!("{scenario} failed")),
            (true, true) => wrong.push(format!("{scenario} passes now: take it off the list")),
            (true, false) | (false, true) => {}
        }
    }
    let ran = |name: &str| verdicts.iter().any(|verdict| verdict.scenario == name);
    wrong.extend(
        not_applicable
            .iter()
            .filter(|(name, _)| !ran(name))
            .map(|(name, _)| format!("{name} was not run: take it off the list")),
    );
    wrong
}

#[cfg(test)]
mod tests {
    use super::{ScenarioResult, compare, verdicts};

    fn verdict(scenario: &str, passed: bool) -> ScenarioResult {
        ScenarioResult { scenario: scenario.to_owned(), passed, failed_checks: usize::from(!passed) }
    }

    #[test]
    fn the_summary_is_read() {
        let output = "✓ not yet: 1 passed, 0 failed\n\n=== SUMMARY ===\n✓ ping: 2 passed, 0 failed\n\
                      ✗ tools-list: 1 passed, 1 failed\n\nTotal: 3 passed, 3 failed\n  ✗ tools-list (extension)\n";
        assert_eq!(verdicts(output), [verdict("ping", true), verdict("tools-list", false)]);
    }

    #[test]
    fn the_list_is_strict_both_ways() {
        let verdicts = [verdict("a", true), verdict("b", false), verdict("c", false), verdict("d", true)];
        let listed = [("c", "why"), ("d", "why"), ("e", "why")];
        assert_eq!(
            compare(&verdicts, &listed),
            ["b failed", "d passes now: take it off the list", "e was not run: take it off the list"]
        );
    }
}
