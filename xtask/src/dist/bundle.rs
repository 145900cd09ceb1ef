//! The MCPB bundle, which desktop clients install with one click.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::Release;
use super::platform::Platform;
use super::program::Program;
use super::tools::{self, quietly};

/// Returns the name of the bundle for a platform.
pub(super) fn name(platform: &str) -> String {
    format!("askwell-{platform}.mcpb")
}

/// Packs the program with its manifest. The tool of the format checks both.
pub(super) fn build(release: &Release, platform: &Platform, program: &Program) -> Result<PathBuf> {
    let staging = release.staging("bundle")?;
    let text = release.render("mcpb/manifest.json")?;
    let mut manifest: Value =
        serde_json::from_str(&text).context("packaging/mcpb/manifest.json is broken")?;
    // A bundle contains one program; the format cannot name its processor.
    manifest["compatibility"]["platforms"] = json!([platform.system]);
    fs::create_dir_all(staging.join("server"))?;
    fs::write(staging.join("manifest.json"), serde_json::to_string_pretty(&manifest)?)?;
    fs::copy(&program.path, staging.join("server").join("askwell"))?;
    let bundle = release.out.join(name(&platform.name()));
    quietly(tools::mcpb(&release.target_folder)?.arg("validate").arg(staging.join("manifest.json")))?;
    quietly(tools::mcpb(&release.target_folder)?.arg("pack").arg(&staging).arg(&bundle))?;
    Ok(bundle)
}
