//! TOML.

use serde_json::{Map, Value};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, TomlError};

use super::{DocumentError, Edit};

pub(super) fn parse(text: &str) -> Result<Map<String, Value>, DocumentError> {
    Ok(table_values(read(text)?.as_table()))
}

pub(super) fn apply(text: &str, root: &str, edit: &Edit) -> Result<String, DocumentError> {
    let mut document = read(text)?;
    if document.to_string() != text {
        return Err(DocumentError::Unsure);
    }
    let servers = document.as_table_mut().entry(root).or_insert_with(|| {
        let mut table = Table::new();
        // Only its servers get a header.
        table.set_implicit(true);
        Item::Table(table)
    });
    let servers = servers.as_table_like_mut().ok_or_else(|| DocumentError::NotATable(root.to_owned()))?;
    change(servers, edit).ok_or(DocumentError::Unsure)?;
    Ok(document.to_string())
}

fn read(text: &str) -> Result<DocumentMut, DocumentError> {
    text.parse::<DocumentMut>().map_err(|error: TomlError| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let (line, last) = (1 + before.matches('\n').count(), before.rsplit('\n').next().unwrap_or_default());
        let problem = error.message().lines().next().unwrap_or("no TOML").to_owned();
        DocumentError::Broken { line, column: last.chars().count() + 1, problem }
    })
}

fn change(servers: &mut dyn TableLike, edit: &Edit) -> Option<()> {
    match edit {
        Edit::Add { name, entry } => {
            let entry = entry.as_object()?;
            let is_inline = servers.iter().any(|(_, item)| item.is_inline_table());
            servers.insert(name, if is_inline { inline(entry)?.into() } else { table(entry)?.into() });
        }
        Edit::Remove { name } => {
            servers.remove(name)?;
        }
        Edit::SetString { name, key, value } => {
            let present = servers.get_mut(name)?.as_table_like_mut()?.get_mut(key)?.as_value_mut()?;
            // The text keeps its kind of quotes and the comment behind it.
            let is_literal = present.to_string().trim_start().starts_with('\'');
            let literal = format!("'{value}'").parse::<toml_edit::Value>().ok();
            let mut new = literal
                .filter(|literal| is_literal && literal.as_str() == Some(value))
                .unwrap_or_else(|| value.as_str().into());
            *new.decor_mut() = present.decor().clone();
            *present = new;
        }
        Edit::Splice { name, key, remove, insert } => {
            let array = servers.get_mut(name)?.as_table_like_mut()?.get_mut(key)?.as_array_mut()?;
            splice(array, *remove, insert)?;
        }
        Edit::AddList { name, key, items } => {
            let server = servers.get_mut(name)?.as_table_like_mut()?;
            server.insert(key, toml_edit::value(items.iter().collect::<Array>()));
        }
        Edit::RemoveKey { name, key } => {
            servers.get_mut(name)?.as_table_like_mut()?.remove(key)?;
        }
    }
    Some(())
}

/// The white space before an item stays at its place in the list.
fn splice(array: &mut Array, remove: usize, insert: &[String]) -> Option<()> {
    let prefix = |value: &toml_edit::Value| {
        value.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned()
    };
    let first = array.get(0).map(prefix).unwrap_or_default();
    for _ in 0..remove {
        if array.is_empty() {
            return None;
        }
        array.remove(0);
    }
    if let Some(value) = array.get_mut(0) {
        let own_line = first.contains('\n');
        let later = if own_line || insert.is_empty() { first.clone() } else { " ".to_owned() };
        value.decor_mut().set_prefix(later);
    }
    for (index, item) in insert.iter().enumerate() {
        let mut value = toml_edit::Value::from(item.as_str());
        value.decor_mut().set_prefix(if index == 0 || first.contains('\n') { first.as_str() } else { " " });
        array.insert_formatted(index, value);
    }
    Some(())
}

fn table(entries: &Map<String, Value>) -> Option<Table> {
    let mut table = Table::new();
    for (key, value) in entries {
        match value {
            Value::Object(entries) => table.insert(key, Item::Table(self::table(entries)?)),
            value => table.insert(key, Item::Value(scalar(value)?)),
        };
    }
    Some(table)
}

fn inline(entries: &Map<String, Value>) -> Option<toml_edit::Value> {
    let entries = entries.iter().map(|(key, value)| Some((key.as_str(), scalar(value)?)));
    Some(entries.collect::<Option<InlineTable>>()?.into())
}

fn scalar(value: &Value) -> Option<toml_edit::Value> {
    match value {
        Value::Null => None,
        Value::Bool(value) => Some((*value).into()),
        Value::Number(number) => number.as_i64().map(Into::into).or_else(|| number.as_f64().map(Into::into)),
        Value::String(text) => Some(text.as_str().into()),
        Value::Array(items) => Some(items.iter().map(scalar).collect::<Option<Array>>()?.into()),
        Value::Object(entries) => inline(entries),
    }
}

fn table_values(table: &dyn TableLike) -> Map<String, Value> {
    table.iter().map(|(key, item)| (key.to_owned(), item_value(item))).collect()
}

fn item_value(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => plain_value(value),
        Item::Table(table) => Value::Object(table_values(table)),
        Item::ArrayOfTables(tables) => {
            Value::Array(tables.iter().map(|table| Value::Object(table_values(table))).collect())
        }
    }
}

fn plain_value(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::String(text.value().clone()),
        toml_edit::Value::Integer(number) => Value::from(*number.value()),
        // JSON has no infinity; the text tells the values apart just as well.
        toml_edit::Value::Float(number) => Value::from(format!("float {}", number.value())),
        toml_edit::Value::Boolean(value) => Value::Bool(*value.value()),
        toml_edit::Value::Datetime(time) => Value::String(format!("time {}", time.value())),
        toml_edit::Value::Array(items) => Value::Array(items.iter().map(plain_value).collect()),
        toml_edit::Value::InlineTable(table) => Value::Object(table_values(table)),
    }
}
