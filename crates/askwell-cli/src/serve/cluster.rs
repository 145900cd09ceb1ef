//! Nodes that share a database: opening it, agreeing on settings, and the registry of nodes.
//!
//! Requests of legacy MCP sessions travel to the node that has the session: see `cluster/peers.rs`. A node never makes a keyring, and does not start if its settings contradict those of the nodes that run.

mod directory;
mod forward_seal;
mod peers;
mod template_digest;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use askwell_engine::Engine;
use askwell_engine::store::{Node, Record, RecordStore as _, RecordWrite, Store, Verdict};
use askwell_store::{Keyring, PgOptions, PgStore};
use tokio::task::JoinHandle;

use super::config::{Config, common_values};
use super::parts::KEYRING;

pub(crate) use peers::Peers;

/// How often a node tells that it runs.
const INTERVAL: Duration = Duration::from_secs(5);

/// A node that has been silent for so long does not run any more.
const LOST_AFTER: Duration = Duration::from_secs(30);

/// The record of the settings that all nodes have in common.
const NAMESPACE: &str = "cluster";
const SETTINGS: &str = "settings";

/// Returns how to reach the database, without its keyring.
pub(crate) fn options(url: &str, config: &Config) -> Result<PgOptions> {
    let mut options = PgOptions::new(url)?.encrypt(config.store.encrypt);
    if let Some(direct) = &config.store.listen_url {
        options = options.listen_url(direct).context("store.listen_url")?;
    }
    Ok(match &config.store.password_file {
        Some(file) => options.password_file(file),
        None => options,
    })
}

/// Opens the database. Returns it with a description of where the data and its keys are.
pub(crate) async fn open(url: &str, config: &Config) -> Result<(Arc<PgStore>, String)> {
    let (keyring, place) = keyring(config)?;
    let store = options(url, config)?.keyring(keyring).open().await?;
    let notice = format!(
        "Everything is kept in the database.\nThe key to the secrets in answers: {place}. All nodes need the same."
    );
    Ok((Arc::new(store), notice))
}

/// Reads the keyring. Nodes that made keyrings of their own could not read each other's secrets.
pub(crate) fn keyring(config: &Config) -> Result<(Keyring, String)> {
    if std::env::var_os(KEYRING).is_some() {
        return Ok((Keyring::from_env(KEYRING)?, format!("the variable {KEYRING}")));
    }
    let Some(file) = &config.keyring_file else {
        bail!(
            "nodes that share a database need the same keyring, and none is named: make one with \
             `openssl rand -base64 32`, and give it to every node as keyring_file or in {KEYRING}"
        );
    };
    let keyring = Keyring::from_file(file).context("every node needs the keyring that all others have")?;
    Ok((keyring, file.display().to_string()))
}

/// Checks that links lead to all nodes, not to this one.
pub(crate) fn require_public_url(config: &Config) -> Result<()> {
    if config.store.url.is_some() && config.http.public_url.is_none() {
        bail!(
            "nodes that share a database need the address of all of them: set public_url to that of the load \
             balancer, such as https://ask.example.com"
        );
    }
    Ok(())
}

/// The entry of this node in the registry, which is renewed until it is left or dropped.
pub(super) struct Membership {
    engine: Engine,
    id: Arc<str>,
    renewal: Option<JoinHandle<()>>,
}

impl Membership {
    /// Checks that the settings of this node fit, and adds it to the registry. Does nothing on a store of one
    /// process.
    pub(super) async fn join(
        engine: &Engine,
        config: &Config,
        address: SocketAddr,
        id: Arc<str>,
    ) -> Result<Membership> {
        let mut membership = Membership { engine: engine.clone(), id: Arc::clone(&id), renewal: None };
        if !engine.store().is_shared() {
            return Ok(membership);
        }
        agree_on_settings(engine, config).await?;
        template_digest::compare(engine, config).await?;
        if config.store.node_address.is_none() && address.ip().is_unspecified() {
            tracing::warn!(
                %address,
                "other nodes cannot reach this one, so MCP sessions start anew when their requests arrive there: set \
                 store.node_address to an address of this machine, such as 10.0.0.5:8787"
            );
        }
        let address = config.store.node_address.clone().unwrap_or_else(|| address.to_string());
        let node = Node {
            id,
            address: Arc::from(address),
            version: Arc::from(env!("CARGO_PKG_VERSION")),
            seen: engine.now(),
        };
        engine.store().announce_node(node.clone()).await?;
        let engine = engine.clone();
        membership.renewal = Some(tokio::spawn(async move {
            loop {
                tokio::time::sleep(INTERVAL).await;
                if let Err(error) = engine.store().announce_node(node.clone()).await {
                    tracing::debug!(%error, "the node cannot be announced; it will be tried again");
                }
            }
        }));
        Ok(membership)
    }

