//! Reads rules and client quirks from a configuration, TOML or JSON, and reports everything that is wrong with it.
//!
//! Nothing is ignored: an unknown name is an error, because a rule that silently does not exist lets calls through.

use std::fmt;
use std::time::Duration;

use askwell_form::nearest;
use askwell_mcp::wire::{Json, Limits};
use serde_json::{Map, Value};
use toml_edit::{DocumentMut, Item, TableLike};

use super::duration;
use super::limits::GatewayLimits;
use super::{Action, Annotation, ApprovalTerms, Approver, Coverage, Editing, Glob, Rule, Rules};
use crate::quirks::QuirksTable;

/// The most rules.
const MAX_RULES: usize = 1_000;
/// The longest question: the longest timeout of an engine's default policy is an hour.
const MAX_TIMEOUT: Duration = Duration::from_secs(7 * 86_400);
/// The longest approval for a while.
const MAX_WHILE: Duration = Duration::from_secs(30 * 86_400);

/// What a configuration says about gates.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GateSettings {
    /// The rules.
    pub rules: Rules,
    /// What is known about clients: the entries of the operator before the built-in ones.
    pub quirks: QuirksTable,
    /// How long the consent log is kept; `None` for 90 days.
    pub log_retention: Option<Duration>,
    /// How much of everything the gateway takes on.
    pub limits: GatewayLimits,
}

/// A configuration of gates that cannot be used. Lists every problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct InvalidSettings {
    /// The problems, each with its place.
    pub problems: Vec<String>,
}

impl fmt::Display for InvalidSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("; "))
    }
}

impl GateSettings {
    /// The members of `gateway` that this reader knows.
    pub const MEMBERS: [&'static str; 7] =
        ["default", "default_terms", "rule", "rules", "client", "log_days", "limits"];

    /// Reads the table `[gateway]` of a TOML file. `others` names the members that another reader reads.
    ///
    /// # Errors
    /// When the text is not TOML, or the settings are wrong.
    pub fn from_toml(text: &str, others: &[&str]) -> Result<GateSettings, InvalidSettings> {
        let document: DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| one(error.to_string()))?;
        match document.get("gateway") {
            Some(gateway) => GateSettings::from_value(&toml_value(gateway), others),
            None => Ok(GateSettings::default()),
        }
    }

    /// Reads the member `gateway` of a JSON file.
    ///
    /// # Errors
    /// When the text is not JSON, has a key twice, or the settings are wrong.
    pub fn from_json(text: &str, others: &[&str]) -> Result<GateSettings, InvalidSettings> {
        let json = Json::parse(text, &Limits::default()).map_err(|error| one(error.to_string()))?;
        match json.raw().get("gateway") {
            Some(gateway) => GateSettings::from_value(&gateway.to_value(), others),
            None => Ok(GateSettings::default()),
        }
    }

    /// Reads the value of `gateway`.
    ///
    /// # Errors
    /// When the settings are wrong.
    pub fn from_value(gateway: &Value, others: &[&str]) -> Result<GateSettings, InvalidSettings> {
        let mut reader = SettingsReader::default();
        let mut settings = GateSettings::default();
        let Some(members) = reader.object("gateway", gateway) else { return Err(reader.into()) };
        let known: Vec<&str> = GateSettings::MEMBERS.into_iter().chain(others.iter().copied()).collect();
        reader.refuse_unknown("gateway", members, &known);
        if let Some(value) = members.get("default")
            && let Some(action) = reader.choice("gateway.default", value, &Action::ALL)
        {
            settings.rules.default = action;
        }
        if let Some(value) = members.get("default_terms")
            && let Some(terms) = reader.object("gateway.default_terms", value)
        {
            reader.refuse_unknown("gateway.default_terms", terms, &TERMS);
            settings.rules.default_terms = reader.terms("gateway.default_terms", terms);
        }
        if members.contains_key("rule") && members.contains_key("rules") {
            reader.problem(
                "gateway",
                "has both `rule` and `rules`; keep one, because the order of rules counts",
            );
        }
        for key in ["rule", "rules"] {
            for (place, rule) in reader.list(&format!("gateway.{key}"), members.get(key)) {
                settings.rules.list.extend(reader.rule(&place, rule));
            }
        }
        if settings.rules.list.len() > MAX_RULES {
            reader.problem("gateway.rule", &format!("has more than {MAX_RULES} rules"));
        }
        let mut clients = Vec::new();
        for (place, client) in reader.list("gateway.client", members.get("client")) {
            match crate::quirks::ClientEntry::from_value(client) {
                Ok(entry) => clients.push(entry),
                Err(problem) => reader.problem(&place, &problem),
            }
        }
        settings.quirks = QuirksTable::with(clients);
        if let Some(value) = members.get("log_days") {
            match value.as_u64().filter(|days| (1..=36_500).contains(days)) {
                Some(days) => settings.log_retention = Some(Duration::from_secs(days * 86_400)),
                None => reader.problem("gateway.log_days", "is a whole number from 1 to 36500"),
            }
        }
        if let Some(value) = members.get("limits")
            && let Some(limits) = reader.object("gateway.limits", value)
        {
            settings.limits = GatewayLimits::read(&mut reader, "gateway.limits", limits);
        }
        if reader.problems.is_empty() { Ok(settings) } else { Err(reader.into()) }
    }
}

