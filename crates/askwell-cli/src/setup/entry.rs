//! The entry for Askwell in the configuration of a client.

use std::path::Path;

use anyhow::{Result, bail};
use serde_json::{Map, Value, json};

use super::client::{Client, KeyReference, Layout, Shape};
use crate::arguments::{SetupArguments, Via};

/// A program with its first arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Launch {
    pub(crate) command: String,
    pub(crate) arguments: Vec<String>,
}

impl Launch {
    /// Decides how a client starts Askwell. `program` is the running one.
    pub(super) fn choose(
        via: Via,
        is_desktop: bool,
        program: &Path,
        path: Option<&std::ffi::OsStr>,
    ) -> Launch {
        let by_name = || Launch { command: "askwell".to_owned(), arguments: Vec::new() };
        let by_path = || Launch { command: program.to_string_lossy().into_owned(), arguments: Vec::new() };
        let runner = |command: &str, arguments: &[&str]| Launch {
            command: command.to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        };
        let npx = || runner("npx", &["-y", "askwell"]);
        let uvx = || runner("uvx", &["askwell"]);
        let is_below = |folder: &str| program.components().any(|part| part.as_os_str() == folder);
        match via {
            Via::Askwell => by_name(),
            Via::Path => by_path(),
            Via::Npx => npx(),
            Via::Uvx => uvx(),
            // A cache is emptied some day: its paths are not for a configuration.
            Via::Auto if is_below("_npx") => npx(),
            Via::Auto if is_below("uv") && is_below("archive-v0") => uvx(),
            Via::Auto if !is_desktop && is_on_path(program, path) => by_name(),
            Via::Auto => by_path(),
        }
    }

    /// Returns the command line with more arguments.
    fn with(&self, more: &[String]) -> (String, Vec<String>) {
        (self.command.clone(), [self.arguments.as_slice(), more].concat())
    }
}

/// Returns whether the shell finds exactly this program under its name.
fn is_on_path(program: &Path, path: Option<&std::ffi::OsStr>) -> bool {
    let name = program.file_name().unwrap_or_default();
    if program.file_stem().is_none_or(|stem| stem != "askwell") {
        return false;
    }
    let found = path.into_iter().flat_map(std::env::split_paths).map(|folder| folder.join(name));
    let found = found.filter(|file| file.is_file()).find_map(|file| file.canonicalize().ok());
    found.is_some() && found == program.canonicalize().ok()
}

/// Returns the arguments of `askwell` that the client passes.
///
/// The page is for questions that the client's dialog cannot show, and for clients without dialogs.
pub(super) fn arguments(setup: &SetupArguments) -> Vec<String> {
    let arguments: &[&str] = match setup.service.as_deref() {
        None => &["mcp", "--page"],
        Some("") => &["mcp", "--service"],
        Some(url) => &["mcp", "--service", url],
    };
    arguments.iter().map(|&argument| argument.to_owned()).collect()
}

/// Returns the entry for a server that is started with `launch` and `arguments`.
pub(super) fn entry(client: Client, name: &str, launch: &Launch, arguments: &[String]) -> Value {
    let Layout { shape, timeout, .. } = client.layout();
    let (command, arguments) = launch.with(arguments);
    let mut entry = match shape {
        Shape::Plain => json!({"command": command, "args": arguments}),
        Shape::Typed(kind) => json!({"type": kind, "command": command, "args": arguments}),
        Shape::Argv => {
            let words = [vec![command], arguments].concat();
            json!({"type": "local", "command": words, "enabled": true})
        }
        Shape::Extension => json!({
            "enabled": true, "type": "stdio", "name": name, "description": "Ask the person you work for",
            "cmd": command, "args": arguments, "envs": {}, "env_keys": [],
        }),
    };
    add_common_members(&mut entry, client, timeout);
    entry
}