    /// Removes the node from the registry.
    pub(super) async fn leave(mut self) {
        let Some(renewal) = self.renewal.take() else { return };
        renewal.abort();
        let _ = renewal.await;
        if let Err(error) = self.engine.store().remove_node(Arc::clone(&self.id)).await {
            tracing::debug!(%error, "the node stays in the registry until it counts as lost");
        }
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        if let Some(renewal) = self.renewal.take() {
            renewal.abort();
        }
    }
}

/// Returns a name for this run of the node.
pub(super) fn new_node_id() -> Result<Arc<str>> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).context("the system gives no random numbers")?;
    Ok(Arc::from(format!("node_{:016x}", u64::from_le_bytes(bytes))))
}

/// Returns the nodes that run, by the clock of the database.
pub(crate) async fn running_nodes(store: &dyn Store) -> Result<Vec<Node>> {
    let now = store.clock().now();
    let nodes = store.list_nodes().await?;
    Ok(nodes.into_iter().filter(|node| node.seen + LOST_AFTER > now).collect())
}

/// Compares the settings that all nodes must have in common with those of the nodes that run. Without such
/// nodes, the settings of this one count.
async fn agree_on_settings(engine: &Engine, config: &Config) -> Result<()> {
    let own = common_settings(config)?;
    loop {
        let found = engine.records().get(NAMESPACE, SETTINGS).await?;
        let theirs = decode(found.as_ref())?;
        if theirs == own {
            return Ok(());
        }
        let running = running_nodes(&**engine.store()).await?;
        if found.is_some() && !running.is_empty() {
            let differences: Vec<String> = differences(&theirs, &own);
            let nodes: Vec<&str> = running.iter().map(|node| &*node.address).collect();
            bail!(
                "the settings of this node contradict those of the nodes that run ({}): {}; give all nodes the \
                 same settings, or stop all of them to change it",
                nodes.join(", "),
                differences.join("; ")
            );
        }
        let record = Record::new(NAMESPACE, SETTINGS, serde_json::to_vec(&own)?);
        let write = RecordWrite::Put { record, expected: found.map_or(0, |record| record.revision) };
        if engine.records().write(vec![write]).await?.first() == Some(&Verdict::Committed) {
            return Ok(());
        }
    }
}

/// Compares the settings with those of the nodes that run, and changes nothing.
pub(crate) async fn compare_settings(store: &Arc<PgStore>, config: &Config) -> Result<String> {
    let own = common_settings(config)?;
    let found = store.get_record(NAMESPACE, Arc::from(SETTINGS)).await?;
    let (theirs, running) = (decode(found.as_ref())?, running_nodes(&**store).await?);
    if found.is_none() || running.is_empty() {
        return Ok("no node runs, so these would count".to_owned());
    }
    match differences(&theirs, &own) {
        none if none.is_empty() => Ok(format!("are those of the {} nodes that run", running.len())),
        some => bail!("contradict those of the nodes that run: {}", some.join("; ")),
    }
}

/// Errors if nodes run that have another current key.
pub(crate) async fn compare_current_key(store: &PgStore, config: &Config) -> Result<()> {
    let found = store.get_record(NAMESPACE, Arc::from(SETTINGS)).await?;
    let theirs = decode(found.as_ref())?;
    let own = current_key(&keyring(config)?.0);
    let is_same = own.is_some_and(|(name, value)| theirs.get(&name) == Some(&value));
    if !is_same && !running_nodes(store).await?.is_empty() {
        bail!(
            "the nodes that run have another current key, and could not read what is encrypted with this one: give \
             all of them the same keyring, and start them again"
        );
    }
    Ok(())
}

/// Returns the setting that stands for the current key, and its check value.
fn current_key(keyring: &Keyring) -> Option<(String, String)> {
    let (name, value) = keyring.check_values().into_iter().next()?;
    Some((format!("the current key of the keyring ({name})"), value))
}

fn decode(record: Option<&Record>) -> Result<BTreeMap<String, String>> {
    record.map_or(Ok(BTreeMap::new()), |record| {
        serde_json::from_slice(&record.value).context("the settings of the nodes are damaged")
    })
}

/// Describes each setting that differs.
fn differences(theirs: &BTreeMap<String, String>, own: &BTreeMap<String, String>) -> Vec<String> {
    let names: std::collections::BTreeSet<&String> = theirs.keys().chain(own.keys()).collect();
    let differing = names.into_iter().filter(|name| theirs.get(*name) != own.get(*name));
    let shown = |value: Option<&String>| value.map_or("not set", String::as_str).to_owned();
    differing
        .map(|name| format!("{name} is {} there and {} here", shown(theirs.get(name)), shown(own.get(name))))
        .collect()
}

/// Returns the settings that would let nodes decide differently, and a check value of each key.
fn common_settings(config: &Config) -> Result<BTreeMap<String, String>> {
    let values = common_values(config).into_iter();
    let mut settings: BTreeMap<String, String> =
        values.map(|(name, value)| (name.to_owned(), value)).collect();
    let (keyring, _) = keyring(config)?;
    // The current key alone: nodes get a new one, to read with, before any of them writes with it.
    settings.extend(current_key(&keyring));
    Ok(settings)
}
