//! Diagnostics about a document: title, position, marked line and help.

use std::ops::Range;

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstyle::Style;
use askwell_form::{Defect, Place};

use crate::console::Console;
use crate::document::Document;
use crate::excerpt;
use crate::safe_text;

/// Limit of shown diagnostics. More are only counted.
const MAX_SHOWN: usize = 50;

/// Wide enough for every excerpt, which is clipped already.
const WIDTH: usize = 1000;

/// One diagnostic.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    /// The kind of mistake, in one word.
    pub(crate) code: String,
    pub(crate) title: String,
    pub(crate) place: Option<Place>,
    /// The text beside the marked part.
    pub(crate) label: String,
    pub(crate) help: Option<String>,
}

/// The document that diagnostics point into.
#[derive(Debug)]
pub(crate) struct DiagnosticSource<'d> {
    pub(crate) name: &'d str,
    /// `None` if no part of the text may be shown.
    pub(crate) text: Option<&'d str>,
    /// The spans to hide, in the order of the text.
    pub(crate) masks: Vec<Range<usize>>,
}

impl Diagnostic {
    pub(crate) fn from_defect(defect: &Defect) -> Diagnostic {
        let parts = [("expected", &defect.expected), ("found", &defect.found)];
        let parts = parts.iter().filter_map(|(word, part)| Some(format!("{word} {}", part.as_ref()?)));
        Diagnostic {
            code: code(defect),
            title: defect.message.clone(),
            place: defect.place.clone(),
            label: parts.collect::<Vec<_>>().join(", "),
            help: defect.suggestion.as_ref().map(|meant| format!("did you mean `{meant}`?")),
        }
    }

    /// Prints the diagnostic at a level, with and without styles.
    fn show(&self, source_text: &DiagnosticSource<'_>, level: &Level<'static>, console: &Console) {
        let render = |renderer: Renderer, arrow| {
            self.render(source_text, level, &renderer.term_width(WIDTH), arrow) + "\n"
        };
        let plain = render(Renderer::plain(), Style::new());
        console.print_styled_report(&plain, &render(Renderer::styled(), DEFAULT_LINE_NUM_STYLE));
    }

    /// Returns the diagnostic as text. `arrow` is the style before the position; the renderer has
    /// the others.
    fn render(
        &self,
        source_text: &DiagnosticSource<'_>,
        level: &Level<'static>,
        renderer: &Renderer,
        arrow: Style,
    ) -> String {
        let title = level.clone().primary_title(safe_text::line(&self.title)).id(safe_text::line(&self.code));
        let help = self.help.as_ref().map(|help| Level::HELP.message(safe_text::line(help)));
        let Some(place) = &self.place else { return renderer.render(&[title.elements(help)]) };
        let Some(text) = source_text.text else {
            return with_origin(&renderer.render(&[title.elements(help)]), source_text.name, place, 0, arrow);
        };
        let excerpt = excerpt::cut(text, &place.span, &source_text.masks, 2);
        let last_line = place.line + excerpt.lines.matches('\n').count();
        let label = (!self.label.is_empty()).then(|| safe_text::line(&self.label));
        let mark = AnnotationKind::Primary.span(excerpt.marked).label(label);
        let snippet = Snippet::source(excerpt.lines).line_start(place.line).fold(false).annotation(mark);
        let rendered = renderer.render(&[title.element(snippet).elements(help)]);
        with_origin(&rendered, source_text.name, place, last_line, arrow)
    }
}

/// Inserts the line with the position below the title. The renderer would count columns in the
/// excerpt, which may be clipped or masked.
fn with_origin(rendered: &str, name: &str, place: &Place, last_line: usize, style: Style) -> String {
    let (title, rest) = rendered.split_once('\n').unwrap_or((rendered, ""));
    let indent = last_line.to_string().len();
    let Place { line, column, .. } = place;
    let line_break = if rest.is_empty() { "" } else { "\n" };
    format!("{title}\n{:indent$}{style}-->{style:#} {name}:{line}:{column}{line_break}{rest}", "")
}

/// Reports all defects of a form document and their number.
pub(crate) fn report_defects(document: &Document, defects: &[Defect], console: &Console) {
    let notices: Vec<Diagnostic> = defects.iter().map(Diagnostic::from_defect).collect();
    let text = document.text();
    report(
        &notices,
        &DiagnosticSource { name: &document.name, text: Some(&text), masks: Vec::new() },
        console,
    );
}

/// Reports all diagnostics and their number.
pub(crate) fn report(notices: &[Diagnostic], source_text: &DiagnosticSource<'_>, console: &Console) {
    for notice in notices.iter().take(MAX_SHOWN) {
        notice.show(source_text, &Level::ERROR, console);
    }
    if notices.len() > MAX_SHOWN {
        console.print_report(&format!("… and {} more\n", notices.len() - MAX_SHOWN));
    }
    console.failure(&format!("{} in {}", count(notices.len(), "problem"), source_text.name));
}

/// Reports the warnings about a form document.
pub(crate) fn report_warnings(document: &Document, warnings: &[Defect], console: &Console) {
    let text = document.text();
    let source_text = DiagnosticSource { name: &document.name, text: Some(&text), masks: Vec::new() };
    for warning in warnings.iter().take(MAX_SHOWN) {
        Diagnostic::from_defect(warning).show(&source_text, &Level::WARNING, console);
    }
    if warnings.len() > MAX_SHOWN {
        console.print_report(&format!("… and {} more\n", warnings.len() - MAX_SHOWN));
    }
}

/// Returns the name of a defect's code, as in the JSON output.
pub(crate) fn code(defect: &Defect) -> String {
    let name = serde_json::to_value(defect.code).ok();
    name.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Returns a number with its noun: `1 problem`, `2 problems`, `2 losses`.
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

    use super::{Diagnostic, DiagnosticSource, count};

    #[test]
    fn any_span_is_rendered() {
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
                    let notice = Diagnostic {
                        code: "code".to_owned(),
                        title: "two\nlines".to_owned(),
                        place: Some(Place { line: 9, column: 4, span: start..end }),
                        label: "a label\nof two lines".to_owned(),
                        help: Some("help".to_owned()),
                    };
                    let source_text = DiagnosticSource { name: "x", text: Some(text), masks: Vec::new() };
                    let shown = notice.render(&source_text, &Level::ERROR, &Renderer::styled(), Style::new());
                    let place = shown.lines().nth(1).unwrap();
                    assert!(place.ends_with(" x:9:4"), "{text:?} {start}..{end}: {shown}");
                }
            }
        }
    }

    #[test]
    fn count_uses_singular_and_plural() {
        for (number, noun, text) in
            [(0, "problem", "0 problems"), (1, "field", "1 field"), (2, "loss", "2 losses")]
        {
            assert_eq!(count(number, noun), text);
        }
    }
}
