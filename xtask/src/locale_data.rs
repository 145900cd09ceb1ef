//! `cargo xtask locale-data`: writes the data of ICU4X for the languages of the catalogues.
//!
//! The test that compares the file with the data that ICU4X compiles in writes it; see
//! crates/askwell-locale/src/data/tests.rs.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cargo::{cargo, run as run_command};

const FILE: &str = "crates/askwell-locale/data/icu.postcard";

/// Writes the file and says how large it is.
pub(crate) fn run(root: &Path) -> Result<()> {
    let test = "data::tests::file_has_what_the_rules_of_every_language_load";
    let arguments = ["test", "--package", "askwell-locale", "--lib", "--", "--exact", test];
    run_command(cargo(root).args(arguments).env("ASKWELL_WRITE_LOCALE_DATA", "1"))?;
    let bytes = root.join(FILE).metadata().with_context(|| format!("cannot read {FILE}"))?.len();
    println!("wrote {FILE}, {bytes} bytes: commit it if it has changed");
    Ok(())
}
