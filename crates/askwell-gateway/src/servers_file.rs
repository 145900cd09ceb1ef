//! Reads the `mcpServers` file that MCP clients already have.
//!
//! ```json
//! {"mcpServers": {
//!   "files": {"command": "npx", "args": ["-y", "some-server"], "env": {"TOKEN": "${TOKEN}"}},
//!   "web": {"url": "https://example.com/mcp", "headers": {"Authorization": "Bearer ${WEB_TOKEN}"}}
//! }}
//! ```
//!
//! Texts may refer to environment variables: `${NAME}`, `${NAME:-default}` or `${env:NAME}`, so that
//! secrets need not stand in the file. Members for one client only, such as `disabledTools`, are
//! ignored; entries with `"disabled": true` are left out.

use std::fmt;

use askwell_mcp::client::{Address, Command};
use serde_json::{Map, Value};

use crate::spec::{NamePrefix, ServerSpec};

/// A problem in a file of servers: where, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServersFileProblem {
    /// The place, such as `mcpServers.files.command`.
    pub at: String,
    /// What is wrong.
    pub message: String,
}

/// The problems of a file of servers; at least one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ServersFileError(pub Vec<ServersFileProblem>);

impl fmt::Display for ServersFileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.at, self.message)
        }
    }
}

impl fmt::Display for ServersFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&problems.join("; "))
    }
}

/// Looks up an environment variable.
pub type Variables<'v> = &'v dyn Fn(&str) -> Option<String>;

/// Reads a file of servers.
///
/// # Errors
/// All problems of the file at once.
pub fn read_servers_file(text: &str, variables: Variables<'_>) -> Result<Vec<ServerSpec>, ServersFileError> {
    let mut reader = ServersFileReader { variables, problems: Vec::new() };
    let servers = reader.file(text);
    match (reader.problems.is_empty(), servers.is_empty()) {
        (false, _) => Err(ServersFileError(reader.problems)),
        (true, true) => Err(ServersFileError(vec![ServersFileProblem {
            at: "mcpServers".to_owned(),
            message: "there are no servers; add an entry with `command` or `url`".to_owned(),
        }])),
        (true, false) => Ok(servers),
    }
}

/// Reads the list `server` of the settings `[gateway]`: entries as in a file of servers, each with a
/// `name`.
///
/// # Errors
/// All problems of the list at once.
pub fn read_server_list(
    gateway: &Value,
    variables: Variables<'_>,
) -> Result<Vec<ServerSpec>, ServersFileError> {
    let mut reader = ServersFileReader { variables, problems: Vec::new() };
    let mut servers: Vec<ServerSpec> = Vec::new();
    let entries = match gateway.get("server") {
        None => &[][..],
        Some(Value::Array(entries)) => entries,
        Some(_) => {
            reader.problem("gateway.server", "servers are written [[gateway.server]], one after the other");
            &[]
        }
    };
    for (index, entry) in entries.iter().enumerate() {
        let at = format!("gateway.server[{index}]");
        let Value::Object(entry) = entry else {
            reader.problem(&at, "has to be a table");
            continue;
        };
        let Some(name) = entry.get("name").and_then(Value::as_str).filter(|name| !name.is_empty()) else {
            reader.problem(&at, "needs a `name`");
            continue;
        };
        if servers.iter().any(|server| &*server.name == name) {
            reader.problem(&at, format!("two servers are called {name:?}; each needs a name of its own"));
            continue;
        }
        for key in entry.keys().filter(|key| !LIST_KEYS.contains(&key.as_str())) {
            reader.problem(&format!("{at}.{key}"), "is not known");
        }
        servers.extend(reader.server(&at, name, entry));
    }
    if reader.problems.is_empty() { Ok(servers) } else { Err(ServersFileError(reader.problems)) }
}

/// What an entry of the settings may have.
const LIST_KEYS: [&str; 9] =
    ["name", "command", "args", "env", "cwd", "url", "headers", "prefix", "disabled"];

