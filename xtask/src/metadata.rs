//! The part of `cargo metadata` that the checks read.
//!
//! Judges nothing; [`crate::edges`] does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::cargo::cargo;

/// How far cargo should look.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Depth {
    /// Only what our own manifests say: quick, and needs no network.
    WorkspaceOnly,
    /// Also what that resolves to, through every dependency, with all features.
    EveryDependency,
}

/// A workspace as cargo sees it.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) workspace_root: PathBuf,
    pub(crate) target_directory: PathBuf,
    pub(crate) workspace_members: Vec<String>,
    /// Absent when only the workspace was asked for.
    pub(crate) resolve: Option<Resolve>,
}

/// One package, ours or not.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) version: String,
    #[serde(default)]
    pub(crate) repository: Option<String>,
    pub(crate) manifest_path: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
    /// What each feature turns on; cargo lists optional dependencies here, too.
    #[serde(default)]
    pub(crate) features: BTreeMap<String, Vec<String>>,
}

/// A dependency as its manifest declares it, under its real name even where it is renamed.
#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: Option<Kind>,
}

/// What a dependency is for; cargo writes `null` for a normal one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Build,
    Dev,
}

/// The graph of packages after versions and features were chosen.
#[derive(Debug, Deserialize)]
pub(crate) struct Resolve {
    pub(crate) nodes: Vec<Node>,
}

/// One package in the graph.
#[derive(Debug, Deserialize)]
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) deps: Vec<Link>,
}

/// An edge of the graph.
#[derive(Debug, Deserialize)]
pub(crate) struct Link {
    pub(crate) pkg: String,
    pub(crate) dep_kinds: Vec<LinkKind>,
}

/// One reason for an edge: a package may be needed normally and by tests at once.
#[derive(Debug, Deserialize)]
pub(crate) struct LinkKind {
    pub(crate) kind: Option<Kind>,
}

impl Metadata {
    /// The packages of the workspace itself.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.workspace_members.contains(&package.id))
    }

    /// The members that live in `crates/`: the product, without the project's own tools.
    pub(crate) fn product_crates(&self) -> impl Iterator<Item = &Package> {
        let crates = self.workspace_root.join("crates");
        self.members().filter(move |package| package.manifest_path.starts_with(&crates))
    }
}

impl Package {
    /// The folder that holds the manifest.
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }
}

/// Asks cargo about the workspace in `root`.
pub(crate) fn read(root: &Path, depth: Depth) -> Result<Metadata> {
    let mut command = cargo(root);
    command.args(["metadata", "--format-version", "1"]);
    match depth {
        Depth::WorkspaceOnly => command.arg("--no-deps"),
        Depth::EveryDependency => command.arg("--all-features"),
    };
    let output = command.stderr(Stdio::inherit()).output().context("cannot start `cargo metadata`")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed ({})", output.status);
    }
    serde_json::from_slice(&output.stdout).context("cannot read the output of `cargo metadata`")
}
