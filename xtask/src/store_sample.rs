//! `cargo xtask store-sample`: keeps a store as this build writes it, for the tests of all later builds.
//!
//! The test that checks such a store writes it; see crates/askwell-store/tests/store/samples.rs.

use std::path::Path;

use anyhow::{Result, bail};

use crate::cargo::{cargo, run as run_command};

/// Add a store with one of everything, as this build writes it, to the files that every later build must read
///
/// Run it after each new format of the store and each new version of a stored record, and commit the file. A sample
/// never changes: choose a new name.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The name of the sample, such as `format-4`: lower-case letters, digits and hyphens
    name: String,
}

/// Writes the sample and checks it.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    let name = &arguments.name;
    if !is_name(name) {
        bail!("{name:?} is no name for a sample: use lower-case letters, digits and hyphens");
    }
    let file = format!("crates/askwell-store/tests/store/data/sample-{name}.sql");
    if root.join(&file).exists() {
        bail!("{file} exists: a sample never changes; choose another name");
    }
    let test = "samples::store_written_by_this_build_reads_like_a_sample";
    let arguments = ["test", "--package", "askwell-store", "--test", "store", "--", "--exact", test];
    run_command(cargo(root).args(arguments).env("ASKWELL_STORE_SAMPLE", name))?;
    println!("wrote {file}: commit it");
    Ok(())
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn sample_name_is_a_plain_part_of_a_file_name() {
        for (name, expected) in [("format-4", true), ("", false), ("../x", false), ("Format", false)] {
            assert_eq!(is_name(name), expected, "{name:?}");
        }
    }
}