/// Replaces references to environment variables in a text.
///
/// # Errors
/// The name of a variable that is not set and has no default.
pub fn expand_variables(text: &str, variables: Variables<'_>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let Some((reference, after)) = after.split_once('}') else {
            out.push_str("${");
            rest = after;
            continue;
        };
        let (name, default) = match reference.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (reference, None),
        };
        let name = name.strip_prefix("env:").unwrap_or(name);
        match variables(name).or_else(|| default.map(str::to_owned)) {
            Some(value) => out.push_str(&value),
            None => return Err(name.to_owned()),
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

struct ServersFileReader<'v> {
    variables: Variables<'v>,
    problems: Vec<ServersFileProblem>,
}

impl ServersFileReader<'_> {
    fn problem(&mut self, at: &str, message: impl Into<String>) {
        self.problems.push(ServersFileProblem { at: at.to_owned(), message: message.into() });
    }

    fn file(&mut self, text: &str) -> Vec<ServerSpec> {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                self.problem("", format!("the file is not JSON: {error}"));
                return Vec::new();
            }
        };
        // VS Code calls the same thing `servers`.
        let found = ["mcpServers", "servers"].into_iter().find_map(|key| Some((key, value.get(key)?)));
        let Some((key, Value::Object(entries))) = found else {
            self.problem("mcpServers", "has to be an object with one entry for each server");
            return Vec::new();
        };
        let mut servers = Vec::new();
        for (name, entry) in entries {
            let at = format!("{key}.{name}");
            let Value::Object(entry) = entry else {
                self.problem(&at, "has to be an object with `command` or `url`");
                continue;
            };
            if entry.get("disabled") == Some(&Value::Bool(true)) {
                continue;
            }
            if let Some(server) = self.server(&at, name, entry) {
                servers.push(server);
            }
        }
        servers
    }

    fn server(&mut self, at: &str, name: &str, entry: &Map<String, Value>) -> Option<ServerSpec> {
        let target = match (entry.get("command"), entry.get("url").or_else(|| entry.get("httpUrl"))) {
            (Some(_), None) => self.command(at, entry)?.into(),
            (None, Some(url)) => self.address(at, url, entry)?.into(),
            (Some(_), Some(_)) => {
                self.problem(at, "has both `command` and `url`; keep one");
                return None;
            }
            (None, None) => {
                self.problem(at, "has neither `command` nor `url`");
                return None;
            }
        };
        let mut spec = ServerSpec { target, ..ServerSpec::new(name, Command::default()) };
        match entry.get("prefix") {
            None | Some(Value::Bool(false)) => {}
            Some(Value::Bool(true)) => spec.prefix = NamePrefix::Always,
            Some(_) => self.problem(&format!("{at}.prefix"), "has to be true or false"),
        }
        Some(spec)
    }

    fn command(&mut self, at: &str, entry: &Map<String, Value>) -> Option<Command> {
        let program = self.text(&format!("{at}.command"), entry.get("command")?)?;
        let mut command = Command::new(program);
        match entry.get("args") {
            None => {}
            Some(Value::Array(arguments)) => {
                for (index, argument) in arguments.iter().enumerate() {
                    let argument = self.text(&format!("{at}.args[{index}]"), argument)?;
                    command = command.arguments([argument]);
                }
            }
            Some(_) => self.problem(&format!("{at}.args"), "has to be a list of texts"),
        }
        match entry.get("env") {
            None => {}
            Some(Value::Object(variables)) => {
                for (name, value) in variables {
                    let value = self.text(&format!("{at}.env.{name}"), value)?;
                    command = command.variable(name, value);
                }
            }
            Some(_) => self.problem(&format!("{at}.env"), "has to be an object of texts"),
        }
        if let Some(folder) = entry.get("cwd") {
            command = command.folder(self.text(&format!("{at}.cwd"), folder)?);
        }
        Some(command)
    }

    fn address(&mut self, at: &str, url: &Value, entry: &Map<String, Value>) -> Option<Address> {
        if entry.get("type").and_then(Value::as_str) == Some("sse") {
            self.problem(
                &format!("{at}.type"),
                "the old SSE transport is not supported; use Streamable HTTP",
            );
            return None;
        }
        let url = self.text(&format!("{at}.url"), url)?;
        let mut address = match Address::new(&url) {
            Ok(address) => address,
            Err(error) => {
                self.problem(&format!("{at}.url"), error.to_string());
                return None;
            }
        };
        match entry.get("headers") {
            None => {}
            Some(Value::Object(headers)) => {
                for (name, value) in headers {
                    let value = self.text(&format!("{at}.headers.{name}"), value)?;
                    address = match address.header(name, &value) {
                        Ok(address) => address,
                        Err(error) => {
                            self.problem(&format!("{at}.headers.{name}"), error.to_string());
                            return None;
                        }
                    };
                }
            }
            Some(_) => self.problem(&format!("{at}.headers"), "has to be an object of texts"),
        }
        Some(address)
    }

    fn text(&mut self, at: &str, value: &Value) -> Option<String> {
        let Value::String(text) = value else {
            self.problem(at, "has to be a text");
            return None;
        };
        match expand_variables(text, self.variables) {
            Ok(text) => Some(text),
            Err(name) => {
                self.problem(at, format!("the environment variable {name} is not set"));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{expand_variables, read_servers_file};
    use crate::spec::{NamePrefix, ServerTarget};

    fn variable(name: &str) -> Option<String> {
        (name == "TOKEN").then(|| "s3cret".to_owned())
    }

    #[test]
    fn servers_of_clients_are_read_without_showing_secrets() {
        let text = r#"{"mcpServers": {
            "files": {"command": "npx", "args": ["-y", "x"], "env": {"KEY": "${TOKEN}"}, "cwd": "/tmp", "timeout": 5},
            "web": {"type": "http", "url": "https://example.com/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"},
                    "prefix": true},
            "off": {"command": "x", "disabled": true}
        }}"#;
        let servers = read_servers_file(text, &variable).unwrap();
        let names: Vec<_> = servers.iter().map(|server| (&*server.name, server.prefix)).collect();
        assert_eq!(names, [("files", NamePrefix::OnConflict), ("web", NamePrefix::Always)]);
        assert!(matches!(servers[0].target, ServerTarget::Command(_)));
        assert!(matches!(servers[1].target, ServerTarget::Url(_)));
        assert!(!format!("{servers:?}").contains("s3cret"));
        let vs_code = r#"{"servers": {"a": {"type": "stdio", "command": "x"}}, "inputs": []}"#;
        assert_eq!(read_servers_file(vs_code, &variable).unwrap().len(), 1);
    }

    #[test]
    fn all_problems_are_reported_with_their_places() {
        let text = r#"{"mcpServers": {"a": {}, "b": {"command": 1}, "c": {"url": "ftp://x"}, "d": 7,
            "e": {"command": "x", "env": {"K": "${MISSING}"}}, "f": {"url": "https://x/", "type": "sse"}}}"#;
        let error = read_servers_file(text, &variable).unwrap_err();
        let places: Vec<_> = error.0.iter().map(|problem| problem.at.as_str()).collect();
        let expected = ["a", "b.command", "c.url", "d", "e.env.K", "f.type"];
        assert_eq!(places, expected.map(|place| format!("mcpServers.{place}")));
        for bad in ["", "[]", "{}", r#"{"mcpServers": {}}"#] {
            assert!(read_servers_file(bad, &variable).is_err(), "{bad}");
        }
    }

    #[test]
    fn list_of_settings_is_read_like_a_file() {
        let list = serde_json::json!({"server": [
            {"name": "files", "command": "x", "env": {"K": "${TOKEN}"}},
            {"name": "web", "url": "https://example.com/mcp"},
        ]});
        let servers = super::read_server_list(&list, &variable).unwrap();
        assert_eq!(servers.iter().map(|server| &*server.name).collect::<Vec<_>>(), ["files", "web"]);
        assert!(super::read_server_list(&serde_json::json!({}), &variable).unwrap().is_empty());
        let bad =
            serde_json::json!({"server": [{"command": "x"}, {"name": "a", "command": "x", "comand": 1}, 7]});
        assert_eq!(super::read_server_list(&bad, &variable).unwrap_err().0.len(), 3);
    }

    #[test]
    fn variables_are_expanded_with_defaults() {
        for (text, expected) in [
            ("a${TOKEN}b", Ok("as3cretb")),
            ("${env:TOKEN}", Ok("s3cret")),
            ("${X:-d}", Ok("d")),
            ("$TOKEN ${", Ok("$TOKEN ${")),
            ("${X}", Err("X")),
        ] {
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(expand_variables(text, &variable), expected, "{text}");
        }
    }
}
