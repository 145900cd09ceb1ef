//! `askwell keys`: creates, lists and revokes API keys.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use askwell_engine::Records;
use askwell_engine::store::Store;
use askwell_form::DateTime;
use askwell_lifecycle::ClientTimeouts;
use askwell_web::keys::{KeyFile, KeyRecord, KeyRequest, KeyScopes, KeyUsage};
use askwell_web::{Role, SharedKeys};

use crate::ExitReason;
use crate::arguments::keys::{CreateArguments, KeyRole, KeysArguments, KeysCommand};
use crate::arguments::serve::SettingsArguments;
use crate::console::Console;
use crate::safe_text;
use crate::serve::{Config, cluster, config, runtime};

pub(crate) fn run(arguments: &KeysArguments, console: &Console) -> Result<ExitReason> {
    let config = settings(arguments, console)?;
    if let Some(url) = &config.store.url {
        return runtime()?.block_on(run_shared(url, &config, arguments, console));
    }
    let path = config.key_file().context(
        "by these settings the service keeps nothing on disk, its keys neither; set keys_file, or name a data folder",
    )?;
    let file = KeyFile::at(&path);
    match &arguments.command {
        KeysCommand::Create(wanted) => {
            let key = file.create(request(wanted)?)?;
            console.print_text(&format!("{}\n", key.reveal()))?;
            console.print_report(&format!("this key is shown once; its hash is in {}", path.display()));
        }
        KeysCommand::List => {
            let keys = file.read()?.map_or_else(Vec::new, |list| list.keys);
            list(&keys, &KeyUsage::beside(&path)?, console)?;
        }
        KeysCommand::Revoke { name } => {
            let left = file.revoke(name)?;
            report_revoked(name, left, console);
        }
    }
    Ok(ExitReason::Success)
}

/// Changes the keys in a database that several nodes share.
async fn run_shared(
    url: &str,
    config: &Config,
    arguments: &KeysArguments,
    console: &Console,
) -> Result<ExitReason> {
    let store: Arc<dyn Store> = Arc::new(cluster::options(url, config)?.open().await?);
    let keys = SharedKeys::of(Records::of(Arc::clone(&store)));
    match &arguments.command {
        KeysCommand::Create(wanted) => {
            let key = keys.create(request(wanted)?).await?;
            console.print_text(&format!("{}\n", key.reveal()))?;
            console.print_report("this key is shown once; its hash is in the database");
        }
        KeysCommand::List => {
            let found = keys.list().await?.unwrap_or_default();
            list(&found, &KeyUsage::shared(&keys).await?, console)?;
        }
        KeysCommand::Revoke { name } => {
            let left = keys.revoke(name).await?;
            report_revoked(name, left, console);
        }
    }
    store.close().await?;
    Ok(ExitReason::Success)
}

fn report_revoked(name: &str, left: usize, console: &Console) {
    console.success(&format!("revoked {name}"));
    if left == 0 {
        console.print_report(
            "no key is left, so no client can call; without the key file there would be one local client",
        );
    }
}

/// Returns the settings of the service.
fn settings(arguments: &KeysArguments, console: &Console) -> Result<Config> {
    let (config, data, store) = (arguments.config.clone(), arguments.data.clone(), arguments.store.clone());
    let settings = SettingsArguments { config, data, memory: false, store, set: Vec::new() };
    config::read(&settings, None, console)
}

fn request(wanted: &CreateArguments) -> Result<KeyRequest> {
    let lifetime = wanted.expires_days.map(|days| u64::from(days) * 24 * 60 * 60 * 1000);
    Ok(KeyRequest {
        name: wanted.name.clone(),
        role: match wanted.role {
            KeyRole::Asks => Role::Asks,
            KeyRole::Answers => Role::Answers,
            KeyRole::Operates => Role::Operates,
            KeyRole::Administers => Role::Administers,
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
        expires_at: lifetime.map(|lifetime| now().saturating_add(lifetime)),
        scopes: KeyScopes::new(wanted.scope.iter().cloned()).context("--scope")?,
    })
}

/// Returns the time in milliseconds since 1970.
fn now() -> u64 {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX)
}

/// Returns a moment as people read it: `2026-11-15T23:05:00Z`.
fn moment(millis: u64) -> String {
    let seconds = i64::try_from(millis / 1000).unwrap_or_default();
    DateTime::from_unix_seconds(seconds, 0).map(|moment| moment.to_string()).unwrap_or_default()
}

fn list(keys: &[KeyRecord], usage: &KeyUsage, console: &Console) -> Result<()> {
    let now = now();
    if keys.is_empty() {
        console.print_report("there are no keys");
    }
    let mut text = String::new();
    for key in keys {
        let who = match key.role {
            Role::Answers | Role::Operates | Role::Administers => key.person_name(),
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
        if !key.scopes.names().is_empty() {
            let _ = write!(text, ", only {}", safe_text::line(&key.scopes.names().join(" ")));
        }
        if let Some(at) = key.expires_at {
            let word = if key.has_expired(now) { "expired" } else { "expires" };
            let _ = write!(text, ", {word} {}", moment(at));
        }
        match usage.of(key) {
            Some(at) => drop(write!(text, ", last used {}", moment(at))),
            None => text.push_str(", not used yet"),
        }
        text.push('\n');
    }
    console.print_text(&text)
}
