//! `cargo xtask dist`: builds every package for one platform.
//!
//! Publishes nothing. What needs all platforms of a release (formula, registry entry, checksums) is rendered from a
//! folder with the packages of all of them: `--collect`.

mod archive;
mod bundle;
mod checksums;
mod debian;
mod formula;
mod npm;
mod platform;
mod plugin;
mod program;
mod registry;
mod tools;
mod versions;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use self::platform::Platform;
use self::program::Program;
use crate::metadata::{self, Depth};

pub(crate) use self::tools::{mcpb, npm_tool, output, quietly};

/// Build every package for this platform, with checksums and a list of dependencies
///
/// The packages land in target/dist: archive, wheel, npm packages, MCPB bundle, Debian package, Homebrew formula,
/// server.json, Claude Code plugin.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// How the program is compiled
    #[arg(long, value_enum, default_value_t = Profile::Release)]
    profile: Profile,

    /// The platform to build for, as a target of rustc; its linker must be installed [default: this one]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,

    /// Render the files that need all platforms, from a folder with the packages of each; builds nothing
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["profile", "target"])]
    collect: Option<PathBuf>,

    /// The container image of the release with its tag, for server.json; it has to be published already
    #[arg(long, value_name = "REFERENCE", requires = "collect")]
    image: Option<String>,
}

/// How the program is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// Optimised
    Release,
    /// As tests are, to try the packages out
    Dev,
}

/// What all packages have in common.
#[derive(Debug, Clone)]
pub(crate) struct Release {
    /// The root of the workspace.
    pub(crate) root: PathBuf,
    /// The folder for what is compiled and installed.
    pub(crate) target_folder: PathBuf,
    /// The folder for the packages.
    pub(crate) out: PathBuf,
    pub(crate) version: String,
    /// The address of the repository.
    pub(crate) repository: String,
    /// The published container image, with its tag.
    pub(crate) image: Option<String>,
}

impl Release {
    fn new(root: &Path, out: &str) -> Result<Release> {
        let metadata = metadata::read(root, Depth::WorkspaceOnly)?;
        let target_folder = metadata.target_directory.clone();
        let package = metadata
            .product_crates()
            .find(|package| package.name == "askwell-cli")
            .context("no askwell-cli")?;
        let repository = package.repository.clone().context("the workspace names no repository")?;
        let out = target_folder.join(out);
        Ok(Release {
            root: root.to_owned(),
            target_folder,
            out,
            version: package.version.clone(),
            repository,
            image: None,
        })
    }

    /// Returns the name in the MCP registry: that of the repository.
    pub(crate) fn registry_name(&self) -> Result<String> {
        let path =
            self.repository.strip_prefix("https://github.com/").context("the repository is not on GitHub")?;
        let (owner, name) = path.split_once('/').context("the repository has no owner")?;
        Ok(format!("io.github.{owner}/{name}"))
    }

    /// Returns the address of a file of the release.
    fn download(&self, file: &str) -> String {
        format!("{}/releases/download/v{}/{file}", self.repository, self.version)
    }

    /// Replaces the placeholders in a file of packaging/.
    fn render(&self, file: &str) -> Result<String> {
        let path = self.root.join("packaging").join(file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(text.replace("@VERSION@", &self.version).replace("@REPOSITORY@", &self.repository))
    }

    /// Returns an empty folder below the target folder, for the content of a package.
    fn staging(&self, name: &str) -> Result<PathBuf> {
        let folder = self.target_folder.join("dist-staging").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(folder)
    }
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    let release = Release::new(root, "dist")?;
    match &arguments.collect {
        Some(folder) => {
            versions::check(&release)?;
            collect(&Release { out: folder.clone(), image: arguments.image.clone(), ..release })
        }
        None => build(&release, arguments.profile, arguments.target.as_deref()).map(|_| ()),
    }
}

/// Builds the packages for tests and returns where they are.
pub(crate) fn for_tests(root: &Path) -> Result<Packages> {
    build(&Release::new(root, "dist-dev")?, Profile::Dev, None)
}

/// Builds the packages as they are published and returns where they are.
pub(crate) fn for_measurement(root: &Path) -> Result<Packages> {
    build(&Release::new(root, "dist")?, Profile::Release, None)
}

/// The packages of one platform.
#[derive(Debug)]
pub(crate) struct Packages {
    pub(crate) release: Release,
    pub(crate) archive: PathBuf,
    pub(crate) wheel: PathBuf,
    /// The package of the platform and the one that users install.
    pub(crate) npm: [PathBuf; 2],
    pub(crate) bundle: PathBuf,
    /// Only where there is dpkg-deb.
    pub(crate) debian: Option<PathBuf>,
    /// The program that is in all of them.
    pub(crate) program: PathBuf,
}

fn build(release: &Release, profile: Profile, target: Option<&str>) -> Result<Packages> {
    versions::check(release)?;
    let platform = Platform::find(&release.root, target)?;
    if release.out.exists() {
        fs::remove_dir_all(&release.out)
            .with_context(|| format!("cannot empty {}", release.out.display()))?;
    }
    fs::create_dir_all(&release.out)?;
    let program = Program::build(release, &platform, profile)?;
    let packages = Packages {
        archive: archive::build(release, &platform, &program)?,
        wheel: wheel::build(release, &platform, profile)?,
        npm: npm::build(release, &platform, &program)?,
        bundle: bundle::build(release, &platform, &program)?,
        debian: debian::build(release, &platform, &program, profile)?,
        program: program.path.clone(),
        release: release.clone(),
    };
    copy_plugin(release)?;
    collect(release)?;
    Ok(packages)
}

/// Renders what needs the packages of all platforms.
fn collect(release: &Release) -> Result<()> {
    formula::render(release)?;
    registry::render(release)?;
    checksums::write(release)?;
    println!("the packages are in {}", release.out.display());
    Ok(())
}

fn copy_plugin(release: &Release) -> Result<()> {
    let archive = release.out.join("askwell-claude-plugin.tar.gz");
    plugin::check(&release.root)?;
    let mut pack = std::process::Command::new("tar");
    pack.arg("-czf").arg(archive).arg("-C").arg(&release.root);
    quietly(pack.args([".claude-plugin", "packaging/claude-plugin"]))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Release;

    #[test]
    fn names_follow_from_the_repository() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let release = Release::new(&root, "dist").unwrap();
        let address = release.download("a.tar.gz");
        assert!(address.starts_with(&release.repository) && address.ends_with("/a.tar.gz"), "{address}");
        assert!(release.registry_name().unwrap().starts_with("io.github."));
        let other = Release { repository: "https://example.com/askwell".to_owned(), ..release };
        assert!(other.registry_name().is_err());
    }

    #[test]
    fn packages_agree_on_version_and_name() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let release = Release::new(&root, "dist").unwrap();
        super::versions::check(&release).unwrap();
        let next = Release { version: "9.9.9".to_owned(), ..release };
        assert!(super::versions::check(&next).is_err());
    }
}
