//! Lets react-jsonschema-form render and judge what Askwell exports for it.
//!
//! The example `rjsf_cases` of `askwell-form` prints generated forms with answers; `interop/rjsf/judge.mjs` compares.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};
use crate::node;

/// Installs RJSF below the target folder and compares its verdicts with those of the forms.
pub(crate) fn run(root: &Path) -> Result<()> {
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory;
    let program = node::ensure(&target, 20)?;
    let folder = target.join("interop").join("rjsf");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let source = root.join("interop").join("rjsf");
    let lock = "package-lock.json";
    let is_installed = folder.join("node_modules").is_dir()
        && fs::read(source.join(lock)).ok() == fs::read(folder.join(lock)).ok();
    for name in ["package.json", lock, "judge.mjs"] {
        fs::copy(source.join(name), folder.join(name)).with_context(|| format!("cannot copy {name}"))?;
    }
    if !is_installed {
        println!("react-jsonschema-form will be installed in {}", folder.display());
        node::install(&folder)?;
    }
    let cases = folder.join("cases.jsonl");
    let output = File::create(&cases).with_context(|| format!("cannot write {}", cases.display()))?;
    let example = ["run", "--quiet", "--package", "askwell-form", "--example", "rjsf_cases"];
    run_command(cargo(root).args(example).stdout(output))?;
    let mut judge = Command::new(program);
    judge.current_dir(&folder).arg("judge.mjs").stdin(File::open(&cases).context("the cases are gone")?);
    if !judge.status().context("cannot start Node.js")?.success() {
        bail!("RJSF and the forms do not agree");
    }
    Ok(())
}
