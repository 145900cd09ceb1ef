//! `askwell keys`: makes, lists and revokes API keys.

use std::fmt::Write as _;

use anyhow::Result;
use askwell_web::Role;
use askwell_web::keys::{KeyFile, KeyRequest};

use crate::Verdict;
use crate::arguments::keys::{CreateArguments, KeyRole, KeysArguments, KeysCommand};
use crate::console::Console;
use crate::serve::{data_folder, keys_file};

pub(crate) fn run(arguments: &KeysArguments, console: &Console) -> Result<Verdict> {
    let path = keys_file(&data_folder(arguments.data.as_deref()));
    let file = KeyFile::at(&path);
    match &arguments.command {
        KeysCommand::Create(wanted) => {
            let key = file.create(request(wanted))?;
            console.print(format!("{}\n", key.reveal()).as_bytes())?;
            console.say(&format!("this key is shown once; its hash is in {}", path.display()));
        }
        KeysCommand::List => list(&file, console)?,
        KeysCommand::Revoke { name } => {
            let left = file.revoke(name)?;
            console.success(&format!("revoked {name}"));
            if left == 0 {
                console.say("no key is left, so nobody can call; without the key file there would be one local client");
            }
        }
    }
    Ok(Verdict::Fine)
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
    }
}

fn list(file: &KeyFile, console: &Console) -> Result<()> {
    let keys = file.read()?.map_or_else(Vec::new, |list| list.keys);
    if keys.is_empty() {
        console.say("there are no keys");
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
        text.push('\n');
    }
    console.print(text.as_bytes())
}
