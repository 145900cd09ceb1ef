//! Builds the parts of the service: store, engine, keys, templates, API.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_engine::store::Store;
use askwell_engine::{Engine, OutsideServices};
use askwell_lifecycle::Policy;
use askwell_store::{Keyring, OpenOptions, Progress, SqliteStore, keyring_file};
use askwell_web::callbacks::{CallbackContext, CallbackProblem, HttpOptionSource, HttpValidator};
use askwell_web::notifications::NotificationCenter;
use askwell_web::webhooks::{Endpoint, WebhookSettings};
use askwell_web::{Hosted, Keys, Rpc, RpcParts, SharedKeys, StopSignal, Templates, Webhooks};

use super::cluster;
use super::config::Config;

/// The variable that holds the keys for secrets, in place of a file.
pub(crate) const KEYRING: &str = "ASKWELL_KEYRING";

/// The running parts of a service.
pub(crate) struct AssembledService {
    pub(crate) engine: Engine,
    pub(crate) keys: Keys,
    pub(crate) webhooks: Webhooks,
    pub(crate) templates: Templates,
    /// Timeout of an elicitation in an MCP client's dialog, if it was set.
    pub(crate) pushed_timeout: Option<Duration>,
    /// Must be closed at the end.
    pub(crate) store: Option<Arc<dyn Store>>,
    /// Information for the operator.
    pub(crate) notice: String,
}

impl AssembledService {
    pub(crate) async fn new(config: &Config) -> Result<AssembledService> {
        let policy = Policy::new(config.policy).context("the timeouts contradict each other")?;
        let mut builder = Engine::builder()
            .policy(policy)
            .limits(config.limits)
            .retention(config.retention)
            .urls_must_resolve(config.rpc.pages.must_resolve)
            .grace(config.grace)
            .outside_services(outside_services(config)?);
        let data = config.data_folder();
        let (mut store, mut notice) = (None, "Nothing is kept on disk.".to_owned());
        if let Some(url) = &config.store.url {
            let (opened, told) = cluster::open(url, config).await?;
            builder = builder.shared_store(opened.clone());
            (store, notice) = (Some(opened as Arc<dyn Store>), told);
        } else if let Some(folder) = &data {
            let (opened, told) = open(folder, config).await?;
            builder = builder.shared_store(opened.clone());
            (store, notice) = (Some(opened as Arc<dyn Store>), told);
        }
        let engine = builder.start();
        let keys = match config.key_file() {
            _ if config.store.url.is_some() => {
                Keys::load_shared(SharedKeys::of(engine.records()), config.limits).await?
            }
            Some(path) => Keys::load(path, config.limits)?,
            None => Keys::none(),
        };
        let folder = config.templates.clone().or_else(|| data.map(|data| data.join("templates")));
        let templates = folder.map_or_else(Templates::none, Templates::in_folder);
        let webhooks = start_webhooks(&engine, config).await?;
        let pushed_timeout = config.pushed_timeout;
        Ok(AssembledService { engine, keys, webhooks, templates, pushed_timeout, store, notice })
    }

    /// Returns the API, with pages for URL mode if there are any.
    pub(super) fn rpc(
        &self,
        config: &Config,
        hosted: Option<Arc<dyn Hosted>>,
        notifications: Option<Arc<dyn NotificationCenter>>,
        stop: StopSignal,
    ) -> Rpc {
        let (settings, templates) = (config.rpc.clone(), self.templates.clone());
        let webhooks = Some(self.webhooks.clone());
        let parts = RpcParts { settings, templates, hosted, webhooks, notifications, stop };
        Rpc::new(self.engine.clone(), parts)
    }
}

/// Returns the services that are asked by HTTP while answers are given.
fn outside_services(config: &Config) -> Result<OutsideServices> {
    let context = CallbackContext::default();
    let mut services = OutsideServices::default();
    for settings in &config.validators {
        let validator =
            HttpValidator::new(settings.clone(), context.clone()).map_err(|problems| unusable(&problems))?;
        services.validators.push(Arc::new(validator));
    }
    for settings in &config.option_sources {
        let source = HttpOptionSource::new(settings.clone(), context.clone())
            .map_err(|problems| unusable(&problems))?;
        services.option_sources.push(Arc::new(source));
    }
    Ok(services)
}

fn unusable(problems: &[CallbackProblem]) -> anyhow::Error {
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    anyhow::anyhow!("a validator or an option source cannot be used: {}", told.join("; "))
}

/// Starts webhooks.
async fn start_webhooks(engine: &Engine, config: &Config) -> Result<Webhooks> {
    let endpoints = config.webhooks.iter().map(|settings| Endpoint::new(settings.clone()));
    let endpoints: Result<Vec<Endpoint>, _> = endpoints.collect();
    let endpoints = endpoints.map_err(|problems| {
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        anyhow::anyhow!("a webhook cannot be used: {}", told.join("; "))
    })?;
    Ok(Webhooks::start(engine, endpoints, WebhookSettings::default()).await?)
}

/// Opens the store with the keys for secrets. Returns it with a description of where both are.
async fn open(folder: &Path, config: &Config) -> Result<(Arc<SqliteStore>, String)> {
    let mut notice = format!("Everything is kept in {}.", folder.display());
    let options = OpenOptions::new().encrypt(config.store.encrypt).progress(|progress: Progress| {
        tracing::info!(read = progress.read, total = progress.total, "opening the store");
    });
    if std::env::var_os(KEYRING).is_some() {
        let keyring = Keyring::from_env(KEYRING)?;
        let place = folder.to_owned();
        let opening = move || options.keyring(keyring).open(&place);
        let store = tokio::task::spawn_blocking(opening).await.context("opening the store failed")??;
        store.check_keys().await.with_context(|| {
            format!(
                "the keyring does not open the secrets that are kept in {}; put back the one that does",
                folder.display()
            )
        })?;
        return Ok((Arc::new(store), notice));
    }
    let file = config.keyring_file.clone().unwrap_or_else(|| keyring_file(folder));
    let word = if file.exists() { "The key to" } else { "A key was made for" };
    let store = options.open_with_keyring_file(folder, &file).await?;
    notice.push_str(&format!(
        "\n{word} the secrets in answers: {}. Keep a copy of it, apart from the data: without it they cannot be read.",
        file.display()
    ));
    Ok((Arc::new(store), notice))
}
