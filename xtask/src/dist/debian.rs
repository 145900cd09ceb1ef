//! The package for Debian and its relatives.
//!
//! Made by dpkg-deb from a folder with the content: cargo-deb would have to be compiled first, for minutes, and writes
//! the same files.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use super::platform::Platform;
use super::program::Program;
use super::tools::{output, quietly};
use super::{Profile, Release};

/// Builds the package, or says that there is no dpkg-deb here.
pub(super) fn build(
    release: &Release,
    platform: &Platform,
    program: &Program,
    profile: Profile,
) -> Result<Option<PathBuf>> {
    let probe =
        Command::new("dpkg-deb").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if platform.system != "linux" || !probe.is_ok_and(|status| status.success()) {
        println!("no Debian package: there is no dpkg-deb, or the platform is not Linux");
        return Ok(None);
    }
    let staging = release.staging("debian")?;
    install_content(release, program, &staging)?;
    let size: u64 = output(Command::new("du").arg("-sk").arg(&staging))?
        .split_whitespace()
        .next()
        .and_then(|size| size.parse().ok())
        .context("du prints no size")?;
    let depends = match newest_libc(&fs::read(&program.path)?) {
        Some((major, minor)) => format!("libc6 (>= {major}.{minor}), libgcc-s1"),
        // A static program needs nothing; a field without a value is an error.
        None => "base-files".to_owned(),
    };
    let control = release
        .render("debian/control")?
        .replace("@ARCHITECTURE@", platform.debian())
        .replace("@INSTALLED_SIZE@", &size.to_string())
        .replace("@DEPENDS@", &depends);
    let control_folder = staging.join("DEBIAN");
    fs::create_dir_all(&control_folder)?;
    fs::write(control_folder.join("control"), control)?;
    let sums = "find usr lib -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums";
    quietly(Command::new("sh").args(["-c", sums]).current_dir(&staging))?;
    let package = release.out.join(format!("askwell_{}_{}.deb", release.version, platform.debian()));
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--root-owner-group", "--build"]);
    if profile == Profile::Dev {
        pack.args(["-Zgzip", "-z1"]);
    }
    quietly(pack.arg(&staging).arg(&package))?;
    Ok(Some(package))
}

fn install_content(release: &Release, program: &Program, staging: &Path) -> Result<()> {
    let put = |path: &str, content: &[u8], mode: u32| -> Result<PathBuf> {
        let file = staging.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&file, content)?;
        fs::set_permissions(&file, fs::Permissions::from_mode(mode))?;
        Ok(file)
    };
    let own = |file: &str| fs::read(release.root.join(file)).with_context(|| format!("cannot read {file}"));
    put("usr/bin/askwell", &fs::read(&program.path)?, 0o755)?;
    for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/service.md"] {
        let name = file.rsplit('/').next().unwrap_or(file);
        put(&format!("usr/share/doc/askwell/{name}"), &own(file)?, 0o644)?;
    }
    put("usr/share/doc/askwell/copyright", release.render("debian/copyright")?.as_bytes(), 0o644)?;
    // Policy wants manual pages and changelogs compressed, without a time in them.
    let mut compressed = vec![put("usr/share/doc/askwell/changelog", &own("CHANGELOG.md")?, 0o644)?];
    for (name, text) in &program.manuals {
        compressed.push(put(&format!("usr/share/man/man1/{name}"), text, 0o644)?);
    }
    quietly(Command::new("gzip").args(["-9", "-n"]).args(compressed))?;
    for (shell, script) in &program.completions {
        let path = match *shell {
            "bash" => "usr/share/bash-completion/completions/askwell",
            "zsh" => "usr/share/zsh/vendor-completions/_askwell",
            _ => "usr/share/fish/vendor_completions.d/askwell.fish",
        };
        put(path, script, 0o644)?;
    }
    let unit = String::from_utf8(own("deploy/askwell.service")?)?.replace("/usr/local/", "/usr/");
    let unit: Vec<&str> = unit.lines().filter(|line| !is_instruction(line)).collect();
    put("lib/systemd/system/askwell.service", (unit.join("\n") + "\n").as_bytes(), 0o644)?;
    Ok(())
}

/// Returns whether a line of the unit says how to install it by hand.
fn is_instruction(line: &str) -> bool {
    line.starts_with("#   install ")
}

/// Returns the newest version of the C library whose symbols a program needs, or `None` for a static one.
fn newest_libc(program: &[u8]) -> Option<(u32, u32)> {
    const MARK: &[u8] = b"GLIBC_";
    let mut versions = BTreeSet::new();
    for (at, _) in program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK) {
        let rest = program.get(at + MARK.len()..)?;
        let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.').unwrap_or(rest.len());
        let text = std::str::from_utf8(rest.get(..end)?).unwrap_or_default();
        let mut numbers = text.split('.').map(|number| number.parse().ok());
        if let (Some(Some(major)), Some(Some(minor))) = (numbers.next(), numbers.next()) {
            versions.insert((major, minor));
        }
    }
    versions.pop_last()
}

#[cfg(test)]
mod tests {
    use super::newest_libc;

    #[test]
    fn newest_version_of_the_c_library_counts() {
        assert_eq!(newest_libc(b"\0GLIBC_2.9\0x\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0"), Some((2, 34)));
        assert_eq!(newest_libc(b"static"), None);
    }
}
