//! Puts the gateway in front of servers, and takes it away.

use std::path::Path;

use serde_json::{Map, Value};

use super::client::{Layout, Shape};
use super::document::Edit;
use super::entry::Launch;

/// Marks a server that had no list of arguments, so that it has none again without the gateway. The
/// option is right for a child process anyway: its messages go to a log.
const WITHOUT_LIST: &str = "--color=never";
const SEPARATOR: &str = "--";

/// The edits for the servers of a client, and the servers that stay as they are.
#[derive(Debug, Default, PartialEq)]
pub(super) struct GatewayPlan {
    pub(super) edits: Vec<Edit>,
    /// Each with the reason.
    pub(super) skipped: Vec<(String, &'static str)>,
}

/// Plans to start every server through the gateway.
pub(super) fn wrap(servers: &Map<String, Value>, layout: &Layout, launch: &Launch) -> GatewayPlan {
    let mut plan = GatewayPlan::default();
    for (name, entry) in servers {
        let Some(server) = CommandLine::of(entry, layout.shape) else {
            if let Some(reason) = remote(entry) {
                plan.skipped.push((name.clone(), reason));
            }
            continue;
        };
        if server.after_askwell().is_some() {
            continue;
        }
        if entry.get("envFile").is_some() {
            plan.skipped
                .push((name.clone(), "it gets variables from a file, which the gateway does not read"));
            continue;
        }
        let mut prefix = launch.arguments.clone();
        prefix.push("gateway".to_owned());
        // The gateway passes on only the variables that it is told to.
        for variable in variables(entry) {
            prefix.extend(["--env".to_owned(), variable.to_owned()]);
        }
        if server.list_key.is_some() && !server.has_list {
            prefix.push(WITHOUT_LIST.to_owned());
        }
        prefix.push(SEPARATOR.to_owned());
        plan.edits.extend(server.wrapped(name, &launch.command, prefix));
    }
    plan
}

/// Returns the names of the variables that a client sets for a server.
fn variables(entry: &Value) -> Vec<&str> {
    let tables = ["env", "environment", "envs"].into_iter().filter_map(|key| entry.get(key)?.as_object());
    let lists = ["env_vars", "env_keys"].into_iter().filter_map(|key| entry.get(key)?.as_array());
    let set = tables.flat_map(|table| table.keys().map(String::as_str));
    let mut names: Vec<&str> = set.chain(lists.flatten().filter_map(Value::as_str)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Plans to start every server without the gateway.
pub(super) fn unwrap(servers: &Map<String, Value>, layout: &Layout) -> GatewayPlan {
    let mut plan = GatewayPlan::default();
    for (name, entry) in servers {
        let unwrapped = CommandLine::of(entry, layout.shape).and_then(|server| server.unwrapped(name));
        plan.edits.extend(unwrapped.into_iter().flatten());
    }
    plan
}

/// The command line of a server, and where its entry keeps it.
struct CommandLine<'a> {
    words: Vec<&'a str>,
    command_key: &'static str,
    /// The key of the arguments; `None` if they are in one list with the command.
    list_key: Option<&'static str>,
    has_list: bool,
}

impl<'a> CommandLine<'a> {
    fn of(entry: &'a Value, shape: Shape) -> Option<CommandLine<'a>> {
        let (command_key, list_key) = match shape {
            Shape::Plain | Shape::Typed(_) => ("command", Some("args")),
            Shape::Extension => ("cmd", Some("args")),
            Shape::Argv => ("command", None),
        };
        let list = |key: &str| match entry.get(key) {
            None => Some(Vec::new()),
            Some(list) => list.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>(),
        };
        let words = match list_key {
            Some(key) => [vec![entry.get(command_key)?.as_str()?], list(key)?].concat(),
            None => list(command_key).filter(|words| !words.is_empty())?,
        };
        let has_list = list_key.is_some_and(|key| entry.get(key).is_some());
        Some(CommandLine { words, command_key, list_key, has_list })
    }

    /// Returns the arguments of Askwell if this starts it, and how many words come before them.
    fn after_askwell(&self) -> Option<(usize, &[&'a str])> {
        let name = Path::new(self.words.first()?).file_stem()?.to_str()?;
        let count = match (name, self.words.get(1..)?) {
            ("askwell", _) => 1,
            ("npx", ["-y", "askwell", ..]) => 3,
            ("uvx", ["askwell", ..]) => 2,
            _ => return None,
        };
        Some((count, self.words.get(count..)?))
    }

    fn wrapped(&self, name: &str, command: &str, prefix: Vec<String>) -> Vec<Edit> {
        let name = name.to_owned();
        let Some(list) = self.list_key else {
            let insert = [vec![command.to_owned()], prefix].concat();
            return vec![Edit::Splice { name, key: self.command_key.to_owned(), remove: 0, insert }];
        };
        let original = self.words.first().map(|&word| word.to_owned());
        let items: Vec<String> = prefix.into_iter().chain(original).collect();
        let key = list.to_owned();
        let command = Edit::SetString {
            name: name.clone(),
            key: self.command_key.to_owned(),
            value: command.to_owned(),
        };
        let arguments = if self.has_list {
            Edit::Splice { name, key, remove: 0, insert: items }
        } else {
            Edit::AddList { name, key, items }
        };
        vec![command, arguments]
    }

    /// Returns the edits that undo [`CommandLine::wrapped`], or `None` if there is no gateway.
    fn unwrapped(&self, name: &str) -> Option<Vec<Edit>> {
        let (before, arguments) = self.after_askwell()?;
        if arguments.first() != Some(&"gateway") {
            return None;
        }
        let separator = arguments.iter().position(|word| *word == SEPARATOR)?;
        let original = before + separator + 1;
        let (name, command) = (name.to_owned(), (*self.words.get(original)?).to_owned());
        let Some(list) = self.list_key else {
            let key = self.command_key.to_owned();
            return Some(vec![Edit::Splice { name, key, remove: original, insert: Vec::new() }]);
        };
        let key = list.to_owned();
        let had_no_list = arguments.contains(&WITHOUT_LIST) && original + 1 == self.words.len();
        let arguments = if had_no_list {
            Edit::RemoveKey { name: name.clone(), key }
        } else {
            // The command itself is not in the list, so one word less.
            Edit::Splice { name: name.clone(), key, remove: original, insert: Vec::new() }
        };
        Some(vec![Edit::SetString { name, key: self.command_key.to_owned(), value: command }, arguments])
    }
}

/// Returns why a server without a command stays as it is, or `None` if that needs no word.
fn remote(entry: &Value) -> Option<&'static str> {
    if ["url", "httpUrl", "serverUrl", "uri"].iter().any(|key| entry.get(key).is_some()) {
        return Some("it is reached over HTTP, not started by the client");
    }
    let nested = entry.get("transport").is_some();
    nested.then_some("its command is not where this client's documentation puts it")
}