/// Returns the entry for the service at `url`, which ends in `/mcp`.
///
/// # Errors
/// If the file of the client has no servers at addresses, or no way to name a variable with a key.
pub(super) fn http_entry(client: Client, name: &str, url: &str, key_variable: Option<&str>) -> Result<Value> {
    let Layout { title, shape, http, timeout, .. } = client.layout();
    let Some(http) = http else {
        bail!(
            "the file of {title} has no servers at addresses; askwell setup {} --service starts askwell mcp, \
             which asks through the service",
            client.id()
        );
    };
    let mut members = Map::new();
    let mut add = |key: &str, value: Value| members.insert(key.to_owned(), value);
    if shape == Shape::Extension {
        add("enabled", json!(true));
    }
    if let Some(kind) = http.kind {
        add("type", json!(kind));
    }
    if shape == Shape::Extension {
        add("name", json!(name));
        add("description", json!("Ask the person you work for"));
    }
    add(http.url, json!(url));
    if let Some(variable) = key_variable {
        match http.key {
            KeyReference::Member(key) => add(key, json!(variable)),
            KeyReference::Header(before, after) => {
                add("headers", json!({"Authorization": format!("Bearer {before}{variable}{after}")}))
            }
            KeyReference::Unknown => bail!(
                "how {title} names a variable in a header is unknown: leave out --key-variable, and add \
                 \"headers\": {{\"Authorization\": \"Bearer ask_…\"}} yourself"
            ),
        };
    }
    if shape == Shape::Argv {
        // The service has keys and no authorization server.
        add("oauth", json!(false));
        add("enabled", json!(true));
    }
    if shape == Shape::Extension {
        add("envs", json!({}));
        add("env_keys", json!([]));
    }
    let mut entry = Value::Object(members);
    add_common_members(&mut entry, client, timeout);
    Ok(entry)
}

/// Returns an entry with another name for a member.
pub(super) fn rename_member(entry: Value, from: &str, to: &str) -> Value {
    let Value::Object(members) = entry else { return entry };
    let renamed =
        members.into_iter().map(|(key, value)| (if key == from { to.to_owned() } else { key }, value));
    Value::Object(renamed.collect())
}

/// Adds what entries of both kinds have.
fn add_common_members(entry: &mut Value, client: Client, timeout: Option<(&'static str, u64)>) {
    if let Some(entry) = entry.as_object_mut() {
        if client == Client::Copilot {
            entry.insert("tools".to_owned(), json!(["*"]));
        }
        if let Some((key, limit)) = timeout {
            entry.insert(key.to_owned(), json!(limit));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Launch, Via};

    fn choose(via: Via, is_desktop: bool, program: &str) -> String {
        let launch = Launch::choose(via, is_desktop, Path::new(program), None);
        [vec![launch.command], launch.arguments].concat().join(" ")
    }

    #[test]
    fn program_from_a_cache_is_started_by_its_runner() {
        for (program, expected) in [
            ("/home/u/.npm/_npx/1a2b/node_modules/@askwell/linux-x64/bin/askwell", "npx -y askwell"),
            ("/home/u/.cache/uv/archive-v0/xyz/bin/askwell", "uvx askwell"),
            ("/opt/askwell/askwell", "/opt/askwell/askwell"),
        ] {
            assert_eq!(choose(Via::Auto, false, program), expected);
        }
        assert_eq!(choose(Via::Askwell, true, "/opt/askwell/askwell"), "askwell");
        assert_eq!(choose(Via::Npx, true, "/opt/askwell/askwell"), "npx -y askwell");
    }

    #[test]
    fn desktop_programs_get_the_full_path() {
        let folder = tempfile::TempDir::new().unwrap();
        let program = folder.path().join("askwell");
        std::fs::write(&program, "").unwrap();
        let path = Some(folder.path().as_os_str());
        let command = |is_desktop| Launch::choose(Via::Auto, is_desktop, &program, path).command;
        assert_eq!(command(false), "askwell");
        assert_eq!(command(true), program.to_string_lossy());
        let other = Path::new("/opt/askwell");
        assert_eq!(Launch::choose(Via::Auto, false, other, path).command, "/opt/askwell");
    }
}
