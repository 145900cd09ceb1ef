//! `askwell keys`: creates, lists and revokes API keys.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_lifecycle::ClientTimeouts;
use askwell_web::Role;
use askwell_web::keys::{KeyFile, KeyRequest};

use crate::ExitReason;
use crate::arguments::keys::{CreateArguments, KeyRole, KeysArguments, KeysCommand};
use crate::arguments::serve::SettingsArguments;
use crate::console::Console;
use crate::serve::config;

pub(crate) fn run(arguments: &KeysArguments, console: &Console) -> Result<ExitReason> {
    let path = key_file(arguments, console)?;
    let file = KeyFile::at(&path);
    match &arguments.command {
        KeysCommand::Create(wanted) => {
            let key = file.create(request(wanted))?;
            console.print_text(&format!("{}\n", key.reveal()))?;
            console.print_report(&format!("this key is shown once; its hash is in {}", path.display()));
        }
        KeysCommand::List => list(&file, console)?,
        KeysCommand::Revoke { name } => {
            let left = file.revoke(name)?;
            console.success(&format!("revoked {name}"));
            if left == 0 {
                console.print_report("no key is left, so no client can call; without the key file there would be one local client");
            }
        }
    }
    Ok(ExitReason::Success)
}

/// Returns the key file of a service with the same settings.
fn key_file(arguments: &KeysArguments, console: &Console) -> Result<PathBuf> {
    let (config, data) = (arguments.config.clone(), arguments.data.clone());
    let settings = SettingsArguments { config, data, memory: false, set: Vec::new() };
    let config = config::read(&settings, None, console)?;
    config.key_file().context(
        "by these settings the service keeps nothing on disk, its keys neither; set keys_file, or name a data folder",
    )
}

fn request(wanted: &CreateArguments) -> KeyRequest {
    KeyRequest {
        name: wanted.name.clone(),
        role: match wanted.role {
            KeyRole::Asks => Role::Asks,
            KeyRole::Answers => Role::Answers,
            KeyRole::Operates => Role::Operates,
        },
        client: wanted.client.clone(),
        person: wanted.person.clone(),
        per_window: wanted.per_window,
        open: wanted.open,
        timeouts: ClientTimeouts {
            min: wanted.timeout_min_ms.map(Duration::from_millis),
            max: wanted.timeout_max_ms.map(Duration::from_millis),
            default: wanted.timeout_default_ms.map(Duration::from_millis),
        },
    }
}

fn list(file: &KeyFile, console: &Console) -> Result<()> {
    let keys = file.read()?.map_or_else(Vec::new, |list| list.keys);
    if keys.is_empty() {
        console.print_report("there are no keys");
    }
    let mut text = String::new();
    for key in &keys {
        let who = match key.role {
            Role::Answers | Role::Operates => key.person_name(),
            Role::Asks | Role::Local => key.client_name(),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{:20} {:8} as {who}", key.name, key.role.as_str());
        if let Some(count) = key.per_window {
            let _ = write!(text, ", {count} in each window");
        }
        if let Some(count) = key.open {
            let _ = write!(text, ", {count} open");
        }
        let ClientTimeouts { min, max, default } = key.timeouts;
        for (what, timeout) in [("at least", min), ("at most", max), ("by default", default)] {
            if let Some(timeout) = timeout {
                let _ = write!(text, ", waits {what} {} ms", timeout.as_millis());
            }
        }
        text.push('\n');
    }
    console.print_text(&text)
}
