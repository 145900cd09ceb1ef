//! The frame of every page, and the style sheet.

use pulldown_cmark::HeadingLevel;

use super::html::{Rendered, escape};
use super::links::up;
use super::pages::{Page, SECTIONS};

/// Works on phones and in the dark; asks no other site for anything.
pub(super) const SHEET: &str = "\
:root { color-scheme: light dark; --ink: #1d2328; --quiet: #57606a; --paper: #fff; --panel: #f5f6f8; --line: #d8dde3;
  --link: #0b57b0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ec; --quiet: #a3adb8; --paper: #14181c; --panel: #1d2328; --line: #353d46; --link: #82b8ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--link); }
a:focus-visible, pre:focus-visible, .table:focus-visible, summary:focus-visible { outline: 3px solid var(--link);
  outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; z-index: 1; }
.frame { display: grid; grid-template-columns: 16rem minmax(0, 50rem) 14rem; gap: 2.5rem; max-width: 86rem;
  margin: 0 auto; padding: 0 1.5rem; }
nav { font-size: .94rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: .1rem 0; }
nav a { display: block; padding: .15rem .6rem; border-radius: .3rem; color: var(--ink); text-decoration: none; }
nav a:hover { background: var(--panel); text-decoration: underline; }
nav a[aria-current] { background: var(--panel); font-weight: 600; }
nav h2 { font-size: .8rem; margin: 1.2rem 0 .3rem; padding: 0 .6rem; border: 0; color: var(--quiet); font-weight: 600; }
.site { padding: 1.2rem 0 3rem; }
.name { font-weight: 700; font-size: 1.1rem; padding: 0 .6rem; margin: 0; }
.here { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.2rem 0; }
.here a { color: var(--quiet); }
main { padding: 1rem 0 4rem; overflow-wrap: break-word; }
h1 { font-size: 2rem; line-height: 1.2; margin: 1rem 0; }
h2 { font-size: 1.4rem; margin: 2.4rem 0 .8rem; padding-top: .6rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.12rem; margin: 1.8rem 0 .5rem; }
code { font: .9em/1.5 ui-monospace, monospace; background: var(--panel); padding: .1em .3em; border-radius: .25rem; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .9rem 1rem;
  overflow-x: auto; }
pre code { background: none; padding: 0; font-size: .85rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .94rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .7rem; border-bottom: 1px solid var(--line); }
.right { text-align: right; }
img { max-width: 100%; height: auto; border-radius: .4rem; }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 3px solid var(--line); color: var(--quiet); }
details { display: none; }
@media (max-width: 75rem) { .frame { grid-template-columns: 15rem minmax(0, 1fr); } .here { display: none; } }
@media (max-width: 48rem) {
  .frame { display: block; padding: 0 1rem; }
  .site { display: none; }
  details { display: block; padding: .8rem 0; border-bottom: 1px solid var(--line); }
  h1 { font-size: 1.6rem; }
}
@media print { nav, details, .skip { display: none; } .frame { display: block; } }
";

/// Returns the whole page.
pub(super) fn document(page: &Page, content: &Rendered, html: &str) -> String {
    let up = up(page);
    let navigation = navigation(page, &up);
    let mut here = String::new();
    for (level, anchor, words) in &content.headings {
        if *level == HeadingLevel::H2 {
            here += &format!("<li><a href=\"#{anchor}\">{}</a></li>\n", escape(words));
        }
    }
    let here = if here.is_empty() {
        String::new()
    } else {
        format!(
            "<nav class=\"here\" aria-label=\"On this page\"><h2>On this page</h2><ul>\n{here}</ul></nav>\n"
        )
    };
    let title =
        if page.name == "index.html" { "Askwell".to_owned() } else { format!("{}, Askwell", page.title) };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'self'; img-src 'self'\">\n<title>{}</title>\n<link rel=\"stylesheet\" \
         href=\"{up}style.css\">\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">To the content</a>\n<div \
         class=\"frame\">\n<nav class=\"site\" aria-label=\"Pages\">\n<p class=\"name\">Askwell</p>\n{navigation}</nav>\n\
         <div>\n<details><summary>All pages</summary>\n<nav aria-label=\"All pages\">{navigation}</nav></details>\n\
         <main id=\"content\">\n{html}</main>\n</div>\n{here}</div>\n</body>\n</html>\n",
        escape(&title)
    )
}

fn navigation(current: &Page, up: &str) -> String {
    let mut html = String::new();
    for section in &SECTIONS {
        html += &format!("<h2>{}</h2>\n<ul>\n", section.title);
        for page in section.pages {
            let mark = if page.name == current.name { " aria-current=\"page\"" } else { "" };
            html += &format!("<li><a href=\"{up}{}\"{mark}>{}</a></li>\n", page.name, page.title);
        }
        html += "</ul>\n";
    }
    html
}
