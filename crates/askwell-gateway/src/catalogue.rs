//! What the servers offer: the definitions of tools, and where names lead if there are several
//! servers.

mod merge;

use std::sync::Arc;

use askwell_mcp::wire::{Json, Raw};
use hashbrown::HashMap;
use parking_lot::{Mutex, RwLock};

pub(crate) use self::merge::{ListKind, NameTable, ServerLists};

/// The most tools whose definitions are kept for one server.
const MAX_TOOLS: usize = 10_000;

/// What the servers of a client offer.
pub(crate) struct Catalogue {
    /// The definitions of tools, for each server.
    tools: Vec<Mutex<KnownTools>>,
    /// Where names lead, if there are several servers; `None` until a list was merged.
    names: RwLock<Option<Arc<NameTable>>>,
}

/// The definitions of a server's tools.
#[derive(Default)]
struct KnownTools {
    definitions: HashMap<String, Arc<Json>>,
    /// Whether the server has announced no change since they were listed.
    is_current: bool,
}

impl Catalogue {
    pub(crate) fn new(servers: usize) -> Self {
        Catalogue { tools: (0..servers).map(|_| Mutex::default()).collect(), names: RwLock::default() }
    }

    /// Returns the definition of a tool, if the server's list was seen.
    pub(crate) fn tool(&self, server: usize, name: &str) -> Option<Arc<Json>> {
        let known = self.tools.get(server)?.lock();
        known.definitions.get(name).filter(|_| known.is_current).cloned()
    }

    /// Keeps the definitions of a server's tools. A definition that differs from an earlier one is
    /// logged: its person may have agreed to the earlier one.
    pub(crate) fn record_tools(&self, server: usize, server_name: &str, result: Raw<'_>) {
        let Some(known) = self.tools.get(server) else { return };
        let mut known = known.lock();
        known.is_current = true;
        let known = &mut known.definitions;
        let is_first = known.is_empty();
        for tool in result.get("tools").into_iter().flat_map(Raw::items) {
            let Some(name) = tool.get("name").and_then(Raw::as_text) else { continue };
            match known.get(&*name) {
                Some(earlier) if earlier.text() == tool.text() => continue,
                Some(_) => tracing::warn!(
                    target: "askwell::audit",
                    server = server_name,
                    tool = &*name,
                    "the server has changed the definition of a tool"
                ),
                None if !is_first => tracing::info!(
                    target: "askwell::audit",
                    server = server_name,
                    tool = &*name,
                    "the server has a new tool"
                ),
                None => {}
            }
            if known.len() < MAX_TOOLS || known.contains_key(&*name) {
                known.insert(name.into_owned(), Arc::new(tool.to_owned()));
            }
        }
    }

    /// Forgets where names lead, because a list has changed.
    pub(crate) fn invalidate(&self) {
        *self.names.write() = None;
    }

    /// Marks the definitions of a server's tools as out of date, because it has announced a change.
    pub(crate) fn announce_change(&self, server: usize) {
        if let Some(tools) = self.tools.get(server) {
            tools.lock().is_current = false;
        }
        self.invalidate();
    }

    pub(crate) fn names(&self) -> Option<Arc<NameTable>> {
        self.names.read().clone()
    }

    pub(crate) fn set_names(&self, names: NameTable) -> Arc<NameTable> {
        let names = Arc::new(names);
        *self.names.write() = Some(Arc::clone(&names));
        names
    }
}
