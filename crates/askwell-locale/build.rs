//! Collects the catalogues, so that a new file of a language needs no code: writes a function that returns the files of
//! a language by its folder.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let locales = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("locales");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", locales.display());
    let mut code = String::from(
        "/// Returns the files of the language with this tag, by name.\n\
         fn files(tag: &str) -> &'static [(&'static str, &'static str)] {\n    match tag {\n",
    );
    for folder in sorted(&locales)? {
        let tag = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("cargo::rerun-if-changed={}", folder.display());
        writeln!(code, "        {tag:?} => &[")?;
        for file in sorted(&folder)? {
            if file.extension().is_some_and(|ending| ending == "ftl") {
                let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                println!("cargo::rerun-if-changed={}", file.display());
                writeln!(code, "            ({name:?}, include_str!({:?})),", file.display().to_string())?;
            }
        }
        writeln!(code, "        ],")?;
    }
    code.push_str("        _ => &[],\n    }\n}\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("catalogues.rs"), code)?;
    Ok(())
}

/// Returns what is in a folder, in the order of names.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}
