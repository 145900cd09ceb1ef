//! The data of ICU4X for the languages of the catalogues.
//!
//! `data/icu.postcard` has what [`crate::format`] loads for each [`Language`](crate::Language), and nothing else: the data
//! of all locales, which the crates of ICU4X would compile in, is many times as large. `cargo xtask locale-data` writes the
//! file from that data; a test compares them.

use std::sync::OnceLock;

use icu_provider_blob::BlobDataProvider;

const FILE: &[u8] = include_bytes!("../data/icu.postcard");

/// Returns the provider of the data, or `None` if the file cannot be read, which does not happen with the file of a release.
pub(crate) fn provider() -> Option<&'static BlobDataProvider> {
    static PROVIDER: OnceLock<Option<BlobDataProvider>> = OnceLock::new();
    PROVIDER.get_or_init(|| BlobDataProvider::try_new_from_static_blob(FILE).ok()).as_ref()
}

#[cfg(test)]
mod tests;
