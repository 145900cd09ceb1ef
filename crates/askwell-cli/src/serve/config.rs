//! What can be set, and what is set: from the file, the environment and flags, the later one winning.
//!
//! One table of settings serves all of them, the sample file included. What is unknown, of the wrong kind or
//! contradicts something else is refused, with its place.

mod contradictions;
mod environment;
mod file;
mod following;
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

use super::folders;
use crate::arguments::serve::SettingsArguments;
use crate::console::Console;
use crate::document::Document;
use crate::notice::{self, Background, Notice};
use file::Finding;

pub(super) use sample::sample;

/// The file that is read without being named.
const USUAL_FILE: &str = "askwell.toml";

/// Everything that can be set.
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
    /// How long a question can be answered that is pushed to an MCP client's dialog, if that was set.
    pub(crate) pushed_timeout: Option<Duration>,
    pub(crate) limits: Limits,
    /// How long a client may be away before what depends on it is abandoned.
    pub(crate) grace: Duration,
    pub(crate) http: HttpSettings,
    pub(crate) rpc: RpcSettings,
    pub(crate) people: People,
    pub(crate) store: StoreSettings,
    pub(crate) log: Log,
    pub(crate) otlp_endpoint: Option<String>,
    pub(crate) webhooks: Vec<EndpointSettings>,
    /// Files that hold secrets of webhooks.
    pub(crate) secret_files: Vec<PathBuf>,
}

/// How the store keeps what it is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StoreSettings {
    pub(crate) encrypt: Encrypt,
}

/// What can be encrypted, by the names in the settings.
pub(crate) const ENCRYPT: [(&str, Encrypt); 2] =
    [("secrets", Encrypt::Secrets), ("answers", Encrypt::Answers)];

/// How people are known who open a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct People {
    pub(crate) identity: PeopleKnown,
    pub(crate) header: Option<String>,
}

/// The ways in which people can be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PeopleKnown {
    /// Whoever is at this machine, if only they can connect; else by a code.
    Auto,
    Loopback,
    Proxy,
    Code,
}

impl PeopleKnown {
    pub(crate) const ALL: [(&'static str, PeopleKnown); 4] = [
        ("auto", PeopleKnown::Auto),
        ("loopback", PeopleKnown::Loopback),
        ("proxy", PeopleKnown::Proxy),
        ("code", PeopleKnown::Code),
    ];
}

impl Config {
    /// The folder for everything that has to last, if anything has to.
    pub(crate) fn data_folder(&self) -> Option<PathBuf> {
        (!self.memory).then(|| folders::data_folder(self.data.as_deref()))
    }

    /// The file with the keys of those who may call, if there can be one.
    pub(crate) fn key_file(&self) -> Option<PathBuf> {
        self.keys_file.clone().or_else(|| self.data_folder().as_deref().map(folders::keys_file))
    }

    /// Whether nobody but this machine can connect.
    pub(crate) fn is_local(&self) -> bool {
        self.listen.ip().is_loopback() && self.http.public_url.is_none()
    }
}

/// How to log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Log {
    pub(crate) format: LogFormat,
    pub(crate) filter: String,
}

/// For whom to log.
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
            people: People { identity: PeopleKnown::Auto, header: None },
            store: StoreSettings::default(),
            log: Log { format: LogFormat::Human, filter: "info".to_owned() },
            otlp_endpoint: None,
            webhooks: Vec::new(),
            secret_files: Vec::new(),
        }
    }
}

/// Where a setting was made, for whoever has to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    /// These bytes of the file.
    File(Range<usize>),
    /// This variable.
    Variable(String),
    /// A flag.
    Flag(String),
    /// Nobody made it: it follows this other setting.
    Follows(&'static str),
}

/// A configuration in the making.
#[derive(Debug, Default)]
struct Draft {
    config: Config,
    origins: HashMap<&'static str, Origin>,
    /// Whether the file holds secrets of webhooks itself.
    has_inline_secrets: bool,
}

impl Draft {
    /// Takes a value for a setting, from wherever.
    fn set(
        &mut self,
        setting: &setting::Setting,
        value: setting::Value,
        origin: Origin,
    ) -> Result<(), String> {
        setting.set(&mut self.config, value)?;
        self.origins.insert(setting.name, origin);
        Ok(())
    }
}

/// Reads all settings. What is wrong is told; then there is nothing to go on with.
pub(crate) fn read(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    console: &Console,
) -> Result<Config> {
    load(arguments, listen, console).map(|(draft, _)| draft.config)
}

/// Writes every setting as it is in force, with where it comes from. The text reads as the same settings, except for
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
) -> Result<(Draft, Option<Document>)> {
    let mut draft = Draft::default();
    let path = config_file(arguments.config.as_deref())?;
    let document = path.as_deref().map(Document::read).transpose()?;
    let mut findings = match &document {
        Some(document) => file::apply(&document.text(), &mut draft),
        None => Vec::new(),
    };
    if draft.has_inline_secrets {
        draft.config.secret_files.extend(path);
    }
    environment::apply(std::env::vars_os(), &mut draft)?;
    apply_flags(arguments, listen, &mut draft)?;
    following::apply(&mut draft);
    if findings.is_empty() {
        findings = contradictions::find(&draft);
    }
    if findings.is_empty() {
        return Ok((draft, document));
    }
    tell(&findings, document.as_ref(), console);
    bail!("the settings cannot be used; askwell serve --print-config=defaults shows what there is")
}

/// The file to read: the one that is named has to be there.
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

fn apply_flags(arguments: &SettingsArguments, listen: Option<SocketAddr>, draft: &mut Draft) -> Result<()> {
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
        let value = setting::Value::read(setting.kind(), value.trim());
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

/// Tells what is wrong: with the line of the file where there is one, else with the name of the variable or flag.
fn tell(findings: &[Finding], document: Option<&Document>, console: &Console) {
    let (placed, others): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| matches!(finding.origin, Some(Origin::File(_))));
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
        let notices: Vec<Notice> = placed.into_iter().map(|finding| finding.notice(&text)).collect();
        let masks = secrets(&text);
        notice::tell(&notices, &Background { name: &document.name, text: Some(&text), masks }, console);
    }
}

/// Where signing secrets stand in the text: they are not shown, whatever is wrong beside them.
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
