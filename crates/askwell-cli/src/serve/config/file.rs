//! Settings from the file. All mistakes are found at once, each with its place.

use std::ops::Range;

use askwell_form::Place;
use toml_edit::{Document, Item, TableLike};

use super::setting::{Kind, Setting, Value};
use super::table::SETTINGS;
use super::{Draft, Origin, webhooks};
use crate::notice::Notice;

/// The list of those who are called back, which is no single setting.
const WEBHOOKS: &str = "webhooks";

/// Something wrong with the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) code: &'static str,
    pub(super) title: String,
    pub(super) origin: Option<Origin>,
    pub(super) help: Option<String>,
}

impl Finding {
    pub(super) fn new(code: &'static str, title: impl Into<String>, span: Option<Range<usize>>) -> Finding {
        Finding { code, title: title.into(), origin: span.map(Origin::File), help: None }
    }

    /// As it is shown, for what stands in the file.
    pub(super) fn notice(&self, text: &str) -> Notice {
        let place = match &self.origin {
            Some(Origin::File(span)) => Some(place(text, span.clone())),
            _ => None,
        };
        Notice {
            code: self.code.to_owned(),
            title: self.title.clone(),
            place,
            label: String::new(),
            help: self.help.clone(),
        }
    }
}

/// Line and column of some bytes.
pub(super) fn place(text: &str, span: Range<usize>) -> Place {
    let before = text.get(..text.floor_char_boundary(span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place { line, column, span }
}

/// Takes every setting of the file, and tells what is wrong with the others.
pub(super) fn apply(text: &str, draft: &mut Draft) -> Vec<Finding> {
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => return vec![Finding::new("syntax", error.message().replace('\n', "; "), error.span())],
    };
    let mut findings = Vec::new();
    read_table(document.as_table(), "", draft, &mut findings);
    findings
}

fn read_table(table: &dyn TableLike, section: &str, draft: &mut Draft, findings: &mut Vec<Finding>) {
    for (key, item) in table.iter() {
        let name = if section.is_empty() { key.to_owned() } else { format!("{section}.{key}") };
        if name == WEBHOOKS {
            draft.config.webhooks = webhooks::read(item, findings);
            (draft.config.secret_files, draft.has_inline_secrets) = webhooks::secret_files(item);
            continue;
        }
        let key_span = table.key(key).and_then(toml_edit::Key::span);
        if let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) {
            let span = item.span().or_else(|| key_span.clone());
            let taken = value(setting, item)
                .and_then(|value| draft.set(setting, value, Origin::File(span.clone().unwrap_or_default())));
            if let Err(problem) = taken {
                findings.push(Finding::new("value", format!("{name}: {problem}"), span));
            }
            continue;
        }
        let is_section = SETTINGS
            .iter()
            .any(|setting| setting.name.split_once('.').is_some_and(|(known, _)| known == name));
        match item.as_table_like() {
            Some(inner) if is_section => read_table(inner, &name, draft, findings),
            _ => {
                let title = if is_section {
                    format!("{name} is a section: write [{name}]")
                } else if item.is_table_like() {
                    format!("there is no section {name}")
                } else {
                    format!("there is no setting {name}")
                };
                let mut finding = Finding::new("unknown", title, key_span);
                let names = SETTINGS.iter().flat_map(|setting| {
                    [Some(setting.name), setting.name.split_once('.').map(|(section, _)| section)]
                });
                let meant = askwell_form::nearest(&name, names.flatten());
                finding.help = meant.filter(|_| !is_section).map(|meant| format!("did you mean `{meant}`?"));
                findings.push(finding);
            }
        }
    }
}

fn value(setting: &Setting, item: &Item) -> Result<Value, String> {
    let found = match item.type_name() {
        vowel if vowel.starts_with(['a', 'i']) => format!("an {vowel}"),
        other => format!("a {other}"),
    };
    match setting.kind() {
        Kind::Text | Kind::Optional(_) => item
            .as_str()
            .map(|text| Value::Text(text.to_owned()))
            .ok_or_else(|| format!("a text is needed, not {found}")),
        Kind::Whole => item
            .as_integer()
            .ok_or_else(|| format!("a whole number is needed, not {found}"))
            .and_then(|number| {
                u64::try_from(number).map(Value::Whole).map_err(|_| format!("{number} is less than nothing"))
            }),
        Kind::Switch => {
            item.as_bool().map(Value::Switch).ok_or_else(|| format!("true or false is needed, not {found}"))
        }
        Kind::List => {
            let items = item.as_array().ok_or_else(|| format!("a list of texts is needed, not {found}"))?;
            let texts = items.iter().map(|item| item.as_str().map(str::to_owned));
            let texts: Option<Vec<String>> = texts.collect();
            texts.map(Value::List).ok_or_else(|| "every item must be a text".to_owned())
        }
    }
}
