//! Every package has the version and the names of the workspace.

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::Release;

/// Compares the manifests of all packages with the workspace. Lists all differences.
pub(super) fn check(release: &Release) -> Result<()> {
    let read = |file: &str| {
        fs::read_to_string(release.root.join(file)).with_context(|| format!("cannot read {file}"))
    };
    let mut wrong = Vec::new();
    let mut expect = |file: &str, what: &str, found: Option<&str>, expected: &str| {
        if found != Some(expected) {
            wrong.push(format!("{file}: {what} is {}, not {expected}", found.unwrap_or("missing")));
        }
    };
    let (version, name) = (release.version.as_str(), release.registry_name()?);
    let python = read("sdks/python/pyproject.toml")?;
    let line = python.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    expect("sdks/python/pyproject.toml", "version", line, version);
    let about = read("sdks/python/README.md")?;
    let mark =
        about.lines().find_map(|line| line.trim().strip_prefix("<!-- mcp-name: ")?.strip_suffix(" -->"));
    expect("sdks/python/README.md", "mcp-name", mark, &name);

    let file = "sdks/typescript/package.json";
    let npm: Value = serde_json::from_str(&read(file)?)?;
    expect(file, "version", npm["version"].as_str(), version);
    expect(file, "mcpName", npm["mcpName"].as_str(), &name);
    let address = format!("git+{}.git", release.repository);
    expect(file, "repository", npm["repository"]["url"].as_str(), &address);
    for (package, pinned) in npm["optionalDependencies"].as_object().into_iter().flatten() {
        expect(file, package, pinned.as_str(), version);
    }
    for file in
        ["packaging/mcpb/manifest.json", "packaging/claude-plugin/plugins/askwell/.claude-plugin/plugin.json"]
    {
        let manifest: Value = serde_json::from_str(&read(file)?)?;
        expect(file, "version", manifest["version"].as_str(), version);
    }
    let file = ".claude-plugin/marketplace.json";
    let market: Value = serde_json::from_str(&read(file)?)?;
    expect(file, "version", market["plugins"][0]["version"].as_str(), version);
    let image = read("deploy/Dockerfile")?;
    let label =
        image.lines().find_map(|line| line.trim().strip_prefix("io.modelcontextprotocol.server.name=\""));
    let label = label.and_then(|label| label.split('"').next());
    expect("deploy/Dockerfile", "io.modelcontextprotocol.server.name", label, &name);
    if !wrong.is_empty() {
        bail!("packages disagree with Cargo.toml:\n  {}", wrong.join("\n  "));
    }
    Ok(())
}
