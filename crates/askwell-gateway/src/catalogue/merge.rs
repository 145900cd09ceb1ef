//! The lists of several servers as one, with names that tell them apart where they have to.

use askwell_mcp::wire::{Json, ObjectWriter, Raw, method};
use hashbrown::HashMap;

use crate::spec::NamePrefix;

/// A list that servers offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListKind {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl ListKind {
    pub(crate) const ALL: [ListKind; 4] =
        [ListKind::Tools, ListKind::Prompts, ListKind::Resources, ListKind::Templates];

    /// Returns the list that a method returns.
    pub(crate) fn of_method(method: &str) -> Option<Self> {
        ListKind::ALL.into_iter().find(|kind| kind.method() == method)
    }

    pub(crate) fn method(self) -> &'static str {
        match self {
            ListKind::Tools => method::LIST_TOOLS,
            ListKind::Prompts => method::LIST_PROMPTS,
            ListKind::Resources => method::LIST_RESOURCES,
            ListKind::Templates => method::LIST_RESOURCE_TEMPLATES,
        }
    }

    /// Returns the member of the result.
    pub(crate) fn member(self) -> &'static str {
        match self {
            ListKind::Tools => "tools",
            ListKind::Prompts => "prompts",
            ListKind::Resources => "resources",
            ListKind::Templates => "resourceTemplates",
        }
    }

    /// Returns the capability of a server that has such a list.
    pub(crate) fn capability(self) -> &'static str {
        match self {
            ListKind::Tools => "tools",
            ListKind::Prompts => "prompts",
            ListKind::Resources | ListKind::Templates => "resources",
        }
    }
}

/// The lists of one server.
#[derive(Debug, Default)]
pub(crate) struct ServerLists {
    pub(crate) entries: Vec<(ListKind, Json)>,
}

/// Where names lead, and the merged lists.
#[derive(Debug, Default)]
pub(crate) struct NameTable {
    tools: HashMap<String, (usize, String)>,
    prompts: HashMap<String, (usize, String)>,
    resources: HashMap<String, usize>,
    /// The fixed beginnings of resource templates.
    templates: Vec<(String, usize)>,
    lists: Vec<(ListKind, Json)>,
}

impl NameTable {
    /// Merges the lists of servers, given with their names and prefix rules.
    pub(crate) fn merge(servers: &[(&str, NamePrefix, ServerLists)]) -> Self {
        let mut table = NameTable::default();
        for kind in [ListKind::Tools, ListKind::Prompts] {
            let mut counts: HashMap<String, usize> = HashMap::new();
            let entries = servers.iter().flat_map(|(_, _, lists)| &lists.entries);
            for (_, entry) in entries.filter(|(of, _)| *of == kind) {
                *counts.entry(name_of(entry.raw())).or_default() += 1;
            }
            for (index, (server, prefix, lists)) in servers.iter().enumerate() {
                for (_, entry) in lists.entries.iter().filter(|(of, _)| *of == kind) {
                    let name = name_of(entry.raw());
                    let is_unique = counts.get(&name) == Some(&1);
                    let shown = match prefix {
                        NamePrefix::OnConflict if is_unique => name.clone(),
                        _ => format!("{}_{name}", name_prefix(server)),
                    };
                    let names = if kind == ListKind::Tools { &mut table.tools } else { &mut table.prompts };
                    if names.contains_key(&shown) {
                        tracing::warn!(
                            server,
                            name = shown,
                            "a name is left out: another server has it, too"
                        );
                        continue;
                    }
                    let entry = if shown == name { entry.clone() } else { renamed(entry.raw(), &shown) };
                    names.insert(shown, (index, name));
                    table.lists.push((kind, entry));
                }
            }
        }
        for (index, (_, _, lists)) in servers.iter().enumerate() {
            for (kind, entry) in &lists.entries {
                let text = |key: &str| entry.raw().get(key).and_then(Raw::as_text);
                match kind {
                    ListKind::Resources => {
                        let Some(uri) = text("uri") else { continue };
                        table.resources.entry(uri.into_owned()).or_insert(index);
                    }
                    ListKind::Templates => {
                        let Some(template) = text("uriTemplate") else { continue };
                        let fixed = template.split('{').next().unwrap_or_default();
                        table.templates.push((fixed.to_owned(), index));
                    }
                    ListKind::Tools | ListKind::Prompts => continue,
                }
                table.lists.push((*kind, entry.clone()));
            }
        }
        table
    }

