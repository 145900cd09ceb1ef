//! `askwell database`: creates and upgrades the tables of a shared database, and shows its state.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use askwell_engine::store::{ElicitationStore as _, NodeStore as _};
use askwell_store::{DatabaseFormat, PgStore};

use crate::ExitReason;
use crate::arguments::database::{DatabaseArguments, DatabaseCommand, DatabaseSettings};
use crate::console::Console;
use crate::serve::{Config, cluster, config, runtime};

/// Beyond this difference, the clock of this machine is worth a look. It does no harm: nodes use the
/// database's.
const NOTABLE_SKEW: Duration = Duration::from_secs(2);

pub(crate) fn run(arguments: &DatabaseArguments, console: &Console) -> Result<ExitReason> {
    runtime()?.block_on(async {
        match &arguments.command {
            DatabaseCommand::Migrate(settings) => migrate(settings, console).await,
            DatabaseCommand::Status(settings) => status(settings, console).await,
            DatabaseCommand::Check(settings) => check(settings, console).await,
        }
    })
}

/// Returns the settings and the URL of the database.
fn read(settings: &DatabaseSettings, console: &Console) -> Result<(Config, String)> {
    let config = config::read(&settings.settings, None, console)?;
    let url = config.store.url.clone().context(
        "these settings name no database; give it with --store postgres://askwell@db.example.com/askwell, or set \
         store.url",
    )?;
    Ok((config, url))
}

async fn migrate(settings: &DatabaseSettings, console: &Console) -> Result<ExitReason> {
    let (config, url) = read(settings, console)?;
    let before = cluster::options(&url, &config)?.migrate().await?.format;
    let now = DatabaseFormat::newest().format;
    console.success(&if before == 0 {
        format!("created the tables, format {now}")
    } else if before == now {
        format!("the tables have format {now} already")
    } else {
        format!("upgraded the tables from format {before} to {now}")
    });
    Ok(ExitReason::Success)
}

async fn status(settings: &DatabaseSettings, console: &Console) -> Result<ExitReason> {
    let (config, url) = read(settings, console)?;
    let options = cluster::options(&url, &config)?;
    let format = options.format().await?.format;
    if format == 0 {
        console.print_text("format  none: run askwell database migrate\n")?;
        return Ok(ExitReason::Success);
    }
    let mut text = format!("format  {format} (this program knows {})\n", DatabaseFormat::newest().format);
    let store = options.open().await?;
    let open: Vec<String> = store
        .open_by_mode()
        .await?
        .into_iter()
        .map(|(mode, count)| format!("{count} {}", mode.as_str()))
        .collect();
    text.push_str(&format!(
        "open    {}\n",
        if open.is_empty() { "none".to_owned() } else { open.join(", ") }
    ));
    let now = store.clock().now();
    for node in store.list_nodes().await? {
        let seconds = node.seen.until(now).as_secs();
        text.push_str(&format!(
            "node    {} at {}, version {}, seen {seconds} s ago\n",
            node.id, node.address, node.version
        ));
    }
    store.close().await?;
    console.print_text(&text)?;
    Ok(ExitReason::Success)
}

async fn check(settings: &DatabaseSettings, console: &Console) -> Result<ExitReason> {
    let (config, url) = read(settings, console)?;
    let mut is_fine = true;
    let mut tell = |what: &str, result: Result<String>| match result {
        Ok(detail) => console.success(&format!("{what}: {detail}")),
        Err(error) => {
            is_fine = false;
            console.error(&format!("{what}: {error:#}"));
        }
    };
    tell("public_url", cluster::require_public_url(&config).map(|()| "is set".to_owned()));
    let opened = cluster::open(&url, &config).await;
    match opened {
        Ok((store, _)) => {
            tell(
                "database",
                Ok("can be reached, with the right format, and the keyring can be read".to_owned()),
            );
            tell("clock", skew(&store));
            tell("settings", cluster::compare_settings(&store, &config).await);
            store.close().await?;
        }
        Err(error) => tell("database", Err(error)),
    }
    Ok(if is_fine { ExitReason::Success } else { ExitReason::Problems })
}

/// Compares the clock of this machine with the database's.
fn skew(store: &Arc<PgStore>) -> Result<String> {
    let database = Duration::from_millis(store.clock().now().as_millis());
    let machine = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let skew = database.abs_diff(machine);
    Ok(if skew > NOTABLE_SKEW {
        format!(
            "this machine differs from the database by {skew:.1?}; nodes use the database's clock, so it does no harm"
        )
    } else {
        "agrees with the database".to_owned()
    })
}
