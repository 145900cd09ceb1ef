//! The documentation site: `target/site`, made of docs/ and of what the program says about itself.
//!
//! Plain HTML with one style sheet and no scripts, so that it works from a folder and from any server. A dead link, a
//! dead anchor and a page that the navigation does not list are errors.

mod html;
mod links;
mod pages;
mod reference;
mod style;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use self::html::Rendered;
use self::pages::{Page, SECTIONS, Source};

/// Where files are that are not pages of the site.
const REPOSITORY: &str = "https://github.com/askwell/askwell/blob/main";

/// Builds the site. Returns its first page.
pub(crate) fn build(root: &Path, target: &Path) -> Result<PathBuf> {
    let folder = target.join("site");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let generated = reference::generate(root)?;
    let mut rendered = BTreeMap::new();
    for page in all_pages() {
        let text = match page.source {
            Source::File(path) => {
                fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))?
            }
            Source::Generated(name) => {
                generated.get(name).cloned().with_context(|| format!("nothing generates `{name}`"))?
            }
        };
        rendered.insert(page.name, html::render(&text));
    }
    let mut wrong = unlisted(root)?;
    let mut files = BTreeSet::new();
    for page in all_pages() {
        let Some(content) = rendered.get(page.name) else { continue };
        let resolved = links::resolve(root, page, content, &rendered, &mut files, &mut wrong);
        write(&folder.join(page.name), &style::document(page, content, &resolved))?;
    }
    for file in &files {
        copy(root, file, &folder)?;
    }
    write(&folder.join("style.css"), style::SHEET)?;
    if !wrong.is_empty() {
        bail!("the documentation has defects:\n  {}", wrong.join("\n  "));
    }
    println!("{} pages without dead links", rendered.len());
    Ok(folder.join("index.html"))
}

fn all_pages() -> impl Iterator<Item = &'static Page> {
    SECTIONS.iter().flat_map(|section| section.pages)
}

/// Every document of docs/ is a page, so that each can be found.
fn unlisted(root: &Path) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    for folder in ["docs", "docs/decisions"] {
        let entries = fs::read_dir(root.join(folder)).with_context(|| format!("cannot read {folder}"))?;
        for entry in entries {
            let name = entry.context("cannot list the documents")?.file_name();
            let path = format!("{folder}/{}", name.to_string_lossy());
            let is_listed = all_pages().any(|page| matches!(page.source, Source::File(file) if file == path));
            if path.ends_with(".md") && !is_listed {
                wrong.push(format!("{path}: not in the navigation; add it to xtask/src/site/pages.rs"));
            }
        }
    }
    wrong.sort();
    Ok(wrong)
}

fn copy(root: &Path, file: &str, folder: &Path) -> Result<()> {
    let name = file.strip_prefix("docs/").unwrap_or(file);
    let target = folder.join(name);
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    }
    fs::copy(root.join(file), &target).with_context(|| format!("cannot copy {file}"))?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// All rendered pages, by the name of their file.
type RenderedPages = BTreeMap<&'static str, Rendered>;
