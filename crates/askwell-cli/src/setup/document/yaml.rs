//! YAML, edited by position.
//!
//! Adds and removes whole lines of block style, and parts of lines of flow style. Where a value has
//! an anchor or a tag, or does not stand where block style puts it, the document is left alone.

mod render;
mod tree;

use serde_json::{Map, Value};

use self::tree::{Kind, Node};
use super::splice::Splice;
use super::{DocumentError, Edit};

/// How much deeper the entries of a table are that has none yet.
const STEP: usize = 2;

pub(super) fn parse(text: &str) -> Result<Map<String, Value>, DocumentError> {
    match tree::read(text)?.map(|node| node.value()) {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(values)) => Ok(values),
        Some(_) => Err(DocumentError::NoTable),
    }
}

pub(super) fn apply(text: &str, root: &str, edit: &Edit) -> Result<String, DocumentError> {
    let settings = tree::read(text)?;
    if let Some((_, table)) = settings.as_ref().and_then(|settings| settings.entry(root))
        && table.entries().is_none()
        && !table.is_null()
    {
        return Err(DocumentError::NotATable(root.to_owned()));
    }
    let page = Page { text };
    let edited = match edit {
        Edit::Add { name, entry } => add(&page, settings.as_ref(), root, name, entry),
        Edit::Remove { name } => remove(&page, settings.as_ref(), root, name),
        other => server(settings.as_ref(), root, other.server())
            .and_then(|server| change(&page, server, other)?.apply(text)),
    };
    edited.ok_or(DocumentError::Unsure)
}

impl Edit {
    /// Returns the name of the server.
    fn server(&self) -> &str {
        match self {
            Edit::Add { name, .. }
            | Edit::Remove { name }
            | Edit::SetString { name, .. }
            | Edit::Splice { name, .. }
            | Edit::AddList { name, .. }
            | Edit::RemoveKey { name, .. } => name,
        }
    }
}

fn server<'a>(settings: Option<&'a Node>, root: &str, name: &str) -> Option<&'a Node> {
    settings?.entry(root)?.1.entry(name).map(|(_, server)| server)
}

fn add(page: &Page<'_>, settings: Option<&Node>, root: &str, name: &str, entry: &Value) -> Option<String> {
    if server(settings, root, name).is_some() {
        let without = remove(page, settings, root, name)?;
        let settings = tree::read(&without).ok()?;
        return add(&Page { text: &without }, settings.as_ref(), root, name, entry);
    }
    let settings = settings.filter(|settings| !settings.is_null());
    let Some((key, table)) = settings.and_then(|settings| settings.entry(root)) else {
        if settings.is_some_and(|settings| settings.is_flow() || page.column(settings.start) != 0) {
            return None;
        }
        return Some(format!("{}{root}:\n{}", page.text, render::entry(name, entry, STEP)));
    };
    if table.is_marked {
        return None;
    }
    let indent = page.column(key.start) + STEP;
    match table.entries() {
        // A key without a value, such as `mcpServers:`, `mcpServers: ~` or `mcpServers: {}`.
        None | Some([]) => {
            let colon = page.colon(key)?;
            let without = Splice::remove(colon..table.end.max(colon)).apply(page.text)?;
            let at = Page { text: &without }.next_line(colon);
            Splice::insert(at, render::entry(name, entry, indent)).apply(&without)
        }
        Some([.., (_, last)]) if table.is_flow() => {
            Splice::insert(last.end, format!(", {}: {entry}", Value::from(name))).apply(page.text)
        }
        Some([(first, _), ..]) => {
            let indent = page.own_column(first.start)?;
            let at = page.end_of_block(table, indent);
            Splice::insert(at, render::entry(name, entry, indent)).apply(page.text)
        }
    }
}

fn remove(page: &Page<'_>, settings: Option<&Node>, root: &str, name: &str) -> Option<String> {
    let (key, table) = settings?.entry(root)?;
    let removed = remove_entry(page, table, name)?.apply(page.text)?;
    if table.entries()?.len() > 1 || table.is_flow() {
        return Some(removed);
    }
    // A key without a value is no table.
    Splice::insert(page.colon(key)?, " {}".to_owned()).apply(&removed)
}

