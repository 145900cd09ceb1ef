//! Renders evidence: the parts of Markdown that the form language knows, as HTML.
//!
//! Writes elements of its own around escaped text. The only address of a stranger that becomes a link is one whose
//! host the operator allows.

use askwell_form::markdown::{Block, DiffLine, DiffSign, Inline, LinkHosts, parse, words_of};
use askwell_locale::say;
use maud::{Markup, html};

/// Renders a text of an author as Markdown.
pub(crate) fn evidence(text: &str, hosts: &LinkHosts) -> Markup {
    html! { div.evidence dir="auto" { (blocks(&parse(text), hosts)) } }
}

/// Renders a text that is one paragraph without an element of its own; `None` for others.
pub(crate) fn one_paragraph(text: &str, hosts: &LinkHosts) -> Option<Markup> {
    match parse(text).as_slice() {
        [Block::Paragraph(line)] => Some(inlines(line, hosts)),
        _ => None,
    }
}

fn blocks(list: &[Block], hosts: &LinkHosts) -> Markup {
    html! { @for one in list { (block(one, hosts)) } }
}

fn block(block: &Block, hosts: &LinkHosts) -> Markup {
    html! {
        @match block {
            Block::Paragraph(line) => p { (inlines(line, hosts)) },
            // The page has headings of its own, so that these begin below them.
            Block::Heading(1 | 2, line) => h3 { (inlines(line, hosts)) },
            Block::Heading(_, line) => h4 { (inlines(line, hosts)) },
            Block::List { start: Some(start), items } => {
                ol start=(start) { @for item in items { li { (item_blocks(item, hosts)) } } }
            }
            Block::List { start: None, items } => {
                ul { @for item in items { li { (item_blocks(item, hosts)) } } }
            }
            Block::Quote(inner) => blockquote { (blocks(inner, hosts)) },
            Block::Code { text, .. } => div.scroll tabindex="0" role="group" aria-label=(say("pages-code")) {
                pre dir="ltr" { code { (text) } }
            },
            Block::Diff(lines) => (diff(lines)),
            Block::Table { head, rows } => (table(head, rows, hosts)),
            Block::Rule => hr;,
            _ => {}
        }
    }
}

/// Renders the blocks of a list item. A single paragraph needs no element of its own.
fn item_blocks(item: &[Block], hosts: &LinkHosts) -> Markup {
    match item {
        [Block::Paragraph(line), rest @ ..] => html! { (inlines(line, hosts)) (blocks(rest, hosts)) },
        all => blocks(all, hosts),
    }
}

fn table(head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>], hosts: &LinkHosts) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label=(say("pages-table")) {
            table {
                @if head.iter().any(|cell| !cell.is_empty()) {
                    thead { tr { @for cell in head { th scope="col" { (inlines(cell, hosts)) } } } }
                }
                tbody {
                    @for row in rows { tr { @for cell in row { td { (inlines(cell, hosts)) } } } }
                }
            }
        }
    }
}

