//! Starts cargo and its subcommands.
//!
//! Output always streams straight to the terminal: a tool's own words are better than a summary of them.
//! Nothing is installed here without saying so first.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A tool that cargo finds as a subcommand, and how to get it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CargoTool {
    /// What follows `cargo` on the command line.
    pub(crate) subcommand: &'static str,
    /// The rustup component or the crate that holds it.
    pub(crate) provider: &'static str,
}

/// The folder of the workspace that the caller stands in.
pub(crate) fn workspace_root() -> Result<PathBuf> {
    let output = Command::new(program())
        .args(["locate-project", "--workspace", "--message-format", "plain"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("no cargo workspace here");
    }
    let manifest = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end());
    manifest.parent().map(Path::to_path_buf).context("the workspace manifest has no folder")
}

/// A cargo command that will run in `root`.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(program());
    command.current_dir(root);
    forget_package(&mut command);
    command
}

/// Removes what cargo told this program about itself from the environment of a command.
///
/// Build scripts of some dependencies run again when these variables change, so that cargo would compile the
/// dependencies anew for every change between `cargo` and `cargo xtask`.
pub(crate) fn forget_package(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
}

/// Runs `command` to its end, with its output on the terminal.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = spell(command);
    println!("$ {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// The command as a person would type it.
pub(crate) fn spell(command: &Command) -> String {
    let settings = command.get_envs().filter_map(|(name, value)| {
        Some(format!("{}={:?}", name.to_string_lossy(), value?.to_string_lossy()))
    });
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    let program =
        Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    settings.chain([program]).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Fails with the way to install `component` when the toolchain lacks it.
///
/// A component belongs to the toolchain, which is the user's to change; a crate is safe to install.
pub(crate) fn require_component(root: &Path, component: CargoTool) -> Result<()> {
    if is_present(root, component) {
        return Ok(());
    }
    bail!("{0} is missing: install it with `rustup component add {0}`", component.provider)
}

/// Installs the crate that provides `tool` unless it is there, after saying so.
pub(crate) fn ensure_installed(root: &Path, tool: CargoTool) -> Result<()> {
    if is_present(root, tool) {
        return Ok(());
    }
    println!("{} is missing and will be installed; this takes a few minutes", tool.provider);
    run(cargo(root).args(["install", tool.provider, "--locked"]))
}

fn is_present(root: &Path, tool: CargoTool) -> bool {
    cargo(root)
        .args([tool.subcommand, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The cargo that started us, so that an explicit toolchain (`cargo +name xtask`) stays the same throughout.
fn program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{cargo, spell};

    #[test]
    fn a_command_is_spelt_as_typed() {
        let mut command = cargo(Path::new("."));
        command.args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(spell(&command), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps");
    }
}
