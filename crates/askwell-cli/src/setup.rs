//! `askwell setup`: adds Askwell to MCP clients, or puts the gateway in front of their servers.
//!
//! Shows what it is about to change and asks first. A file that it does not understand completely is
//! left alone.

mod client;
mod diff;
mod document;
mod entry;
mod file;
mod gateway;
mod places;

use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum as _;

use self::document::Edit;
use self::entry::Launch;
use self::file::ConfigFile;
use self::places::Places;
use crate::ExitReason;
use crate::arguments::{SetupArguments, Via, usage_error};
use crate::console::Console;
use crate::safe_text;

pub(crate) use self::client::Client;

/// A client whose file is to change.
struct ConfigTarget {
    client: Client,
    file: PathBuf,
}

/// What to do with a client's file.
enum Plan {
    /// Nothing; the reason is a sentence.
    Nothing(String),
    Change {
        after: String,
        /// Remarks on servers that stay as they are.
        remarks: Vec<String>,
    },
}

pub(crate) fn run(arguments: &SetupArguments, console: &Console) -> Result<ExitReason> {
    if arguments.file.is_some() && arguments.clients.len() != 1 {
        usage_error("setup", "--file needs exactly one CLIENT, which says how the file is written");
    }
    if arguments.name.trim().is_empty() {
        usage_error("setup", "--name must not be empty");
    }
    let arguments = &with_address(arguments)?;
    let targets = targets(arguments)?;
    if targets.is_empty() {
        let known = Client::value_variants().iter().map(|client| client.id()).collect::<Vec<_>>();
        console.failure("found no MCP client on this machine");
        console.print_report(&format!("name one to set it up all the same: {}", known.join(", ")));
        return Ok(ExitReason::Problems);
    }
    let mut reason = ExitReason::Success;
    for target in &targets {
        let ended = if arguments.print {
            print_fragment(arguments, target, console)?
        } else {
            set_up(arguments, target, console)?
        };
        if ended != ExitReason::Success {
            reason = ended;
        }
    }
    Ok(reason)
}

/// Returns the files to change: those of the named clients, or of the clients on this machine.
fn targets(arguments: &SetupArguments) -> Result<Vec<ConfigTarget>> {
    if let (Some(file), [client]) = (&arguments.file, arguments.clients.as_slice()) {
        return Ok(vec![ConfigTarget { client: *client, file: file.clone() }]);
    }
    let places = Places::from_environment()?;
    let is_named = !arguments.clients.is_empty();
    let clients = if is_named { arguments.clients.as_slice() } else { Client::value_variants() };
    let mut targets = Vec::new();
    for &client in clients {
        let file = match (arguments.project, is_named) {
            (true, true) => Some(places.project_file(client).with_context(|| {
                format!("{} has no configuration for projects: leave out --project", client.layout().title)
            })?),
            (true, false) => places.project_file(client).filter(|file| file.exists()),
            (false, true) => places.expect(client),
            (false, false) => places.find(client),
        };
        targets.extend(file.map(|file| ConfigTarget { client, file }));
    }
    Ok(targets)
}

/// Returns the arguments with the whole address in `--http`.
fn with_address(arguments: &SetupArguments) -> Result<SetupArguments> {
    let mut arguments = arguments.clone();
    let Some(named) = arguments.http.as_deref() else { return Ok(arguments) };
    let variable = arguments.key_variable.as_deref().unwrap_or("KEY");
    if variable.is_empty() || !variable.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        usage_error("setup", "--key-variable is the name of an environment variable: letters, digits and _");
    }
    let named = if named.is_empty() { "auto" } else { named };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let endpoint = runtime.block_on(crate::remote::endpoint(Some(named), None))?;
    let address = endpoint.address();
    let address = if address.ends_with("/mcp") { address } else { format!("{address}/mcp") };
    arguments.http = Some(address);
    Ok(arguments)
}

/// Returns the entry for Askwell.
fn entry_of(arguments: &SetupArguments, target: &ConfigTarget) -> Result<serde_json::Value> {
    let client = target.client;
    match &arguments.http {
        Some(url) => {
            let variable = arguments.key_variable.as_deref();
            let entry = entry::http_entry(client, &arguments.name, url, variable)?;
            let is_old_windsurf = target.file.components().any(|part| part.as_os_str() == ".codeium");
            Ok(if is_old_windsurf { entry::rename_member(entry, "url", "serverUrl") } else { entry })
        }
        None => {
            let launch = launch(arguments, client)?;
            Ok(entry::entry(client, &arguments.name, &launch, &entry::arguments(arguments)))
        }
    }
}

/// Returns how the client starts Askwell.
fn launch(arguments: &SetupArguments, client: Client) -> Result<Launch> {
    let program =
        std::env::current_exe().context("the path of this program is unknown: give --via askwell")?;
    // A project's file is for several machines.
    let via = if arguments.project && arguments.via == Via::Auto { Via::Askwell } else { arguments.via };
    let is_desktop = client.layout().is_desktop;
    Ok(Launch::choose(via, is_desktop, &program, std::env::var_os("PATH").as_deref()))
}

