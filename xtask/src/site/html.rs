//! Markdown to HTML, with an anchor at each heading and the links left open.

use std::collections::BTreeMap;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A part of a page.
#[derive(Debug)]
pub(super) enum Piece {
    Html(String),
    /// The target of a link, to be resolved.
    Link(String),
    /// The source of an image, to be resolved.
    Image(String),
}

/// A page without its frame.
#[derive(Debug, Default)]
pub(super) struct Rendered {
    pub(super) pieces: Vec<Piece>,
    /// Anchor and text of each heading, with its level.
    pub(super) headings: Vec<(HeadingLevel, String, String)>,
}

/// Renders Markdown with tables. HTML in it is kept: the documents are our own.
pub(super) fn render(markdown: &str) -> Rendered {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut writer = Writer::default();
    for event in Parser::new_ext(markdown, options) {
        writer.event(event);
    }
    writer.flush();
    writer.rendered
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[derive(Default)]
struct Writer {
    rendered: Rendered,
    html: String,
    anchors: BTreeMap<String, usize>,
    /// The text of the heading that is open, and where its tag begins.
    heading: Option<(HeadingLevel, String, usize)>,
    /// The text of the image that is open.
    image: Option<String>,
    /// How the links end that are open.
    links: Vec<&'static str>,
    alignments: Vec<Alignment>,
    column: usize,
    is_head: bool,
}

impl Writer {
    fn flush(&mut self) {
        let html = std::mem::take(&mut self.html);
        self.rendered.pieces.push(Piece::Html(html));
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => {
                if let Some((_, words, _)) = &mut self.heading {
                    words.push_str(&text);
                }
                self.html += &format!("<code>{}</code>", escape(&text));
            }
            Event::Html(html) | Event::InlineHtml(html) => self.raw_html(&html),
            Event::SoftBreak => self.html.push('\n'),
            Event::HardBreak => self.html += "<br>\n",
            Event::Rule => self.html += "<hr>\n",
            Event::FootnoteReference(name) => self.html += &format!("<sup>{}</sup>", escape(&name)),
            Event::TaskListMarker(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    /// Pictures of the documents are written as HTML, for their width.
    fn raw_html(&mut self, html: &str) {
        let mut rest = html;
        while let Some((before, after)) = rest.split_once("src=\"") {
            let Some((source, after)) = after.split_once('"') else { break };
            self.html += before;
            self.html += "src=\"";
            self.flush();
            self.rendered.pieces.push(Piece::Image(source.to_owned()));
            self.html.push('"');
            rest = after;
        }
        self.html += rest;
    }

    fn text(&mut self, text: &str) {
        if let Some(words) = &mut self.image {
            words.push_str(text);
            return;
        }
        if let Some((_, words, _)) = &mut self.heading {
            words.push_str(text);
        }
        self.html += &escape(text);
    }

    fn start(&mut self, tag: Tag<'_>) {
        let html = match tag {
            Tag::Paragraph => "<p>",
            Tag::Heading { level, .. } => {
                self.heading = Some((level, String::new(), self.html.len()));
                return;
            }
            Tag::BlockQuote(_) => "<blockquote>",
            Tag::CodeBlock(CodeBlockKind::Fenced(language)) => {
                let language = language.split([',', ' ']).next().unwrap_or_default().to_owned();
                let kind = if language.is_empty() { "text" } else { &language };
                self.html += &format!("<pre tabindex=\"0\"><code class=\"language-{}\">", escape(kind));
                return;
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => "<pre tabindex=\"0\"><code>",
            Tag::HtmlBlock | Tag::MetadataBlock(_) => "",
            Tag::List(Some(first)) => {
                self.html += &format!("<ol start=\"{first}\">\n");
                return;
            }
            Tag::List(None) => "<ul>\n",
            Tag::Item => "<li>",
            Tag::FootnoteDefinition(_) => "<aside>",
            Tag::Table(alignments) => {
                self.alignments = alignments;
                "<div class=\"table\" tabindex=\"0\"><table>\n"
            }
            Tag::TableHead => {
                (self.is_head, self.column) = (true, 0);
                "<thead><tr>"
            }
            Tag::TableRow => {
                self.column = 0;
                "<tr>"
            }
            Tag::TableCell => {
                let name = if self.is_head { "th" } else { "td" };
                let class = match self.alignments.get(self.column) {
                    Some(Alignment::Right) => " class=\"right\"",
                    _ => "",
                };
                self.html += &format!("<{name}{class}>");
                self.column += 1;
                return;
            }
            Tag::Emphasis => "<em>",
            Tag::Strong => "<strong>",
            Tag::Strikethrough => "<del>",
            // The name of a Rust item, which only the documentation of its crate can resolve.
            Tag::Link { dest_url, .. } if dest_url.contains("::") => {
                self.links.push("</span>");
                "<span>"
            }
            Tag::Link { dest_url, .. } => {
                self.links.push("</a>");
                self.html += "<a href=\"";
                self.flush();
                self.rendered.pieces.push(Piece::Link(dest_url.into_string()));
                "\">"
            }
            Tag::Image { dest_url, .. } => {
                self.html += "<img src=\"";
                self.flush();
                self.rendered.pieces.push(Piece::Image(dest_url.into_string()));
                self.image = Some(String::new());
                return;
            }
            _ => "",
        };
        self.html += html;
    }

    fn end(&mut self, tag: TagEnd) {
        let html = match tag {
            TagEnd::Paragraph => "</p>\n",
            TagEnd::Heading(_) => return self.end_heading(),
            TagEnd::BlockQuote(_) => "</blockquote>\n",
            TagEnd::CodeBlock => "</code></pre>\n",
            TagEnd::List(true) => "</ol>\n",
            TagEnd::List(false) => "</ul>\n",
            TagEnd::Item => "</li>\n",
            TagEnd::FootnoteDefinition => "</aside>\n",
            TagEnd::Table => "</tbody></table></div>\n",
            TagEnd::TableHead => {
                self.is_head = false;
                "</tr></thead><tbody>\n"
            }
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell => {
                if self.is_head {
                    "</th>"
                } else {
                    "</td>"
                }
            }
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::Strikethrough => "</del>",
            TagEnd::Link => self.links.pop().unwrap_or_default(),
            TagEnd::Image => {
                let words = self.image.take().unwrap_or_default();
                self.html += &format!("\" alt=\"{}\">", escape(&words));
                return;
            }
            _ => "",
        };
        self.html += html;
    }

    fn end_heading(&mut self) {
        let Some((level, words, start)) = self.heading.take() else { return };
        let mut anchor = slug(&words);
        let count = self.anchors.entry(anchor.clone()).or_default();
        if *count > 0 {
            anchor = format!("{anchor}-{count}");
        }
        *count += 1;
        // A link inside of a heading has cut the text before it off; the tag then begins the rest.
        let start = start.min(self.html.len());
        self.html.insert_str(start, &format!("<{level} id=\"{anchor}\">"));
        self.html += &format!("</{level}>\n");
        self.rendered.headings.push((level, anchor, words));
    }
}

/// Returns the anchor that GitHub gives to a heading.
pub(super) fn slug(words: &str) -> String {
    let kept = words.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Piece, render, slug};

    #[test]
    fn headings_get_the_anchors_of_github() {
        for (words, expected) in [
            ("The form", "the-form"),
            ("`askwell new`: a form to start from", "askwell-new-a-form-to-start-from"),
            (
                "At a running service: `--to`, and `askwell wait`",
                "at-a-running-service---to-and-askwell-wait",
            ),
        ] {
            assert_eq!(slug(&words.replace('`', "")), expected);
        }
        let rendered = render("# A\n\n## B\n\n## B\n");
        let anchors: Vec<&str> = rendered.headings.iter().map(|(_, anchor, _)| anchor.as_str()).collect();
        assert_eq!(anchors, ["a", "b", "b-1"]);
    }

    #[test]
    fn text_is_escaped_and_links_are_left_open() {
        let rendered = render("a < b [x](y.md)\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n");
        let links: Vec<&Piece> = rendered
            .pieces
            .iter()
            .filter(|piece| matches!(piece, Piece::Link(target) if target == "y.md"))
            .collect();
        assert_eq!(links.len(), 1);
        let html: String = rendered
            .pieces
            .iter()
            .filter_map(|piece| if let Piece::Html(html) = piece { Some(html.as_str()) } else { None })
            .collect();
        assert!(html.contains("a &lt; b") && html.contains("<td class=\"right\">2</td>"), "{html}");
    }
}
