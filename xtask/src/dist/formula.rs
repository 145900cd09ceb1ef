//! The formula for Homebrew.

use std::fs;

use anyhow::Result;

use super::{Release, archive, checksums};

/// The platforms of Homebrew and the archives for them.
const PLATFORMS: [(&str, &str, &str); 4] = [
    ("macos", "arm", "aarch64-apple-darwin"),
    ("macos", "intel", "x86_64-apple-darwin"),
    ("linux", "arm", "aarch64-unknown-linux-gnu"),
    ("linux", "intel", "x86_64-unknown-linux-gnu"),
];

/// Renders the formula with the archives that are there.
pub(super) fn render(release: &Release) -> Result<()> {
    let mut blocks = String::new();
    for (system, processor, triple) in PLATFORMS {
        let name = archive::name(triple);
        let path = release.out.join(&name);
        if !path.exists() {
            continue;
        }
        blocks += &format!(
            "  on_{system} do\n    on_{processor} do\n      url \"{}\"\n      sha256 \"{}\"\n    end\n  end\n\n",
            release.download(&name),
            checksums::of(&path)?
        );
    }
    let text = release.render("homebrew/askwell.rb")?.replace("@ARCHIVES@\n", &blocks);
    Ok(fs::write(release.out.join("askwell.rb"), text)?)
}
