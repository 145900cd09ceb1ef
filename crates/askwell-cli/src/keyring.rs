//! `askwell keyring`: manages the keys that answers are encrypted with. Never shows a key.

mod shared;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use askwell_store::{Keyring, OpenError, OpenOptions, RotationReport, SqliteStore, keyring_file};

use crate::ExitReason;
use crate::arguments::keyring::{KeyringArguments, KeyringCommand};
use crate::arguments::serve::SettingsArguments;
use crate::console::Console;
use crate::diagnostic::count;
use crate::serve::{Config, KEYRING, config, runtime};

pub(crate) fn run(arguments: &KeyringArguments, console: &Console) -> Result<ExitReason> {
    let (config, data) = (arguments.config.clone(), arguments.data.clone());
    let store = arguments.store.clone();
    let settings = SettingsArguments { config, data, memory: false, store, set: Vec::new() };
    let config = config::read(&settings, None, console)?;
    if let Some(url) = &config.store.url {
        shared::run(&arguments.command, url, &config, console)?;
        return Ok(ExitReason::Success);
    }
    let folder = config
        .data_folder()
        .context("by these settings the service keeps nothing on disk, and needs no keyring")?;
    let location = KeyringLocation { folder, file: source(&config)? };
    match &arguments.command {
        KeyringCommand::List => list(&location, console)?,
        KeyringCommand::Rotate { resume } => rotate(&location, *resume, &config, console)?,
        KeyringCommand::Retire { names } => retire(&location, names, &config, console)?,
    }
    Ok(ExitReason::Success)
}

/// The data folder and the keyring file; no file if the environment holds the keys.
struct KeyringLocation {
    folder: PathBuf,
    file: Option<PathBuf>,
}

impl KeyringLocation {
    fn keyring(&self) -> Result<Keyring> {
        Ok(match &self.file {
            Some(file) => Keyring::from_file(file)?,
            None => Keyring::from_env(KEYRING)?,
        })
    }

    /// Returns the file to change.
    fn file(&self, how: &str) -> Result<&Path> {
        self.file.as_deref().with_context(|| format!("the keyring is in {KEYRING}; {how}"))
    }

    /// Opens the store exclusively.
    fn open(&self, config: &Config) -> Result<SqliteStore> {
        let options = OpenOptions::new().keyring(self.keyring()?).encrypt(config.store.encrypt);
        match options.open(&self.folder) {
            Err(error @ OpenError::InUse { .. }) => {
                Err(error).context("stop the service first: it has the keys in memory")
            }
            opened => Ok(opened?),
        }
    }
}

fn source(config: &Config) -> Result<Option<PathBuf>> {
    if std::env::var_os(KEYRING).is_some() {
        return Ok(None);
    }
    let folder = config.data_folder().unwrap_or_default();
    let file = config.keyring_file.clone().unwrap_or_else(|| keyring_file(&folder));
    if !file.exists() {
        bail!("there is no keyring at {}; the service makes one when it starts", file.display());
    }
    Ok(Some(file))
}

fn list(location: &KeyringLocation, console: &Console) -> Result<()> {
    let keyring = location.keyring()?;
    print_list(&keyring, askwell_store::key_uses(&location.folder)?, console)
}

fn print_list(keyring: &Keyring, mut uses: BTreeMap<String, u64>, console: &Console) -> Result<()> {
    let mut text = String::new();
    for (index, name) in keyring.names().enumerate() {
        let role = if index == 0 { "current" } else { "older" };
        let used = usize::try_from(uses.remove(name).unwrap_or(0)).unwrap_or(usize::MAX);
        text.push_str(&format!("{name:20} {role:8} needed by {}\n", count(used, "elicitation")));
    }
    console.print_text(&text)?;
    for (name, used) in uses {
        let used = count(usize::try_from(used).unwrap_or(usize::MAX), "elicitation");
        console.warning(&format!("the key {name} is missing, and needed by {used}"));
    }
    Ok(())
}

fn rotate(location: &KeyringLocation, resume: bool, config: &Config, console: &Console) -> Result<()> {
    let runtime = runtime()?;
    if !resume {
        let file = location.file("put a new key in front of it, then run askwell keyring rotate --resume")?;
        // Nothing changes unless the store can be opened and all its keys are there.
        let store = location.open(config)?;
        runtime.block_on(async {
            let checked = store.check_keys().await;
            store.close().await.and(checked)
        })?;
        let name = Keyring::add_key(file)?;
        console.print_report(&format!("added the key {name} to {}", file.display()));
    }
    let store = location.open(config)?;
    let moved = runtime.block_on(async {
        let moved = store.rotate().await;
        store.close().await.and(moved)
    });
    let moved = moved.context("not everything was moved; askwell keyring rotate --resume goes on")?;
    report_moved(&moved, console);
    Ok(())
}

fn report_moved(moved: &RotationReport, console: &Console) {
    let mut what = count(moved.elicitations, "elicitation");
    if moved.uploads > 0 {
        what = format!("{what} and {}", count(moved.uploads, "uploaded file"));
    }
    console.success(&format!("encrypted {what} for the current key"));
    console.print_report(
        "nothing needs the older keys any more; keep a copy for old backups, then: askwell keyring retire",
    );
}

/// Checks that these keys may be retired. Returns all older ones.
fn check_names(keyring: &Keyring, names: &[String]) -> Result<Vec<String>> {
    let mut all = keyring.names().map(str::to_owned);
    let (current, older) = (all.next().unwrap_or_default(), all.collect::<Vec<_>>());
    for name in names {
        if *name == current {
            bail!("{name} is the current key; askwell keyring rotate makes another one first");
        }
        if !older.contains(name) {
            bail!("the keyring has no key {name}; it has {}", keyring.names().collect::<Vec<_>>().join(", "));
        }
    }
    Ok(older)
}

fn report_retired(gone: &[String], console: &Console) {
    match gone {
        [] => console.print_report("there is no key that can be retired"),
        gone => console.success(&format!("retired {}", gone.join(", "))),
    }
}

fn retire(location: &KeyringLocation, names: &[String], config: &Config, console: &Console) -> Result<()> {
    let file = location.file("remove keys there by hand; askwell keyring list shows which are needed")?;
    let keyring = location.keyring()?;
    let older = check_names(&keyring, names)?;
    // No other process writes with these keys while the store is open.
    let store = location.open(config)?;
    let uses = askwell_store::key_uses(&location.folder)?;
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
    runtime()?.block_on(store.close())?;
    report_retired(&gone, console);
    Ok(())
}
