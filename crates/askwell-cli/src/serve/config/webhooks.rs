//! Reads `[[webhooks]]` from the settings file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use askwell_web::webhooks::{Endpoint, EndpointSettings, SigningSecret};
use toml_edit::{Item, Table};

use super::file::ConfigProblem;
use super::table_reader::{Requirement, TableReader, span};

const KEYS: [&str; 10] = [
    "name",
    "url",
    "secret",
    "secret_file",
    "events",
    "client",
    "include_secrets",
    "allow_private",
    "timeout",
    "attempts",
];

/// Reads all endpoints and adds their problems.
pub(super) fn read(item: &Item, problems: &mut Vec<ConfigProblem>) -> Vec<EndpointSettings> {
    let Some(tables) = item.as_array_of_tables() else {
        problems.push(ConfigProblem::new(
            "value",
            "webhooks are written [[webhooks]], one after the other",
            item.span(),
        ));
        return Vec::new();
    };
    let mut names = HashSet::new();
    for table in tables {
        if let Some(name) = table.get("name").and_then(Item::as_str).filter(|name| !names.insert(*name)) {
            let title = format!("two webhooks are called {name:?}; each needs a name of its own");
            problems.push(ConfigProblem::new("value", title, span(table, "name")));
        }
    }
    tables.iter().filter_map(|table| endpoint(table, problems)).collect()
}

/// Returns the files with secrets of webhooks, and whether the settings contain secrets themselves.
pub(super) fn secret_files(item: &Item) -> (Vec<PathBuf>, bool) {
    let tables: Vec<&Table> =
        item.as_array_of_tables().map(|tables| tables.iter().collect()).unwrap_or_default();
    let files = tables.iter().filter_map(|table| table.get("secret_file")?.as_str().map(PathBuf::from));
    (files.collect(), tables.iter().any(|table| table.contains_key("secret")))
}

fn endpoint(table: &Table, problems: &mut Vec<ConfigProblem>) -> Option<EndpointSettings> {
    let before = problems.len();
    let mut reader = TableReader { what: "a webhook", table, problems };
    reader.reject_unknown(&KEYS);
    let (name, url) = (reader.text("name", Requirement::Required), reader.text("url", Requirement::Required));
    let secret = reader.signing_secret();
    let events = reader.texts("events");
    let client = reader.text("client", Requirement::Optional);
    let (include_secrets, allow_private) = (reader.switch("include_secrets"), reader.switch("allow_private"));
    let (timeout, attempts) = (reader.whole("timeout"), reader.whole("attempts"));
    let mut settings = EndpointSettings::new(name?, url?, secret?);
    settings.events = events;
    settings.client = client;
    settings.include_secrets = include_secrets;
    settings.allow_private = allow_private;
    if let Some(milliseconds) = timeout {
        settings.timeout = Duration::from_millis(milliseconds);
    }
    if let Some(attempts) = attempts {
        settings.attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
    }
    if problems.len() > before {
        return None;
    }
    if let Err(rejected) = Endpoint::new(settings.clone()) {
        for problem in rejected {
            problems.push(ConfigProblem::new("value", problem.to_string(), span(table, problem.setting)));
        }
        return None;
    }
    Some(settings)
}

impl TableReader<'_> {
    /// Reads the secret, or the file that holds it. Messages never contain it.
    pub(super) fn signing_secret(&mut self) -> Option<SigningSecret> {
        let (inline, file) =
            (self.text("secret", Requirement::Optional), self.text("secret_file", Requirement::Optional));
        let read = match (inline, file) {
            (Some(text), None) => SigningSecret::parse(&text).map_err(|error| ("secret", error.to_string())),
            (None, Some(path)) => {
                SigningSecret::read(Path::new(&path)).map_err(|error| ("secret_file", error.to_string()))
            }
            (Some(_), Some(_)) => Err(("secret", "give the secret or its file, not both".to_owned())),
            (None, None) => Err(("name", format!("{} needs a secret, or a secret_file", self.what))),
        };
        match read {
            Ok(secret) => Some(secret),
            Err((key, message)) => {
                self.wrong(key, message);
                None
            }
        }
    }
}
