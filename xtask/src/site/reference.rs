//! Pages that the program writes about itself: its commands, its settings, the methods of its API.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::cargo::{cargo, run as run_command};
use crate::metadata::{self, Depth};

/// Returns the generated pages as Markdown, by the name of their file.
pub(super) fn generate(root: &Path) -> Result<BTreeMap<&'static str, String>> {
    run_command(cargo(root).args(["build", "--quiet", "--package", "askwell-cli", "--bin", "askwell"]))?;
    let target = metadata::read(root, Depth::WorkspaceOnly)?.target_directory.join("debug");
    let program = target.join("askwell");
    Ok(BTreeMap::from([
        ("commands.html", commands(&program)?),
        ("settings.html", settings(&program)?),
        ("methods.html", methods(&openrpc(&program)?)?),
    ]))
}

fn output(program: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).env("COLUMNS", "100");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ASKWELL_") {
            command.env_remove(name);
        }
    }
    let ran = command.output().with_context(|| format!("cannot start {}", program.display()))?;
    if !ran.status.success() {
        bail!("{} {arguments:?} failed:\n{}", program.display(), String::from_utf8_lossy(&ran.stderr));
    }
    String::from_utf8(ran.stdout).context("the output is not UTF-8")
}

/// The help of every command.
fn commands(program: &Path) -> Result<String> {
    let help = output(program, &["--help"])?;
    let mut page = "# Commands\n\nThe help of the program, as `askwell COMMAND --help` prints it. [Command line](cli.md) \
                    explains the commands with examples.\n\n"
        .to_owned();
    let _ = writeln!(page, "## `askwell`\n\n```text\n{}\n```\n", help.trim_end());
    let names =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> =
        names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    if names.len() < 10 {
        bail!("only {} commands were found in the help", names.len());
    }
    for name in names {
        let text = output(program, &[name, "--help"])?;
        let _ = writeln!(page, "## `askwell {name}`\n\n```text\n{}\n```\n", text.trim_end());
    }
    Ok(page)
}

/// The commented settings of the service.
fn settings(program: &Path) -> Result<String> {
    let text = output(program, &["serve", "--print-config=defaults"])?;
    Ok(format!(
        "# Settings\n\nEvery setting of the service with its default, as `askwell serve --print-config=defaults` prints \
         them. [Service](service.md) explains how files, variables and options work together.\n\n```toml\n{}\n```\n",
        text.trim_end()
    ))
}

/// Asks the program over its standard streams.
fn openrpc(program: &Path) -> Result<Value> {
    let mut command = Command::new(program);
    command.args(["rpc", "--memory"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
    let mut stdin = child.stdin.take().context("the program has no stdin")?;
    stdin
        .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}\n")
        .context("cannot ask the program")?;
    drop(stdin);
    let ran = child.wait_with_output().context("the program did not end")?;
    let text = String::from_utf8_lossy(&ran.stdout);
    let response =
        text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).find(|line| line["id"] == 1);
    response.map(|response| response["result"].clone()).context("the program did not describe its methods")
}

/// The methods of the API, from its OpenRPC document.
fn methods(document: &Value) -> Result<String> {
    let methods = document["methods"].as_array().context("the OpenRPC document has no methods")?;
    let mut page =
        "# Methods of the API\n\nFrom the OpenRPC document that every service has at `/openrpc.json`. \
                    [Service API](api.md) explains how to call them.\n\n"
            .to_owned();
    for method in methods {
        let text = |key: &str| method[key].as_str().unwrap_or_default().trim().to_owned();
        let _ = writeln!(page, "## `{}`\n\n{}\n", text("name"), text("summary"));
        if !text("description").is_empty() && text("description") != text("summary") {
            let _ = writeln!(page, "{}\n", text("description"));
        }
        let parameters = method["params"].as_array().map(Vec::as_slice).unwrap_or_default();
        if !parameters.is_empty() {
            page += "| parameter | | |\n|---|---|---|\n";
        }
        for parameter in parameters {
            let required = if parameter["required"] == Value::Bool(true) { "required" } else { "" };
            let about = parameter["description"]
                .as_str()
                .or_else(|| parameter["schema"]["description"].as_str())
                .unwrap_or_default();
            let name = parameter["name"].as_str().unwrap_or_default();
            let _ = writeln!(
                page,
                "| `{name}` | {required} | {} |",
                about.replace('\n', " ").replace('|', "\\|")
            );
        }
        page.push('\n');
    }
    Ok(page)
}