/// The members of a rule that are terms of an approval.
const TERMS: [&str; 6] = ["approver", "timeout", "valid_for", "for_a_while", "for_a_while_covers", "edit"];

/// Collects the problems of a configuration.
#[derive(Default)]
pub(super) struct SettingsReader {
    problems: Vec<String>,
}

impl From<SettingsReader> for InvalidSettings {
    fn from(reader: SettingsReader) -> Self {
        InvalidSettings { problems: reader.problems }
    }
}

impl SettingsReader {
    pub(super) fn problem(&mut self, place: &str, what: &str) {
        self.problems.push(format!("{place}: {what}"));
    }

    fn object<'v>(&mut self, place: &str, value: &'v Value) -> Option<&'v Map<String, Value>> {
        let members = value.as_object();
        if members.is_none() {
            self.problem(place, "has to be a table");
        }
        members
    }

    fn list<'v>(&mut self, place: &str, value: Option<&'v Value>) -> Vec<(String, &'v Value)> {
        match value {
            None => Vec::new(),
            Some(Value::Array(items)) => {
                let place = |index: usize| format!("{place} {}", index + 1);
                items.iter().enumerate().map(|(index, item)| (place(index), item)).collect()
            }
            Some(_) => {
                self.problem(place, "has to be a list of tables, in TOML `[[gateway.rule]]`");
                Vec::new()
            }
        }
    }

    pub(super) fn refuse_unknown(&mut self, place: &str, members: &Map<String, Value>, known: &[&str]) {
        for key in members.keys().filter(|key| !known.contains(&key.as_str())) {
            let hint = match nearest(key, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known are {}", known.join(", ")),
            };
            self.problem(place, &format!("`{key}` is unknown; {hint}"));
        }
    }

    fn text<'v>(&mut self, place: &str, value: &'v Value) -> Option<&'v str> {
        let text = value.as_str();
        if text.is_none() {
            self.problem(place, "has to be a text");
        }
        text
    }

    fn choice<T: Copy>(&mut self, place: &str, value: &Value, choices: &[(&'static str, T)]) -> Option<T> {
        let text = self.text(place, value)?;
        let found = choices.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.problem(place, &format!("`{text}` is unknown; use {}", names.join(", ")));
        }
        found.map(|(_, choice)| *choice)
    }

    pub(super) fn duration(&mut self, place: &str, value: &Value, most: Duration) -> Option<Duration> {
        let text = self.text(place, value)?;
        match duration::parse(text) {
            Ok(duration) if duration <= most => return Some(duration),
            Ok(_) => self.problem(place, &format!("is at most {}", duration::to_text(most))),
            Err(problem) => self.problem(place, &problem),
        }
        None
    }

    fn globs(&mut self, place: &str, value: Option<&Value>) -> Vec<Glob> {
        let texts: Vec<&Value> = match value {
            None => return Glob::new("*").into_iter().collect(),
            Some(Value::Array(items)) => items.iter().collect(),
            Some(one) => vec![one],
        };
        if texts.is_empty() {
            self.problem(place, "names nothing; leave it out to match every name");
        }
        let mut globs = Vec::new();
        for text in texts {
            let Some(text) = self.text(place, text) else { continue };
            match Glob::new(text) {
                Ok(glob) => globs.push(glob),
                Err(problem) => self.problem(place, &problem),
            }
        }
        globs
    }

    fn rule(&mut self, place: &str, value: &Value) -> Option<Rule> {
        let members = self.object(place, value)?;
        let known: Vec<&str> =
            ["name", "server", "tool", "annotations", "action"].into_iter().chain(TERMS).collect();
        self.refuse_unknown(place, members, &known);
        let at = |key: &str| format!("{place}.{key}");
        let name = members.get("name").and_then(|value| self.text(&at("name"), value)).map(str::to_owned);
        let servers = self.globs(&at("server"), members.get("server"));
        let tools = self.globs(&at("tool"), members.get("tool"));
        let mut annotations = Vec::new();
        if let Some(hints) = members.get("annotations")
            && let Some(hints) = self.object(&at("annotations"), hints)
        {
            let names: Vec<&str> = Annotation::ALL.iter().map(|(name, _)| *name).collect();
            self.refuse_unknown(&at("annotations"), hints, &names);
            for (hint, annotation) in Annotation::ALL {
                match hints.get(hint).map(Value::as_bool) {
                    Some(Some(wanted)) => annotations.push((annotation, wanted)),
                    Some(None) => self.problem(&at("annotations"), &format!("`{hint}` is true or false")),
                    None => {}
                }
            }
        }
        let action = match members.get("action") {
            Some(value) => self.choice(&at("action"), value, &Action::ALL),
            None => {
                self.problem(place, "has no `action`; use allow, ask or deny");
                None
            }
        };
        let terms = self.terms(place, members);
        if let (Some(Action::Allow | Action::Deny), Some(term)) =
            (action, TERMS.iter().find(|term| members.contains_key(**term)))
        {
            self.problem(place, &format!("`{term}` has a meaning only with the action `ask`"));
        }
        Some(Rule { name, servers, tools, annotations, action: action?, terms })
    }

    fn terms(&mut self, place: &str, members: &Map<String, Value>) -> ApprovalTerms {
        let mut terms = ApprovalTerms::default();
        let at = |key: &str| format!("{place}.{key}");
        if let Some(value) = members.get("approver")
            && let Some(approver) = self.text(&at("approver"), value)
        {
            terms.approver = match approver.trim() {
                "" => {
                    self.problem(&at("approver"), "is empty; use `anyone`, `page` or the name of a person");
                    Approver::Anyone
                }
                "anyone" => Approver::Anyone,
                "page" => Approver::Page,
                person => Approver::Person(person.into()),
            };
        }
        if let Some(value) = members.get("timeout") {
            terms.timeout = self.duration(&at("timeout"), value, MAX_TIMEOUT);
        }
        if let Some(value) = members.get("valid_for")
            && let Some(valid_for) = self.duration(&at("valid_for"), value, Duration::from_secs(600))
        {
            terms.valid_for = valid_for;
        }
        match members.get("for_a_while") {
            None => {}
            Some(Value::Array(items)) if items.len() <= 5 => {
                let read = |value| self.duration(&at("for_a_while"), value, MAX_WHILE);
                terms.for_a_while = items.iter().filter_map(read).collect();
                terms.for_a_while.sort_unstable();
                terms.for_a_while.dedup();
            }
            Some(_) => self.problem(&at("for_a_while"), "is a list of at most 5 durations; `[]` offers none"),
        }
        if let Some(value) = members.get("for_a_while_covers") {
            let choices = [("arguments", Coverage::Arguments), ("tool", Coverage::Tool)];
            terms.coverage =
                self.choice(&at("for_a_while_covers"), value, &choices).unwrap_or(Coverage::Arguments);
        }
        match members.get("edit").map(Value::as_bool) {
            None => {}
            Some(Some(true)) => terms.editing = Editing::Allowed,
            Some(Some(false)) => terms.editing = Editing::Refused,
            Some(None) => self.problem(&at("edit"), "is true or false"),
        }
        terms
    }
}