    pub(crate) fn tool(&self, shown: &str) -> Option<&(usize, String)> {
        self.tools.get(shown)
    }

    pub(crate) fn prompt(&self, shown: &str) -> Option<&(usize, String)> {
        self.prompts.get(shown)
    }

    /// Returns the server of a resource: the one that lists it, else the one with the longest
    /// template that fits.
    pub(crate) fn resource(&self, uri: &str) -> Option<usize> {
        let listed = self.resources.get(uri).copied();
        listed.or_else(|| {
            let fitting = self.templates.iter().filter(|(fixed, _)| uri.starts_with(fixed.as_str()));
            fitting.max_by_key(|(fixed, _)| fixed.len()).map(|(_, server)| *server)
        })
    }

    /// Returns the result of a list.
    pub(crate) fn list(&self, kind: ListKind) -> Json {
        let entries = self.lists.iter().filter(|(of, _)| *of == kind).map(|(_, entry)| entry.raw());
        ObjectWriter::with_capacity(1024).list(kind.member(), entries).finish()
    }
}

fn name_of(entry: Raw<'_>) -> String {
    entry.get("name").and_then(Raw::as_text).unwrap_or_default().into_owned()
}

/// Returns the part of a name that tells servers apart: letters, digits, `_` and `-`.
fn name_prefix(server: &str) -> String {
    let fits = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    server.chars().map(fits).collect()
}

fn renamed(entry: Raw<'_>, name: &str) -> Json {
    let mut object = ObjectWriter::with_capacity(entry.text().len() + name.len());
    for (key, value) in entry.members() {
        if key == "name" {
            object.text("name", name);
        } else {
            object.raw(&key, value);
        }
    }
    object.finish()
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::Json;
    use serde_json::json;

    use super::{ListKind, NameTable, ServerLists};
    use crate::spec::NamePrefix;

    fn lists(tools: &[&str]) -> ServerLists {
        let entry = |name: &&str| (ListKind::Tools, Json::from(json!({"name": name, "x": 1.50})));
        ServerLists { entries: tools.iter().map(entry).collect() }
    }

    #[test]
    fn names_get_a_prefix_only_on_conflict_or_on_request() {
        let table = NameTable::merge(&[
            ("files", NamePrefix::OnConflict, lists(&["read", "search"])),
            ("my web", NamePrefix::OnConflict, lists(&["search", "fetch"])),
            ("always", NamePrefix::Always, lists(&["only"])),
        ]);
        for (shown, expected) in [
            ("read", Some((0, "read"))),
            ("files_search", Some((0, "search"))),
            ("my_web_search", Some((1, "search"))),
            ("fetch", Some((1, "fetch"))),
            ("always_only", Some((2, "only"))),
            ("search", None),
            ("only", None),
        ] {
            let found = table.tool(shown).map(|(server, name)| (*server, name.as_str()));
            assert_eq!(found, expected, "{shown}");
        }
        let list = table.list(ListKind::Tools);
        let names: Vec<String> = list.raw().get("tools").unwrap().items().map(super::name_of).collect();
        assert_eq!(names, ["read", "files_search", "my_web_search", "fetch", "always_only"]);
    }

    #[test]
    fn resource_leads_to_the_server_that_lists_it_or_has_the_longest_template() {
        let entry = |kind, value: serde_json::Value| (kind, Json::from(value));
        let table = NameTable::merge(&[
            (
                "a",
                NamePrefix::OnConflict,
                ServerLists {
                    entries: vec![
                        entry(ListKind::Resources, json!({"uri": "file:///a", "name": "a"})),
                        entry(ListKind::Templates, json!({"uriTemplate": "file:///{path}", "name": "f"})),
                    ],
                },
            ),
            (
                "b",
                NamePrefix::OnConflict,
                ServerLists {
                    entries: vec![entry(
                        ListKind::Templates,
                        json!({"uriTemplate": "file:///b/{path}", "name": "f"}),
                    )],
                },
            ),
        ]);
        for (uri, expected) in
            [("file:///a", Some(0)), ("file:///c", Some(0)), ("file:///b/c", Some(1)), ("db://x", None)]
        {
            assert_eq!(table.resource(uri), expected, "{uri}");
        }
    }
}
