//! The keyring of nodes that share a database.
//!
//! Nodes write with the current key, and only those that have it can read what it encrypts. So a new key becomes the
//! current one while no node runs; moving stored data to it can go on while nodes run that have it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use askwell_engine::store::NodeStore as _;
use askwell_store::{Keyring, PgStore};

use super::{check_names, report_moved};
use crate::arguments::keyring::KeyringCommand;
use crate::console::Console;
use crate::diagnostic::count;
use crate::serve::{Config, KEYRING, cluster, runtime};

/// Runs a command on the keyring of a database.
pub(super) fn run(command: &KeyringCommand, url: &str, config: &Config, console: &Console) -> Result<()> {
    runtime()?.block_on(async {
        match command {
            KeyringCommand::List => list(url, config, console).await,
            KeyringCommand::Rotate { resume: false } => {
                add_key(url, config, console).await?;
                rotate(url, config, console).await
            }
            KeyringCommand::Rotate { resume: true } => rotate(url, config, console).await,
            KeyringCommand::Retire { names } => retire(names, url, config, console).await,
        }
    })
}

/// Returns the keyring file to change.
fn file<'c>(config: &'c Config, how: &str) -> Result<&'c Path> {
    if std::env::var_os(KEYRING).is_some() {
        bail!("the keyring is in {KEYRING}; {how}");
    }
    let file: Option<&PathBuf> = config.keyring_file.as_ref();
    file.map(PathBuf::as_path).context(
        "these settings name no keyring; set keyring_file to the one that all nodes have, or put it into ASKWELL_KEYRING",
    )
}

async fn open(url: &str, config: &Config) -> Result<PgStore> {
    let (keyring, _) = cluster::keyring(config)?;
    Ok(cluster::options(url, config)?.keyring(keyring).open().await?)
}

async fn list(url: &str, config: &Config, console: &Console) -> Result<()> {
    let (keyring, _) = cluster::keyring(config)?;
    let store = open(url, config).await?;
    let uses = store.key_uses().await;
    store.close().await?;
    super::print_list(&keyring, uses?, console)
}

/// Makes a new key the current one, while no node runs.
async fn add_key(url: &str, config: &Config, console: &Console) -> Result<()> {
    let file =
        file(config, "put a new key in front of it on all nodes, then run askwell keyring rotate --resume")?;
    let store = open(url, config).await?;
    let running = cluster::running_nodes(&store).await;
    let checked = store.check_keys().await;
    store.close().await?;
    checked?;
    let running: Vec<String> = running?.iter().map(|node| node.address.to_string()).collect();
    if !running.is_empty() {
        bail!(
            "nodes run ({}), and could not read what is encrypted with a new key: stop all of them, rotate, give the new \
             keyring to each, and start them again",
            running.join(", ")
        );
    }
    let name = Keyring::add_key(file)?;
    console.print_report(&format!("added the key {name} to {}; every node needs this file", file.display()));
    Ok(())
}

async fn rotate(url: &str, config: &Config, console: &Console) -> Result<()> {
    let store = open(url, config).await?;
    let agreed = cluster::compare_current_key(&store, config).await;
    if agreed.is_err() {
        store.close().await?;
        return agreed;
    }
    let moved = store.rotate().await;
    store.close().await?;
    let moved = moved.context("not everything was moved; askwell keyring rotate --resume goes on")?;
    report_moved(&moved, console);
    Ok(())
}

async fn retire(names: &[String], url: &str, config: &Config, console: &Console) -> Result<()> {
    let file = file(config, "remove keys there by hand; askwell keyring list shows which are needed")?;
    let (keyring, _) = cluster::keyring(config)?;
    let older = check_names(&keyring, names)?;
    let store = open(url, config).await?;
    let uses = store.key_uses().await;
    store.close().await?;
    let uses = uses?;
    let needed = |name: &String| uses.get(name).copied().unwrap_or(0);
    if let Some(name) = names.iter().find(|name| needed(name) > 0) {
        let used = count(usize::try_from(needed(name)).unwrap_or(usize::MAX), "elicitation");
        bail!("{name} is needed by {used}; run askwell keyring rotate first");
    }
    let gone: Vec<String> = match names {
        [] => older.into_iter().filter(|name| needed(name) == 0).collect(),
        names => names.to_vec(),
    };
    Keyring::remove_keys(file, &gone)?;
    super::report_retired(&gone, console);
    if !gone.is_empty() {
        console.print_report("give this file to every node, too");
    }
    Ok(())
}
