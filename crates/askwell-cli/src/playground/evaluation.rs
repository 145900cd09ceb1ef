//! Everything that follows from a form document and answers to it, without I/O.

use askwell_form::schema::Revision;
use askwell_form::{Defect, Field, Form, Problem};
use askwell_locale::{Language, Words, problem_sentence};
use askwell_term::{Colours, FormSession, Symbols, Theme, preview_plain, preview_wizard};
use serde_json::Value;

use super::texts;
use crate::{check, safe_text};

/// The most problems that are shown. Nobody repairs more at once.
const MAX_PROBLEMS: usize = 100;

/// The size of a usual terminal.
const COLUMNS: u16 = 80;
const ROWS: u16 = 24;

/// What follows from a document.
#[derive(Debug)]
pub(super) struct Evaluation {
    /// The defects of the document, or the warnings if it has none.
    pub(super) problems: Vec<DocumentProblem>,
    /// What the form looks like; `None` if the document has defects.
    pub(super) form: Option<EvaluatedForm>,
}

/// A mistake in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocumentProblem {
    pub(super) is_error: bool,
    /// Line and column, counted from 1.
    pub(super) place: Option<(usize, usize)>,
    pub(super) message: String,
}

/// A form without defects, on every surface.
#[derive(Debug)]
pub(super) struct EvaluatedForm {
    /// The form in the chosen language, for its page.
    pub(super) form: Form,
    /// The languages that it is translated into.
    pub(super) languages: Vec<String>,
    pub(super) plain: String,
    pub(super) screens: Vec<String>,
    pub(super) schemas: Vec<SchemaExport>,
    /// What became of the answers, if any were given.
    pub(super) answers: Option<Result<String, Vec<String>>>,
    pub(super) has_validators: bool,
}

/// The form in a language of schemas.
#[derive(Debug)]
pub(super) struct SchemaExport {
    pub(super) name: String,
    pub(super) json: String,
    pub(super) losses: Vec<String>,
}

/// Evaluates a document and answers to it. `language` is the tag of a translation; without one of that tag, the form is
/// shown as it was written.
pub(super) fn evaluate(document: &str, answers: &str, language: &str) -> Evaluation {
    let document = document.strip_prefix('\u{feff}').unwrap_or(document);
    match Form::parse_with_warnings(document) {
        Ok((form, warnings)) => {
            let problems = warnings.iter().take(MAX_PROBLEMS).map(|warning| problem(warning, false));
            Evaluation { problems: problems.collect(), form: Some(evaluate_form(&form, answers, language)) }
        }
        Err(defects) => {
            let problems = defects.iter().take(MAX_PROBLEMS).map(|defect| problem(defect, true)).collect();
            Evaluation { problems, form: None }
        }
    }
}

fn problem(defect: &Defect, is_error: bool) -> DocumentProblem {
    let place = defect.place.as_ref().map(|place| (place.line, place.column));
    let without_place = Defect { place: None, pointer: String::new(), ..defect.clone() };
    DocumentProblem { is_error, place, message: safe_text::line(&without_place.to_string()) }
}

fn evaluate_form(written: &Form, answers: &str, language: &str) -> EvaluatedForm {
    let has_validators = !written.custom_validators().is_empty();
    let checked = if has_validators { without_custom_validators(written) } else { written.clone() };
    let form = checked.in_language(language);
    let words = Words::of(Language::from_tag(language).unwrap_or_default());
    let values: Value = serde_json::from_str(answers).unwrap_or_default();
    let theme = Theme { colours: Colours::None, symbols: Symbols::Unicode };
    let session = || FormSession::with_values(form.clone(), &values);
    let (plain, screens) =
        words.enter_while(|| (preview_plain(session()), preview_wizard(session(), theme, COLUMNS, ROWS)));
    let answers = (!answers.trim().is_empty()).then(|| check_answers(&checked, &form, answers, &words));
    let (languages, schemas) = (written.translations().to_vec(), schemas(written));
    EvaluatedForm { form, languages, plain, screens, schemas, answers, has_validators }
}

/// Returns the form without validators that are code in another program.
fn without_custom_validators(form: &Form) -> Form {
    let mut document = form.to_value();
    if let Some(validation) = document.get_mut("validation").and_then(Value::as_object_mut) {
        validation.remove("customValidators");
    }
    // A document without one of its rules is still a form.
    Form::parse(&document.to_string()).unwrap_or_else(|_| form.clone())
}

/// Returns the checked answers as JSON, with secrets masked, or the sentences of all problems.
fn check_answers(form: &Form, shown: &Form, answers: &str, words: &Words) -> Result<String, Vec<String>> {
    match check::check_offline(form, answers) {
        Ok(answers) => Ok(check::print_answers(&answers)),
        Err(problems) => {
            let sentence = |problem: &Problem| {
                let label = |form: &Form| form.field(&problem.field).map(Field::label).map(str::to_owned);
                let (label, shown) = (label(form), label(shown));
                let label = label.as_deref().unwrap_or(&problem.field);
                let shown = shown.as_deref().unwrap_or(&problem.field);
                safe_text::line(&problem_sentence(words, problem, label, shown))
            };
            Err(problems.iter().take(MAX_PROBLEMS).map(sentence).collect())
        }
    }
}

