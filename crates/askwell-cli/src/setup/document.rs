//! Configuration files as text: edits that keep comments, order and unknown keys.
//!
//! Every edit is made twice: in the text, by the editor of its syntax, and in the parsed values. If
//! the changed text does not mean exactly the changed values, nothing is changed.

mod json;
mod splice;
mod toml;
mod yaml;

use serde_json::{Map, Value};
use thiserror::Error;

/// The syntax of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// JSON without comments: the client rejects them
    Json,
    /// JSON with comments and trailing commas
    Jsonc,
    Toml,
    Yaml,
}

/// One change of the table of servers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Edit {
    /// Adds a server as the last one, or replaces the one of that name.
    Add { name: String, entry: Value },
    /// Removes a server.
    Remove { name: String },
    /// Replaces a string of a server.
    SetString { name: String, key: String, value: String },
    /// Removes the first items of a list of a server and puts others in their place.
    Splice { name: String, key: String, remove: usize, insert: Vec<String> },
    /// Adds a list to a server, where it has none.
    AddList { name: String, key: String, items: Vec<String> },
    /// Removes a key of a server.
    RemoveKey { name: String, key: String },
}

/// Why a file is left alone.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum DocumentError {
    #[error("it is broken at line {line}, column {column}: {problem}")]
    Broken { line: usize, column: usize, problem: String },
    #[error("its key `{0}` is there twice")]
    Duplicate(String),
    #[error("its `{0}` is not a table of servers")]
    NotATable(String),
    #[error("its content is not a table of settings")]
    NoTable,
    #[error("it contains several documents")]
    SeveralDocuments,
    #[error("its lines end in different ways (CRLF and LF)")]
    MixedLineEnds,
    #[error("it is written in a way that cannot be changed without a risk for the rest")]
    Unsure,
}

/// What starts a file that some editors on Windows write.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the table of servers, which is empty if there is none.
pub(crate) fn servers(text: &str, syntax: Syntax, root: &str) -> Result<Map<String, Value>, DocumentError> {
    let values = parse(&Framed::read(text, syntax)?.text, syntax)?;
    match values.get(root) {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(servers)) => Ok(servers.clone()),
        Some(_) => Err(DocumentError::NotATable(root.to_owned())),
    }
}

/// Returns the text after the edits.
pub(crate) fn apply(text: &str, syntax: Syntax, root: &str, edits: &[Edit]) -> Result<String, DocumentError> {
    let mut framed = Framed::read(text, syntax)?;
    for edit in edits {
        let mut values = parse(&framed.text, syntax)?;
        if values.get(root).is_some_and(|table| !table.is_object() && !table.is_null()) {
            return Err(DocumentError::NotATable(root.to_owned()));
        }
        edit_values(&mut values, root, edit).ok_or(DocumentError::Unsure)?;
        let edited = match syntax {
            Syntax::Json | Syntax::Jsonc => json::apply(&framed.text, syntax, root, edit)?,
            Syntax::Toml => toml::apply(&framed.text, root, edit)?,
            Syntax::Yaml => yaml::apply(&framed.text, root, edit)?,
        };
        if without_empty(parse(&edited, syntax)?, root) != without_empty(values, root) {
            return Err(DocumentError::Unsure);
        }
        framed.text = edited;
    }
    Ok(framed.restore())
}

/// Returns a file with nothing but one server.
pub(crate) fn fragment(
    syntax: Syntax,
    root: &str,
    name: &str,
    entry: &Value,
) -> Result<String, DocumentError> {
    apply("", syntax, root, &[Edit::Add { name: name.to_owned(), entry: entry.clone() }])
}

fn parse(text: &str, syntax: Syntax) -> Result<Map<String, Value>, DocumentError> {
    match syntax {
        Syntax::Json | Syntax::Jsonc => json::parse(text, syntax),
        Syntax::Toml => toml::parse(text),
        Syntax::Yaml => yaml::parse(text),
    }
}

/// An empty table of servers means the same as none: TOML has no header for it.
fn without_empty(mut values: Map<String, Value>, root: &str) -> Map<String, Value> {
    if values.get(root).and_then(Value::as_object).is_some_and(Map::is_empty) {
        values.remove(root);
    }
    values
}

/// Applies an edit to the values. Returns `None` if it does not fit.
fn edit_values(values: &mut Map<String, Value>, root: &str, edit: &Edit) -> Option<()> {
    if values.get(root).is_none_or(Value::is_null) {
        values.insert(root.to_owned(), Value::Object(Map::new()));
    }
    let servers = values.get_mut(root)?.as_object_mut()?;
    let list = |items: &[String]| items.iter().map(|item| Value::from(item.as_str())).collect::<Vec<_>>();
    match edit {
        Edit::Add { name, entry } => {
            servers.insert(name.clone(), entry.clone());
        }
        Edit::Remove { name } => {
            servers.remove(name)?;
        }
        Edit::SetString { name, key, value } => {
            *servers.get_mut(name)?.get_mut(key)? = Value::String(value.clone());
        }
        Edit::Splice { name, key, remove, insert } => {
            let items = servers.get_mut(name)?.get_mut(key)?.as_array_mut()?;
            if items.len() < *remove {
                return None;
            }
            items.splice(..remove, list(insert));
        }
        Edit::AddList { name, key, items } => {
            let server = servers.get_mut(name)?.as_object_mut()?;
            if server.insert(key.clone(), Value::Array(list(items))).is_some() {
                return None;
            }
        }
        Edit::RemoveKey { name, key } => {
            servers.get_mut(name)?.as_object_mut()?.remove(key)?;
        }
    }
    Some(())
}

/// A text without its byte order mark and, where an editor needs it, with plain line ends and an end
/// of the last line.
struct Framed {
    text: String,
    has_mark: bool,
    has_crlf: bool,
    is_open: bool,
}

impl Framed {
    fn read(text: &str, syntax: Syntax) -> Result<Framed, DocumentError> {
        let plain = text.strip_prefix(BYTE_ORDER_MARK);
        let (has_mark, text) = (plain.is_some(), plain.unwrap_or(text));
        // The editor of JSON keeps line ends itself.
        if matches!(syntax, Syntax::Json | Syntax::Jsonc) {
            return Ok(Framed { text: text.to_owned(), has_mark, has_crlf: false, is_open: false });
        }
        let mut unix = text.replace("\r\n", "\n");
        let has_crlf = text.contains("\r\n");
        if has_crlf && (unix.contains('\r') || unix.replace('\n', "\r\n") != text) {
            return Err(DocumentError::MixedLineEnds);
        }
        let is_open = !unix.is_empty() && !unix.ends_with('\n');
        if is_open {
            unix.push('\n');
        }
        Ok(Framed { text: unix, has_mark, has_crlf, is_open })
    }

    fn restore(mut self) -> String {
        if self.is_open && self.text.ends_with('\n') {
            self.text.pop();
        }
        let text = if self.has_crlf { self.text.replace('\n', "\r\n") } else { self.text };
        if self.has_mark { format!("{BYTE_ORDER_MARK}{text}") } else { text }
    }
}

#[cfg(test)]
mod tests;
