//! Where links lead: to a page, to a file that is copied, to the repository, or to nothing, which is a defect.

use std::collections::BTreeSet;
use std::path::Path;

use super::html::{Piece, Rendered};
use super::pages::{Page, Source};
use super::{REPOSITORY, RenderedPages, all_pages};

/// Returns the HTML of a page with all links resolved. `files` gets what has to be copied.
pub(super) fn resolve(
    root: &Path,
    page: &Page,
    content: &Rendered,
    rendered: &RenderedPages,
    files: &mut BTreeSet<String>,
    wrong: &mut Vec<String>,
) -> String {
    let mut html = String::new();
    for piece in &content.pieces {
        match piece {
            Piece::Html(text) => html += text,
            Piece::Link(target) => match link(root, page, target, rendered) {
                Ok(link) => html += &super::html::escape(&link),
                Err(problem) => wrong.push(format!("{}: `{target}` {problem}", place(page))),
            },
            Piece::Image(target) if target.starts_with("https://") => {
                wrong.push(format!("{}: the image `{target}` is of another site", place(page)));
            }
            Piece::Image(target) => {
                let path = normalise(&folder_of(page), target);
                if root.join(&path).is_file() {
                    html += &format!("{}{}", up(page), path.strip_prefix("docs/").unwrap_or(&path));
                    files.insert(path);
                } else {
                    wrong.push(format!("{}: there is no image `{target}`", place(page)));
                }
            }
        }
    }
    html
}

fn link(root: &Path, page: &Page, target: &str, rendered: &RenderedPages) -> Result<String, String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return Ok(target.to_owned());
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let path = if path.is_empty() {
        match page.source {
            Source::File(file) => file.to_owned(),
            Source::Generated(name) => name.to_owned(),
        }
    } else {
        normalise(&folder_of(page), path)
    };
    let goal = all_pages().find(|other| match other.source {
        Source::File(file) => file == path,
        Source::Generated(name) => path == name || path == format!("docs/{name}"),
    });
    let Some(goal) = goal else {
        let file = root.join(&path);
        return match (file.exists(), path.is_empty()) {
            (true, false) => {
                let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
                Ok(format!("{REPOSITORY}/{path}{anchor}"))
            }
            _ => Err("leads to nothing".to_owned()),
        };
    };
    let Some(anchor) = anchor else { return Ok(format!("{}{}", up(page), goal.name)) };
    let is_known = rendered
        .get(goal.name)
        .is_some_and(|content| content.headings.iter().any(|(_, known, _)| known == anchor));
    if is_known {
        Ok(format!("{}{}#{anchor}", up(page), goal.name))
    } else {
        Err(format!("has an anchor that {} does not have", goal.name))
    }
}

fn place(page: &Page) -> &'static str {
    match page.source {
        Source::File(path) => path,
        Source::Generated(name) => name,
    }
}

/// Returns the way from a page to the folder of the site.
pub(super) fn up(page: &Page) -> String {
    "../".repeat(page.name.matches('/').count())
}

fn folder_of(page: &Page) -> String {
    match page.source {
        Source::File(path) => path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned()),
        Source::Generated(_) => "docs".to_owned(),
    }
}

/// Returns a path of the repository.
fn normalise(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn paths_are_those_of_the_repository() {
        for (folder, path, expected) in [
            ("docs", "cli.md", "docs/cli.md"),
            ("docs", "../README.md", "README.md"),
            ("docs/decisions", "../cli.md", "docs/cli.md"),
            ("", "docs/cli.md", "docs/cli.md"),
        ] {
            assert_eq!(normalise(folder, path), expected);
        }
    }
}
