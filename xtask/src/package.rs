//! The packages of `cargo xtask test`: every crate can be packaged for a registry, and its package is complete.
//!
//! Cargo packages all crates together, so that those which are not published yet resolve each other. They are not built
//! from their packages, which would compile every dependency once more; instead the check looks for what such a build
//! would miss: files outside of the package that the sources include.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth, Package};

/// What every package contains.
const REQUIRED: [&str; 2] = ["Cargo.toml", "README.md"];

/// Folders at the top of a package that it must not contain.
const UNWANTED: [&str; 2] = ["tests/", "target/"];

/// Folders that it must not contain at any depth.
const UNWANTED_ANYWHERE: [&str; 1] = ["/snapshots/"];

/// Packages all crates in `crates/` and checks the content of each package.
pub(crate) fn run(root: &Path) -> Result<()> {
    let metadata = metadata::read(root, Depth::WorkspaceOnly)?;
    let crates: Vec<&Package> = metadata.product_crates().collect();
    let mut command = cargo(root);
    // A change is checked before it is committed.
    command.args(["package", "--quiet", "--no-verify", "--allow-dirty"]);
    for package in &crates {
        command.args(["--package", &package.name]);
    }
    run_command(&mut command)?;
    let mut errors = Vec::new();
    for package in &crates {
        let files = list(root, &package.name)?;
        errors.extend(check_files(&package.name, &files));
        for file in files.iter().filter(|file| file.starts_with("src/") && file.ends_with(".rs")) {
            let path = package.folder().join(file);
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            errors.extend(check_includes(&package.name, Path::new(file), &text, &files));
        }
    }
    for error in &errors {
        println!("error: {error}");
    }
    if !errors.is_empty() {
        bail!("{} files are missing from packages or do not belong there", errors.len());
    }
    println!("{} crates can be packaged", crates.len());
    Ok(())
}

/// Returns the files of a package.
fn list(root: &Path, name: &str) -> Result<BTreeSet<String>> {
    let listed = cargo(root)
        .args(["package", "--quiet", "--list", "--allow-dirty", "--package", name])
        .output()
        .context("cannot start cargo package")?;
    if !listed.status.success() {
        bail!("cargo package --list failed: {}", String::from_utf8_lossy(&listed.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&listed.stdout).lines().map(str::to_owned).collect())
}

fn check_files(name: &str, files: &BTreeSet<String>) -> Vec<String> {
    let missing = REQUIRED.iter().filter(|required| !files.contains(**required));
    let missing =
        missing.map(|required| format!("the package {name} has no {required}: add it to crates/{name}"));
    let is_unwanted = |file: &&String| {
        UNWANTED.iter().any(|folder| file.starts_with(folder))
            || UNWANTED_ANYWHERE.iter().any(|folder| file.contains(folder))
    };
    let unwanted = files.iter().filter(is_unwanted);
    let unwanted = unwanted
        .map(|file| format!("the package {name} contains {file}: exclude it in crates/{name}/Cargo.toml"));
    missing.chain(unwanted).collect()
}

/// Names each included file that is not in the package. Code for tests is not looked at: it starts at the first
/// `#[cfg(test)]` or `#[cfg(doctest)]` of a file, as everywhere in this project.
fn check_includes(name: &str, source: &Path, text: &str, files: &BTreeSet<String>) -> Vec<String> {
    let is_test = source.components().any(|part| matches!(part, Component::Normal(part) if part == "tests"))
        || source.ends_with("tests.rs");
    if is_test {
        return Vec::new();
    }
    let code = text
        .lines()
        .take_while(|line| !line.trim_start().starts_with("#[cfg(test)]") && !line.contains("doctest"));
    let included = code.filter_map(|line| {
        let (_, rest) =
            line.split_once("include_str!(\"").or_else(|| line.split_once("include_bytes!(\""))?;
        rest.split_once('"').map(|(path, _)| path)
    });
    let folder = source.parent().unwrap_or(source);
    let absent =
        included.filter(|path| !normalized(&folder.join(path)).is_some_and(|path| files.contains(&path)));
    let error = |path| format!("{name}: {} includes {path}, which is not in the package", source.display());
    absent.map(error).collect()
}

/// Returns a path without `..`, or `None` if it leads out of the package.
fn normalized(path: &Path) -> Option<String> {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                if !parts.pop() {
                    return None;
                }
            }
            other => parts.push(other),
        }
    }
    parts.to_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{check_files, check_includes};

    fn files(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn package_without_readme_or_with_tests_is_an_error() {
        assert_eq!(
            check_files("a", &files(&["Cargo.toml", "README.md", "src/lib.rs"])),
            Vec::<String>::new()
        );
        let errors =
            check_files("a", &files(&["Cargo.toml", "src/lib.rs", "tests/a.rs", "src/a/snapshots/b.snap"]));
        assert_eq!(errors.len(), 3, "{errors:?}");
    }

    #[test]
    fn included_file_outside_of_the_package_is_an_error() {
        let packaged = files(&["README.md", "src/lib.rs", "assets/a.css"]);
        for (path, count) in [("../assets/a.css", 0), ("../assets/b.css", 1), ("../../../README.md", 1)] {
            let text = format!("const A: &str = include_str!(\"{path}\");\n");
            let errors = check_includes("a", Path::new("src/lib.rs"), &text, &packaged);
            assert_eq!(errors.len(), count, "{path}: {errors:?}");
            let test = format!("#[cfg(test)]\n{text}");
            assert!(check_includes("a", Path::new("src/lib.rs"), &test, &packaged).is_empty(), "{path}");
        }
    }
}
