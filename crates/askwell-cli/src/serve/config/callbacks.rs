//! Reads `[[validators]]` and `[[option_sources]]` from the settings file.

use std::collections::HashSet;
use std::time::Duration;

use askwell_web::callbacks::{
    CallbackContext, CallbackProblem, CallbackSettings, HttpOptionSource, HttpValidator,
    OptionSourceSettings, ValidatorSettings,
};
use toml_edit::{Item, Table};

use super::file::ConfigProblem;
use super::table_reader::{Requirement, TableReader, span};

/// The keys that every callback has.
const KEYS: [&str; 7] = ["name", "url", "secret", "secret_file", "timeout_ms", "client", "allow_private"];

/// Reads all validators and adds their problems.
pub(super) fn read_validators(item: &Item, problems: &mut Vec<ConfigProblem>) -> Vec<ValidatorSettings> {
    let read = |table: &Table, problems: &mut Vec<ConfigProblem>| {
        let mut reader = TableReader { what: "a validator", table, problems };
        let keys: Vec<&str> = KEYS.iter().copied().chain(["secrets"]).collect();
        reader.reject_unknown(&keys);
        let secrets = reader.switch("secrets");
        let settings = ValidatorSettings { callback: callback(&mut reader)?, secrets };
        let checked = HttpValidator::new(settings.clone(), CallbackContext::default());
        accept(table, problems, checked.map(|_| settings))
    };
    tables(item, "validators", problems, read)
}

/// Reads all sources of options and adds their problems.
pub(super) fn read_option_sources(
    item: &Item,
    problems: &mut Vec<ConfigProblem>,
) -> Vec<OptionSourceSettings> {
    let read = |table: &Table, problems: &mut Vec<ConfigProblem>| {
        let mut reader = TableReader { what: "an option source", table, problems };
        let keys: Vec<&str> = KEYS.iter().copied().chain(["cache_ms"]).collect();
        reader.reject_unknown(&keys);
        let cache = reader.whole("cache_ms");
        let mut settings = OptionSourceSettings::new(callback(&mut reader)?);
        if let Some(milliseconds) = cache {
            settings.cache = Duration::from_millis(milliseconds);
        }
        let checked = HttpOptionSource::new(settings.clone(), CallbackContext::default());
        accept(table, problems, checked.map(|_| settings))
    };
    tables(item, "option_sources", problems, read)
}

/// Reads the tables of a list, whose names must differ.
fn tables<T>(
    item: &Item,
    list: &str,
    problems: &mut Vec<ConfigProblem>,
    read: impl Fn(&Table, &mut Vec<ConfigProblem>) -> Option<T>,
) -> Vec<T> {
    let Some(tables) = item.as_array_of_tables() else {
        let title = format!("{list} are written [[{list}]], one after the other");
        problems.push(ConfigProblem::new("value", title, item.span()));
        return Vec::new();
    };
    let mut names = HashSet::new();
    let mut found = Vec::new();
    for table in tables {
        if let Some(name) = table.get("name").and_then(Item::as_str).filter(|name| !names.insert(*name)) {
            let title = format!("two {list} are called {name:?}; each needs a name of its own");
            problems.push(ConfigProblem::new("value", title, span(table, "name")));
        }
        let before = problems.len();
        let one = read(table, problems);
        found.extend(one.filter(|_| problems.len() == before));
    }
    found
}

/// Reads what every callback has.
fn callback(reader: &mut TableReader<'_>) -> Option<CallbackSettings> {
    let (name, url) = (reader.text("name", Requirement::Required), reader.text("url", Requirement::Required));
    let secret = reader.signing_secret();
    let timeout = reader.whole("timeout_ms");
    let client = reader.text("client", Requirement::Optional);
    let allow_private = reader.switch("allow_private");
    let mut settings = CallbackSettings::new(name?, url?, secret?);
    if let Some(milliseconds) = timeout {
        settings.timeout = Duration::from_millis(milliseconds);
    }
    (settings.client, settings.allow_private) = (client, allow_private);
    Some(settings)
}

/// Returns checked settings, or adds what is wrong with them.
fn accept<T>(
    table: &Table,
    problems: &mut Vec<ConfigProblem>,
    checked: Result<T, Vec<CallbackProblem>>,
) -> Option<T> {
    checked
        .map_err(|wrong| {
            for problem in wrong {
                problems.push(ConfigProblem::new("value", problem.to_string(), span(table, problem.setting)));
            }
        })
        .ok()
}