fn schemas(form: &Form) -> Vec<SchemaExport> {
    let mut exports = Vec::new();
    let mut add = |name: String, schema: &Value, losses: Vec<String>| {
        let json = serde_json::to_string_pretty(schema).unwrap_or_default();
        exports.push(SchemaExport { name, json: safe_text::json(&json), losses });
    };
    for revision in Revision::ALL.into_iter().rev() {
        let export = form.to_mcp_schema(revision);
        add(
            format!("MCP {revision}"),
            &export.schema,
            export.losses.iter().map(ToString::to_string).collect(),
        );
    }
    let export = form.to_json_schema();
    add("JSON Schema".to_owned(), &export.schema, export.losses.iter().map(ToString::to_string).collect());
    let export = form.to_rjsf();
    add("RJSF".to_owned(), &export.to_value(), export.losses.iter().map(ToString::to_string).collect());
    exports
}

impl EvaluatedForm {
    /// Returns what the author should know about the checks on this page.
    pub(super) fn notes(&self) -> Vec<&'static str> {
        let mut notes = vec![texts::HOSTS_NOT_RESOLVED];
        if self.has_validators {
            notes.push(texts::VALIDATORS_NOT_RUN);
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::{EvaluatedForm, evaluate};

    const FORM: &str = r#"{"id": "a", "title": "Order",
        "validation": {"customValidators": ["stock"]},
        "fields": [
            {"id": "size", "type": "number", "label": "Size", "required": true, "validation": {"minimum": 1}},
            {"id": "pin", "type": "text", "label": "PIN", "rendering": {"inputType": "password"}}
        ],
        "translations": {"de": {"title": "Bestellung", "fields": {"size": {"label": "Größe"}, "pin": {"label": "PIN"}}}}}"#;

    fn form(answers: &str, language: &str) -> EvaluatedForm {
        let evaluation = evaluate(FORM, answers, language);
        evaluation.form.unwrap_or_else(|| panic!("{:?}", evaluation.problems))
    }

    #[test]
    fn form_is_shown_on_every_surface() {
        let form = form("", "");
        assert!(form.plain.contains("Size") && form.screens.len() == 3, "{form:#?}");
        let names: Vec<&str> = form.schemas.iter().map(|schema| &*schema.name).collect();
        assert_eq!(names, ["MCP 2026-07-28", "MCP 2025-11-25", "MCP 2025-06-18", "JSON Schema", "RJSF"]);
        assert!(
            form.schemas[0].losses.iter().any(|loss| loss.contains("pin")),
            "{:?}",
            form.schemas[0].losses
        );
        assert_eq!((form.languages.as_slice(), form.answers), (&["de".to_owned()][..], None));
    }

    #[test]
    fn answers_are_checked_and_secrets_masked() {
        let accepted = form(r#"{"size": 2, "pin": "1234"}"#, "").answers.unwrap().unwrap();
        assert!(accepted.contains("\"size\": 2") && !accepted.contains("1234"), "{accepted}");
        for (answers, count) in
            [("{\"size\": 0}", 1), ("{", 1), ("[]", 1), ("{\"size\": 0, \"other\": 1}", 2)]
        {
            assert_eq!(form(answers, "").answers.unwrap().unwrap_err().len(), count, "{answers}");
        }
    }

    #[test]
    fn chosen_language_is_shown() {
        let german = form("{}", "de");
        assert!(german.plain.contains("Größe") && german.form.title() == "Bestellung", "{german:#?}");
        assert_eq!(german.answers.unwrap().unwrap_err(), ["Größe ist ein Pflichtfeld."]);
        assert!(form("", "xx").plain.contains("Size"));
    }

    #[test]
    fn defects_have_their_places() {
        let evaluation = evaluate("{\n  \"id\": \"a\",\n  \"titel\": \"x\", \"fields\": []\n}", "", "");
        assert!(evaluation.form.is_none());
        let misspelt = evaluation.problems.iter().find(|problem| problem.message.contains("titel"));
        assert_eq!(misspelt.and_then(|problem| problem.place), Some((3, 3)), "{:#?}", evaluation.problems);
    }

    #[test]
    fn hostile_documents_are_bounded() {
        let many: Vec<String> = (0..5000).map(|number| format!("{{\"id\": {number}}}")).collect();
        let many = format!("{{\"id\": \"a\", \"title\": \"x\", \"fields\": [{}]}}", many.join(","));
        for document in
            [&*many, &"[".repeat(100_000), "\u{feff}", "null", "{\"a\":\u{202e}1}", &"\u{0}".repeat(100)]
        {
            let evaluation = evaluate(document, "{", "\u{202e}");
            assert!(evaluation.form.is_none() && !evaluation.problems.is_empty());
            assert!(evaluation.problems.len() <= 100);
            assert!(evaluation.problems.iter().all(|problem| !problem.message.contains('\u{202e}')));
        }
    }
}
