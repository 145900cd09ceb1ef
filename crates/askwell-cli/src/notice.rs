//! Something to tell about a document: a title, the place, the line in question, and what would help.

use std::ops::Range;

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstyle::Style;
use askwell_form::{Defect, Place};

use crate::console::Console;
use crate::document::Document;
use crate::excerpt;
use crate::shown;

/// More notices than this are counted, not shown: nobody reads them.
const MAX_SHOWN: usize = 50;

/// Enough for any excerpt, which is clipped already.
const WIDTH: usize = 1000;

/// One thing that is wrong.
#[derive(Debug)]
pub(crate) struct Notice {
    /// The kind of mistake, in one word.
    pub(crate) code: String,
    pub(crate) title: String,
    pub(crate) place: Option<Place>,
    /// Stands beside what is pointed at.
    pub(crate) label: String,
    pub(crate) help: Option<String>,
}

/// The document that notices point into.
#[derive(Debug)]
pub(crate) struct Background<'d> {
    pub(crate) name: &'d str,
    /// `None` if nothing of it may be shown.
    pub(crate) text: Option<&'d str>,
    /// What must not be seen of it, in the order of the text.
    pub(crate) masks: Vec<Range<usize>>,
}

impl Notice {
    pub(crate) fn about(defect: &Defect) -> Notice {
        let parts = [("expected", &defect.expected), ("found", &defect.found)];
        let parts = parts.iter().filter_map(|(word, part)| Some(format!("{word} {}", part.as_ref()?)));
        Notice {
            code: code(defect),
            title: defect.message.clone(),
            place: defect.place.clone(),
            label: parts.collect::<Vec<_>>().join(", "),
            help: defect.suggestion.as_ref().map(|meant| format!("did you mean `{meant}`?")),
        }
    }

    /// Shows the notice at a level, once without and once with styles.
    fn show(&self, background: &Background<'_>, level: &Level<'static>, console: &Console) {
        let render = |renderer: Renderer, arrow| {
            self.render(background, level, &renderer.term_width(WIDTH), arrow) + "\n"
        };
        let plain = render(Renderer::plain(), Style::new());
        console.say_styled(&plain, &render(Renderer::styled(), DEFAULT_LINE_NUM_STYLE));
    }

    /// The notice as text. `arrow` is the style of what stands before the place; the renderer has the others.
    fn render(
        &self,
        background: &Background<'_>,
        level: &Level<'static>,
        renderer: &Renderer,
        arrow: Style,
    ) -> String {
        let title = level.clone().primary_title(shown::line(&self.title)).id(shown::line(&self.code));
        let help = self.help.as_ref().map(|help| Level::HELP.message(shown::line(help)));
        let Some(place) = &self.place else { return renderer.render(&[title.elements(help)]) };
        let Some(text) = background.text else {
            return with_origin(&renderer.render(&[title.elements(help)]), background.name, place, 0, arrow);
        };
        let excerpt = excerpt::cut(text, &place.span, &background.masks, 2);
        let last_line = place.line + excerpt.lines.matches('\n').count();
        let label = (!self.label.is_empty()).then(|| shown::line(&self.label));
        let mark = AnnotationKind::Primary.span(excerpt.marked).label(label);
        let snippet = Snippet::source(excerpt.lines).line_start(place.line).fold(false).annotation(mark);
        let rendered = renderer.render(&[title.element(snippet).elements(help)]);
        with_origin(&rendered, background.name, place, last_line, arrow)
    }
}

/// The renderer would count columns in the excerpt, which may be clipped or masked; so the line that names the
/// place is put below the title here.
fn with_origin(rendered: &str, name: &str, place: &Place, last_line: usize, style: Style) -> String {
    let (title, rest) = rendered.split_once('\n').unwrap_or((rendered, ""));
    let indent = last_line.to_string().len();
    let Place { line, column, .. } = place;
    let line_break = if rest.is_empty() { "" } else { "\n" };
    format!("{title}\n{:indent$}{style}-->{style:#} {name}:{line}:{column}{line_break}{rest}", "")
}

/// Tells everything that is wrong with a form document, and how much it is.
pub(crate) fn tell_defects(document: &Document, defects: &[Defect], console: &Console) {
    let notices: Vec<Notice> = defects.iter().map(Notice::about).collect();
    let text = document.text();
    tell(&notices, &Background { name: &document.name, text: Some(&text), masks: Vec::new() }, console);
}

/// Tells everything that is wrong with a document, and how much it is.
pub(crate) fn tell(notices: &[Notice], background: &Background<'_>, console: &Console) {
    for notice in notices.iter().take(MAX_SHOWN) {
        notice.show(background, &Level::ERROR, console);
    }
    if notices.len() > MAX_SHOWN {
        console.say(&format!("… and {} more\n", notices.len() - MAX_SHOWN));
    }
    console.failure(&format!("{} in {}", count(notices.len(), "problem"), background.name));
}

/// Tells what looks like a mistake in a form document and is none.
pub(crate) fn tell_warnings(document: &Document, warnings: &[Defect], console: &Console) {
    let text = document.text();
    let background = Background { name: &document.name, text: Some(&text), masks: Vec::new() };
    for warning in warnings.iter().take(MAX_SHOWN) {
        Notice::about(warning).show(&background, &Level::WARNING, console);
    }
    if warnings.len() > MAX_SHOWN {
        console.say(&format!("… and {} more\n", warnings.len() - MAX_SHOWN));
    }
}

/// The name of a defect's code, as in the JSON output.
pub(crate) fn code(defect: &Defect) -> String {
    let name = serde_json::to_value(defect.code).ok();
    name.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// `1 problem`, `2 problems`, `2 losses`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 {
        ""
    } else if noun.ends_with('s') {
        "es"
    } else {
        "s"
    };
    format!("{number} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use annotate_snippets::{Level, Renderer};
    use anstyle::Style;
    use askwell_form::Place;

    use super::{Background, Notice, count};

    #[test]
    fn whatever_is_pointed_at_can_be_shown() {
        let long = "日本\u{202e}\t".repeat(200);
        for text in [
            "",
            "\n",
            "\r\n\r\n",
            "\t\té\r\n x\n",
            "{\"日本\": \"👩\u{200d}🚀e\u{301}\"}",
            "a\u{b}\u{2028}b\rc",
            &long,
        ] {
            let most = text.len().min(120) + 2;
            for start in 0..most {
                for end in start..most {
                    let notice = Notice {
                        code: "code".to_owned(),
                        title: "two\nlines".to_owned(),
                        place: Some(Place { line: 9, column: 4, span: start..end }),
                        label: "a label\nof two lines".to_owned(),
                        help: Some("help".to_owned()),
                    };
                    let background = Background { name: "x", text: Some(text), masks: Vec::new() };
                    let shown = notice.render(&background, &Level::ERROR, &Renderer::styled(), Style::new());
                    let place = shown.lines().nth(1).unwrap();
                    assert!(place.ends_with(" x:9:4"), "{text:?} {start}..{end}: {shown}");
                }
            }
        }
    }

    #[test]
    fn things_are_counted() {
        for (number, noun, text) in
            [(0, "problem", "0 problems"), (1, "field", "1 field"), (2, "loss", "2 losses")]
        {
            assert_eq!(count(number, noun), text);
        }
    }
}
