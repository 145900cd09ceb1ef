//! The configuration: from the file, the environment and flags, where later ones override earlier
//! ones.
//!
//! One table of settings serves all of them and the sample file. Unknown, invalid or conflicting
//! settings are rejected with their position.

mod conflicts;
mod derived_defaults;
mod environment;
mod file;
mod sample;
mod setting;
mod table;
#[cfg(test)]
mod tests;
mod webhooks;

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use askwell_engine::Limits;
use askwell_lifecycle::PolicySettings;
use askwell_store::Encrypt;
use askwell_web::webhooks::EndpointSettings;
use askwell_web::{HttpSettings, RpcSettings};

use super::paths;
use crate::arguments::serve::SettingsArguments;
use crate::console::Console;
use crate::diagnostic::{self, Diagnostic, DiagnosticSource};
use crate::document::Document;
use file::ConfigProblem;

pub(super) use sample::sample;

/// The settings file that is read by default.
const USUAL_FILE: &str = "askwell.toml";

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) listen: SocketAddr,
    pub(crate) data: Option<PathBuf>,
    pub(crate) memory: bool,
    pub(crate) keys_file: Option<PathBuf>,
    pub(crate) keyring_file: Option<PathBuf>,
    pub(crate) templates: Option<PathBuf>,
    pub(crate) retention: Duration,
    pub(crate) policy: PolicySettings,
    /// Timeout of an elicitation in an MCP client's dialog, if it was set.
    pub(crate) pushed_timeout: Option<Duration>,
    pub(crate) limits: Limits,
    /// How long a client may be disconnected before its elicitations are abandoned.
    pub(crate) grace: Duration,
    pub(crate) http: HttpSettings,
    pub(crate) rpc: RpcSettings,
    pub(crate) people: PeopleSettings,
    pub(crate) store: StoreSettings,
    pub(crate) log: Log,
    pub(crate) otlp_endpoint: Option<String>,
    pub(crate) webhooks: Vec<EndpointSettings>,
    /// Files with secrets of webhooks.
    pub(crate) secret_files: Vec<PathBuf>,
}

/// Settings of the store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StoreSettings {
    pub(crate) encrypt: Encrypt,
}

/// What can be encrypted, by the names in the settings.
pub(crate) const ENCRYPT: [(&str, Encrypt); 2] =
    [("secrets", Encrypt::Secrets), ("answers", Encrypt::Answers)];

/// How people on pages are identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PeopleSettings {
    pub(crate) identity: IdentityMode,
    pub(crate) header: Option<String>,
}

/// The ways to identify people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IdentityMode {
    /// The user of this machine if no other machine can connect; else by a code.
    Auto,
    Loopback,
    Proxy,
    Code,
}

impl IdentityMode {
    pub(crate) const ALL: [(&'static str, IdentityMode); 4] = [
        ("auto", IdentityMode::Auto),
        ("loopback", IdentityMode::Loopback),
        ("proxy", IdentityMode::Proxy),
        ("code", IdentityMode::Code),
    ];
}

impl Config {
    /// Returns the folder for persistent data, if there is one.
    pub(crate) fn data_folder(&self) -> Option<PathBuf> {
        (!self.memory).then(|| paths::data_folder(self.data.as_deref()))
    }

    /// Returns the file with API keys, if there is one.
    pub(crate) fn key_file(&self) -> Option<PathBuf> {
        self.keys_file.clone().or_else(|| self.data_folder().as_deref().map(paths::keys_file))
    }

    /// Returns whether only this machine can connect.
    pub(crate) fn is_local(&self) -> bool {
        self.listen.ip().is_loopback() && self.http.public_url.is_none()
    }
}

/// Settings of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Log {
    pub(crate) format: LogFormat,
    pub(crate) filter: String,
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Human,
    Json,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8787)),
            data: None,
            memory: false,
            keys_file: None,
            keyring_file: None,
            templates: None,
            retention: Duration::from_secs(24 * 60 * 60),
            policy: PolicySettings::default(),
            pushed_timeout: None,
            limits: Limits::default(),
            grace: Duration::from_secs(30),
            http: HttpSettings::default(),
            rpc: RpcSettings::default(),
            people: PeopleSettings { identity: IdentityMode::Auto, header: None },
            store: StoreSettings::default(),
            log: Log { format: LogFormat::Human, filter: "info".to_owned() },
            otlp_endpoint: None,
            webhooks: Vec::new(),
            secret_files: Vec::new(),
        }
    }
}

/// Where a setting was made.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    /// These bytes of the file.
    File(Range<usize>),
    /// This environment variable.
    Variable(String),
    /// This flag.
    Flag(String),
    /// Not set: derived from this other setting.
    Follows(&'static str),
}

/// A configuration while it is read.
#[derive(Debug, Default)]
struct ConfigDraft {
    config: Config,
    origins: HashMap<&'static str, Origin>,
    /// Whether the file itself contains secrets of webhooks.
    has_inline_secrets: bool,
}