fn remove_entry(page: &Page<'_>, table: &Node, name: &str) -> Option<Splice> {
    let entries = table.entries()?;
    let index = entries.iter().position(|(key, _)| key.text() == Some(name))?;
    let (key, value) = &entries[index];
    if table.is_flow() {
        let range = match (index.checked_sub(1), entries.get(index + 1)) {
            (Some(previous), _) => entries[previous].1.end..value.end,
            (None, Some((next, _))) => key.start..next.start,
            (None, None) => key.start..value.end,
        };
        return Some(Splice::remove(range));
    }
    let column = page.own_column(key.start)?;
    Some(Splice::remove(page.line_start(key.start)..page.end_of_block(value, column + 1)))
}

fn change(page: &Page<'_>, server: &Node, edit: &Edit) -> Option<Splice> {
    match edit {
        Edit::SetString { key, value, .. } => {
            let (_, node) = server.entry(key)?;
            let Kind::Scalar { style, .. } = &node.kind else { return None };
            Some(Splice { range: node.start..node.end, text: render::scalar_like(value, *style)? })
        }
        Edit::Splice { key, remove, insert, .. } => {
            let (_, node) = server.entry(key)?;
            let Kind::List { items, is_flow } = &node.kind else { return None };
            let first = items.first();
            if *is_flow {
                let start = first.map_or(node.start + 1, |item| item.start);
                let end = match (*remove, items.get(*remove)) {
                    (0, _) => start,
                    (_, Some(kept)) => kept.start,
                    (count, None) => items.get(count - 1)?.end,
                };
                let has_more = items.len() > *remove;
                let text = render::items(insert) + if has_more && !insert.is_empty() { ", " } else { "" };
                return Some(Splice { range: start..end, text });
            }
            let start = page.line_start(first?.start);
            let dash = page.text.get(start..first?.start)?.trim_end().strip_suffix('-')?;
            if !dash.trim().is_empty() {
                return None;
            }
            let end = page.line_start(items.get(*remove)?.start);
            let lines = insert.iter().map(|item| format!("{dash}- {}\n", Value::from(item.as_str())));
            Some(Splice { range: start..end, text: lines.collect() })
        }
        Edit::AddList { key, items, .. } => {
            let (command, value) = server.entry("command").or_else(|| server.entry("cmd"))?;
            let items = format!("[{}]", render::items(items));
            if server.is_flow() {
                return Some(Splice::insert(value.end, format!(", {key}: {items}")));
            }
            let column = page.own_column(command.start)?;
            let line = format!("{:column$}{key}: {items}\n", "");
            Some(Splice::insert(page.next_line(value.end), line))
        }
        Edit::RemoveKey { key, .. } => remove_entry(page, server, key),
        Edit::Add { .. } | Edit::Remove { .. } => None,
    }
}

/// A text with questions about its lines.
struct Page<'a> {
    text: &'a str,
}

impl Page<'_> {
    fn line_start(&self, at: usize) -> usize {
        self.text.get(..at).and_then(|text| text.rfind('\n')).map_or(0, |end| end + 1)
    }

    /// Returns the start of the line after the one at `at`.
    fn next_line(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    fn column(&self, at: usize) -> usize {
        self.text.get(self.line_start(at)..at).map_or(0, |before| before.chars().count())
    }

    /// Returns the column of what stands first in its line.
    fn own_column(&self, at: usize) -> Option<usize> {
        let before = self.text.get(self.line_start(at)..at)?;
        before.chars().all(|character| character == ' ').then_some(before.len())
    }

    /// Returns the place after the colon behind a key.
    fn colon(&self, key: &Node) -> Option<usize> {
        let rest = self.text.get(key.end..)?;
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        rest.get(spaces..)?.starts_with(':').then_some(key.end + spaces + 1)
    }

    /// Returns the start of the line after a block, and after the comments that belong to it: those
    /// that are at least as deep as `column`.
    fn end_of_block(&self, node: &Node, column: usize) -> usize {
        let content = self.text.get(..node.end).unwrap_or_default().trim_end();
        let mut end = self.next_line(content.len());
        let mut at = end;
        while at < self.text.len() {
            let next = self.next_line(at);
            let line = self.text.get(at..next).unwrap_or_default();
            let words = line.trim_start_matches(' ');
            if words.starts_with('#') && line.len() - words.len() >= column {
                end = next;
            } else if !words.trim().is_empty() {
                break;
            }
            at = next;
        }
        end
    }
}
