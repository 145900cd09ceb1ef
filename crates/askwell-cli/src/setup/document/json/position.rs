//! Changes of one server by position.

use jsonc_parser::ast::{Array, Object, ObjectProp, Value as Node};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, parse_to_ast};
use serde_json::Value;

use super::super::Edit;
use super::super::splice::Splice;

/// Returns the text after an edit within a server, or `None` if it does not fit.
pub(super) fn apply(text: &str, root: &str, edit: &Edit) -> Option<String> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &super::options()).ok()?;
    let settings = parsed.value.as_ref()?.as_object()?;
    let server = |name: &str| settings.get_object(root)?.get_object(name);
    let splice = match edit {
        Edit::Add { .. } | Edit::Remove { .. } => return None,
        Edit::SetString { name, key, value } => {
            let Node::StringLit(present) = &server(name)?.get(key)?.value else { return None };
            Splice { range: present.start()..present.end(), text: Value::from(value.as_str()).to_string() }
        }
        Edit::Splice { name, key, remove, insert } => {
            replace_first(text, server(name)?.get_array(key)?, *remove, insert)?
        }
        Edit::AddList { name, key, items } => add_list(text, server(name)?, key, items)?,
        Edit::RemoveKey { name, key } => remove_key(server(name)?, key)?,
    };
    splice.apply(text)
}

fn replace_first(text: &str, array: &Array<'_>, remove: usize, insert: &[String]) -> Option<Splice> {
    let items = &array.elements;
    let start = items.first().map_or(array.start() + 1, Ranged::start);
    let end = match (remove, items.get(remove)) {
        (0, _) => start,
        (_, Some(kept)) => kept.start(),
        (count, None) => items.get(count - 1)?.end(),
    };
    let separator = format!(",{}", own_line(text, start).unwrap_or(" "));
    let mut new: Vec<String> = insert.iter().map(|item| Value::from(item.as_str()).to_string()).collect();
    if items.len() > remove && !new.is_empty() {
        // A separator before what stays.
        new.push(String::new());
    }
    Some(Splice { range: start..end, text: new.join(&separator) })
}

/// Adds a list behind the command.
fn add_list(text: &str, server: &Object<'_>, key: &str, items: &[String]) -> Option<Splice> {
    let command = ["command", "cmd"].iter().find_map(|key| server.get(key))?;
    let separator = own_line(text, command.start()).unwrap_or(" ");
    let items: Vec<Value> = items.iter().map(|item| Value::from(item.as_str())).collect();
    let items = items.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
    Some(Splice::insert(command.end(), format!(",{separator}{}: [{items}]", Value::from(key))))
}

fn remove_key(server: &Object<'_>, key: &str) -> Option<Splice> {
    let index = server.properties.iter().position(|property| property.name.as_str() == key)?;
    let property: &ObjectProp<'_> = server.properties.get(index)?;
    let range = match (index.checked_sub(1), server.properties.get(index + 1)) {
        (Some(previous), _) => server.properties.get(previous)?.end()..property.end(),
        (None, Some(next)) => property.start()..next.start(),
        (None, None) => property.start()..property.end(),
    };
    Some(Splice::remove(range))
}

/// Returns the line end and the indentation before what stands first in its line.
fn own_line(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at)?;
    let line_end = before.trim_end_matches([' ', '\t']);
    let start = line_end.strip_suffix('\n').map(|rest| rest.strip_suffix('\r').unwrap_or(rest))?;
    before.get(start.len()..)
}
