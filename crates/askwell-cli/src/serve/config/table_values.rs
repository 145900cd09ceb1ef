//! Reads values of tables that channels and the directory have beside texts and numbers.

use std::collections::BTreeMap;
use std::path::Path;

use askwell_notify::channel::http_post::ChannelSecret;
use toml_edit::{Item, Table, TableLike};

use super::file::ConfigProblem;
use super::table_reader::{Requirement, TableReader};

/// Returns the tables of a list such as `[[directory.people]]`.
pub(super) fn tables<'i>(name: &str, item: &'i Item, problems: &mut Vec<ConfigProblem>) -> Vec<&'i Table> {
    match item.as_array_of_tables() {
        Some(tables) => tables.iter().collect(),
        None => {
            let title = format!("{name} are written [[{name}]], one after the other");
            problems.push(ConfigProblem::new("value", title, item.span()));
            Vec::new()
        }
    }
}

impl TableReader<'_> {
    /// Reads true or false, if it is set.
    pub(super) fn optional_switch(&mut self, key: &str) -> Option<bool> {
        self.value(key, "true or false", Item::as_bool)
    }

    /// Reads a table of texts, such as `{ mail = "ada@example.com" }`.
    pub(super) fn text_map(&mut self, key: &str) -> BTreeMap<String, String> {
        let read = |item: &Item| {
            let table: &dyn TableLike = item.as_table_like()?;
            let pairs = table.iter();
            pairs.map(|(key, value)| Some((key.to_owned(), value.as_str()?.to_owned()))).collect()
        };
        self.value(key, "a table of texts", read).unwrap_or_default()
    }

    /// Reads a secret from the file that a value names. Messages never contain it.
    pub(super) fn secret_file(&mut self, key: &str, need: Requirement) -> Option<ChannelSecret> {
        let path = self.text(key, need)?;
        match std::fs::read_to_string(Path::new(&path)) {
            Ok(text) if !text.trim().is_empty() => Some(ChannelSecret::new(text.trim())),
            Ok(_) => {
                self.wrong(key, format!("{path} is empty"));
                None
            }
            Err(error) => {
                self.wrong(key, format!("cannot read {path}: {error}"));
                None
            }
        }
    }
}
