//! Reads the values of one table in a list of tables, such as `[[webhooks]]`.

use std::ops::Range;

use toml_edit::{Item, Table};

use super::file::ConfigProblem;

/// Returns the span of a value, or of the table if the value is missing.
pub(super) fn span(table: &Table, key: &str) -> Option<Range<usize>> {
    let value = table.get(key).and_then(Item::span);
    value.or_else(|| table.key(key).and_then(toml_edit::Key::span)).or_else(|| table.span())
}

/// Whether a value is required.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Requirement {
    Required,
    Optional,
}

/// Reads the values of one table and collects its problems.
pub(super) struct TableReader<'t> {
    /// What the table describes, with its article: `a webhook`.
    pub(super) what: &'static str,
    pub(super) table: &'t Table,
    pub(super) problems: &'t mut Vec<ConfigProblem>,
}

impl TableReader<'_> {
    /// Adds a problem for each key that is not known.
    pub(super) fn reject_unknown(&mut self, known: &[&str]) {
        for (key, _) in self.table.iter().filter(|(key, _)| !known.contains(key)) {
            let title = format!("{} has no {key}", self.what);
            let mut finding = ConfigProblem::new("unknown", title, span(self.table, key));
            let meant = askwell_form::nearest(key, known.iter().copied());
            finding.help = meant.map(|meant| format!("did you mean `{meant}`?"));
            self.problems.push(finding);
        }
    }

    pub(super) fn wrong(&mut self, key: &str, message: String) {
        self.problems.push(ConfigProblem::new("value", message, span(self.table, key)));
    }

    /// Reads a value of the right type.
    pub(super) fn value<T>(
        &mut self,
        key: &str,
        kind: &str,
        read: impl FnOnce(&Item) -> Option<T>,
    ) -> Option<T> {
        let value = read(self.table.get(key)?);
        if value.is_none() {
            self.wrong(key, format!("{key}: {kind} is needed"));
        }
        value
    }

    pub(super) fn text(&mut self, key: &str, need: Requirement) -> Option<String> {
        if need == Requirement::Required && self.table.get(key).is_none() {
            self.wrong(key, format!("{} needs a {key}", self.what));
        }
        self.value(key, "a text", |item| item.as_str().map(str::to_owned))
    }

    pub(super) fn texts(&mut self, key: &str) -> Vec<String> {
        let read = |item: &Item| {
            let items = item.as_array()?.iter();
            items.map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
        };
        self.value(key, "a list of texts", read).unwrap_or_default()
    }

    pub(super) fn switch(&mut self, key: &str) -> bool {
        self.value(key, "true or false", Item::as_bool).unwrap_or_default()
    }

    pub(super) fn whole(&mut self, key: &str) -> Option<u64> {
        self.value(key, "a whole number", |item| {
            item.as_integer().and_then(|number| u64::try_from(number).ok())
        })
    }
}
