//! Reads settings from the file. Finds all mistakes at once, each with its position.

use std::ops::Range;

use askwell_form::Place;
use askwell_gateway::read_server_list;
use askwell_gateway::rules::GateSettings;
use toml_edit::{Document, Item, TableLike};

use super::setting::{Setting, SettingValue, ValueKind};
use super::table::SETTINGS;
use super::{ConfigDraft, Origin, callbacks, channels, directory, sign_in, webhooks, words};
use crate::diagnostic::Diagnostic;

/// The list of webhooks, which is no single setting.
const WEBHOOKS: &str = "webhooks";

/// The lists of validators and option sources that are asked by HTTP.
const VALIDATORS: &str = "validators";
const OPTION_SOURCES: &str = "option_sources";
/// The servers and rules of the gateway, which have a reader of their own.
const GATEWAY: &str = "gateway";
/// The list of providers, which is no single setting.
const PROVIDERS: &str = "sign_in.oidc";

/// The people and groups, which have a reader of their own.
const DIRECTORY: &str = "directory";
/// The list of channels, which is no single setting.
const CHANNELS: &str = "notifications.channels";

/// The operator's own texts, by language and key.
const WORDS: &str = "words";

/// A problem with a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConfigProblem {
    pub(super) code: &'static str,
    pub(super) title: String,
    pub(super) origin: Option<Origin>,
    pub(super) help: Option<String>,
}

impl ConfigProblem {
    pub(super) fn new(
        code: &'static str,
        title: impl Into<String>,
        span: Option<Range<usize>>,
    ) -> ConfigProblem {
        ConfigProblem { code, title: title.into(), origin: span.map(Origin::File), help: None }
    }

    /// Returns the diagnostic for a problem in the file.
    pub(super) fn notice(&self, text: &str) -> Diagnostic {
        let place = match &self.origin {
            Some(Origin::File(span)) => Some(place(text, span.clone())),
            _ => None,
        };
        Diagnostic {
            code: self.code.to_owned(),
            title: self.title.clone(),
            place,
            label: String::new(),
            help: self.help.clone(),
        }
    }
}

/// Returns line and column of a span.
pub(super) fn place(text: &str, span: Range<usize>) -> Place {
    let before = text.get(..text.floor_char_boundary(span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place { line, column, span }
}

/// Applies all settings of the file and returns the problems of the others.
pub(super) fn apply(text: &str, draft: &mut ConfigDraft) -> Vec<ConfigProblem> {
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            return vec![ConfigProblem::new("syntax", error.message().replace('\n', "; "), error.span())];
        }
    };
    let mut problems = Vec::new();
    read_table(document.as_table(), "", draft, &mut problems);
    problems
}

fn read_table(
    table: &dyn TableLike,
    section: &str,
    draft: &mut ConfigDraft,
    problems: &mut Vec<ConfigProblem>,
) {
    for (key, item) in table.iter() {
        let name = if section.is_empty() { key.to_owned() } else { format!("{section}.{key}") };
        if name == WEBHOOKS {
            draft.config.webhooks = webhooks::read(item, problems);
            let (files, has_inline_secrets) = webhooks::secret_files(item);
            draft.config.secret_files.extend(files);
            draft.has_inline_secrets |= has_inline_secrets;
            continue;
        }
        if name == VALIDATORS || name == OPTION_SOURCES {
            if name == VALIDATORS {
                draft.config.validators = callbacks::read_validators(item, problems);
            } else {
                draft.config.option_sources = callbacks::read_option_sources(item, problems);
            }
            let (files, has_inline_secrets) = webhooks::secret_files(item);
            draft.config.secret_files.extend(files);
            draft.has_inline_secrets |= has_inline_secrets;
            continue;
        }
        if name == DIRECTORY {
            draft.config.directory = directory::read(item, problems);
            continue;
        }
        if name == CHANNELS {
            let (channels, files) = channels::read(item, problems);
            draft.config.notifications.channels = channels;
            draft.config.secret_files.extend(files);
            continue;
        }
        if name == WORDS {
            draft.config.http.languages.words = words::read(item, problems);
            continue;
        }
        if name == GATEWAY {
            draft.config.gateway = Some(read_gateway(item, problems));
            continue;
        }
        if name == PROVIDERS {
            draft.config.sign_in.oidc = sign_in::read(item, problems);
            continue;
        }
        let key_span = table.key(key).and_then(toml_edit::Key::span);
        if let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) {
            let span = item.span().or_else(|| key_span.clone());
            let taken = value(setting, item)
                .and_then(|value| draft.set(setting, value, Origin::File(span.clone().unwrap_or_default())));
            if let Err(problem) = taken {
                problems.push(ConfigProblem::new("value", format!("{name}: {problem}"), span));
            }
            continue;
        }
        let is_section = SETTINGS
            .iter()
            .any(|setting| setting.name.split_once('.').is_some_and(|(known, _)| known == name));
        match item.as_table_like() {
            Some(inner) if is_section => read_table(inner, &name, draft, problems),
            _ => {
                let title = if is_section {
                    format!("{name} is a section: write [{name}]")
                } else if item.is_table_like() {
                    format!("there is no section {name}")
                } else {
                    format!("there is no setting {name}")
                };
                let mut finding = ConfigProblem::new("unknown", title, key_span);
                let names = SETTINGS.iter().flat_map(|setting| {
                    [Some(setting.name), setting.name.split_once('.').map(|(section, _)| section)]
                });
                let meant = askwell_form::nearest(&name, names.flatten());
                finding.help = meant.filter(|_| !is_section).map(|meant| format!("did you mean `{meant}`?"));
                problems.push(finding);
            }
        }
    }
}

/// Reads the table of the gateway and adds its problems.
fn read_gateway(item: &Item, problems: &mut Vec<ConfigProblem>) -> serde_json::Value {
    let table = askwell_gateway::rules::toml_value(item);
    let mut wrong = Vec::new();
    if let Err(error) = GateSettings::from_value(&table, &["server"]) {
        wrong.extend(error.problems);
    }
    if let Err(error) = read_server_list(&table, &|name| std::env::var(name).ok()) {
        wrong.extend(error.0.iter().map(ToString::to_string));
    }
    problems.extend(wrong.into_iter().map(|problem| ConfigProblem::new("value", problem, item.span())));
    table
}

fn value(setting: &Setting, item: &Item) -> Result<SettingValue, String> {
    let found = match item.type_name() {
        vowel if vowel.starts_with(['a', 'i']) => format!("an {vowel}"),
        other => format!("a {other}"),
    };
    match setting.kind() {
        ValueKind::Text | ValueKind::Optional(_) => item
            .as_str()
            .map(|text| SettingValue::Text(text.to_owned()))
            .ok_or_else(|| format!("a text is needed, not {found}")),
        ValueKind::Whole => item
            .as_integer()
            .ok_or_else(|| format!("a whole number is needed, not {found}"))
            .and_then(|number| {
                u64::try_from(number)
                    .map(SettingValue::Whole)
                    .map_err(|_| format!("{number} is less than nothing"))
            }),
        ValueKind::Switch => item
            .as_bool()
            .map(SettingValue::Switch)
            .ok_or_else(|| format!("true or false is needed, not {found}")),
        ValueKind::List => {
            let items = item.as_array().ok_or_else(|| format!("a list of texts is needed, not {found}"))?;
            let texts = items.iter().map(|item| item.as_str().map(str::to_owned));
            let texts: Option<Vec<String>> = texts.collect();
            texts.map(SettingValue::List).ok_or_else(|| "every item must be a text".to_owned())
        }
    }
}
