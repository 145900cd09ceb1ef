//! Real MCP clients, which drive the installed programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::installed::{Installed, isolate};
use crate::dist::{npm_tool, output};
use crate::{interop, node};

const INSPECTOR: (&str, &str) = ("@modelcontextprotocol/inspector", "2.12.0");
/// The Inspector needs a newer Node.js than the SDKs; this is also the one that the TypeScript SDK is tested with.
const NODE: &str = "26.10.0";
/// What every client must find.
const TOOLS: [&str; 5] = ["ask", "ask_question", "cancel_question", "check_answer", "list_questions"];

/// The clients, each as the beginning of a command line.
pub(super) struct Clients {
    python: Vec<PathBuf>,
    typescript: Vec<PathBuf>,
    inspector: Vec<PathBuf>,
}

impl Clients {
    pub(super) fn install(root: &Path, target_folder: &Path) -> Result<Clients> {
        let scripts = root.join("packaging").join("test");
        let (python, modules) = interop::sdks(root)?;
        // Modules are found from where a program lies.
        let script = modules.join("client.mjs");
        fs::copy(scripts.join("client.mjs"), &script).context("cannot copy client.mjs")?;
        let node = node::pinned(target_folder, NODE)?;
        let (name, version) = INSPECTOR;
        let inspector = npm_tool(target_folder, name, version)?;
        let inspector = inspector.join("clients").join("launcher").join("build").join("index.js");
        Ok(Clients {
            python: vec![python, scripts.join("client.py")],
            typescript: vec![node.clone(), script],
            inspector: vec![node, inspector, PathBuf::from("--cli")],
        })
    }

    /// Lets every client use an installed program.
    pub(super) fn drive(&self, installed: &Installed) -> Result<()> {
        for (name, client, answer) in [
            ("Python SDK", &self.python, "yes, from Python"),
            ("TypeScript SDK", &self.typescript, "yes, from TypeScript"),
        ] {
            let printed = run(client, &[], installed)?;
            let seen: Value =
                serde_json::from_str(printed.trim()).with_context(|| format!("{name} prints {printed}"))?;
            check_tools(name, seen["tools"].as_array().into_iter().flatten())?;
            let text = seen["text"].as_str().unwrap_or_default();
            if !text.contains(answer) || seen["asked"].as_array().is_none_or(Vec::is_empty) {
                bail!("{name} sees {printed}");
            }
        }
        let printed = run(&self.inspector, &["--method", "tools/list"], installed)?;
        let listed: Value =
            serde_json::from_str(&printed).with_context(|| format!("the Inspector prints {printed}"))?;
        let names = listed["tools"].as_array().into_iter().flatten().map(|tool| &tool["name"]);
        check_tools("the Inspector", names)
    }
}

fn run(client: &[PathBuf], options: &[&str], installed: &Installed) -> Result<String> {
    let (program, script) = client.split_first().context("a client is a program")?;
    let mut command = Command::new(program);
    command.args(script).args(&installed.command).args(&installed.mcp).args(options);
    isolate(&mut command);
    output(&mut command)
}

fn check_tools<'a>(client: &str, found: impl Iterator<Item = &'a Value>) -> Result<()> {
    let found: Vec<&str> = found.filter_map(Value::as_str).collect();
    match TOOLS.iter().find(|tool| !found.contains(tool)) {
        Some(missing) => bail!("{client} finds no tool {missing}, only {}", found.join(", ")),
        None => Ok(()),
    }
}
