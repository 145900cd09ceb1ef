//! Quirks: what is known about clients beside what they declare, as data.
//!
//! The built-in table is `quirks/clients.toml`; each entry names its source. Operators add entries in
//! `[[gateway.client]]`, which come first. The first entry that matches name and version counts.

mod version;

use std::sync::LazyLock;

use askwell_form::nearest;
use askwell_mcp::wire::Peer;
use serde_json::Value;

use self::version::VersionRange;
use crate::hooks::ClientQuirks;
use crate::rules::{Glob, duration, toml_tables};

/// The built-in entries, as text.
const BUILT_IN: &str = include_str!("quirks/clients.toml");

/// The built-in entries. A test checks that they can be read.
static BUILT_IN_ENTRIES: LazyLock<Vec<ClientEntry>> = LazyLock::new(|| {
    let tables = toml_tables(BUILT_IN, "client").unwrap_or_default();
    tables.iter().filter_map(|table| ClientEntry::from_value(table).ok()).collect()
});

/// The longest name or version that is looked up.
const MAX_BYTES: usize = 256;

/// What is known about one client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientEntry {
    /// The patterns of its name.
    pub names: Vec<Glob>,
    versions: VersionRange,
    /// Its name for people.
    pub title: String,
    /// Whether it declares form mode, if known.
    pub forms: Option<bool>,
    /// Whether it declares URL mode, if known.
    pub urls: Option<bool>,
    /// Whether it speaks the modern era, if known.
    pub modern: Option<bool>,
    /// Its quirks.
    pub quirks: ClientQuirks,
    /// How this is known.
    pub source: String,
}

impl ClientEntry {
    /// Reads an entry.
    ///
    /// # Errors
    /// When it is not a table with known members, or has no name or source.
    pub(crate) fn from_value(value: &Value) -> Result<ClientEntry, String> {
        const MEMBERS: [&str; 14] = [
            "name",
            "versions",
            "title",
            "forms",
            "urls",
            "modern",
            "forms_unseen",
            "urls_unseen",
            "headless_answers",
            "empty_forms_accepted",
            "silent",
            "call_limit",
            "progress_extends",
            "source",
        ];
        let members = value.as_object().ok_or("has to be a table")?;
        if let Some(key) = members.keys().find(|key| !MEMBERS.contains(&key.as_str())) {
            let near = nearest(key, MEMBERS).map(|near| format!("; did you mean `{near}`?"));
            return Err(format!("`{key}` is unknown{}", near.unwrap_or_default()));
        }
        let text = |key: &str| match members.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(_) => Err(format!("`{key}` has to be a text")),
        };
        let truth = |key: &str| match members.get(key) {
            None => Ok(None),
            Some(Value::Bool(truth)) => Ok(Some(*truth)),
            Some(_) => Err(format!("`{key}` is true or false")),
        };
        let names = match members.get("name") {
            Some(Value::String(name)) => vec![name.as_str()],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if names.is_empty() {
            return Err("has no `name`: a pattern of the client's name, or a list of them".to_owned());
        }
        let versions = text("versions")?.map_or_else(|| Ok(VersionRange::default()), VersionRange::parse)?;
        let source = text("source")?.filter(|source| !source.trim().is_empty());
        let call_limit = text("call_limit")?.map(duration::parse).transpose()?.map(|limit| limit.as_secs());
        let quirks = ClientQuirks {
            forms_unseen: truth("forms_unseen")?.unwrap_or(false),
            urls_unseen: truth("urls_unseen")?.unwrap_or(false),
            headless_answers: truth("headless_answers")?.unwrap_or(false),
            empty_forms_accepted: truth("empty_forms_accepted")?.unwrap_or(false),
            silent: truth("silent")?.unwrap_or(false),
            call_limit,
            progress_extends: truth("progress_extends")?.unwrap_or(false),
        };
        Ok(ClientEntry {
            title: text("title")?.or(names.first().copied()).unwrap_or_default().to_owned(),
            names: names.into_iter().map(Glob::new).collect::<Result<_, _>>()?,
            versions,
            forms: truth("forms")?,
            urls: truth("urls")?,
            modern: truth("modern")?,
            quirks,
            source: source.ok_or("has no `source`: say how this is known")?.to_owned(),
        })
    }

    fn matches(&self, client: &Peer) -> bool {
        self.names.iter().any(|name| name.matches(&client.name)) && self.versions.includes(&client.version)
    }
}

/// The table of clients: the operator's entries, then the built-in ones. Cheap to clone if it has none of the former.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct QuirksTable {
    own: Vec<ClientEntry>,
}

impl QuirksTable {
    /// Returns a table with these entries before the built-in ones.
    #[must_use]
    pub(crate) fn with(own: Vec<ClientEntry>) -> QuirksTable {
        QuirksTable { own }
    }

    /// Returns all entries in their order.
    pub fn entries(&self) -> impl Iterator<Item = &ClientEntry> {
        self.own.iter().chain(BUILT_IN_ENTRIES.iter())
    }

    /// Returns the entry of a client. What a client says about itself is a claim: an entry makes the gateway more
    /// careful with its answers, never less.
    #[must_use]
    pub fn find(&self, client: &Peer) -> Option<&ClientEntry> {
        if client.name.len() > MAX_BYTES || client.version.len() > MAX_BYTES {
            return None;
        }
        self.entries().find(|entry| entry.matches(client))
    }

    /// Returns the quirks of a client; none, if it is not known.
    #[must_use]
    pub fn quirks_of(&self, client: &Peer) -> ClientQuirks {
        self.find(client).map(|entry| entry.quirks).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
