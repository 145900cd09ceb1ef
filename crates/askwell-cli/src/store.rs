//! `askwell store`: copies a store between a data folder and a PostgreSQL database.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use askwell_engine::Records;
use askwell_engine::store::NodeStore as _;
use askwell_store::{
    CopyObserver, CopyProgress, CopyReport, CopyStage, PgOptions, copy_from_postgres, copy_to_postgres,
};
use askwell_web::SharedKeys;
use askwell_web::keys::KeyFile;

use crate::ExitReason;
use crate::arguments::serve::SettingsArguments;
use crate::arguments::store::{StoreArguments, StoreCommand, StoreCopyArguments};
use crate::console::Console;
use crate::diagnostic::count;
use crate::serve::{Config, cluster, config, runtime};

/// How often a line about a long table is printed.
const REPORT_EVERY: Duration = Duration::from_secs(2);

/// The file of API keys in a data folder.
const KEY_FILE: &str = "keys.json";

pub(crate) fn run(arguments: &StoreArguments, console: &Console) -> Result<ExitReason> {
    let StoreCommand::Copy(copy) = &arguments.command;
    runtime()?.block_on(run_copy(copy, console))?;
    Ok(ExitReason::Success)
}

/// A store, as it is named on the command line.
enum StoreLocation {
    Folder(PathBuf),
    Database(String),
}

impl StoreLocation {
    fn read(text: &str) -> StoreLocation {
        match text.starts_with("postgres://") || text.starts_with("postgresql://") {
            true => StoreLocation::Database(text.to_owned()),
            false => StoreLocation::Folder(PathBuf::from(text)),
        }
    }
}

async fn run_copy(arguments: &StoreCopyArguments, console: &Console) -> Result<()> {
    let (report, keys) = match (StoreLocation::read(&arguments.from), StoreLocation::read(&arguments.to)) {
        (StoreLocation::Folder(folder), StoreLocation::Database(url)) => {
            let options = options(arguments, &url, console)?;
            if options.format().await?.format == 0 {
                options.migrate().await?;
                console.print_report("created the tables");
            }
            require_no_nodes(&options).await?;
            let report = copy_to_postgres(&folder, &options, &observer(console)).await?;
            (report, import_keys(&folder, &options).await?)
        }
        (StoreLocation::Database(url), StoreLocation::Folder(folder)) => {
            let options = options(arguments, &url, console)?;
            require_no_nodes(&options).await?;
            let report = copy_from_postgres(&options, &folder, &observer(console)).await?;
            (report, export_keys(&options, &folder).await?)
        }
        (StoreLocation::Folder(_), StoreLocation::Folder(_)) => {
            bail!("both stores are folders; askwell backup copies a folder, even while the service runs")
        }
        (StoreLocation::Database(_), StoreLocation::Database(_)) => {
            bail!("both stores are databases; pg_dump and pg_restore copy one into the other")
        }
    };
    tell(&report, keys, arguments, console);
    Ok(())
}

fn options(arguments: &StoreCopyArguments, url: &str, console: &Console) -> Result<PgOptions> {
    let settings = SettingsArguments {
        config: arguments.config.clone(),
        data: None,
        memory: false,
        store: Some(url.to_owned()),
        set: Vec::new(),
    };
    let config: Config = config::read(&settings, None, console)?;
    cluster::options(url, &config)
}

/// Refuses to copy while nodes run: what they write meanwhile would be in one of both stores only.
async fn require_no_nodes(options: &PgOptions) -> Result<()> {
    let store = options.clone().open().await?;
    let running = cluster::running_nodes(&store).await;
    store.close().await?;
    let addresses: Vec<String> = running?.iter().map(|node| node.address.to_string()).collect();
    if !addresses.is_empty() {
        bail!("nodes use this database: {}; stop them, and copy then", addresses.join(", "));
    }
    Ok(())
}

/// Copies the API keys of a data folder into a database. Returns how many.
async fn import_keys(folder: &Path, options: &PgOptions) -> Result<usize> {
    let Some(list) = KeyFile::at(&folder.join(KEY_FILE)).read()? else { return Ok(0) };
    let store = Arc::new(options.clone().open().await?);
    let added = SharedKeys::of(Records::of(store.clone())).import(&list.keys).await;
    store.close().await?;
    added.context("everything is copied, but the API keys are not: make them anew with askwell keys create")
}

/// Copies the API keys of a database into a data folder. Returns how many.
async fn export_keys(options: &PgOptions, folder: &Path) -> Result<usize> {
    let store = Arc::new(options.clone().open().await?);
    let keys = SharedKeys::of(Records::of(store.clone())).list().await;
    store.close().await?;
    match keys? {
        Some(keys) => Ok(KeyFile::at(&folder.join(KEY_FILE)).import(&keys)?),
        None => Ok(0),
    }
}

/// Returns an observer that prints a line for each table, and for a long one every few seconds.
fn observer(console: &Console) -> CopyObserver {
    let (console, last) = (*console, Mutex::new(Instant::now()));
    CopyObserver::new(move |progress: CopyProgress| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if !progress.is_done && last.elapsed() < REPORT_EVERY {
            return;
        }
        *last = Instant::now();
        let word = match (progress.stage, progress.is_done) {
            (CopyStage::Copying, true) => "copied",
            (CopyStage::Copying, false) => "copying",
            (CopyStage::Comparing, true) => "compared",
            (CopyStage::Comparing, false) => "comparing",
        };
        console.print_report(&format!("{word} {}: {}", progress.table, progress.rows));
    })
}

fn tell(report: &CopyReport, keys: usize, arguments: &StoreCopyArguments, console: &Console) {
    let number = |rows: u64| usize::try_from(rows).unwrap_or(usize::MAX);
    console.success(&format!(
        "copied {} open and {} closed elicitations, {}, {} and {}; the copy is equal to the original",
        report.open,
        report.closed,
        count(number(report.uploads), "uploaded file"),
        count(number(report.records), "record"),
        count(keys, "API key"),
    ));
    let next = match StoreLocation::read(&arguments.to) {
        StoreLocation::Folder(folder) => format!("askwell serve --data {}", folder.display()),
        StoreLocation::Database(_) => "askwell serve --store URL".to_owned(),
    };
    console.print_report(&format!(
        "use it with the keyring of the original: {next}\nkeep the original until you have seen the copy work"
    ));
}
