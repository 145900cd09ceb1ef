//! The Claude Code plugin and its marketplace: a check of the fields that Claude Code documents for them.
//!
//! Claude Code looks for the marketplace of a repository at its root, so that is where `.claude-plugin` is.
//!
//! Claude Code has a command for that, `claude plugin validate`, which is not part of this project's tools.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// The members of `marketplace.json`, of an entry in it, of `plugin.json` and of a server in `.mcp.json`.
const MARKETPLACE: &[&str] = &["name", "owner", "description", "plugins", "metadata"];
const ENTRY: &[&str] =
    &["name", "source", "description", "version", "author", "homepage", "license", "keywords", "category"];
const PLUGIN: &[&str] = &[
    "name",
    "version",
    "description",
    "author",
    "homepage",
    "repository",
    "license",
    "keywords",
    "mcpServers",
];
const SERVER: &[&str] = &["type", "command", "args", "env"];

/// A public list refuses plugins whose README has fewer words.
const FEWEST_WORDS: usize = 40;

/// Checks the marketplace in a folder and every plugin in it.
pub(super) fn check(folder: &Path) -> Result<()> {
    let marketplace = read(&folder.join(".claude-plugin").join("marketplace.json"))?;
    let mut wrong = marketplace_problems(&marketplace);
    for entry in marketplace["plugins"].as_array().into_iter().flatten() {
        let source = folder.join(entry["source"].as_str().unwrap_or_default());
        let plugin = read(&source.join(".claude-plugin").join("plugin.json"))?;
        wrong.extend(plugin_problems(entry, &plugin));
        wrong.extend(server_problems(&read(&source.join(".mcp.json"))?));
        let about = fs::read_to_string(source.join("README.md")).unwrap_or_default();
        if about.split_whitespace().count() < FEWEST_WORDS {
            wrong.push(format!("the README.md of a plugin has at least {FEWEST_WORDS} words"));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        bail!("the Claude Code plugin is invalid:\n  {}", wrong.join("\n  "))
    }
}

fn read(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))
}

fn marketplace_problems(marketplace: &Value) -> Vec<String> {
    let mut wrong = unknown("marketplace.json", marketplace, MARKETPLACE);
    wrong.extend(name_problem("marketplace.json", &marketplace["name"]));
    if !is_text(&marketplace["owner"]["name"]) {
        wrong.push("marketplace.json: owner.name is missing".to_owned());
    }
    let plugins = marketplace["plugins"].as_array().map(Vec::as_slice).unwrap_or_default();
    if plugins.is_empty() {
        wrong.push("marketplace.json: plugins is missing".to_owned());
    }
    for entry in plugins {
        wrong.extend(unknown("an entry of marketplace.json", entry, ENTRY));
        wrong.extend(name_problem("an entry of marketplace.json", &entry["name"]));
        if !entry["source"].as_str().is_some_and(|source| source.starts_with("./") && !source.contains(".."))
        {
            wrong.push("an entry of marketplace.json: source is a path that begins with ./".to_owned());
        }
    }
    wrong
}

fn plugin_problems(entry: &Value, plugin: &Value) -> Vec<String> {
    let mut wrong = unknown("plugin.json", plugin, PLUGIN);
    wrong.extend(name_problem("plugin.json", &plugin["name"]));
    for key in ["version", "description"] {
        if !is_text(&plugin[key]) {
            wrong.push(format!("plugin.json: {key} is missing"));
        }
    }
    if !is_text(&plugin["author"]["name"]) {
        wrong.push("plugin.json: author.name is missing".to_owned());
    }
    for key in ["name", "version"] {
        if entry[key] != plugin[key] {
            wrong.push(format!("plugin.json and marketplace.json have different values of {key}"));
        }
    }
    wrong
}

fn server_problems(file: &Value) -> Vec<String> {
    let mut wrong = unknown(".mcp.json", file, &["mcpServers"]);
    let servers = file["mcpServers"].as_object();
    if servers.is_none_or(serde_json::Map::is_empty) {
        wrong.push(".mcp.json: mcpServers is missing".to_owned());
    }
    for (name, server) in servers.into_iter().flatten() {
        wrong.extend(unknown(".mcp.json", server, SERVER));
        let has_arguments = server["args"].as_array().is_some_and(|args| args.iter().all(Value::is_string));
        if !is_text(&server["command"]) || !has_arguments {
            wrong.push(format!(".mcp.json: {name} needs command and args"));
        }
    }
    wrong
}

fn unknown(file: &str, object: &Value, known: &[&str]) -> Vec<String> {
    let keys = object.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    keys.filter(|key| !known.contains(key)).map(|key| format!("{file}: {key} is no known member")).collect()
}

fn name_problem(file: &str, name: &Value) -> Option<String> {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let is_right = name.as_str().is_some_and(is_name);
    (!is_right).then(|| format!("{file}: name consists of small letters, digits and -"))
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Value, json};

    use super::{check, marketplace_problems, plugin_problems, server_problems};

    #[test]
    fn plugin_of_this_project_is_valid() {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
    }

    fn problems(pointer: &str, value: Value) -> Vec<String> {
        let mut all = json!({
            "market": {"name": "a", "owner": {"name": "A"}, "plugins": [{"name": "a", "source": "./a", "version": "1"}]},
            "plugin": {"name": "a", "version": "1", "description": "a", "author": {"name": "A"}},
            "servers": {"mcpServers": {"a": {"command": "a", "args": ["b"]}}},
        });
        if let Some((parent, key)) = pointer.rsplit_once('/') {
            all.pointer_mut(parent).unwrap()[key] = value;
        }
        let found = [
            marketplace_problems(&all["market"]),
            plugin_problems(&all["market"]["plugins"][0], &all["plugin"]),
            server_problems(&all["servers"]),
        ];
        found.concat()
    }

    #[test]
    fn every_documented_rule_is_checked() {
        assert_eq!(problems("", Value::Null), Vec::<String>::new());
        for (pointer, value) in [
            ("/market/name", json!("A b")),
            ("/market/owner", json!({})),
            ("/market/plugins", json!([])),
            ("/market/pluginz", json!([])),
            ("/market/plugins/0/source", json!("../a")),
            ("/market/plugins/0/version", json!("2")),
            ("/plugin/name", json!("b")),
            ("/plugin/author", json!("A")),
            ("/plugin/description", json!("")),
            ("/plugin/autor", json!({})),
            ("/servers/mcpServers", json!({})),
            ("/servers/mcpServers/a/args", json!("b")),
            ("/servers/mcpServers/a/url", json!("http://127.0.0.1/")),
        ] {
            assert!(!problems(pointer, value.clone()).is_empty(), "{pointer}: {value}");
        }
    }
}
