//! What a server offers to a client: its capabilities and its lists, with apps for clients that show them.

use super::Dispatcher;
use crate::server::result::ResultMembers;
use crate::wire::{APPS_EXTENSION, Json, ObjectWriter, Raw, TASKS_EXTENSION, method};

impl Dispatcher {
    /// Returns the server's capabilities; `resources` differs between the eras. Apps and tasks are extensions.
    pub(super) fn capabilities(&self, resources: Raw<'_>, shows_apps: bool, has_tasks: bool) -> Json {
        let catalogue = &self.server.catalogue;
        let mut object = ObjectWriter::new();
        object.raw("logging", Raw::EMPTY);
        for (key, has, details) in [
            ("completions", catalogue.completer.is_some(), Raw::EMPTY),
            ("prompts", catalogue.has_prompts(), Raw::EMPTY),
            ("resources", catalogue.has_resources() || shows_apps, resources),
            ("tools", catalogue.has_tools(), Raw::EMPTY),
        ] {
            if has {
                object.raw(key, details);
            }
        }
        if shows_apps || has_tasks {
            let mut extensions = ObjectWriter::new();
            for (name, has) in [(TASKS_EXTENSION, has_tasks), (APPS_EXTENSION, shows_apps)] {
                if has {
                    extensions.raw(name, Raw::EMPTY);
                }
            }
            object.raw("extensions", extensions.finish().raw());
        }
        object.finish()
    }

    /// Returns one of the lists. `shows_apps` tells whether the client shows apps; it is called only where there are
    /// some.
    pub(super) fn list(&self, method: &str, shows_apps: impl Fn() -> bool) -> Option<ResultMembers> {
        let catalogue = &self.server.catalogue;
        let shows_apps = || catalogue.has_apps && shows_apps();
        let (key, has) = match method {
            method::LIST_TOOLS => ("tools", catalogue.has_tools()),
            method::LIST_PROMPTS => ("prompts", catalogue.has_prompts()),
            method::LIST_RESOURCES => ("resources", catalogue.has_resources() || shows_apps()),
            method::LIST_RESOURCE_TEMPLATES => {
                ("resourceTemplates", catalogue.has_resources() || shows_apps())
            }
            _ => return None,
        };
        has.then(|| catalogue.list(key, matches!(key, "tools" | "resources") && shows_apps()))
    }
}
