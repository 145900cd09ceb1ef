//! Reads `[[directory.people]]` and `[[directory.groups]]` from the settings file.

use std::sync::Arc;

use askwell_notify::{
    Addresses, Directory, DirectoryGroup, DirectoryPerson, Preferences, PreferencesDocument,
};
use toml_edit::{Item, Table};

use super::file::ConfigProblem;
use super::table_reader::{Requirement, TableReader};
use super::table_values::tables;

const PERSON: [&str; 9] = [
    "name",
    "addresses",
    "channels",
    "quiet_hours",
    "time_zone",
    "digest",
    "away_to",
    "away_until",
    "language",
];

const GROUP: [&str; 3] = ["name", "members", "addresses"];

/// Reads the directory and adds its problems.
pub(super) fn read(item: &Item, problems: &mut Vec<ConfigProblem>) -> Directory {
    let (mut people, mut groups) = (Vec::new(), Vec::new());
    let Some(sections) = item.as_table_like() else {
        problems.push(ConfigProblem::new("value", "directory is a section", item.span()));
        return Directory::default();
    };
    let before = problems.len();
    for (key, item) in sections.iter() {
        match key {
            "people" => {
                let tables = tables("directory.people", item, problems);
                people.extend(tables.into_iter().filter_map(|table| person(table, problems)));
            }
            "groups" => {
                let tables = tables("directory.groups", item, problems);
                groups.extend(tables.into_iter().filter_map(|table| group(table, problems)));
            }
            other => {
                let title = format!("a directory has people and groups, and no {other}");
                problems.push(ConfigProblem::new("unknown", title, item.span()));
            }
        }
    }
    if problems.len() > before {
        return Directory::default();
    }
    Directory::new(people, groups).unwrap_or_else(|wrong| {
        let wrong = wrong.iter().map(|problem| ConfigProblem::new("value", problem.to_string(), item.span()));
        problems.extend(wrong);
        Directory::default()
    })
}

fn person(table: &Table, problems: &mut Vec<ConfigProblem>) -> Option<DirectoryPerson> {
    let mut reader = TableReader { what: "a person", table, problems };
    reader.reject_unknown(&PERSON);
    let name = reader.text("name", Requirement::Required);
    let addresses = addresses(&mut reader);
    let document = PreferencesDocument {
        channels: table.contains_key("channels").then(|| reader.texts("channels")),
        quiet_hours: reader.text("quiet_hours", Requirement::Optional),
        time_zone: reader.text("time_zone", Requirement::Optional),
        digest: reader.texts("digest"),
        away_to: reader.text("away_to", Requirement::Optional),
        away_until: reader.text("away_until", Requirement::Optional),
        language: reader.text("language", Requirement::Optional),
    };
    match Preferences::new(document) {
        Ok(preferences) => Some(DirectoryPerson { name: Arc::from(name?), addresses, preferences }),
        Err(wrong) => {
            for problem in wrong {
                reader.wrong(problem.preference, problem.to_string());
            }
            None
        }
    }
}

fn group(table: &Table, problems: &mut Vec<ConfigProblem>) -> Option<DirectoryGroup> {
    let mut reader = TableReader { what: "a group", table, problems };
    reader.reject_unknown(&GROUP);
    let name = reader.text("name", Requirement::Required);
    let members = reader.texts("members").into_iter().map(Arc::from).collect();
    let addresses = addresses(&mut reader);
    Some(DirectoryGroup { name: Arc::from(name?), members, addresses })
}

fn addresses(reader: &mut TableReader<'_>) -> Addresses {
    reader.text_map("addresses").into_iter().map(|(channel, address)| (Arc::from(channel), address)).collect()
}