/// Prints what to paste.
fn print_fragment(
    arguments: &SetupArguments,
    target: &ConfigTarget,
    console: &Console,
) -> Result<ExitReason> {
    let layout = target.client.layout();
    let entry = entry_of(arguments, target)?;
    let fragment = document::fragment(layout.syntax, layout.root, &arguments.name, &entry)?;
    let file = safe_text::line(&target.file.to_string_lossy());
    console.print_report(&format!("{}: add this to {file}", layout.title));
    console.print_data(fragment.as_bytes())?;
    Ok(ExitReason::Success)
}

fn set_up(arguments: &SetupArguments, target: &ConfigTarget, console: &Console) -> Result<ExitReason> {
    let layout = target.client.layout();
    let shown = format!("{}: {}", layout.title, safe_text::line(&target.file.to_string_lossy()));
    let file = match ConfigFile::read(&target.file) {
        Ok(file) => file,
        Err(error) => return Ok(leave_alone(console, &shown, &error)),
    };
    let before = file.text.clone().unwrap_or_default();
    let (after, remarks) = match plan(arguments, target, &before) {
        Err(error) => return Ok(leave_alone(console, &shown, &error)),
        Ok(Plan::Nothing(why)) => {
            console.print_report(&format!("{shown}\n  {why}"));
            return Ok(ExitReason::Success);
        }
        Ok(Plan::Change { after, remarks }) => (after, remarks),
    };
    let mut report = shown.clone();
    if file.text.is_none() {
        report += " (new)";
    }
    for remark in remarks {
        report += &format!("\n  {remark}");
    }
    let difference = diff::diff(&before, &after);
    if arguments.dry_run {
        console.print_report(&report);
        console.print_text(&difference)?;
        return Ok(ExitReason::Success);
    }
    console.print_report(&format!("{report}\n{}", difference.trim_end()));
    if !arguments.yes && !consents(console)? {
        console.failure("not changed");
        return Ok(ExitReason::Declined);
    }
    match file.replace(&after) {
        Ok(backup) => {
            let kept = backup.map(|path| {
                format!(
                    "; before: {}",
                    safe_text::line(&path.file_name().unwrap_or_default().to_string_lossy())
                )
            });
            console.success(&format!("written{}", kept.unwrap_or_default()));
            console.print_report(&format!("next: {}", layout.afterwards));
            Ok(ExitReason::Success)
        }
        Err(error) => Ok(leave_alone(console, &shown, &error)),
    }
}

fn leave_alone(console: &Console, shown: &str, error: &anyhow::Error) -> ExitReason {
    console.error(&format!("{shown} was left alone: {}", crate::with_causes(error)));
    ExitReason::Problems
}

fn plan(arguments: &SetupArguments, target: &ConfigTarget, before: &str) -> Result<Plan> {
    let layout = target.client.layout();
    let name = &arguments.name;
    let servers = document::servers(before, layout.syntax, layout.root)?;
    let (edits, skipped, nothing) = match (arguments.gateway, arguments.remove) {
        (true, false) => {
            let plan = gateway::wrap(&servers, &layout, &launch(arguments, target.client)?);
            (plan.edits, plan.skipped, "has no server to put the gateway in front of")
        }
        (true, true) => {
            let plan = gateway::unwrap(&servers, &layout);
            (plan.edits, plan.skipped, "has no gateway in front of its servers")
        }
        (false, true) => {
            let edit = servers.contains_key(name).then(|| Edit::Remove { name: name.clone() });
            (edit.into_iter().collect(), Vec::new(), "has no such server")
        }
        (false, false) => {
            let entry = entry_of(arguments, target)?;
            let edit = (servers.get(name) != Some(&entry)).then(|| Edit::Add { name: name.clone(), entry });
            (edit.into_iter().collect(), Vec::new(), "is set up already")
        }
    };
    let remarks: Vec<String> = skipped
        .iter()
        .map(|(name, why)| format!("{} stays as it is: {why}", safe_text::line(name)))
        .collect();
    if edits.is_empty() {
        return Ok(Plan::Nothing([vec![nothing.to_owned()], remarks].concat().join("\n  ")));
    }
    let after = document::apply(before, layout.syntax, layout.root, &edits)?;
    Ok(Plan::Change { after, remarks })
}

/// Asks the person in the terminal.
///
/// # Errors
/// If there is no terminal.
fn consents(console: &Console) -> Result<bool> {
    let input = std::io::stdin();
    if !input.is_terminal() || !console.is_terminal() {
        bail!("nothing was written, because there is no terminal to ask you on; --yes writes without asking");
    }
    console.print_report("Write this? [y/N]");
    let mut answer = String::new();
    input.read_line(&mut answer).context("cannot read your answer")?;
    Ok(["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()))
}
