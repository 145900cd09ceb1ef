//! How much to try.

use proptest::prelude::ProptestConfig;

/// Enough to notice, quick enough to run with every change; `PROPTEST_CASES` asks for more. Nothing is written
/// to disk.
pub(crate) fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { 128 };
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 4_000, ..asked }
}
