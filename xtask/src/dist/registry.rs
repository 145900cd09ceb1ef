//! `server.json`, the entry of the MCP registry, and a check of its schema (2025-12-11).

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::{Release, bundle, checksums};

const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
const PLATFORMS: [&str; 3] = ["darwin-arm64", "linux-arm64", "linux-x64"];

/// Renders the entry with the bundles that are there, and checks it.
pub(super) fn render(release: &Release) -> Result<()> {
    let version = release.version.as_str();
    let arguments = json!([{"type": "positional", "value": "mcp"}, {"type": "named", "name": "--page"}]);
    let stdio = json!({"type": "stdio"});
    let package = |kind: &str, hint: &str| {
        json!({"registryType": kind, "identifier": "askwell", "version": version, "runtimeHint": hint,
            "transport": stdio, "packageArguments": arguments})
    };
    let mut packages = vec![package("npm", "npx"), package("pypi", "uvx")];
    for platform in PLATFORMS {
        let name = bundle::name(platform);
        let path = release.out.join(&name);
        if path.exists() {
            packages.push(json!({"registryType": "mcpb", "identifier": release.download(&name),
                "fileSha256": checksums::of(&path)?, "transport": stdio}));
        }
    }
    if let Some(image) = &release.image {
        packages.push(oci_package(image));
    }
    let server = json!({
        "$schema": SCHEMA,
        "name": release.registry_name()?,
        "title": "Askwell",
        "description": "Lets an agent ask the person it works for, and gives it checked answers",
        "version": version,
        "repository": {"url": release.repository, "source": "github"},
        "packages": packages,
    });
    let wrong = violations(&server);
    if !wrong.is_empty() {
        bail!("server.json is invalid:\n  {}", wrong.join("\n  "));
    }
    write(&release.out.join("server.json"), &server)
}

/// Returns the package for a container image. Pages inside a container have no address outside, so that the tools use
/// dialogs alone. The image carries its proof of ownership as a label.
fn oci_package(image: &str) -> Value {
    json!({"registryType": "oci", "identifier": image, "runtimeHint": "docker", "transport": {"type": "stdio"},
        "packageArguments": [{"type": "positional", "value": "mcp"}]})
}

fn write(path: &Path, server: &Value) -> Result<()> {
    fs::write(path, serde_json::to_string_pretty(server)? + "\n")
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Returns what the schema forbids in an entry. The schema itself has more than this project uses.
fn violations(server: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut text = |value: &Value, path: &str, longest: usize| match value[path].as_str() {
        None => wrong.push(format!("{path} is missing")),
        Some(found) if found.is_empty() || found.chars().count() > longest => {
            wrong.push(format!("{path} has no, or more than {longest} characters"));
        }
        Some(_) => {}
    };
    text(server, "name", 200);
    text(server, "description", 100);
    text(server, "version", 255);
    text(server, "title", 100);
    let name = server["name"].as_str().unwrap_or_default();
    let is_part = |part: &str, more: &str| {
        !part.is_empty()
            && part.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c) || more.contains(c))
    };
    if !name.split_once('/').is_some_and(|(space, name)| is_part(space, "") && is_part(name, "_")) {
        wrong.push("name is not NAMESPACE/NAME".to_owned());
    }
    if server["version"].as_str().is_some_and(|version| version.contains(['^', '~', '*', '<', '>', ' ', '|']))
    {
        wrong.push("version is a range".to_owned());
    }
    let address = |value: &Value| value.as_str().is_some_and(|url| url.starts_with("https://"));
    if !address(&server["repository"]["url"]) || !server["repository"]["source"].is_string() {
        wrong.push("repository needs url and source".to_owned());
    }
    for (index, package) in server["packages"].as_array().into_iter().flatten().enumerate() {
        for key in ["registryType", "identifier"] {
            if package[key].as_str().is_none_or(str::is_empty) {
                wrong.push(format!("packages[{index}] has no {key}"));
            }
        }
        if !["stdio", "streamable-http", "sse"].iter().any(|kind| package["transport"]["type"] == *kind) {
            wrong.push(format!("packages[{index}] has no transport"));
        }
        let sum = package["fileSha256"].as_str();
        let is_sum = |sum: &str| {
            sum.len() == 64 && sum.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
        };
        if sum.is_some_and(|sum| !is_sum(sum)) || (package["registryType"] == "mcpb" && sum.is_none()) {
            wrong.push(format!("packages[{index}] needs a checksum of 64 small hexadecimal digits"));
        }
        if package["version"] == "latest" {
            wrong.push(format!("packages[{index}] names no version"));
        }
        if package["registryType"] == "oci" {
            // The tag is the version.
            let tag =
                package["identifier"].as_str().and_then(|image| image.rsplit('/').next()?.split_once(':'));
            let has_tag = tag.is_some_and(|(_, tag)| !tag.is_empty() && tag != "latest");
            if !has_tag || !package["version"].is_null() {
                wrong.push(format!("packages[{index}] needs an image with a tag, and no version beside it"));
            }
        }
        for argument in package["packageArguments"].as_array().into_iter().flatten() {
            let is_right = match argument["type"].as_str() {
                Some("positional") => argument["value"].is_string() || argument["valueHint"].is_string(),
                Some("named") => argument["name"].is_string(),
                _ => false,
            };
            if !is_right {
                wrong.push(format!("packages[{index}] has a wrong argument"));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::violations;

    fn server() -> Value {
        json!({"name": "io.github.a/b", "title": "B", "description": "b", "version": "1.0.0",
            "repository": {"url": "https://example.com/b", "source": "github"},
            "packages": [{"registryType": "mcpb", "identifier": "https://example.com/b.mcpb",
                "fileSha256": "a".repeat(64), "transport": {"type": "stdio"}}]})
    }

    #[test]
    fn valid_entry_has_no_violation() {
        assert_eq!(violations(&server()), Vec::<String>::new());
    }

    #[test]
    fn image_needs_a_tag_that_is_a_version() {
        for (image, is_valid) in [
            ("images.example/askwell/askwell:0.1.0", true),
            ("images.example:5000/askwell:0.1.0", true),
            ("images.example:5000/askwell", false),
            ("images.example/askwell:latest", false),
        ] {
            let mut entry = server();
            entry["packages"] = json!([super::oci_package(image)]);
            assert_eq!(violations(&entry).is_empty(), is_valid, "{image}");
        }
        let mut entry = server();
        entry["packages"] = json!([super::oci_package("images.example/askwell:0.1.0")]);
        entry["packages"][0]["version"] = json!("0.1.0");
        assert!(!violations(&entry).is_empty());
    }

    #[test]
    fn every_rule_of_the_schema_is_checked() {
        for (pointer, value) in [
            ("/name", json!("no-namespace")),
            ("/name", json!("a b/c")),
            ("/description", json!("x".repeat(101))),
            ("/description", json!("")),
            ("/version", json!("^1.0")),
            ("/title", json!("x".repeat(101))),
            ("/repository/url", json!("file:///b")),
            ("/packages/0/registryType", json!(null)),
            ("/packages/0/identifier", json!("")),
            ("/packages/0/fileSha256", json!("A".repeat(64))),
            ("/packages/0/fileSha256", json!(null)),
            ("/packages/0/transport", json!({})),
        ] {
            let mut entry = server();
            *entry.pointer_mut(pointer).unwrap() = value.clone();
            assert!(!violations(&entry).is_empty(), "{pointer}: {value}");
        }
    }
}