/// Returns the tables of a list in a TOML text.
///
/// # Errors
/// When the text is not TOML.
pub(crate) fn toml_tables(text: &str, list: &str) -> Result<Vec<Value>, InvalidSettings> {
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| one(error.to_string()))?;
    Ok(match document.get(list).map(toml_value) {
        Some(Value::Array(tables)) => tables,
        _ => Vec::new(),
    })
}

fn one(problem: String) -> InvalidSettings {
    InvalidSettings { problems: vec![problem] }
}

/// Converts a value of TOML. Dates become texts.
#[must_use]
pub fn toml_value(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => inline_value(value),
        Item::Table(table) => table_value(table),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| table_value(table)).collect(),
    }
}

fn table_value(table: &dyn TableLike) -> Value {
    Value::Object(table.iter().map(|(key, item)| (key.to_owned(), toml_value(item))).collect())
}

fn inline_value(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => text.value().as_str().into(),
        toml_edit::Value::Integer(number) => (*number.value()).into(),
        toml_edit::Value::Float(number) => (*number.value()).into(),
        toml_edit::Value::Boolean(truth) => (*truth.value()).into(),
        toml_edit::Value::Datetime(time) => time.value().to_string().into(),
        toml_edit::Value::Array(items) => items.iter().map(inline_value).collect(),
        toml_edit::Value::InlineTable(table) => table_value(table),
    }
}