fn diff(lines: &[DiffLine]) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label=(say("pages-changes")) {
            table.diff dir="ltr" {
                tbody {
                    @for line in lines {
                        @let (class, sign) = match line.sign {
                            DiffSign::Same => ("", ""),
                            DiffSign::Added => ("add", "+"),
                            DiffSign::Removed => ("cut", "−"),
                            DiffSign::About => ("at", ""),
                        };
                        tr class=(class) {
                            td.n { @if let Some(number) = line.before { (number) } }
                            td.n { @if let Some(number) = line.after { (number) } }
                            td.s { (sign) }
                            td {
                                @match line.sign {
                                    DiffSign::Added => ins { (line.text) },
                                    DiffSign::Removed => del { (line.text) },
                                    DiffSign::Same | DiffSign::About => (line.text),
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn inlines(line: &[Inline], hosts: &LinkHosts) -> Markup {
    html! {
        @for inline in line {
            @match inline {
                Inline::Text(text) => (text),
                Inline::Emphasis(words) => em { (inlines(words, hosts)) },
                Inline::Strong(words) => strong { (inlines(words, hosts)) },
                Inline::Struck(words) => s { (inlines(words, hosts)) },
                Inline::Code(code) => code dir="ltr" { (code) },
                Inline::Break => br;,
                Inline::Link { words, target } => {
                    @match (hosts.opens(target), &target.host) {
                        // No link inside of a link: only its words.
                        (Some(address), Some(host)) => {
                            a href=(address) rel="noopener noreferrer nofollow" target="_blank" { (words_of(words)) }
                            " " bdi.host dir="ltr" { "(" (host) ")" }
                        }
                        (_, Some(host)) => { (words_of(words)) " " bdi.host dir="ltr" { "(" (host) ")" } }
                        (_, None) => { (words_of(words)) " " bdi.host dir="ltr" { "(" (target.address) ")" } }
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::markdown::LinkHosts;

    use super::evidence;

    fn rendered(text: &str) -> String {
        let hosts = LinkHosts::read(["git.example.com"]).unwrap();
        evidence(text, &hosts).into_string()
    }

    #[test]
    fn the_subset_becomes_html() {
        for (text, expected) in [
            (
                "**a** *b* ~~c~~ `d<e`",
                "<p><strong>a</strong> <em>b</em> <s>c</s> <code dir=\"ltr\">d&lt;e</code></p>",
            ),
            ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
            ("3. a", "<ol start=\"3\"><li>a</li></ol>"),
            ("a\nb", "<p>a<br>b</p>"),
            ("# a", "<h3>a</h3>"),
            (
                "[pull request](https://git.example.com/1)",
                "<p><a href=\"https://git.example.com/1\" rel=\"noopener noreferrer nofollow\" target=\"_blank\">\
                 pull request</a> <bdi class=\"host\" dir=\"ltr\">(git.example.com)</bdi></p>",
            ),
            (
                "[paste](https://paste.example.org/1)",
                "<p>paste <bdi class=\"host\" dir=\"ltr\">(paste.example.org)</bdi></p>",
            ),
            (
                "|a|\n|-|\n|1|",
                "<thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody>",
            ),
            (
                "```diff\n-a\n+b\n```",
                "<tr class=\"cut\"><td class=\"n\"></td><td class=\"n\"></td><td class=\"s\">−</td>\
              <td><del>a</del></td></tr>",
            ),
        ] {
            let html = rendered(text);
            assert!(html.contains(expected), "{text}\n{html}\n{expected}");
        }
    }

    /// Elements and attributes that evidence may have. Everything else would come from the text.
    #[test]
    fn nothing_of_the_text_becomes_an_element() {
        const ELEMENTS: [&str; 27] = [
            "div",
            "p",
            "h3",
            "h4",
            "ol",
            "ul",
            "li",
            "blockquote",
            "pre",
            "code",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "hr",
            "em",
            "strong",
            "s",
            "br",
            "a",
            "bdi",
            "ins",
            "del",
            "span",
            "b",
        ];
        for text in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<svg><script>1</script></svg>",
            "<svg/onload=alert(1)>",
            "a <b onmouseover=alert(1)>x</b>",
            "[x](javascript:alert(1))",
            "[x](JAVASCRIPT:alert(1))",
            "[x](  javascript:alert(1))",
            "[x](java\tscript:alert(1))",
            "[x](data:text/html;base64,PHNjcmlwdD4=)",
            "[x](https://git.example.com@evil.example/)",
            "[x](https://git.example.com\"onclick=alert(1))",
            "[\"><script>](https://git.example.com/)",
            "![x](javascript:alert(1))",
            "![\"onerror=alert(1)](https://git.example.com/x.svg)",
            "[x][y]\n\n[y]: javascript:alert(1)",
            "`</code><script>`",
            "```html\n</pre><script>alert(1)</script>\n```",
            "```\" onclick=\"alert(1)\ncode\n```",
            "|<script>|\n|-|\n|<iframe src=//evil>|",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "<!-- --><a href=javascript:alert(1)>x</a>",
            "<style>*{display:none}</style>",
            "# <a id=main>",
            "- <details open ontoggle=alert(1)>",
        ] {
            let html = rendered(text);
            for tag in html.split('<').skip(1) {
                let name: String =
                    tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
                assert!(ELEMENTS.contains(&name.as_str()), "{text}\n{html}");
                let inside = tag.split('>').next().unwrap_or_default();
                assert!(!inside.contains("on") || !inside.contains("alert"), "{text}\n{html}");
                assert!(!inside.contains("javascript") && !inside.contains("src="), "{text}\n{html}");
                if name == "a" && !tag.starts_with('/') {
                    assert!(inside.starts_with("a href=\"https://git.example.com/"), "{text}\n{html}");
                }
            }
        }
    }
}
