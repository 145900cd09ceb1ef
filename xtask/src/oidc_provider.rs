//! The OpenID Connect provider for the tests of sign-in: a package of npm.

use std::path::Path;

use anyhow::Result;

use crate::node;

/// Where the tests start it.
const FOLDER: &str = "crates/askwell-web/tests/sign_in/provider";

/// Installs the provider if it is missing or older than its lock file.
///
/// Errors when it cannot be installed.
pub(crate) fn require(root: &Path) -> Result<()> {
    let folder = root.join(FOLDER);
    let modified = |file: &str| folder.join(file).metadata().ok()?.modified().ok();
    let installed = modified("node_modules/.package-lock.json").zip(modified("package-lock.json"));
    if installed.is_none_or(|(installed, wanted)| installed < wanted) {
        println!("oidc-provider is missing and will be installed into {}", folder.display());
        node::install(&folder)?;
    }
    Ok(())
}
