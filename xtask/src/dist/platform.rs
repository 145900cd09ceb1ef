//! The names of a platform in each world of packages.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// A platform that there are packages for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Platform {
    /// The target of rustc.
    pub(crate) triple: String,
    /// Whether the target was named, so that cargo puts its files into a folder of that name.
    pub(super) is_named: bool,
    /// `linux`, `darwin`: npm and MCPB.
    pub(crate) system: &'static str,
    /// `x64`, `arm64`: npm.
    pub(crate) processor: &'static str,
}

impl Platform {
    /// Returns the named platform, or the one that rustc builds for.
    pub(super) fn find(root: &Path, named: Option<&str>) -> Result<Platform> {
        let triple = match named {
            Some(triple) => triple.to_owned(),
            None => host(root)?,
        };
        Platform::of(&triple, named.is_some())
    }

    fn of(triple: &str, is_named: bool) -> Result<Platform> {
        let system = match triple {
            triple if triple.contains("-linux-") => "linux",
            triple if triple.ends_with("-apple-darwin") => "darwin",
            _ => bail!("there are no packages for {triple}: add its names to xtask/src/dist/platform.rs"),
        };
        let processor = match triple.split('-').next() {
            Some("x86_64") => "x64",
            Some("aarch64") => "arm64",
            _ => bail!("there are no packages for {triple}: add its names to xtask/src/dist/platform.rs"),
        };
        Ok(Platform { triple: triple.to_owned(), is_named, system, processor })
    }

    /// Returns the name in npm and of bundles, such as `linux-x64`.
    pub(crate) fn name(&self) -> String {
        format!("{}-{}", self.system, self.processor)
    }

    /// Returns Debian's name of the processor.
    pub(super) fn debian(&self) -> &'static str {
        if self.processor == "x64" { "amd64" } else { "arm64" }
    }
}

fn host(root: &Path) -> Result<String> {
    let output = Command::new("rustc").arg("-vV").current_dir(root).output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not say what it builds for")
}

#[cfg(test)]
mod tests {
    use super::Platform;

    #[test]
    fn platforms_have_a_name_in_every_world() {
        for (triple, name, debian) in [
            ("x86_64-unknown-linux-gnu", "linux-x64", "amd64"),
            ("aarch64-unknown-linux-musl", "linux-arm64", "arm64"),
            ("aarch64-apple-darwin", "darwin-arm64", "arm64"),
        ] {
            let platform = Platform::of(triple, true).unwrap();
            assert_eq!((platform.name().as_str(), platform.debian()), (name, debian));
        }
        assert!(Platform::of("x86_64-pc-windows-msvc", true).is_err());
        assert!(Platform::of("riscv64gc-unknown-linux-gnu", true).is_err());
    }
}