impl ConfigDraft {
    /// Sets a setting from any source.
    fn set(
        &mut self,
        setting: &setting::Setting,
        value: setting::SettingValue,
        origin: Origin,
    ) -> Result<(), String> {
        setting.set(&mut self.config, value)?;
        self.origins.insert(setting.name, origin);
        Ok(())
    }
}

/// Reads all settings. Returns an error after reporting all problems.
pub(crate) fn read(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    console: &Console,
) -> Result<Config> {
    load(arguments, listen, console).map(|(draft, _)| draft.config)
}

/// Returns every setting in force with its origin. The text reads as the same settings, except for
/// webhooks, of which only the names are written.
pub(super) fn effective(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    console: &Console,
) -> Result<String> {
    let (draft, document) = load(arguments, listen, console)?;
    Ok(sample::effective(&draft, document.as_ref()))
}

fn load(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    console: &Console,
) -> Result<(ConfigDraft, Option<Document>)> {
    let mut draft = ConfigDraft::default();
    let path = config_file(arguments.config.as_deref())?;
    let document = path.as_deref().map(Document::read).transpose()?;
    let mut problems = match &document {
        Some(document) => file::apply(&document.text(), &mut draft),
        None => Vec::new(),
    };
    if draft.has_inline_secrets {
        draft.config.secret_files.extend(path);
    }
    environment::apply(std::env::vars_os(), &mut draft)?;
    apply_flags(arguments, listen, &mut draft)?;
    derived_defaults::apply(&mut draft);
    if problems.is_empty() {
        problems = conflicts::find(&draft);
    }
    if problems.is_empty() {
        return Ok((draft, document));
    }
    report(&problems, document.as_ref(), console);
    bail!("the settings cannot be used; askwell serve --print-config=defaults shows what there is")
}

/// Returns the file to read. A file that is named must exist.
fn config_file(named: Option<&Path>) -> Result<Option<PathBuf>> {
    if let Some(path) = named {
        return Ok(Some(path.to_owned()));
    }
    if let Some(path) = std::env::var_os(environment::CONFIG).filter(|path| !path.is_empty()) {
        return Ok(Some(PathBuf::from(path)));
    }
    let usual = PathBuf::from(USUAL_FILE);
    Ok(usual.exists().then_some(usual))
}

fn apply_flags(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    draft: &mut ConfigDraft,
) -> Result<()> {
    for text in &arguments.set {
        let Some((name, value)) = text.split_once('=') else {
            bail!("--set {text}: give a name and a value: --set limits.per_window=100");
        };
        let Some(setting) = table::find(name.trim()) else {
            let meant =
                askwell_form::nearest(name.trim(), table::SETTINGS.iter().map(|setting| setting.name));
            let help = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
            bail!("--set {name}: there is no such setting{help}");
        };
        let value = setting::SettingValue::read(setting.kind(), value.trim());
        let origin = Origin::Flag(format!("--set {name}"));
        let taken = value.and_then(|value| draft.set(setting, value, origin));
        taken.map_err(|problem| anyhow::anyhow!("--set {name}: {problem}"))?;
    }
    if let Some(listen) = listen {
        draft.config.listen = listen;
        draft.origins.insert("listen", Origin::Flag("--listen".to_owned()));
    }
    if let Some(data) = &arguments.data {
        draft.config.data = Some(data.clone());
        draft.config.memory = false;
        draft.origins.insert("data", Origin::Flag("--data".to_owned()));
    }
    if arguments.memory {
        draft.config.memory = true;
        draft.config.data = None;
        draft.origins.insert("memory", Origin::Flag("--memory".to_owned()));
    }
    Ok(())
}

/// Reports problems: with the line of the file, or with the name of the variable or flag.
fn report(problems: &[ConfigProblem], document: Option<&Document>, console: &Console) {
    let (placed, others): (Vec<&ConfigProblem>, Vec<&ConfigProblem>) =
        problems.iter().partition(|finding| matches!(finding.origin, Some(Origin::File(_))));
    for finding in others {
        let origin = match &finding.origin {
            Some(Origin::Variable(name) | Origin::Flag(name)) => format!("{name}: "),
            _ => String::new(),
        };
        console.error(&format!("{origin}{}", finding.title));
    }
    if let Some(document) = document
        && !placed.is_empty()
    {
        let text = document.text();
        let notices: Vec<Diagnostic> = placed.into_iter().map(|finding| finding.notice(&text)).collect();
        let masks = secrets(&text);
        diagnostic::report(
            &notices,
            &DiagnosticSource { name: &document.name, text: Some(&text), masks },
            console,
        );
    }
}

/// Returns where signing secrets are in the text, which must not be shown.
fn secrets(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("whsec_")) {
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find(['"', '\'', '\n']).unwrap_or(rest.len());
        found.push(start..start + length);
        from = start + length;
    }
    found
}
